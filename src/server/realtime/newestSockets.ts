/**
 * Limits each owner to `max` sockets by closing the oldest: a phone that reconnects leaves dead connections behind,
 * and a flood of connections must be bounded.
 */
export class NewestSockets<Socket extends { disconnect(close: true): unknown }> {
  readonly #max: number
  readonly #sockets = new Map<string, Set<Socket>>()

  constructor(max: number) {
    this.#max = max
  }

  add(owner: string, socket: Socket): void {
    const sockets = this.#sockets.get(owner) ?? new Set()
    this.#sockets.set(owner, sockets.add(socket))
    const [oldest] = sockets
    if (sockets.size > this.#max && oldest) {
      // Removed now, because its disconnect event may arrive later.
      this.remove(owner, oldest)
      oldest.disconnect(true)
    }
  }

  remove(owner: string, socket: Socket): void {
    const sockets = this.#sockets.get(owner)
    sockets?.delete(socket)
    if (sockets?.size === 0) this.#sockets.delete(owner)
  }
}
