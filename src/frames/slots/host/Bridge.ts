import { parseHostMessage, toFrame, type GameMessage, type HostMessage } from '#contract/games/frame.ts'

/** What the bridge needs of the frame's own window and of its parent. */
export interface BridgeWindows {
  own: Pick<Window, 'addEventListener' | 'removeEventListener'>
  host: Pick<Window, 'postMessage'>
}

type Handlers = { [Type in HostMessage['type']]: (message: Extract<HostMessage, { type: Type }>) => void }

/**
 * The game's end of the protocol in contract/games/frame.ts. It accepts messages of its parent window only and, after
 * `init`, only from the origin that sent it; the server's `frame-ancestors` decides who may frame the game. Foreign
 * and malformed messages are dropped. `ready` holds nothing secret, so the first one goes to any origin.
 */
export class Bridge {
  #hostOrigin: string | undefined
  readonly #windows: BridgeWindows
  readonly #handlers: Handlers

  constructor(windows: BridgeWindows, handlers: Handlers) {
    this.#windows = windows
    this.#handlers = handlers
  }

  /** Starts to listen and posts `ready`. Returns the function that stops listening. */
  start(): () => void {
    const receive = (event: MessageEvent<unknown>) => this.#receive(event)
    this.#windows.own.addEventListener('message', receive)
    this.post({ type: 'ready' })
    return () => this.#windows.own.removeEventListener('message', receive)
  }

  post(message: GameMessage): void {
    this.#windows.host.postMessage(toFrame(message), this.#hostOrigin ?? '*')
  }

  #receive(event: MessageEvent<unknown>): void {
    if (event.source !== this.#windows.host) return
    if (this.#hostOrigin !== undefined && event.origin !== this.#hostOrigin) return
    const message = parseHostMessage(event.data)
    if (!message) return
    if (message.type === 'init') this.#hostOrigin = event.origin
    // What comes before `init` is dropped as well.
    if (this.#hostOrigin === undefined) return
    this.#dispatch(message)
  }

  #dispatch(message: HostMessage): void {
    switch (message.type) {
      case 'init':
        return this.#handlers.init(message)
      case 'notice':
        return this.#handlers.notice(message)
      case 'balance':
        return this.#handlers.balance(message)
      case 'privacy':
        return this.#handlers.privacy(message)
      case 'pause':
        return this.#handlers.pause(message)
    }
  }
}
