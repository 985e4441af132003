import type { FrameField } from '#contract/frameField.ts'
import type { HostInfo, HttpReply, HttpRequest, IpcEvents, PaymentRequest } from '#contract/ipc.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { PrintOutcome, ReceiptKind } from '#contract/printing.ts'
import type { ConnectionStatus, FeedWatch, ServerEvent } from '#contract/realtime.ts'

export type PaymentClosed = IpcEvents['payment:closed']

/** The platform adds the time zone when it sends the request. */
export type PlatformRequest = Omit<HttpRequest, 'timeZone'>

/**
 * Everything that differs between a browser and the Electron window, and nothing else. The session's token
 * stays behind this interface: the platform adds it to requests and removes it from responses.
 */
export interface Platform {
  readonly host: 'web' | 'electron'

  /**
   * Called once, before anything else. On the web `deviceId` is '': the first call computes it.
   */
  start(): Promise<HostInfo>

  /**
   * Sends one request with the common headers (language, currency, time zone, device id). Never rejects: no
   * response within 30 s, or none at all, is `networkError: true`. A token in a response of a login
   * (contract/http/sessionToken.ts) opens the session; 401 or 40101 in response to the current token ends it,
   * in response to an earlier one it is `isOfOldSession`.
   */
  send(request: PlatformRequest): Promise<HttpReply>

  /**
   * Forgets the token and closes the real-time connection. Does not call `onSessionChanged`: the caller
   * knows.
   */
  clearSession(): Promise<void>

  /** Reports sessions that begin or end because of a response or another tab. Returns its cleanup. */
  onSessionChanged(listener: (hasSession: boolean) => void): () => void

  readonly realtime: {
    /** Opens the connection if there is a session. It reconnects by itself until `disconnect`. */
    connect(): void
    disconnect(): void
    offGame(gameCode: string): void
    watchFeed(watched: FeedWatch): void
    onEvent(listener: (event: ServerEvent) => void): () => void
    onStatus(listener: (status: ConnectionStatus) => void): () => void
  }

  readonly payment: {
    /** `frame`: the caller shows the payment page in a frame; `window`: the host opens a separate window. */
    readonly kind: 'frame' | 'window'
    /** Begins a payment. `onClosed` reports its end, at the latest when the order expires. */
    open(request: PaymentRequest): Promise<void>
    close(): void
    onClosed(listener: (closed: PaymentClosed) => void): () => void
  }

  /** Reports that the operator took this terminal out of service or put it back. Returns its cleanup. */
  onService(listener: (inService: boolean) => void): () => void

  /**
   * Reports that a kiosk is asking whether its customer is still there: whole seconds until it is reset, null when there was
   * an answer. Returns its cleanup.
   */
  onIdle(listener: (secondsLeft: number | null) => void): () => void

  /** The keys of a kiosk's screen and of its scanner, for its frames. */
  readonly frames: {
    /** Reports which field of a frame has the focus; null: none. Returns its cleanup. */
    onField(listener: (field: FrameField | null) => void): () => void
    /** A character or one of `frameFunctionKeys`. */
    type(key: string): void
    /** Says whether a frame has the focus. */
    setFocused(isFocused: boolean): void
    /** Where no frame can change the window: reports that a game wanted to leave in it. Returns its cleanup. */
    onExit?(listener: () => void): () => void
    /** Reports a code of ours that was scanned meanwhile. Returns its cleanup. */
    onScan(listener: (text: string) => void): () => void
  }

  /**
   * Saves the file at an address of the server (`exportCalls.link`). It goes from the network to the disk and never
   * through this program's memory. Returns false when the host does not allow it.
   */
  download(path: string): Promise<boolean>

  /** Prints a receipt of the player, in this language. Only for a host with a printer (`HostInfo.hasPrinter`). */
  print(kind: ReceiptKind, id: string, language: LanguageCode): Promise<PrintOutcome>

  /** Returns false when the host does not allow it. */
  copyText(text: string): Promise<boolean>
}
