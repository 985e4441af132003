import type { HostInfo, HttpReply, HttpRequest, IpcEvents, PaymentRequest } from '#contract/ipc.ts'
import type { ConnectionStatus, FeedWatch, ServerEvent } from '#contract/realtime.ts'

export type PaymentClosed = IpcEvents['payment:closed']

/**
 * Everything that differs between a browser and the Electron window, and nothing else. The session's token
 * stays behind this interface: the platform adds it to requests and takes it out of answers.
 */
export interface Platform {
  readonly host: 'web' | 'electron'

  /** Once, before anything else. On the web `deviceId` is '' until it is computed, after the first paint. */
  start(): Promise<HostInfo>

  /**
   * One call to the server with the headers of spec §7. Never rejects: no answer within 30 s, or none at
   * all, is `networkError: true`. A token in an answer of restLogin, restRegister or exchangeLink opens the
   * session; 401 or 40101 to a request that carried the token ends it.
   */
  send(request: HttpRequest): Promise<HttpReply>

  /** Forgets the token and closes the real-time connection. The caller knows: `onSessionChanged` is silent. */
  clearSession(): Promise<void>

  /** Tells starts and ends of the session that answers of the server or another tab caused. Returns its undoing. */
  onSessionChanged(listener: (hasSession: boolean) => void): () => void

  readonly realtime: {
    /** Opens the connection if there is a session; it comes back by itself until `disconnect`. */
    connect(): void
    disconnect(): void
    offGame(gameCode: string): void
    watchFeed(watched: FeedWatch): void
    onEvent(listener: (event: ServerEvent) => void): () => void
    onStatus(listener: (status: ConnectionStatus) => void): () => void
  }

  readonly payment: {
    /** `frame`: the caller shows the payment page in a frame; `window`: the host opens a window of its own. */
    readonly kind: 'frame' | 'window'
    /** Begins one payment; `onClosed` tells its end, at the latest at the order's expiry. */
    open(request: PaymentRequest): Promise<void>
    close(): void
    onClosed(listener: (closed: PaymentClosed) => void): () => void
  }

  /** False when the host does not allow it. */
  copyText(text: string): Promise<boolean>
}
