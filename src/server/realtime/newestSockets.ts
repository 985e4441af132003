/**
 * Keeps the newest `most` sockets of each owner and closes the oldest: a phone that reconnects leaves dead ones behind,
 * and a flood of connections ends as a handful.
 */
export class NewestSockets<Socket extends { disconnect(close: true): unknown }> {
  readonly #most: number
  readonly #sockets = new Map<string, Set<Socket>>()

  constructor(most: number) {
    this.#most = most
  }

  add(owner: string, socket: Socket): void {
    const sockets = this.#sockets.get(owner) ?? new Set()
    this.#sockets.set(owner, sockets.add(socket))
    const [oldest] = sockets
    if (sockets.size > this.#most && oldest) {
      // Now, because its event may come later.
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
