import { Agent, request, type Dispatcher } from 'undici'
import { z } from 'zod'
import type { RegisterSettings } from '../../config/config.ts'
import { StartError } from '../../config/startError.ts'
import { readClientCertificate, type ClientCertificate } from '../clientCertificate.ts'
import { AnswerUnknownError } from '../errors.ts'
import type { BlockedPersons, RegisterAnswer } from './BlockedPersons.ts'

export interface RegisterAccess {
  /** Has `{cpf}` in it. */
  url: string
  tokenUrl: string
  certificate: ClientCertificate
}

/** How long a response may take, in ms: a login waits for it. */
const timeoutMs = 8_000
/** An answer has a tenth of it. */
const maxResponseBytes = 64 * 1024
/** A token is renewed this long before it ends, in ms. */
const renewBeforeMs = 60_000
/** How long a token is used that does not say when it ends, in seconds. The register's are good for seven days. */
const usualTokenSeconds = 3_600

/** Both names of the token are in use. */
const tokenSchema = z
  .object({
    token: z.string().min(1).optional(),
    access_token: z.string().min(1).optional(),
    expires_in: z.coerce.number().positive().default(usualTokenSeconds),
  })
  .transform(({ token, access_token, expires_in }) => ({ value: token ?? access_token, seconds: expires_in }))

const answerSchema = z.object({
  resultado: z.enum(['IMPEDIDO', 'NAO_IMPEDIDO']),
  motivos: z.array(z.string().max(100)).max(50).nullish(),
  idRequisicao: z.union([z.string(), z.number()]).transform(String),
  dataSolicitacaoAutoexclusao: z.string().max(40).nullish(),
})

/**
 * Brazil's register of persons who may not bet (SIGAP, "Módulo de Impedidos", version 2), as public code of operators
 * uses it: a token for the operator's client certificate, good for days, then `GET …/condicao/<CPF>` with it. The address of
 * that call contains the CPF, so it is in no error.
 */
export class SigapRegister implements BlockedPersons {
  readonly name = 'sigap'
  readonly #access: RegisterAccess
  readonly #agent: Agent
  readonly #now: () => number
  #token: Promise<string> | undefined
  /** In ms of `now`. */
  #renewAt = 0

  constructor(access: RegisterAccess, now: () => number = Date.now) {
    this.#access = access
    this.#now = now
    const { certificate, key, authority } = access.certificate
    this.#agent = new Agent({
      connect: { cert: certificate, key, ...(authority && { ca: authority }) },
      connectTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: maxResponseBytes,
    })
  }

  async ask(cpf: string): Promise<RegisterAnswer> {
    const token = this.#currentToken()
    let { status, body } = await this.#askWith(await token, cpf)
    // A token can be revoked before it ends.
    if (status === 401) {
      this.#dropToken(token)
      ;({ status, body } = await this.#askWith(await this.#currentToken(), cpf))
    }
    if (status !== 200) throw new AnswerUnknownError(`the register answered with status ${status}`)
    const answer = answerSchema.safeParse(body)
    if (!answer.success) throw new AnswerUnknownError('the register gave no clear answer')
    const { resultado, motivos, idRequisicao, dataSolicitacaoAutoexclusao } = answer.data
    return {
      isBlocked: resultado === 'IMPEDIDO',
      reasons: motivos ?? [],
      requestId: idRequisicao,
      selfExcludedAt: dataSolicitacaoAutoexclusao ?? null,
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  /** All who need a token at the same time wait for the same one. */
  #currentToken(): Promise<string> {
    if (this.#token && this.#now() < this.#renewAt) return this.#token
    const asked = this.#askForToken()
    this.#token = asked
    this.#renewAt = Infinity
    asked.catch(() => this.#dropToken(asked))
    return asked
  }

  #dropToken(token: Promise<string>): void {
    if (this.#token === token) this.#token = undefined
  }

  async #askForToken(): Promise<string> {
    const { status, body } = await this.#send(this.#access.tokenUrl, { method: 'POST' })
    const token = tokenSchema.safeParse(body)
    if (status !== 200 || !token.success || token.data.value === undefined)
      throw new AnswerUnknownError(`the register gave no token: status ${status}`)
    const ms = token.data.seconds * 1_000
    this.#renewAt = this.#now() + ms - Math.min(renewBeforeMs, ms / 2)
    return token.data.value
  }

  #askWith(token: string, cpf: string): Promise<Response> {
    return this.#send(this.#access.url.replaceAll('{cpf}', cpf), {
      method: 'GET',
      headers: { authorization: `Bearer ${token}` },
    })
  }

  async #send(
    url: string,
    options: { method: Dispatcher.HttpMethod; headers?: Record<string, string> },
  ): Promise<Response> {
    try {
      const response = await request(url, {
        ...options,
        headers: { accept: 'application/json', ...options.headers },
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: response.statusCode, body: parsed(await response.body.text()) }
    } catch (error) {
      // Without its cause, which names the address.
      throw new AnswerUnknownError(`no usable response: ${error instanceof Error ? error.name : 'unknown'}`)
    }
  }
}

interface Response {
  status: number
  body: unknown
}

/** Undefined for a text that is no JSON, such as a proxy's page. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

/** Throws a StartError that names what is missing, or that no call could be made with. */
export function readRegisterSettings(config: RegisterSettings): RegisterAccess {
  const { url, tokenUrl, certificateFile, privateKeyFile, authorityFile } = config
  const missing = Object.entries({
    SIGAP_URL: url,
    SIGAP_TOKEN_URL: tokenUrl,
    SIGAP_CERTIFICATE_FILE: certificateFile,
    SIGAP_PRIVATE_KEY_FILE: privateKeyFile,
  }).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (!url || !tokenUrl || !certificateFile || !privateKeyFile)
    throw new StartError(`BLOCKED_PERSONS sigap needs ${missing.join(', ')}`)
  const certificate = readClientCertificate('SIGAP', { certificateFile, privateKeyFile, authorityFile })
  return { url, tokenUrl, certificate }
}
