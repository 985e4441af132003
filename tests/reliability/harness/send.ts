import { Agent, request } from 'node:http'
import { toFormBody } from '#contract/http/call.ts'
import type { Envelope } from '#contract/errors.ts'
import texts from '#server/texts/pt_BR.json' with { type: 'json' }
import type { CallOutcome } from './Journal.ts'

export interface Call {
  /** The name under which the report counts it. */
  kind: string
  path: string
  method?: 'GET' | 'POST'
  body?: object | string
  form?: boolean
  token?: string
  key?: string
  headers?: Record<string, string>
}

/** The complete response, or the reason why none arrived. */
export type CallResult =
  | { hasResponse: true; http: number; text: string }
  | { hasResponse: false; reason: string }

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Makes the call on a new connection (`alone`) or a shared one. Never throws: a missing response is a result too. */
export function send(
  url: string,
  call: Call,
  { alone = false, timeoutMs = 30_000 }: { alone?: boolean; timeoutMs?: number } = {},
): Promise<CallResult> {
  const { method = 'POST', path, body, form, token, key, headers = {} } = call
  const payload =
    body === undefined
      ? undefined
      : typeof body === 'string'
        ? body
        : form
          ? toFormBody(body)
          : JSON.stringify(body)
  return new Promise((resolve) => {
    const sent = request(`${url}${path}`, {
      method,
      agent: alone ? false : agent,
      timeout: timeoutMs,
      headers: {
        lang: 'pt_BR',
        ...(payload === undefined
          ? {}
          : {
              'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
              'content-length': String(Buffer.byteLength(payload)),
            }),
        ...(token ? { authorization: token } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...headers,
      },
    })
    const fail = (error: Error) => resolve({ hasResponse: false, reason: error.message })
    sent.on('error', fail)
    sent.on('timeout', () => sent.destroy(new Error('no response in time')))
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', fail)
      response.on('close', () => {
        if (!response.complete) return fail(new Error('the response was cut'))
        resolve({
          hasResponse: true,
          http: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString('utf8'),
        })
      })
    })
    sent.end(payload)
  })
}

function envelopeOf<Data = Record<string, unknown>>(response: CallResult): Envelope<Data> {
  if (!response.hasResponse) throw new Error(`no response: ${response.reason}`)
  return JSON.parse(response.text) as Envelope<Data>
}

/** The data of a successful response. Throws an error that quotes any other response. */
export function dataOf<Data = Record<string, unknown>>(response: CallResult): Data {
  if (!response.hasResponse || response.http !== 200)
    throw new Error(`not acknowledged: ${JSON.stringify(response)}`)
  return envelopeOf<Data>(response).data
}

/** What a response claims about the effect of its call. */
export type Claim = 'done' | 'nothing' | 'unknown'

/** `internal` claims that nothing was charged; after `outcomeUnknown`, or without a response, the effect is unknown. */
export function claimOf(response: CallResult): Claim {
  if (!response.hasResponse) return 'unknown'
  if (response.http === 200) return 'done'
  return envelopeOf(response).message === texts.errors.outcomeUnknown ? 'unknown' : 'nothing'
}

/** Whether a retry with the same key may still have an effect: the response is a server fault, not a decision. */
export function isFault(response: CallResult): boolean {
  if (!response.hasResponse) return true
  const { message } = envelopeOf(response)
  return message === texts.errors.internal || message === texts.errors.outcomeUnknown
}

/** Whether every repetition gets this response: not beyond the rate limit, nor when the payment provider did not answer. */
export function isDecided(response: CallResult): boolean {
  if (!response.hasResponse || response.http === 429) return false
  return envelopeOf(response).message !== texts.errors.paymentProviderDown
}

export function callOutcomeOf(response: CallResult): CallOutcome {
  if (isFault(response)) return 'unknown'
  return claimOf(response) === 'done' ? 'acknowledged' : 'refused'
}
