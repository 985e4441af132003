import { Agent, request, type Dispatcher } from 'undici'
import { z } from 'zod'
import { AccessToken, type IssuedToken } from '../AccessToken.ts'
import type { ClientCertificate } from '../clientCertificate.ts'
import { AnswerUnknownError } from '../errors.ts'

export interface SigapAccess {
  tokenUrl: string
  certificate: ClientCertificate
}

export interface SigapResponse {
  status: number
  /** Undefined for a response that is no JSON, such as a proxy's page. */
  body: unknown
}

/** How long a response may take, in ms: a login waits for it. */
const timeoutMs = 8_000
/** An answer has a tenth of it. */
const maxResponseBytes = 64 * 1024
/** How long a token is used that does not say when it ends, in seconds. SIGAP's are good for seven days. */
const usualTokenSeconds = 3_600

/** Both names of the token are in use. */
const tokenSchema = z
  .object({
    token: z.string().min(1).optional(),
    access_token: z.string().min(1).optional(),
    expires_in: z.coerce.number().positive().default(usualTokenSeconds),
  })
  .transform(({ token, access_token, expires_in }) => ({ value: token ?? access_token, seconds: expires_in }))

/**
 * Calls to Brazil's SIGAP, as public code of operators makes them: a token for the operator's client certificate, good for days,
 * then calls with it. Throws AnswerUnknownError when no usable response came; no error has an address or a cause, which may
 * contain a CPF.
 */
export class SigapClient {
  readonly #access: SigapAccess
  readonly #agent: Agent
  readonly #token: AccessToken

  constructor(access: SigapAccess, now: () => number = Date.now) {
    this.#access = access
    this.#token = new AccessToken(() => this.#askForToken(), now)
    const { certificate, key, authority } = access.certificate
    this.#agent = new Agent({
      connect: { cert: certificate, key, ...(authority && { ca: authority }) },
      connectTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: maxResponseBytes,
    })
  }

  send(method: Dispatcher.HttpMethod, url: string, body?: object): Promise<SigapResponse> {
    return this.#token.use((token) => this.#sendWith(token, method, url, body))
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  async #askForToken(): Promise<IssuedToken> {
    const { status, body } = await this.#fetch(this.#access.tokenUrl, { method: 'POST' })
    const token = tokenSchema.safeParse(body)
    if (status !== 200 || !token.success || token.data.value === undefined)
      throw new AnswerUnknownError(`SIGAP gave no token: status ${status}`)
    return { value: token.data.value, seconds: token.data.seconds }
  }

  #sendWith(
    token: string,
    method: Dispatcher.HttpMethod,
    url: string,
    body: object | undefined,
  ): Promise<SigapResponse> {
    return this.#fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  async #fetch(
    url: string,
    options: { method: Dispatcher.HttpMethod; headers?: Record<string, string>; body?: string },
  ): Promise<SigapResponse> {
    try {
      const response = await request(url, {
        ...options,
        headers: { accept: 'application/json', ...options.headers },
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: response.statusCode, body: parsed(await response.body.text()) }
    } catch (error) {
      throw new AnswerUnknownError(`no usable response: ${error instanceof Error ? error.name : 'unknown'}`)
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}
