/**
 * The bridge between the Electron main process and the renderer: one map of requests (renderer -> main) and one of
 * events (main -> renderer). The preload implements {@link Bridge}; the main process checks sender and schema
 * (ipc.schema.ts) of every request. The session token never reaches the renderer: the main process adds it to HTTP
 * requests and removes it from responses.
 */
import type { FrameField } from './frameField.ts'
import type { LanguageCode } from './languages.ts'
import type { PrintOutcome, ReceiptKind } from './printing.ts'
import type { ConnectionStatus, FeedWatch, ServerEvent } from './realtime.ts'

/** The renderer process's argument with the language of a page whose player has chosen none. */
export const languageArgument = '--palpite-language='

/** An HTTP request from the renderer. The main process adds the headers Authorization, devices and deviceId. */
export interface HttpRequest {
  method: 'GET' | 'POST'
  /** Starts with /api/; path parameters are filled in. */
  path: string
  query: Record<string, string>
  body: string | null
  bodyType: 'none' | 'json' | 'form'
  language: string
  currency: string
  timeZone: string
  idempotencyKey: string | null
}

/** `networkError`: there was no response of the server within 30 s; `httpStatus` is then 0. Else `body` is an envelope. */
export interface HttpReply {
  networkError: boolean
  httpStatus: number
  /** The envelope, or null without a response. It never contains `access_token`. */
  body: unknown
  /** The server refused the session that the call was sent for, and another one has begun since. */
  isOfOldSession?: true
  /** What the response says about the server's clock, in ms since 1970. */
  serverTime?: number
  /** It came with the page: its time is one after the page was asked for. */
  isInPage?: true
}

export interface HostInfo {
  deviceId: string
  hasSession: boolean
  kiosk: boolean
  /** Seconds without input until a kiosk shows its attract loop, the screen saver that invites to play; 0: never. */
  attractSeconds: number
  /** Why the server ended the session of the page before this one, in its player's language; '' otherwise. */
  endText: string
  /** The installation's configuration cannot be read: a copy of it or the defaults are in use. */
  isConfigDamaged: boolean
  version: string
  /** Version of Electron. */
  runtime: string
  /** False: the operator has taken this terminal out of service. */
  inService: boolean
  /** A terminal that its server knows. */
  isEnrolled: boolean
  /** A printer is configured. */
  hasPrinter: boolean
  /** What the player may choose from. */
  languages: readonly LanguageCode[]
  /** Of our own sounds, in percent. */
  volume: number
}

export interface PaymentRequest {
  orderId: string
  url: string
  /** The window closes by itself after this time, in ms. */
  timeLeft: number
  /** Of the window's own texts. */
  language: LanguageCode
}

export interface IpcRequests {
  'host:info': { args: []; result: HostInfo }
  'http:send': { args: [HttpRequest]; result: HttpReply }
  'session:clear': { args: []; result: null }
  'realtime:connect': { args: []; result: null }
  'realtime:disconnect': { args: []; result: null }
  'realtime:offGame': { args: [{ gameCode: string }]; result: null }
  'realtime:watchFeed': { args: [FeedWatch]; result: null }
  'payment:open': { args: [PaymentRequest]; result: null }
  'payment:close': { args: []; result: null }
  /** The address is one of `exportCalls.link`. False where downloads are off. */
  'export:download': { args: [string]; result: boolean }
  'clipboard:write': { args: [string]; result: null }
  /** The page names the receipt; main loads its content from the server. */
  'receipt:print': { args: [{ kind: ReceiptKind; id: string; language: LanguageCode }]; result: PrintOutcome }
  /** The field of the last `frame:field`, for a page that listens only now. */
  'frame:read': { args: []; result: FrameField | null }
  /** A key of the screen, for the field of a frame (`frame:field`): a character or one of `frameFunctionKeys`. */
  'frame:type': { args: [string]; result: null }
  /** Whether one of the page's frames has the focus: what is scanned then must not be typed into it. */
  'frame:focused': { args: [boolean]; result: null }
  /** The gesture that shows the staff's PIN pad (staff.ts). */
  'staff:open': { args: []; result: null }
}

export interface IpcEvents {
  'session:changed': { hasSession: boolean }
  'realtime:event': ServerEvent
  'realtime:status': ConnectionStatus
  /** The operator took the terminal out of service, or put it back. */
  'terminal:service': { inService: boolean }
  /** The field of a kiosk's frame that has the focus; null: none. */
  'frame:field': FrameField | null
  /** A game wanted to leave in the whole window, which no frame may lead anywhere. */
  'frame:exit': null
  /** A code of ours was scanned while a frame had the focus. */
  'scanner:read': { text: string }
  /** A kiosk is asking whether its customer is still there. Null: there was an answer. */
  'customer:idle': { secondsLeft: number | null }
  /** Why the payment window closed: by the player, on reaching the return address, by the client, or on expiry. */
  'payment:closed': { orderId: string; reason: 'player' | 'returned' | 'closed' | 'expired' }
}

export type IpcRequestName = keyof IpcRequests
export type IpcEventName = keyof IpcEvents

/** `window.bridge`, set by the preload. `on` returns the function that removes the listener. */
export interface Bridge {
  invoke<Name extends IpcRequestName>(
    name: Name,
    ...args: IpcRequests[Name]['args']
  ): Promise<IpcRequests[Name]['result']>
  on<Name extends IpcEventName>(name: Name, listener: (payload: IpcEvents[Name]) => void): () => void
}
