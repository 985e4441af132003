/**
 * The bridge between the Electron main process and the renderer: one map of requests (renderer -> main)
 * and one of events (main -> renderer). The preload implements {@link Bridge}, main checks sender and schema
 * (ipc.schema.ts) of every call. The token never crosses: main adds it to requests and takes it out of answers.
 */
import type { ConnectionStatus, FeedWatch, ServerEvent } from './realtime.ts'

/** One HTTP request on behalf of the renderer; main adds Authorization, devices and deviceId. */
export interface HttpRequest {
  method: 'GET' | 'POST'
  /** Path with its parameters filled in, beginning with /api/. */
  path: string
  query: Record<string, string>
  body: string | null
  bodyType: 'none' | 'json' | 'form'
  language: string
  currency: string
  timeZone: string
  idempotencyKey: string | null
}

/** `networkError` true: no answer within 30 s, or none at all; then httpStatus is 0. */
export interface HttpReply {
  networkError: boolean
  httpStatus: number
  /** Parsed JSON body or null. `access_token` is never in it. */
  body: unknown
}

export interface HostInfo {
  deviceId: string
  hasSession: boolean
  kiosk: boolean
  version: string
}

export interface PaymentRequest {
  orderId: string
  url: string
  /** ISO 8601; the window closes by itself then. */
  expiresAt: string
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
  'clipboard:write': { args: [string]; result: null }
}

export interface IpcEvents {
  'session:changed': { hasSession: boolean }
  'realtime:event': ServerEvent
  'realtime:status': ConnectionStatus
  /** Why the payment window closed: by the player, by its return address, by us, or at expiry. */
  'payment:closed': { orderId: string; reason: 'player' | 'returned' | 'closed' | 'expired' }
}

export type IpcRequestName = keyof IpcRequests
export type IpcEventName = keyof IpcEvents

/** What the preload puts on `window.bridge`. */
export interface Bridge {
  invoke<Name extends IpcRequestName>(
    name: Name,
    ...args: IpcRequests[Name]['args']
  ): Promise<IpcRequests[Name]['result']>
  on<Name extends IpcEventName>(name: Name, listener: (payload: IpcEvents[Name]) => void): () => void
}
