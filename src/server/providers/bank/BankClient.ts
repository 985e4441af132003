import { Agent, request, type Dispatcher } from 'undici'
import { z, type ZodType } from 'zod'
import { AccessToken, type IssuedToken } from '../AccessToken.ts'
import { BankProblemError, BankSilentError, problemSchema } from './errors.ts'

export interface BankAccess {
  /** Where the API's paths begin, for example `https://pix.example.com/api/v2`. */
  baseUrl: string
  /** Where the OAuth 2.0 token is asked for (RFC 6749, client credentials). */
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** The client certificate and its key (mutual TLS), PEM. */
  certificate: string
  key: string
  /** The authority that signed the bank's certificate, PEM; by default those that Node trusts. */
  authority?: string | undefined
  /** How the token is asked for: as RFC 6749 has it, or as JSON, which Efí expects. */
  tokenFormat?: 'form' | 'json' | undefined
}

export interface BankRequest<T> {
  method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE'
  /** Below `baseUrl`, with encoded parameters. */
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: object
  /** What the response must look like; its other fields are dropped. */
  response: ZodType<T>
}

/** How long a response may take, in ms. A deposit waits for it. */
const timeoutMs = 10_000
/** Larger responses are refused: a page of a hundred payments has a tenth of it. */
const maxResponseBytes = 2 * 1024 * 1024

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/**
 * A bank's HTTP interface: mutual TLS, OAuth 2.0 client credentials, JSON, problems by RFC 7807. The token is used
 * until shortly before it ends. Every call throws BankProblemError when the bank refuses it, and BankSilentError when
 * no usable response came: whether the bank has carried the call out is then unknown.
 */
export class BankClient {
  readonly #access: BankAccess
  readonly #agent: Agent
  readonly #token: AccessToken

  constructor(access: BankAccess, now: () => number = Date.now) {
    this.#access = access
    this.#token = new AccessToken(() => this.#askForToken(), now)
    this.#agent = new Agent({
      connect: {
        cert: access.certificate,
        key: access.key,
        ...(access.authority && { ca: access.authority }),
      },
      connectTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: maxResponseBytes,
    })
  }

  /** The bank has done nothing with a call that it did not authenticate, so that one is sent again with a new token. */
  async send<T>(call: BankRequest<T>): Promise<T> {
    return this.#read(call, await this.#token.use((token) => this.#sendWith(token, call)))
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  async #askForToken(): Promise<IssuedToken> {
    const { tokenUrl, clientId, clientSecret, tokenFormat = 'form' } = this.#access
    const grant = { grant_type: 'client_credentials' }
    const credentials = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
    const response = await this.#fetch(tokenUrl, {
      method: 'POST',
      headers: {
        authorization: `Basic ${credentials.toString('base64')}`,
        'content-type': tokenFormat === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
        accept: 'application/json',
      },
      body: tokenFormat === 'form' ? new URLSearchParams(grant).toString() : JSON.stringify(grant),
    })
    if (response.status !== 200) throw problemOf('POST token', response)
    const { access_token: value, expires_in: seconds } = parse('POST token', response, tokenSchema)
    return { value, seconds }
  }

  #sendWith(token: string, call: BankRequest<unknown>): Promise<RawResponse> {
    const query = call.query ? `?${new URLSearchParams(call.query)}` : ''
    return this.#fetch(`${this.#access.baseUrl}${call.path}${query}`, {
      method: call.method,
      headers: {
        ...call.headers,
        authorization: `Bearer ${token}`,
        accept: 'application/json, application/problem+json',
        ...(call.body && { 'content-type': 'application/json' }),
      },
      ...(call.body && { body: JSON.stringify(call.body) }),
    })
  }

  #read<T>(call: BankRequest<T>, response: RawResponse): T {
    const name = `${call.method} ${call.path}`
    if (response.status >= 200 && response.status < 300) return parse(name, response, call.response)
    throw problemOf(name, response)
  }

  async #fetch(
    url: string,
    options: { method: Dispatcher.HttpMethod; headers: Record<string, string>; body?: string },
  ): Promise<RawResponse> {
    try {
      const { statusCode, body } = await request(url, {
        ...options,
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: statusCode, text: await body.text() }
    } catch (cause) {
      throw new BankSilentError(`${options.method} ${new URL(url).pathname}`, { cause })
    }
  }
}

interface RawResponse {
  status: number
  text: string
}

function parse<T>(name: string, { text }: RawResponse, schema: ZodType<T>): T {
  const json = jsonOf(text)
  // A page of a proxy, or a response that was cut off.
  if (json === undefined && text !== '') throw new BankSilentError(name, { cause: new Error('no JSON') })
  const result = schema.safeParse(json)
  if (!result.success) throw new BankSilentError(name, { cause: result.error })
  return result.data
}

/** Undefined for a text that is no JSON. Without its error, which quotes the text: that of a token is a secret. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

/** The bank's refusal; a server error, or a refusal that is no problem document, says nothing about the outcome. */
function problemOf(name: string, response: RawResponse): Error {
  const { status, text } = response
  const problem = problemSchema.safeParse(jsonOf(text))
  if (problem.success && status < 500) return new BankProblemError(name, status, problem.data)
  if (!problem.success && [401, 403, 404].includes(status))
    return new BankProblemError(name, status, { title: 'no problem document' })
  return new BankSilentError(name, { cause: new Error(`HTTP ${status}`) })
}
