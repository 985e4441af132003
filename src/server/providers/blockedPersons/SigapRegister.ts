import { z } from 'zod'
import type { RegisterSettings } from '../../config/config.ts'
import { StartError } from '../../config/startError.ts'
import { AnswerUnknownError } from '../errors.ts'
import { requestJson } from '../requestJson.ts'
import type { BlockedPersons } from './BlockedPersons.ts'

export interface RegisterAccess {
  /** Has `{cpf}` in it. */
  url: string
  credentials: { token: string } | { tokenUrl: string; clientId: string; clientSecret: string }
}

/** A token is renewed this long before it ends, in ms. */
const renewBeforeMs = 60_000

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/**
 * Brazil's register of persons who may not bet (SIGAP, "Módulo de Impedidos"). What is public of it: it is asked by CPF
 * with GET, and answers "Impedido – …" with the reason, or "Não Impedido". Its address, its credentials and the
 * name of the field are in a manual for licensed operators, so they are settings, and the answer is looked for in every
 * text of the response. Anything else is no answer.
 */
export class SigapRegister implements BlockedPersons {
  readonly name = 'sigap'
  readonly #access: RegisterAccess
  #token: { value: string; endsAt: number } | undefined

  constructor(access: RegisterAccess) {
    this.#access = access
  }

  async isBlocked(cpf: string): Promise<boolean> {
    const first = await this.#ask(cpf)
    // A token can be revoked before it ends.
    const { status, body } = first.status === 401 ? await this.#askWithNewToken(cpf) : first
    if (status !== 200) throw new AnswerUnknownError(`the register answered with status ${status}`)
    return readAnswer(body)
  }

  #askWithNewToken(cpf: string): Promise<{ status: number; body: unknown }> {
    this.#token = undefined
    return this.#ask(cpf)
  }

  async #ask(cpf: string): Promise<{ status: number; body: unknown }> {
    const token = await this.#currentToken()
    return requestJson(this.#access.url.replaceAll('{cpf}', cpf), { method: 'GET', token })
  }

  async #currentToken(): Promise<string> {
    const { credentials } = this.#access
    if ('token' in credentials) return credentials.token
    if (this.#token && Date.now() < this.#token.endsAt - renewBeforeMs) return this.#token.value
    const { tokenUrl, clientId, clientSecret } = credentials
    const { status, body } = await requestJson(tokenUrl, {
      method: 'POST',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const answer = tokenSchema.safeParse(body)
    if (status !== 200 || !answer.success)
      throw new AnswerUnknownError(`the register gave no token: status ${status}`)
    this.#token = {
      value: answer.data.access_token,
      endsAt: Date.now() + answer.data.expires_in * 1_000,
    }
    return this.#token.value
  }
}

/** Throws AnswerUnknownError when no text of the response is one of the register's answers, or they disagree. */
function readAnswer(body: unknown): boolean {
  const answers = new Set(textsOf(body).flatMap((text) => answerIn(text) ?? []))
  const [answer] = answers
  if (answer === undefined || answers.size > 1)
    throw new AnswerUnknownError('the register gave no clear answer')
  return answer
}

function answerIn(text: string): boolean | undefined {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .trim()
    .toLowerCase()
    .replaceAll('_', ' ')
  if (/^(nao impedido|permitido)\b/.test(plain)) return false
  return /^impedido\b/.test(plain) ? true : undefined
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

/** Throws a StartError that names what is missing. */
export function readRegisterSettings(config: RegisterSettings): RegisterAccess {
  const { url, token, tokenUrl, clientId, clientSecret } = config
  const byToken = { SIGAP_TOKEN_URL: tokenUrl, SIGAP_CLIENT_ID: clientId, SIGAP_CLIENT_SECRET: clientSecret }
  const missing = Object.entries({ SIGAP_URL: url, ...(token === undefined ? byToken : {}) })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name)
  const or = token === undefined && missing.length > 0 ? ' (or SIGAP_TOKEN)' : ''
  if (!url || missing.length > 0)
    throw new StartError(`BLOCKED_PERSONS sigap needs ${missing.join(', ')}${or}`)
  if (token !== undefined) return { url, credentials: { token } }
  if (!tokenUrl || !clientId || !clientSecret) throw new Error('a missing setting was not named')
  return { url, credentials: { tokenUrl, clientId, clientSecret } }
}
