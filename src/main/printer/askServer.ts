import { fillPath, type Call, type CallShape, type DataOf, type RequestOf } from '#contract/http/call.ts'
import { failureKind, type Envelope } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { SendHttp } from '../http.ts'

/** `offline`: no response, or none that tells anything; `refused`: the player has no such thing. */
export type Answer<Data> = { kind: 'data'; data: Data } | { kind: 'offline' } | { kind: 'refused' }

/** A call of main itself, with the player's token. */
export async function askServer<C extends Call>(
  send: SendHttp,
  call: C,
  request: RequestOf<C>,
  language: Language,
): Promise<Answer<DataOf<C>>> {
  const reply = await send({
    method: call.method,
    path: fillPath(call.path, (request as CallShape).params),
    query: {},
    body: null,
    bodyType: 'none',
    language: language.code,
    currency: language.currency,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    idempotencyKey: null,
  })
  if (reply.networkError || reply.httpStatus >= 500) return { kind: 'offline' }
  const envelope = reply.body as Partial<Envelope<DataOf<C>>> | null
  if (failureKind(reply.httpStatus, envelope?.status ?? 0) || envelope?.data === undefined) {
    return { kind: 'refused' }
  }
  return { kind: 'data', data: envelope.data }
}
