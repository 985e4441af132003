/**
 * Keeps the session token inside the host (the main process in Electron, the web platform in a browser). The server
 * sends it as `data.access_token` in the responses of these calls; the host never passes it on.
 */
import { failureKind } from '../errors.ts'
import { authCalls } from './auth.ts'
import { passkeyLoginCall } from './passkeyLogin.ts'
import { phoneCalls } from './phone.ts'

const issuers: readonly string[] = [
  authCalls.restLogin.path,
  authCalls.restRegister.path,
  authCalls.exchangeLink.path,
  passkeyLoginCall.path,
  phoneCalls.collectLogin.path,
]

/**
 * Splits the parsed body of a response into the token (null unless `path` is one of `issuers`) and the body without
 * any `access_token`.
 */
export function extractAccessToken(path: string, body: unknown): { token: string | null; body: unknown } {
  if (!isRecord(body)) return { token: null, body }
  const data = isRecord(body.data) ? without(body.data, 'access_token') : body.data
  const issued = isRecord(body.data) && issuers.includes(path) ? body.data.access_token : null
  return {
    token: typeof issued === 'string' && issued !== '' ? issued : null,
    body: { ...without(body, 'access_token'), ...('data' in body ? { data } : {}) },
  }
}

/** Whether a response reports that the session has ended: 401 or 40101. */
export function endsSession(httpStatus: number, body: unknown): boolean {
  return failureKind(httpStatus, isRecord(body) ? Number(body.status) : 0) === 'loggedOut'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function without(record: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))
}
