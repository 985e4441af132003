import { z } from 'zod'
import { fromBankAmount } from '../../bank/amounts.ts'
import type { BankClient } from '../../bank/BankClient.ts'
import { webhookHeaders } from '../../bank/BankWebhook.ts'

/** Payments asked for with one call; the API's own limit is 1,000. */
const pageSize = 100

const amount = z.string().transform(fromBankAmount)
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

const refundSchema = z.object({
  id: z.string(),
  valor: amount,
  /** Who began it: the receiver (ORIGINAL), or the banks (MED_OPERACIONAL, MED_FRAUDE). */
  natureza: z.string().default('ORIGINAL'),
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
})

/** A payer, where the bank names one: the Central Bank's own document has none, and some providers mask it. */
const payerSchema = z.object({ cpf: z.string().optional(), cnpj: z.string().optional() }).optional()

export const pixSchema = z.object({
  endToEndId: z.string(),
  txid: z.string().optional(),
  valor: amount,
  horario: time,
  pagador: payerSchema,
  devolucoes: z.array(refundSchema).default([]),
})

export const chargeSchema = z.object({
  txid: z.string(),
  status: z.enum(['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP']),
  valor: z.object({ original: amount }),
  calendario: z.object({ criacao: time, expiracao: z.number() }),
  /** The text of the QR code; left out by a bank that lets the receiver compose it from `location`. */
  pixCopiaECola: z.string().optional(),
  location: z.string().optional(),
  pix: z.array(pixSchema).default([]),
})

const pageSchema = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.number().int() }) }),
  pix: z.array(pixSchema).default([]),
})

/** A payment that the bank has received; amounts in cents. */
export type ReceivedPix = z.infer<typeof pixSchema>
/** A charge at the bank; amounts in cents. */
export type PixCharge = z.infer<typeof chargeSchema>
/** A payment sent back, whole or in part; amounts in cents. */
export type PixRefund = z.infer<typeof refundSchema>

export interface NewPixCharge {
  /** Our id: 26 to 35 letters and digits. */
  txid: string
  /** Two decimals. */
  amount: string
  /** For how long it can be paid. */
  seconds: number
  /** The receiver's Pix key. */
  key: string
  debtor?: { name: string; cpf: string }
  message?: string
}

/**
 * The calls of the Central Bank's API Pix, version 2.9.0, that the product uses
 * (https://github.com/bacen/pix-api, document `openapi.yaml`). Errors are those of BankClient.
 */
export class PixApi {
  readonly #bank: BankClient

  constructor(bank: BankClient) {
    this.#bank = bank
  }

  /** Creates a charge. Repeating the call with the same txid is refused or returns the same charge; see `charge`. */
  createCharge({ txid, amount: original, seconds, key, debtor, message }: NewPixCharge): Promise<PixCharge> {
    return this.#bank.send({
      method: 'PUT',
      path: `/cob/${txid}`,
      body: {
        calendario: { expiracao: seconds },
        ...(debtor && { devedor: { nome: debtor.name, cpf: debtor.cpf } }),
        valor: { original },
        chave: key,
        ...(message && { solicitacaoPagador: message }),
      },
      response: chargeSchema,
    })
  }

  charge(txid: string): Promise<PixCharge> {
    return this.#bank.send({ method: 'GET', path: `/cob/${txid}`, response: chargeSchema })
  }

  /** From then on it can no longer be paid. */
  removeCharge(txid: string): Promise<PixCharge> {
    return this.#bank.send({
      method: 'PATCH',
      path: `/cob/${txid}`,
      body: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
      response: chargeSchema,
    })
  }

  received(endToEndId: string): Promise<ReceivedPix> {
    return this.#bank.send({ method: 'GET', path: `/pix/${endToEndId}`, response: pixSchema })
  }

  /** Payments that came in between two times, one page; pages are counted from 0. */
  async receivedPage(from: Date, to: Date, page: number): Promise<{ pix: ReceivedPix[]; isLast: boolean }> {
    const { parametros, pix } = await this.#bank.send({
      method: 'GET',
      path: '/pix',
      query: {
        inicio: from.toISOString(),
        fim: to.toISOString(),
        'paginacao.paginaAtual': String(page),
        'paginacao.itensPorPagina': String(pageSize),
      },
      response: pageSchema,
    })
    return { pix, isLast: page + 1 >= parametros.paginacao.quantidadeDePaginas }
  }

  /** Sends a payment back, whole or in part. `id` is ours, so that repeating the call sends it back once. */
  refund(endToEndId: string, id: string, valor: string): Promise<PixRefund> {
    return this.#bank.send({
      method: 'PUT',
      path: `/pix/${endToEndId}/devolucao/${id}`,
      body: { valor },
      response: refundSchema,
    })
  }

  refundStatus(endToEndId: string, id: string): Promise<PixRefund> {
    return this.#bank.send({
      method: 'GET',
      path: `/pix/${endToEndId}/devolucao/${id}`,
      response: refundSchema,
    })
  }

  /** Where the bank sends its notifications. Some banks append `/pix` to the address. */
  async registerWebhook(key: string, webhookUrl: string): Promise<void> {
    await this.#bank.send({
      method: 'PUT',
      path: `/webhook/${encodeURIComponent(key)}`,
      headers: webhookHeaders,
      body: { webhookUrl },
      response: z.unknown(),
    })
  }
}
