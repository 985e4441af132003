/**
 * `optional`: answers both, with more for a logged-in player. `game`: the token of a game session (slots.ts).
 * `chat`: the player's session or a session of the chat page (chat.ts), which opens these calls only.
 */
export type CallAuth = 'none' | 'optional' | 'user' | 'game' | 'chat'

/**
 * One call of the wire. The types of the request and of the answer's `data` ride along as phantom
 * fields; the value itself is plain data, so that the web bundle carries no schema library.
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
  /** Exactly as in spec §7 (with its doubled slash); `{name}` marks a path parameter. */
  path: string
  /** How the client sends the body. The server reads JSON and form bodies alike. */
  bodyType: 'none' | 'json' | 'form'
  auth: Auth
  /** Needs an `Idempotency-Key` header: one key for each intent of the player. */
  idempotent: boolean
  readonly __request?: Request
  readonly __data?: Data
}

interface Options {
  bodyType?: Call['bodyType']
  idempotent?: boolean
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

/** Fills `{name}` in a path. Throws when a parameter is missing: a bug of the caller. */
export function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`path parameter missing: ${name} of ${path}`)
    return encodeURIComponent(String(value))
  })
}

/** The six headers of spec §7, by their names on the wire. `authorization` is added by the session's keeper. */
export interface CommonHeaders {
  devices: 'BWEBAPP'
  lang: string
  curreny: string
  zone: string
  deviceId: string
}

/** The headers in our words -> on the wire. */
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
 * A form body as spec §7 wants it: array indices stripped, so `list: [a, b]` is `list=a&list=b`
 * and a key written `list[0]` is sent as `list`. Undefined and null fields are left out.
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
