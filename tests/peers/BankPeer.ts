import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { createCA, createCert } from 'mkcert'
import type { BankAccess } from '../../src/server/providers/bank/BankClient.ts'

/** What goes wrong with the next call to a path that begins with `path`. */
export interface PeerFault {
  path: string
  method?: string
  /** `before`: nothing is done. `after`: the call is carried out, and its response is lost. */
  when: 'before' | 'after'
  /** A status with a problem document, or with `body`; without one the connection is cut. */
  status?: number
  body?: object
  /** The response with status 200, whatever the call is. */
  text?: string
  delayMs?: number
  /** Happens before anything is done, or when the call has been carried out; then its response follows. */
  meanwhile?: () => Promise<void>
}

export interface Reply {
  status: number
  body?: unknown
}

export interface PeerCall {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body?: Record<string, unknown>
}

interface Certificates {
  ca: { key: string; cert: string }
  server: { key: string; cert: string }
  client: { key: string; cert: string }
}

/** How long a token is good for. */
const tokenSeconds = 3600

let certificates: Promise<Certificates> | undefined

/** Making keys takes a second: all peers of a process share them. */
export function sharedCertificates(): Promise<Certificates> {
  return (certificates ??= makeCertificates())
}

async function makeCertificates(): Promise<Certificates> {
  const subject = { organization: 'Test bank', countryCode: 'BR', state: 'SP', locality: 'SP', validity: 2 }
  const ca = await createCA(subject)
  const certificate = (domains: string[]) => createCert({ ca, domains, validity: 2 })
  return { ca, server: await certificate(['127.0.0.1', 'localhost']), client: await certificate(['client']) }
}

/** A bank for tests: mutual TLS, OAuth 2.0, and faults. What it does with a call is for its subclasses to say. */
export abstract class BankPeer {
  /** What a client sent that it must not send. */
  readonly violations: string[] = []
  readonly webhooks = new Map<string, string>()
  /** `method path` of every call, in order. */
  readonly calls: string[] = []
  /** The authority of this peer's certificates, and a client's certificate that it accepts. */
  readonly tls: { ca: string; client: { cert: string; key: string } }
  /** How often each page of a list comes: payments that happen between two calls move what was on one page to the next. */
  pageTimes = 1
  readonly #credentials = { clientId: 'Client_Id_test', clientSecret: 'Client_Secret_test' }
  readonly #tokens = new Map<string, number>()
  readonly #faults: PeerFault[] = []
  readonly #server: Server

  protected constructor({ ca, server, client }: Certificates) {
    this.tls = { ca: ca.cert, client }
    this.#server = createServer(
      { cert: server.cert, key: server.key, ca: ca.cert, requestCert: true, rejectUnauthorized: true },
      (request, response) =>
        void this.#answer(request, response).catch((error: Error) => {
          this.violations.push(`${request.method} ${request.url}: ${error.message}`)
          response.destroy()
        }),
    )
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  protected async listen(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
    return this
  }

  access(): BankAccess {
    return {
      baseUrl: `${this.url}${this.basePath}`,
      tokenUrl: `${this.url}/oauth/token`,
      ...this.#credentials,
      certificate: this.tls.client.cert,
      key: this.tls.client.key,
      authority: this.tls.ca,
      tokenFormat: this.tokenFormat,
    }
  }

  fail(fault: PeerFault): void {
    this.#faults.push(fault)
  }

  /** What was to go wrong and has not yet, does not. */
  heal(): void {
    this.#faults.length = 0
  }

  /** No token that was given out is accepted any more. */
  revokeTokens(): void {
    this.#tokens.clear()
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  /** Where the paths of its calls begin. */
  protected abstract readonly basePath: string
  protected abstract readonly tokenFormat: 'form' | 'json'
  /** Carries out a call whose token was good. `path` is without `basePath`. */
  protected abstract call(call: PeerCall): Reply

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    const method = request.method ?? 'GET'
    const body = await bodyOf(request)
    this.calls.push(`${method} ${url.pathname}`)
    const fault = this.#takeFault(method, url.pathname)
    if (fault?.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs))
    if (fault?.when === 'before') {
      await fault.meanwhile?.()
      return this.#break(fault, request, response)
    }
    const reply =
      url.pathname === '/oauth/token' ? this.#token(request, body) : this.#authorised(url, request, body)
    await fault?.meanwhile?.()
    if (fault && !fault.meanwhile) return this.#break(fault, request, response)
    send(response, reply)
  }

  #takeFault(method: string, path: string): PeerFault | undefined {
    const index = this.#faults.findIndex(
      (fault) => path.startsWith(fault.path) && (fault.method ?? method) === method,
    )
    return index < 0 ? undefined : this.#faults.splice(index, 1)[0]
  }

  #break(fault: PeerFault, request: IncomingMessage, response: ServerResponse): void {
    if (fault.text !== undefined) response.end(fault.text)
    else if (fault.status === undefined) (request.socket as TLSSocket).destroy()
    else if (fault.body) send(response, { status: fault.status, body: fault.body })
    else send(response, problem(fault.status, 'ServicoIndisponivel'))
  }

  #token(request: IncomingMessage, body: string): Reply {
    const { clientId, clientSecret } = this.#credentials
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    if (request.headers.authorization !== expected) return { status: 401, body: { error: 'invalid_client' } }
    const grant =
      this.tokenFormat === 'form'
        ? new URLSearchParams(body).get('grant_type')
        : (JSON.parse(body) as { grant_type?: string }).grant_type
    if (grant !== 'client_credentials') return { status: 400, body: { error: 'unsupported_grant_type' } }
    const value = randomUUID()
    this.#tokens.set(value, Date.now() + tokenSeconds * 1000)
    return { status: 200, body: { access_token: value, token_type: 'Bearer', expires_in: tokenSeconds } }
  }

  #authorised(url: URL, request: IncomingMessage, body: string): Reply {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if ((this.#tokens.get(token) ?? 0) < Date.now()) return problem(401, 'AcessoNegado')
    return this.call({
      method: request.method ?? 'GET',
      path: url.pathname.slice(this.basePath.length),
      query: url.searchParams,
      headers: request.headers,
      ...(body !== '' && { body: JSON.parse(body) as Record<string, unknown> }),
    })
  }
}

/** A refusal as the Central Bank's API has it. */
export function problem(status: number, kind: string, violacoes?: object[]): Reply {
  const body = {
    type: `https://pix.bcb.gov.br/api/v2/error/${kind}`,
    title: kind,
    status,
    ...(violacoes && { violacoes }),
  }
  return { status, body }
}

/** One page of a list, as banks have it; each `times` times. */
export function pageOf(all: object[], query: URLSearchParams, times: number): Reply {
  const size = Number(query.get('paginacao.itensPorPagina') ?? 100)
  const asked = Number(query.get('paginacao.paginaAtual') ?? 0)
  const page = Math.floor(asked / times)
  return {
    status: 200,
    body: {
      parametros: {
        inicio: query.get('inicio') ?? '',
        fim: query.get('fim') ?? '',
        paginacao: {
          paginaAtual: asked,
          itensPorPagina: size,
          quantidadeDePaginas: times * Math.max(1, Math.ceil(all.length / size)),
          quantidadeTotalDeItens: all.length,
        },
      },
      pix: all.slice(page * size, (page + 1) * size),
    },
  }
}

function send(response: ServerResponse, { status, body }: Reply): void {
  const type = status >= 400 ? 'application/problem+json' : 'application/json'
  response.writeHead(status, { 'content-type': type })
  response.end(body === undefined ? '' : JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
