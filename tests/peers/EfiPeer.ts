import { randomBytes } from 'node:crypto'
import { BankPeer, pageOf, sharedCertificates, type PeerCall, type Reply } from './BankPeer.ts'

interface Sent {
  idEnvio: string
  endToEndId: string
  valor: string
  chave: string
  favorecido: { chave: string; cpf?: string; cnpj?: string }
  horario: { solicitacao: string }
  status: 'EM_PROCESSAMENTO' | 'REALIZADO' | 'NAO_REALIZADO'
  devolucoes: { valor: string; status: string }[]
}

/** What Efí posts to the webhook of the payer's key. */
export interface EfiCallback {
  endToEndId: string
  chave: string
  tipo: 'SOLICITACAO'
  status: Sent['status']
  valor: string
  gnExtras: { idEnvio: string }
}

/**
 * Efí's sending of Pix by its documented rules for tests: up to R$ 10.00 is paid and up to R$ 20.00 refused, both told by
 * callback; more is refused at once; R$ 4.00 comes back in two parts, R$ 5.00 as a whole. Nothing happens to an accepted
 * payment until `settle`.
 */
export class EfiPeer extends BankPeer {
  readonly sent = new Map<string, Sent>()
  /** How many times the documented amounts decide: nobody may withdraw as little as R$ 10. */
  scale = 1
  /** Payments are decided as soon as somebody asks. */
  decidesAtOnce = false
  protected readonly basePath = ''
  protected readonly tokenFormat = 'json'

  static async start(port?: number): Promise<EfiPeer> {
    return new EfiPeer(await sharedCertificates()).listen(port)
  }

  /** Tells the server of a payment, at the address that it has registered for the payer's key. */
  async notify(callback: EfiCallback): Promise<void> {
    const url = this.webhooks.get(callback.chave)
    if (url === undefined) throw new Error(`no webhook for ${callback.chave}`)
    await fetch(`${url}/pix`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pix: [callback] }),
    })
  }

  /** The banks decide about a payment. Returns the callback that Efí then sends. */
  settle(id: string): EfiCallback {
    const pix = this.#find(id)
    if (pix.status === 'EM_PROCESSAMENTO')
      pix.status = Number(pix.valor) <= 10 * this.scale ? 'REALIZADO' : 'NAO_REALIZADO'
    return callbackOf(pix)
  }

  /** The receiver's bank sends a payment back, in the parts that its amount stands for. */
  giveBack(id: string): EfiCallback {
    const pix = this.#find(id)
    const parts =
      Number(pix.valor) === 4 * this.scale ? Array<string>(2).fill((2 * this.scale).toFixed(2)) : [pix.valor]
    pix.devolucoes.push(...parts.map((valor) => ({ valor, status: 'DEVOLVIDO' })))
    return callbackOf(pix)
  }

  protected call({ method, path, query, headers, body }: PeerCall): Reply {
    const id = path.split('/').at(-1) ?? ''
    if (method === 'PUT' && path.startsWith('/v3/gn/pix/')) return this.#send(id, body ?? {})
    if (method === 'GET' && path.startsWith('/v2/gn/pix/enviados/id-envio/')) {
      const pix = this.sent.get(id)
      if (pix && this.decidesAtOnce) this.settle(id)
      return pix ? { status: 200, body: pix } : refusal(404, 'pix_nao_encontrado', 'Nenhum pix encontrado')
    }
    if (method === 'GET' && path === '/v2/gn/pix/enviados')
      return pageOf(this.#between(query), query, this.pageTimes)
    if (method === 'PUT' && path.startsWith('/v2/webhook/')) {
      if (headers['x-skip-mtls-checking'] !== 'true')
        return refusal(400, 'webhook_invalido', 'A URL informada não respondeu com TLS mútuo')
      this.webhooks.set(decodeURIComponent(id), String(body?.['webhookUrl']))
      return { status: 201, body }
    }
    return refusal(404, 'nao_encontrado', 'Recurso não encontrado')
  }

  #send(idEnvio: string, body: Record<string, unknown>): Reply {
    const { valor, pagador, favorecido } = body as {
      valor: string
      pagador: { chave: string }
      favorecido: Sent['favorecido']
    }
    if (!/^[a-zA-Z0-9]{1,35}$/.test(idEnvio)) return refusal(400, 'valor_invalido', 'idEnvio inválido')
    if (this.sent.has(idEnvio))
      return refusal(409, 'id_envio_duplicado', 'Já existe um envio com o idEnvio informado')
    if (!this.webhooks.has(pagador.chave))
      return refusal(400, 'webhook_nao_associado', 'A chave do pagador não possui webhook')
    if (Number(valor) > 20 * this.scale)
      return refusal(422, 'pagamento_negado', 'Pagamento negado por análises')
    const pix = newSent(idEnvio, valor, pagador.chave, favorecido)
    this.sent.set(idEnvio, pix)
    const { endToEndId: e2eId, horario, status } = pix
    return { status: 201, body: { idEnvio, e2eId, valor, horario, status } }
  }

  /** Those that were asked for in a time, both ends included. */
  #between(query: URLSearchParams): Sent[] {
    const [from, to] = [query.get('inicio') ?? '', query.get('fim') ?? '']
    return [...this.sent.values()].filter(({ horario: { solicitacao: at } }) => at >= from && at <= to)
  }

  /** Somebody sends money by the operator's own account, past our server. */
  sendByHand(valor: string): Sent {
    const id = randomBytes(8).toString('hex')
    const pix = {
      ...newSent(id, valor, 'pix@palpite.example', { chave: '52998224725' }),
      status: 'REALIZADO' as const,
    }
    this.sent.set(id, pix)
    return pix
  }

  #find(id: string): Sent {
    const pix = this.sent.get(id)
    if (!pix) throw new Error(`no payment ${id}`)
    return pix
  }
}

function newSent(idEnvio: string, valor: string, chave: string, favorecido: Sent['favorecido']): Sent {
  return {
    idEnvio,
    endToEndId: `E09089356${randomBytes(12).toString('hex').slice(0, 23)}`,
    valor,
    chave,
    favorecido,
    horario: { solicitacao: new Date().toISOString() },
    status: 'EM_PROCESSAMENTO',
    devolucoes: [],
  }
}

function callbackOf({ endToEndId, chave, status, valor, idEnvio }: Sent): EfiCallback {
  return { endToEndId, chave, tipo: 'SOLICITACAO', status, valor, gnExtras: { idEnvio } }
}

/** A refusal as Efí writes it. */
function refusal(status: number, nome: string, mensagem: string): Reply {
  return { status, body: { nome, mensagem } }
}
