import { z } from 'zod'
import { fromBankAmount } from '../../bank/amounts.ts'
import type { BankClient } from '../../bank/BankClient.ts'
import { webhookHeaders } from '../../bank/BankWebhook.ts'

const amount = z.string().transform(fromBankAmount)
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** `EM_PROCESSAMENTO`, `REALIZADO` (paid) or `NAO_REALIZADO` (refused by the receiver's bank). */
const stateSchema = z.enum(['EM_PROCESSAMENTO', 'REALIZADO', 'NAO_REALIZADO'])

const acceptedSchema = z.object({
  idEnvio: z.string(),
  e2eId: z.string(),
  valor: amount,
  status: stateSchema,
})

const sentSchema = z.object({
  idEnvio: z.string().nullish(),
  endToEndId: z.string(),
  valor: amount,
  status: stateSchema,
  /** What came back from the receiver's side, whole or in parts. */
  devolucoes: z.array(z.object({ valor: amount, status: z.string() })).default([]),
})

const listedSchema = sentSchema.extend({ horario: z.object({ solicitacao: time }) })

const pageSchema = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.number().int() }) }),
  pix: z.array(listedSchema).default([]),
})

/** A payment as Efí accepted it; amounts in cents. */
export type AcceptedPix = z.infer<typeof acceptedSchema>
/** A payment that was sent; amounts in cents. */
export type SentPix = z.infer<typeof sentSchema>
/** One in the list of those that were sent; amounts in cents. */
export type ListedPix = z.infer<typeof listedSchema>

export interface NewPix {
  /** Our id: 1 to 35 letters and digits. */
  id: string
  /** Two decimals. */
  amount: string
  /** The payer's own Pix key, to whose webhook Efí reports how it ended. */
  from: string
  to: { key: string; cpf?: string; cnpj?: string }
  message?: string
}

/** Payments asked for with one call. */
const pageSize = 100

/**
 * The calls by which Efí sends Pix (https://dev.efipay.com.br/docs/api-pix/envio-pagamento-pix): the Central Bank's API
 * has none. Errors are those of BankClient.
 */
export class EfiApi {
  readonly #bank: BankClient

  constructor(bank: BankClient) {
    this.#bank = bank
  }

  /** Sends a payment. An id that was used before is refused (`id_envio_duplicado`). */
  send({ id, amount: valor, from, to, message }: NewPix): Promise<AcceptedPix> {
    return this.#bank.send({
      method: 'PUT',
      path: `/v3/gn/pix/${id}`,
      body: {
        valor,
        pagador: { chave: from, ...(message && { infoPagador: message }) },
        favorecido: { chave: to.key, ...(to.cpf && { cpf: to.cpf }), ...(to.cnpj && { cnpj: to.cnpj }) },
      },
      response: acceptedSchema,
    })
  }

  sent(id: string): Promise<SentPix> {
    return this.#bank.send({
      method: 'GET',
      path: `/v2/gn/pix/enviados/id-envio/${id}`,
      response: sentSchema,
    })
  }

  /** Where Efí reports payments to and from this key. It appends `/pix` to the address. */
  async registerWebhook(key: string, webhookUrl: string): Promise<void> {
    await this.#bank.send({
      method: 'PUT',
      path: `/v2/webhook/${encodeURIComponent(key)}`,
      headers: webhookHeaders,
      body: { webhookUrl },
      response: z.unknown(),
    })
  }

  /** Payments that were sent between two times, one page; pages are counted from 0. */
  async sentPage(from: Date, to: Date, page: number): Promise<{ pix: ListedPix[]; isLast: boolean }> {
    const { parametros, pix } = await this.#bank.send({
      method: 'GET',
      path: '/v2/gn/pix/enviados',
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
}
