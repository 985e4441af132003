/**
 * Which session a call needs. `optional`: works without one, but a logged-in player gets more. `game`: a game session
 * (slots.ts).
 * `chat`: the player's session, or a session of the chat page (chat.ts), which is valid for these calls only.
 */
export type CallAuth = 'none' | 'optional' | 'user' | 'game' | 'chat'

/**
 * One HTTP call. Phantom fields carry the types of the request and of the response's `data`; it is plain data, so the
 * web bundle needs no schema library.
 */
export interface CallShape {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  body?: object
}

export interface Call<
  Request extends CallShape = CallShape,
  Data = unknown,
  Auth extends CallAuth = CallAuth,
> {
  method: 'GET' | 'POST'
  /** `{name}` marks a path parameter. One path has a doubled slash: it is part of the wire. */
  path: string
  /** How the client sends the body. The server accepts JSON and form bodies alike. */
  bodyType: 'none' | 'json' | 'form'
  auth: Auth
  /**
   * Whether the call takes the header `Idempotency-Key`: one key for each action of the player, the same for its
   * retries. Our clients always send it. Bets and game calls are refused without it: a player whose response
   * was lost must be able to retry. The specification defines prePay and withdraw without it.
   */
  idempotent: false | 'optional' | 'required'
  readonly __request?: Request
  readonly __data?: Data
}

interface Options {
  bodyType?: Call['bodyType']
  idempotent?: Call['idempotent']
}
type OpenOptions = Options & { auth: 'none' | 'optional' }
type GameOptions = Options & { auth: 'game' }
type ChatOptions = Options & { auth: 'chat' }

export function get<R extends CallShape, D>(
  path: string,
  options: OpenOptions,
): Call<R, D, 'none' | 'optional'>
export function get<R extends CallShape, D>(path: string, options: GameOptions): Call<R, D, 'game'>
export function get<R extends CallShape, D>(path: string, options: ChatOptions): Call<R, D, 'chat'>
export function get<R extends CallShape, D>(path: string, options?: Options): Call<R, D, 'user'>
export function get(path: string, options: Options = {}): Call {
  return { method: 'GET', path, bodyType: 'none', auth: 'user', idempotent: false, ...options }
}

export function post<R extends CallShape, D>(
  path: string,
  options: OpenOptions,
): Call<R, D, 'none' | 'optional'>
export function post<R extends CallShape, D>(path: string, options: GameOptions): Call<R, D, 'game'>
export function post<R extends CallShape, D>(path: string, options: ChatOptions): Call<R, D, 'chat'>
export function post<R extends CallShape, D>(path: string, options?: Options): Call<R, D, 'user'>
export function post(path: string, options: Options = {}): Call {
  return { method: 'POST', path, bodyType: 'json', auth: 'user', idempotent: false, ...options }
}

export type RequestOf<C> = C extends Call<infer Request, unknown> ? Request : never
export type DataOf<C> = C extends Call<CallShape, infer Data> ? Data : never

/** Replaces each `{name}` in a path with its value, URL-encoded. Throws if a parameter is missing. */
export function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`path parameter missing: ${name} of ${path}`)
    return encodeURIComponent(String(value))
  })
}

/** The headers of every call, as on the wire. The holder of the session token adds `Authorization`. */
export interface CommonHeaders {
  devices: 'BWEBAPP'
  lang: string
  curreny: string
  zone: string
  deviceId: string
}

/** Of responses: the server's time in ms since 1970. */
export const serverTimeHeader = 'server-time'

export function toWireHeaders(device: {
  language: string
  currency: string
  timeZone: string
  deviceId: string
}): CommonHeaders {
  return {
    devices: 'BWEBAPP',
    lang: device.language,
    curreny: device.currency,
    zone: device.timeZone,
    deviceId: device.deviceId,
  }
}

/**
 * A form body (application/x-www-form-urlencoded) without array indices: `list: [a, b]` becomes `list=a&list=b`, and a
 * key `list[0]` is sent as `list`. Undefined and null fields are omitted.
 */
export function toFormBody(body: object): string {
  const form = new URLSearchParams()
  for (const [key, value] of Object.entries(body) as [string, unknown][]) {
    const name = key.replace(/\[\d+\]/g, '')
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item !== undefined && item !== null) form.append(name, String(item))
    }
  }
  return form.toString()
}
