import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { OpenAPIBackend, type Document } from 'openapi-backend'
import { parse } from 'yaml'
import { BankPeer, pageOf, problem, sharedCertificates, type PeerCall, type Reply } from './BankPeer.ts'

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

/** A person, or a company. */
type Payer = { nome: string } & ({ cpf: string } | { cnpj: string })

interface Received {
  endToEndId: string
  txid?: string
  valor: string
  horario: string
  pagador?: Payer
  devolucoes: Devolution[]
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

/**
 * A bank that speaks the Central Bank's API Pix over mutual TLS, for tests and demonstrations. With `document` (the
 * bank's own OpenAPI description) every request and response is validated against it; `violations` lists what did not
 * fit.
 */
export class PixPeer extends BankPeer {
  readonly charges = new Map<string, Charge>()
  readonly received = new Map<string, Received>()
  /** Some banks answer a repeated refund as the first, some refuse it. */
  refusesRepeatedRefunds = false
  protected readonly basePath = '/api/v2'
  protected readonly tokenFormat = 'form'
  readonly #api: OpenAPIBackend | undefined

  private constructor(
    certificates: Awaited<ReturnType<typeof sharedCertificates>>,
    api: OpenAPIBackend | undefined,
  ) {
    super(certificates)
    this.#api = api
  }

  static async start(options: { document?: string | undefined; port?: number } = {}): Promise<PixPeer> {
    const api = options.document === undefined ? undefined : await sharedDocument(options.document)
    return new PixPeer(await sharedCertificates(), api).listen(options.port)
  }

  /** Somebody pays a charge. Returns the payment. */
  pay(txid: string, payer?: Payer): Received {
    const charge = this.charges.get(txid)
    if (charge?.status !== 'ATIVA') throw new Error(`no open charge ${txid}`)
    charge.status = 'CONCLUIDA'
    return this.receive({ txid, valor: charge.valor.original, ...(payer && { pagador: payer }) })
  }

  /** A payment comes in, with or without a charge. */
  receive(pix: { valor: string; txid?: string; pagador?: Payer }): Received {
    const endToEndId = `E12345678${randomBytes(16).toString('hex').slice(0, 23)}`
    const received = { endToEndId, horario: new Date().toISOString(), devolucoes: [], ...pix }
    this.received.set(endToEndId, received)
    return received
  }

  /** Tells the receiver of a payment, at the address that it has registered. */
  async notify(endToEndId: string): Promise<void> {
    const { devolucoes, ...received } = this.#find(endToEndId)
    const pix = { ...received, ...(devolucoes.length > 0 && { devolucoes }) }
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

  /** Somebody at the receiver's sends a payment back by hand, past our server. */
  sendBack(endToEndId: string): void {
    const pix = this.#find(endToEndId)
    pix.devolucoes.push({ ...devolution('hand', pix.valor, 'ORIGINAL'), status: 'DEVOLVIDO' })
  }

  protected call({ method, path, query, body }: PeerCall): Reply {
    const operation = this.#api?.matchOperation({
      method,
      path,
      headers: {},
      query: Object.fromEntries(query),
    })
    if (this.#api && operation) {
      const { errors } = this.#api.validateRequest(
        {
          method,
          path,
          headers: { 'content-type': 'application/json' },
          query: Object.fromEntries(query),
          body,
        },
        operation,
      )
      for (const error of errors ?? [])
        this.violations.push(`${method} ${path}: ${error.instancePath} ${error.message}`)
    } else if (this.#api) this.violations.push(`${method} ${path}: not in the document`)
    const reply = this.#route(method, path, query, body)
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
    if (known && this.refusesRepeatedRefunds) return problem(400, 'PixDevolucaoInvalida')
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
    return pageOf(all, query, this.pageTimes)
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
