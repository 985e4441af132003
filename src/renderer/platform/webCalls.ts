import axios from 'axios'
import { toWireHeaders } from '#contract/http/call.ts'
import { endsSession, extractAccessToken } from '#contract/http/sessionToken.ts'
import type { HttpReply } from '#contract/ipc.ts'
import { timeZone } from './timeZone.ts'
import type { PlatformRequest } from './Platform.ts'

const timeoutMs = 30_000
const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' }

export interface Answer {
  /** Without the token. */
  reply: HttpReply
  /** The token of a new session. */
  issuedToken: string | null
  /** The server says that the session is over. */
  endsSession: boolean
}

/** A call by axios, with what is first needed for it: the first view comes with its data. Throws without a response. */
export async function sendRequest(
  request: PlatformRequest,
  token: string | null,
  deviceId: string,
): Promise<Answer> {
  const { status, data } = await axios.request<unknown>({
    method: request.method,
    url: request.path,
    params: request.query,
    data: request.body ?? undefined,
    headers: {
      ...toWireHeaders({ ...request, timeZone: timeZone(), deviceId }),
      ...(request.bodyType === 'none' ? {} : { 'Content-Type': contentTypes[request.bodyType] }),
      ...(token === null ? {} : { Authorization: token }),
      ...(request.idempotencyKey === null ? {} : { 'Idempotency-Key': request.idempotencyKey }),
    },
    timeout: timeoutMs,
    validateStatus: () => true,
  })
  const { token: issuedToken, body } = extractAccessToken(
    request.path,
    typeof data === 'object' ? data : null,
  )
  return {
    reply: { networkError: false, httpStatus: status, body },
    issuedToken,
    endsSession: endsSession(status, typeof data === 'object' ? data : null),
  }
}
