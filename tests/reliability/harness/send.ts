import { Agent, request } from 'node:http'
import { toFormBody } from '#contract/http/call.ts'
import type { Envelope } from '#contract/errors.ts'
import texts from '#server/texts/pt_BR.json' with { type: 'json' }
import type { Fate } from './Journal.ts'

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

/** The whole response, or the reason why none arrived. */
export type Answer = { answered: true; http: number; text: string } | { answered: false; why: string }

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Makes the call on a new connection (`alone`) or a shared one. Never throws: a missing answer is a result too. */
export function send(
  url: string,
  call: Call,
  { alone = false, timeoutMs = 30_000 }: { alone?: boolean; timeoutMs?: number } = {},
): Promise<Answer> {
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
    const fail = (error: Error) => resolve({ answered: false, why: error.message })
    sent.on('error', fail)
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', fail)
      response.on('close', () => {
        if (!response.complete) return fail(new Error('the answer was cut'))
        resolve({
          answered: true,
          http: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString('utf8'),
        })
      })
    })
    sent.end(payload)
  })
}

function envelopeOf<Data = Record<string, unknown>>(answer: Answer): Envelope<Data> {
  if (!answer.answered) throw new Error(`no answer: ${answer.why}`)
  return JSON.parse(answer.text) as Envelope<Data>
}

/** The data of a successful answer. Throws an error with the whole answer for any other one. */
export function dataOf<Data = Record<string, unknown>>(answer: Answer): Data {
  if (!answer.answered || answer.http !== 200) throw new Error(`not acknowledged: ${JSON.stringify(answer)}`)
  return envelopeOf<Data>(answer).data
}

/** What an answer claims about the effect of its call. */
export type Claim = 'done' | 'nothing' | 'unknown'

/** `internal` claims that nothing was charged; after `outcomeUnknown`, or without an answer, the effect is unknown. */
export function claimOf(answer: Answer): Claim {
  if (!answer.answered) return 'unknown'
  if (answer.http === 200) return 'done'
  return envelopeOf(answer).message === texts.errors.outcomeUnknown ? 'unknown' : 'nothing'
}

/** Whether a retry with the same key may still have an effect: the answer is a server fault, not a decision. */
export function isFault(answer: Answer): boolean {
  if (!answer.answered) return true
  const { message } = envelopeOf(answer)
  return message === texts.errors.internal || message === texts.errors.outcomeUnknown
}

export function fateOf(answer: Answer): Fate {
  if (isFault(answer)) return 'unknown'
  return claimOf(answer) === 'done' ? 'acknowledged' : 'refused'
}
