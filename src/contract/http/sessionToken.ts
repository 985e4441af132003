/**
 * How a host (main in Electron, the web platform in a browser) keeps the session's token to itself: it comes
 * as `data.access_token` with the answers of three calls, and nothing behind the host ever sees it.
 */
import { failureKind } from '../errors.ts'
import { authCalls } from './auth.ts'

const issuers: readonly string[] = [
  authCalls.restLogin.path,
  authCalls.restRegister.path,
  authCalls.exchangeLink.path,
]

/**
 * The parsed body of an answer -> the token it brought (null unless it answers restLogin, restRegister or
 * exchangeLink) and the same body without any `access_token`.
 */
export function takeAccessToken(path: string, body: unknown): { token: string | null; body: unknown } {
  if (!isRecord(body)) return { token: null, body }
  const data = isRecord(body.data) ? without(body.data, 'access_token') : body.data
  const issued = isRecord(body.data) && issuers.includes(path) ? body.data.access_token : null
  return {
    token: typeof issued === 'string' && issued !== '' ? issued : null,
    body: { ...without(body, 'access_token'), ...('data' in body ? { data } : {}) },
  }
}

/** Whether an answer says that the session is over: 401 or 40101 (spec §8). */
export function endsSession(httpStatus: number, body: unknown): boolean {
  return failureKind(httpStatus, isRecord(body) ? Number(body.status) : 0) === 'loggedOut'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function without(record: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))
}
