import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { randomBytes, randomUUID } from 'node:crypto'
import { createCA, createCert } from 'mkcert'
import { OpenAPIBackend, type Document } from 'openapi-backend'
import { parse } from 'yaml'
import type { BankAccess } from '../../src/server/providers/bank/BankClient.ts'

interface Charge {
  txid: string
  revisao: number
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  calendario: { criacao: string; expiracao: number }
  valor: { original: string }
  chave: string
  devedor?: { nome: string; cpf: string }
}

interface Devolution {
  id: string
  rtrId: string
  valor: string
  natureza: string
  horario: { solicitacao: string; liquidacao?: string }
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'
}

interface Received {
  endToEndId: string
  txid?: string
  valor: string
  horario: string
  pagador?: { cpf: string; nome: string }
  devolucoes: Devolution[]
}

/** What goes wrong with the next call to a path that begins with `path`. */
export interface PeerFault {
  path: string
  method?: string
  /** `before`: nothing is done. `after`: the call is carried out, and its response is lost. */
  when: 'before' | 'after'
  /** A status with a problem document; without one the connection is cut. */
  status?: number
  delayMs?: number
}

/** How long a token is good for. */
const tokenSeconds = 3600

interface Reply {
  status: number
  body?: unknown
}

interface Answers {
  clientId: string
  clientSecret: string
}

/** One part of a parsed document. */
type Node = Record<string, unknown>

/**
 * The Central Bank's document in a form that validates: its operations get the ids that openapi-backend needs, and
 * patterns lose the slashes around them, which match nothing. A list of payments requires `cobs`, which it never has.
 */
function readDocument(path: string): Document {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const isQuoted = name === 'pattern' && typeof inner === 'string' && /^\/.*\/$/s.test(inner)
        return [name, isQuoted ? inner.slice(1, -1) : strip(inner)]
      }),
    )
  }
  const document = strip(parse(readFileSync(path, 'utf8'))) as Document & {
    paths: Record<string, Node>
    components: { schemas: Record<string, Node> }
  }
  Object.assign(document.components.schemas['PixConsultados'] ?? {}, { required: ['parametros'] })
  for (const [route, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations))
      if (method !== 'parameters') Object.assign(operation as Node, { operationId: `${method} ${route}` })
  return document
}

let validated: Promise<OpenAPIBackend> | undefined

/** Compiling the document takes seconds: all peers of a process share it. */
function sharedDocument(path: string): Promise<OpenAPIBackend> {
  return (validated ??= compileDocument(path))
}

async function compileDocument(path: string): Promise<OpenAPIBackend> {
  const api = new OpenAPIBackend({
    definition: readDocument(path),
    ajvOpts: { strict: false, validateFormats: false },
  })
  await api.init()
  return api
}

interface Certificates {
  ca: { key: string; cert: string }
  server: { key: string; cert: string }
  client: { key: string; cert: string }
}

let certificates: Promise<Certificates> | undefined

/** Making keys takes a second: all peers of a process share them. */
function sharedCertificates(): Promise<Certificates> {
  return (certificates ??= makeCertificates())
}

async function makeCertificates(): Promise<Certificates> {
  const subject = { organization: 'Test bank', countryCode: 'BR', state: 'SP', locality: 'SP', validity: 2 }
  const ca = await createCA(subject)
  const certificate = (domains: string[]) => createCert({ ca, domains, validity: 2 })
  return { ca, server: await certificate(['127.0.0.1', 'localhost']), client: await certificate(['client']) }
}

/**
 * A bank that speaks the Central Bank's API Pix over mutual TLS, for tests and demonstrations. With `document` (the
 * bank's own OpenAPI description) every request and response is validated against it; `violations` lists what did not
 * fit.
 */
export class PixPeer {
  readonly violations: string[] = []
  readonly charges = new Map<string, Charge>()
  readonly received = new Map<string, Received>()
  readonly webhooks = new Map<string, string>()
  /** `method path` of every call, in order. */
  readonly calls: string[] = []
  readonly #credentials: Answers = { clientId: 'Client_Id_test', clientSecret: 'Client_Secret_test' }
  readonly #tokens = new Map<string, number>()
  readonly #faults: PeerFault[] = []
  readonly #server: Server
  readonly #api: OpenAPIBackend | undefined
  readonly #tls: { ca: string; client: { cert: string; key: string } }

  private constructor(server: Server, tls: PixPeer['tls'], api: OpenAPIBackend | undefined) {
    this.#server = server
    this.#tls = tls
    this.#api = api
  }

  /** The authority of this peer's certificates, and a client's certificate that it accepts. */
  get tls(): { ca: string; client: { cert: string; key: string } } {
    return this.#tls
  }

  static async start(options: { document?: string | undefined; port?: number } = {}): Promise<PixPeer> {
    const { ca, server: own, client } = await sharedCertificates()
    const api = options.document === undefined ? undefined : await sharedDocument(options.document)
    const handler: { peer?: PixPeer } = {}
    const server = createServer(
      { cert: own.cert, key: own.key, ca: ca.cert, requestCert: true, rejectUnauthorized: true },
      (request, response) =>
        void handler.peer?.answer(request, response).catch((error: Error) => {
          handler.peer?.violations.push(`${request.method} ${request.url}: ${error.message}`)
          response.destroy()
        }),
    )
    const peer = new PixPeer(server, { ca: ca.cert, client }, api)
    handler.peer = peer
    await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
    return peer
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  access(): BankAccess {
    return {
      baseUrl: `${this.url}/api/v2`,
      tokenUrl: `${this.url}/oauth/token`,
      ...this.#credentials,
      certificate: this.#tls.client.cert,
      key: this.#tls.client.key,
      authority: this.#tls.ca,
    }
  }

  fail(fault: PeerFault): void {
    this.#faults.push(fault)
  }

  /** No token that was given out is accepted any more. */
  revokeTokens(): void {
    this.#tokens.clear()
  }

  /** Somebody pays a charge. Returns the payment. */
  pay(txid: string, payer?: { cpf: string; nome: string }): Received {
    const charge = this.charges.get(txid)
    if (charge?.status !== 'ATIVA') throw new Error(`no open charge ${txid}`)
    charge.status = 'CONCLUIDA'
    return this.receive({ txid, valor: charge.valor.original, ...(payer && { pagador: payer }) })
  }

  /** A payment comes in, with or without a charge. */
  receive(pix: { valor: string; txid?: string; pagador?: { cpf: string; nome: string } }): Received {
    const endToEndId = `E12345678${randomBytes(16).toString('hex').slice(0, 23)}`
    const received = { endToEndId, horario: new Date().toISOString(), devolucoes: [], ...pix }
    this.received.set(endToEndId, received)
    return received
  }

  /** Tells the receiver of a payment, at the address that it has registered. */
  async notify(endToEndId: string): Promise<void> {
    const { devolucoes: _, ...pix } = this.#find(endToEndId)
    await Promise.all(
      [...this.webhooks.values()].map((url) =>
        fetch(`${url}/pix`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ pix: [pix] }),
        }),
      ),
    )
  }

  /** The banks take a payment back (MED), at the payer's complaint. */
  takeBack(endToEndId: string, natureza: 'MED_FRAUDE' | 'MED_OPERACIONAL' = 'MED_FRAUDE'): void {
    const pix = this.#find(endToEndId)
    pix.devolucoes.push({
      ...devolution(`MED${pix.devolucoes.length}`, pix.valor, natureza),
      status: 'DEVOLVIDO',
    })
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    const method = request.method ?? 'GET'
    const body = await bodyOf(request)
    this.calls.push(`${method} ${url.pathname}`)
    const fault = this.#takeFault(method, url.pathname)
    if (fault?.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs))
    if (fault?.when === 'before') return this.#break(fault, request, response)
    const reply =
      url.pathname === '/oauth/token' ? this.#token(request, body) : this.#call(method, url, request, body)
    if (fault) return this.#break(fault, request, response)
    send(response, reply)
  }

  #takeFault(method: string, path: string): PeerFault | undefined {
    const index = this.#faults.findIndex(
      (fault) => path.startsWith(fault.path) && (fault.method ?? method) === method,
    )
    return index < 0 ? undefined : this.#faults.splice(index, 1)[0]
  }

  #break(fault: PeerFault, request: IncomingMessage, response: ServerResponse): void {
    if (fault.status === undefined) (request.socket as TLSSocket).destroy()
    else send(response, problem(fault.status, 'ServicoIndisponivel'))
  }

  #token(request: IncomingMessage, body: string): Reply {
    const { clientId, clientSecret } = this.#credentials
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    if (request.headers.authorization !== expected) return { status: 401, body: { error: 'invalid_client' } }
    if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
      return { status: 400, body: { error: 'unsupported_grant_type' } }
    const value = randomUUID()
    this.#tokens.set(value, Date.now() + tokenSeconds * 1000)
    return { status: 200, body: { access_token: value, token_type: 'Bearer', expires_in: tokenSeconds } }
  }

  #call(method: string, url: URL, request: IncomingMessage, body: string): Reply {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if ((this.#tokens.get(token) ?? 0) < Date.now()) return problem(401, 'AcessoNegado')
    const path = url.pathname.replace(/^\/api\/v2/, '')
    const parsed = body === '' ? undefined : (JSON.parse(body) as Record<string, unknown>)
    const operation = this.#api?.matchOperation({
      method,
      path,
      headers: {},
      query: Object.fromEntries(url.searchParams),
    })
    if (this.#api && operation) {
      const { errors } = this.#api.validateRequest(
        {
          method,
          path,
          headers: { 'content-type': 'application/json' },
          query: Object.fromEntries(url.searchParams),
          body: parsed,
        },
        operation,
      )
      for (const error of errors ?? [])
        this.violations.push(`${method} ${path}: ${error.instancePath} ${error.message}`)
    } else if (this.#api) this.violations.push(`${method} ${path}: not in the document`)
    const reply = this.#route(method, path, url.searchParams, parsed)
    if (this.#api && operation && reply.body !== undefined) {
      const { errors } = this.#api.validateResponse(reply.body, operation, reply.status)
      for (const error of errors ?? [])
        this.violations.push(`response of ${method} ${path}: ${error.instancePath} ${error.message}`)
    }
    return reply
  }

  #route(method: string, path: string, query: URLSearchParams, body?: Record<string, unknown>): Reply {
    const [, noun = '', id = '', sub, subId = ''] = path.split('/')
    if (noun === 'cob') return this.#cob(method, id, body)
    if (noun === 'webhook' && method === 'PUT') {
      this.webhooks.set(decodeURIComponent(id), String(body?.['webhookUrl']))
      return { status: 200 }
    }
    if (noun === 'pix' && sub === 'devolucao') return this.#devolucao(method, id, subId, body)
    if (noun === 'pix' && id) {
      const pix = this.received.get(id)
      return pix ? { status: 200, body: pix } : problem(404, 'PixNaoEncontrado')
    }
    if (noun === 'pix') return this.#list(query)
    return problem(404, 'NaoEncontrado')
  }

  #cob(method: string, txid: string, body?: Record<string, unknown>): Reply {
    const charge = this.charges.get(txid)
    if (method === 'PUT') {
      // One txid names one charge for ever.
      if (charge)
        return problem(400, 'CobOperacaoInvalida', [{ razao: 'txid já utilizado', propriedade: 'cob.txid' }])
      const { calendario, valor, chave, devedor } = body as unknown as Omit<
        Charge,
        'txid' | 'revisao' | 'status'
      >
      if (valor.original === '0.00')
        return problem(400, 'CobOperacaoInvalida', [
          { razao: 'valor zero', propriedade: 'cob.valor.original' },
        ])
      const created: Charge = {
        txid,
        revisao: 0,
        status: 'ATIVA',
        calendario: { criacao: new Date().toISOString(), expiracao: calendario.expiracao },
        valor,
        chave,
        ...(devedor && { devedor }),
      }
      this.charges.set(txid, created)
      return { status: 201, body: this.#present(created) }
    }
    if (!charge) return problem(404, 'CobNaoEncontrado')
    if (method === 'PATCH') {
      if (charge.status !== 'ATIVA') return problem(400, 'CobOperacaoInvalida')
      charge.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
      charge.revisao++
    }
    return { status: 200, body: this.#present(charge) }
  }

  #present(charge: Charge): object {
    const pix = [...this.received.values()].filter(({ txid }) => txid === charge.txid)
    return {
      ...charge,
      location: `pix.example.com/qr/v2/${charge.txid}`,
      pixCopiaECola: `00020126580014br.gov.bcb.pix2536pix.example.com/qr/v2/${charge.txid}5204000053039865802BR6304ABCD`,
      ...(pix.length > 0 && { pix }),
    }
  }

  #devolucao(method: string, endToEndId: string, id: string, body?: Record<string, unknown>): Reply {
    const pix = this.received.get(endToEndId)
    if (!pix) return problem(404, 'PixNaoEncontrado')
    const known = pix.devolucoes.find((one) => one.id === id)
    if (method === 'GET')
      return known ? { status: 200, body: known } : problem(404, 'PixDevolucaoNaoEncontrada')
    if (known) return { status: 201, body: known }
    const valor = String(body?.['valor'])
    const returned = pix.devolucoes.reduce((sum, one) => sum + Number(one.valor), 0)
    if (returned + Number(valor) > Number(pix.valor)) return problem(400, 'PixDevolucaoInvalida')
    const created = devolution(id, valor, 'ORIGINAL')
    pix.devolucoes.push(created)
    return { status: 201, body: created }
  }

  #list(query: URLSearchParams): Reply {
    const [from, to] = [query.get('inicio') ?? '', query.get('fim') ?? '']
    const all = [...this.received.values()].filter(({ horario }) => horario >= from && horario <= to)
    const size = Number(query.get('paginacao.itensPorPagina') ?? 100)
    const page = Number(query.get('paginacao.paginaAtual') ?? 0)
    return {
      status: 200,
      body: {
        parametros: {
          inicio: from,
          fim: to,
          paginacao: {
            paginaAtual: page,
            itensPorPagina: size,
            quantidadeDePaginas: Math.max(1, Math.ceil(all.length / size)),
            quantidadeTotalDeItens: all.length,
          },
        },
        pix: all.slice(page * size, (page + 1) * size),
      },
    }
  }

  #find(endToEndId: string): Received {
    const pix = this.received.get(endToEndId)
    if (!pix) throw new Error(`no payment ${endToEndId}`)
    return pix
  }
}

function devolution(id: string, valor: string, natureza: string): Devolution {
  return {
    id,
    rtrId: `D12345678${randomBytes(16).toString('hex').slice(0, 23)}`,
    valor,
    natureza,
    horario: { solicitacao: new Date().toISOString() },
    status: 'EM_PROCESSAMENTO',
  }
}

function problem(status: number, kind: string, violacoes?: object[]): Reply {
  const body = {
    type: `https://pix.bcb.gov.br/api/v2/error/${kind}`,
    title: kind,
    status,
    ...(violacoes && { violacoes }),
  }
  return { status, body }
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
