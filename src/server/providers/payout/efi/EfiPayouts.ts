import type { FastifyInstance } from 'fastify'
import { cents, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../../../deps.ts'
import { toBankAmount } from '../../bank/amounts.ts'
import { BankClient } from '../../bank/BankClient.ts'
import { tellEach, type BankWebhook } from '../../bank/BankWebhook.ts'
import { BankProblemError } from '../../bank/errors.ts'
import { bankIdOf, idOfBankId } from '../../bank/ids.ts'
import type { BankAccount } from '../../bank/settings.ts'
import { AnswerUnknownError } from '../../errors.ts'
import type { Payout, PayoutNotification, PayoutProvider, PayoutStatus } from '../PayoutProvider.ts'
import { EfiApi, type SentPix } from './EfiApi.ts'

type Deps = Pick<AppDeps, 'db' | 'log'>

/**
 * The names (`nome`) of refusals that end this payout: its receiver cannot be paid, or the bank has decided against it. After any other the
 * payout can be sent later: it is about our account, key, webhook, balance or limits, about the number of calls, or unknown.
 */
const finalNames = ['chave_favorecido_nao_encontrada', 'chave_nao_pertence_ao_documento', 'pagamento_negado']
const aboutReceiver = /favorecid|recebedor/i
const notAboutPayout = [401, 403, 429]

const none: PayoutStatus = { state: 'none', reference: null }

/**
 * Pays by Pix at Efí, to CPF and CNPJ keys. Efí knows a payout by our id and pays an id once. What a callback says is
 * never believed, because anybody could send it: it makes the payout be asked for.
 */
export class EfiPayouts implements PayoutProvider {
  readonly name = 'efi'
  readonly destinations = ['CPF', 'CNPJ'] as const
  readonly #deps: Deps
  readonly #key: string
  readonly #bank: BankClient
  readonly #api: EfiApi
  readonly #webhook: BankWebhook

  constructor(deps: Deps, account: BankAccount, webhook: BankWebhook) {
    this.#deps = deps
    this.#key = account.key
    this.#bank = new BankClient(account.access)
    this.#api = new EfiApi(this.#bank)
    this.#webhook = webhook
  }

  async send({ id, amount, destination: { type, key } }: Payout): Promise<PayoutStatus> {
    try {
      const sent = await this.#api.send({
        id: bankIdOf(id),
        amount: toBankAmount(amount),
        from: this.#key,
        // Efí refuses a key whose holder has another number.
        to: { key, ...(type === 'CPF' && { cpf: key }), ...(type === 'CNPJ' && { cnpj: key }) },
      })
      return { state: stateOf(sent), reference: sent.e2eId }
    } catch (error) {
      if (!(error instanceof BankProblemError)) throw error
      if (error.kind !== 'id_envio_duplicado') {
        if (isFinal(error)) throw error
        // The bank's words name fields and keys of ours, never the receiver's values.
        this.#deps.log.error(
          { withdrawal: id, name: error.kind, reason: error.message },
          'the bank has refused a payout, which is sent again',
        )
        throw new AnswerUnknownError(`payout ${id} cannot be sent now`, { cause: error })
      }
      const status = await this.status(id)
      if (status.state === 'none')
        throw new AnswerUnknownError(`payout ${id} was sent before and is not found`, { cause: error })
      return status
    }
  }

  async status(id: string): Promise<PayoutStatus> {
    try {
      const sent = await this.#api.sent(bankIdOf(id))
      return { state: stateOf(sent), reference: sent.endToEndId }
    } catch (error) {
      if (!(error instanceof BankProblemError)) throw error
      if (error.status === 404) return none
      // A refusal of the question says nothing about the payout.
      throw new AnswerUnknownError(`payout ${id} cannot be asked for`, { cause: error })
    }
  }

  async listSent({ from, to, cursor }: Parameters<PayoutProvider['listSent']>[0]) {
    const page = Number(cursor ?? 0)
    // Efí's range includes its end.
    const { pix, isLast } = await this.#api.sentPage(from, new Date(to.getTime() - 1), page)
    const list = pix.map((one) => ({
      id: idOfBankId(one.idEnvio ?? ''),
      state: stateOf(one),
      reference: one.endToEndId,
      amount: one.valor,
      sentAt: one.horario.solicitacao,
      returned: returnedOf(one),
    }))
    return { list, next: isLast ? null : String(page + 1) }
  }

  registerRoutes(
    app: FastifyInstance,
    onNotification: (notification: PayoutNotification) => Promise<void>,
  ): Promise<void> {
    this.#webhook.add(app, {
      register: (url) => this.#api.registerWebhook(this.#key, url),
      onPix: async (pix) => {
        const ids = pix.flatMap(({ gnExtras }) => idOfBankId(gnExtras?.idEnvio ?? '') ?? [])
        await tellEach(await this.#unfinished(ids), (id) => onNotification({ id }))
      },
    })
    app.addHook('onClose', () => this.#bank.close())
    return Promise.resolve()
  }

  /** Which of these are ours and can still change: one that was paid can come back. */
  async #unfinished(ids: string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const rows = await this.#deps.db.read<{ id: string }>(
      `select id from withdrawals where id = any($1) and provider = $2 and status in ('approved', 'sent', 'paid')`,
      [ids, this.name],
    )
    return rows.map(({ id }) => id)
  }
}

/** Whether a refusal ends the payout. Words decide only where the bank gives no name: those of a limit may speak of a receiver too. */
function isFinal({ status, nome, message }: BankProblemError): boolean {
  if (notAboutPayout.includes(status)) return false
  if (nome === undefined) return aboutReceiver.test(message)
  return finalNames.includes(nome) || aboutReceiver.test(nome)
}

/** A payment that came back in part stays paid. */
function stateOf(pix: Pick<SentPix, 'status' | 'valor'> & Partial<SentPix>): PayoutStatus['state'] {
  if (pix.status === 'EM_PROCESSAMENTO') return 'sent'
  if (pix.status === 'NAO_REALIZADO') return 'failed'
  return returnedOf(pix) >= pix.valor ? 'returned' : 'paid'
}

function returnedOf({ devolucoes = [] }: Partial<SentPix>): Cents {
  return cents(devolucoes.reduce((sum, one) => sum + (one.status === 'DEVOLVIDO' ? one.valor : 0), 0))
}
