import { parseHostMessage, toFrame, type GameMessage, type HostMessage } from '#contract/games/frame.ts'

/** The two windows as far as the bridge needs them: itself and its parent. */
export interface BridgeWindows {
  own: Pick<Window, 'addEventListener' | 'removeEventListener'>
  host: Pick<Window, 'postMessage'>
}

type Handlers = { [Type in HostMessage['type']]: (message: Extract<HostMessage, { type: Type }>) => void }

/**
 * The game's end of the protocol. It listens to its parent window only, and once that has introduced itself by
 * `init`, only to the origin that did; who may frame us at all is the server's `frame-ancestors`. Anything
 * foreign or malformed is dropped. `ready` holds nothing secret and goes to whoever frames us.
 */
export class Bridge {
  private hostOrigin: string | undefined

  constructor(
    private readonly windows: BridgeWindows,
    private readonly handlers: Handlers,
  ) {}

  /** Listens, and says that it does. Returns its undoing. */
  start(): () => void {
    const hear = (event: MessageEvent<unknown>) => this.hear(event)
    this.windows.own.addEventListener('message', hear)
    this.say('ready')
    return () => this.windows.own.removeEventListener('message', hear)
  }

  say(type: GameMessage['type']): void {
    this.windows.host.postMessage(toFrame({ type }), this.hostOrigin ?? '*')
  }

  private hear(event: MessageEvent<unknown>): void {
    if (event.source !== this.windows.host) return
    if (this.hostOrigin !== undefined && event.origin !== this.hostOrigin) return
    const message = parseHostMessage(event.data)
    if (!message) return
    if (message.type === 'init') this.hostOrigin = event.origin
    // Nothing is heard before the host has introduced itself.
    if (this.hostOrigin === undefined) return
    this.tell(message)
  }

  private tell(message: HostMessage): void {
    switch (message.type) {
      case 'init':
        return this.handlers.init(message)
      case 'notice':
        return this.handlers.notice(message)
      case 'balance':
        return this.handlers.balance(message)
      case 'pause':
        return this.handlers.pause(message)
    }
  }
}
