import type { FastifyRequest } from 'fastify'
import type { LanguageCode } from '#contract/languages.ts'
import { deviceTypeOf, type DeviceType } from '#contract/rules/deviceType.ts'
import { languageOf } from '../texts/texts.ts'

/** The origin and settings of a request; passed to every handler. */
export interface Caller {
  language: LanguageCode
  currency: string
  timeZone: string
  deviceId: string
  deviceType: DeviceType
  ip: string
  /** The origin that the request was sent to, such as http://localhost:5250. */
  origin: string
}

/** The caller from the request's headers; overlong values are truncated. */
export function callerOf(request: FastifyRequest): Caller {
  const header = (name: string) => {
    const value = request.headers[name]
    return (Array.isArray(value) ? value[0] : value) ?? ''
  }
  return {
    language: languageOf(request.headers['lang']),
    currency: header('curreny').slice(0, 8),
    timeZone: header('zone').slice(0, 64),
    deviceId: header('deviceid').slice(0, 64),
    deviceType: deviceTypeOf(header('user-agent')),
    ip: request.ip,
    origin: `${request.protocol}://${request.host}`,
  }
}

/** The kinds of tokens that a call may take, as the API's description names them (http/plugins/apiDocs.ts). */
export type TokenName = 'player' | 'chat' | 'game'

/** The `Authorization` header is the bare token; a `Bearer ` in front of it is accepted too. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.headers.authorization?.replace(/^Bearer\s+/i, '').trim()
  return token === '' ? undefined : token
}
