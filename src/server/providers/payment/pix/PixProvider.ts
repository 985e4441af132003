import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { toBankAmount } from '../../bank/amounts.ts'
import { BankClient } from '../../bank/BankClient.ts'
import { tellEach, type BankWebhook, type NotifiedPix } from '../../bank/BankWebhook.ts'
import { BankProblemError } from '../../bank/errors.ts'
import { bankIdOf, idOfBankId } from '../../bank/ids.ts'
import type { BankAccount } from '../../bank/settings.ts'
import { ProviderRefusedError } from '../../errors.ts'
import type {
  Charge,
  ChargeStatus,
  PaymentNotification,
  PaymentProvider,
  PaymentReturn,
} from '../PaymentProvider.ts'
import { registerPayPage } from '../payPage/payPage.ts'
import { findCharge, paidOrders, storeCharge, storeResult, sumOf, uncreditedOrders } from './charges.ts'
import { PixApi, type PixCharge, type ReceivedPix } from './PixApi.ts'

type Deps = Pick<AppDeps, 'config' | 'db' | 'clock' | 'bus' | 'log'>

const base = '/provider/pix'

/**
 * Payments by Pix at a bank that speaks the Central Bank's API. The bank knows a charge by the order's id, so that
 * repeating a call is harmless. The payment page is ours: the API gives only the text of the QR code. What a callback says
 * is never believed, because anybody could send it: it makes the charge be asked for.
 */
export class PixProvider implements PaymentProvider {
  readonly name = 'pix'
  readonly methods = ['pix'] as const
  readonly #deps: Deps
  readonly #key: string
  readonly #bank: BankClient
  readonly #api: PixApi
  readonly #webhook: BankWebhook

  constructor(deps: Deps, account: BankAccount, webhook: BankWebhook) {
    this.#deps = deps
    this.#key = account.key
    this.#bank = new BankClient(account.access)
    this.#api = new PixApi(this.#bank)
    this.#webhook = webhook
  }

  async charge(charge: Charge): Promise<{ payNo: string; url: string }> {
    const txid = bankIdOf(charge.id)
    const { pixCopiaECola: code } = await this.#create(charge)
    if (code === undefined)
      throw new ProviderRefusedError('the bank returns no pixCopiaECola, which the payment page needs')
    await storeCharge(this.#deps, charge, code)
    return { payNo: txid, url: `${this.#deps.config.publicUrl}${base}/pay/${txid}` }
  }

  async status(id: string): Promise<ChargeStatus> {
    const charge = await this.#find(id)
    if (charge === undefined) return { state: 'none' }
    const state = await this.#stateOf(id, charge)
    if (state !== 'pending') await storeResult(this.#deps, id, state)
    return {
      state,
      payNo: charge.txid,
      amount: charge.pix.length > 0 ? sumOf(charge.pix) : charge.valor.original,
      payerNumber: charge.pix[0] ? payerOf(charge.pix[0]) : null,
    }
  }

  async cancel(id: string): Promise<void> {
    try {
      await this.#api.removeCharge(bankIdOf(id))
    } catch (error) {
      // It was paid or removed before, or never came into being.
      if (!(error instanceof BankProblemError)) throw error
      const charge = await this.#find(id)
      if (charge?.status === 'ATIVA') throw error
    }
    await this.status(id)
  }

  async refund(id: string, amount: Parameters<PaymentProvider['refund']>[1]): Promise<void> {
    const charge = await this.#find(id)
    const [paid] = charge?.pix ?? []
    if (!paid) throw new ProviderRefusedError(`charge ${id} has no payment that could be sent back`)
    const { endToEndId } = paid
    try {
      await this.#api.refund(endToEndId, refundIdOf(id), toBankAmount(amount))
    } catch (error) {
      if (!(error instanceof BankProblemError)) throw error
      // Some banks refuse a repetition: it was asked for before, and the answer was lost.
      if (!(await this.#isRefunded(endToEndId, refundIdOf(id)))) throw error
    }
  }

  async returns(id: string): Promise<PaymentReturn[]> {
    const charge = await this.#find(id)
    // The payment itself has what was returned; of a charge some banks leave it out.
    const received = (charge?.pix ?? []).map(({ endToEndId }) => this.#api.received(endToEndId))
    return (await Promise.all(received)).flatMap((pix) => returnsOf(id, pix))
  }

  async listReceived({ from, to, cursor }: Parameters<PaymentProvider['listReceived']>[0]) {
    const page = Number(cursor ?? 0)
    // The bank's range includes its end.
    const { pix, isLast } = await this.#api.receivedPage(from, new Date(to.getTime() - 1), page)
    const list = pix.map((one) => {
      const { txid, endToEndId, valor, horario } = one
      const id = idOfBankId(txid ?? '')
      return {
        id,
        payNo: txid ?? endToEndId,
        reference: endToEndId,
        amount: valor,
        paidAt: horario,
        returns: returnsOf(id, one),
      }
    })
    return { list, next: isLast ? null : String(page + 1) }
  }

  async registerRoutes(
    app: FastifyInstance,
    onNotification: (notification: PaymentNotification) => Promise<void>,
  ): Promise<void> {
    await app.register((scope) =>
      registerPayPage(scope, this.#deps, {
        base,
        find: async (payNo) => {
          const id = idOfBankId(payNo)
          return id === null ? undefined : findCharge(this.#deps, id)
        },
      }),
    )
    this.#webhook.add(app, {
      register: (url) => this.#api.registerWebhook(this.#key, url),
      onPix: async (pix) => {
        const idsOf = (some: NotifiedPix[]) => some.flatMap(({ txid }) => idOfBankId(txid ?? '') ?? [])
        await tellEach(await uncreditedOrders(this.#deps, idsOf(pix)), (id) => onNotification({ id }))
        const returned = idsOf(pix.filter(({ devolucoes }) => devolucoes.length > 0))
        await tellEach(await paidOrders(this.#deps, returned), (id) =>
          onNotification({ id, hasReturns: true }),
        )
      },
    })
    app.addHook('onClose', () => this.#bank.close())
  }

  async #create(charge: Charge): Promise<PixCharge> {
    const { name, cpf } = charge.payer
    const seconds = Math.max(
      1,
      Math.floor((charge.expiresAt.getTime() - this.#deps.clock.now().getTime()) / 1_000),
    )
    try {
      return await this.#api.createCharge({
        txid: bankIdOf(charge.id),
        amount: toBankAmount(charge.amount),
        seconds,
        key: this.#key,
        ...(name !== '' && /^\d{11}$/.test(cpf) && { debtor: { name, cpf } }),
      })
    } catch (error) {
      if (!(error instanceof BankProblemError)) throw error
      // The call may have been carried out before, when its answer was lost.
      const existing = await this.#find(charge.id)
      if (existing?.status !== 'ATIVA' || existing.valor.original !== charge.amount) throw error
      return existing
    }
  }

  async #find(id: string): Promise<PixCharge | undefined> {
    try {
      return await this.#api.charge(bankIdOf(id))
    } catch (error) {
      if (error instanceof BankProblemError && error.status === 404) return undefined
      throw error
    }
  }

  /** Whether the bank has taken our refund, and has not found since that it cannot carry it out. */
  async #isRefunded(endToEndId: string, refundId: string): Promise<boolean> {
    try {
      return (await this.#api.refundStatus(endToEndId, refundId)).status !== 'NAO_REALIZADO'
    } catch (error) {
      if (error instanceof BankProblemError && error.status === 404) return false
      throw error
    }
  }

  /** The bank does not say that a charge is over: that is our own time. */
  async #stateOf(id: string, { status }: PixCharge): Promise<'pending' | 'paid' | 'cancelled' | 'expired'> {
    if (status === 'CONCLUIDA') return 'paid'
    if (status !== 'ATIVA') return 'cancelled'
    const stored = await findCharge(this.#deps, id)
    return stored && stored.expiresAt < this.#deps.clock.now() ? 'expired' : 'pending'
  }
}

/** The payer's CPF or CNPJ; null where the bank does not name the payer, or masks the number. */
function payerOf({ pagador }: ReceivedPix): string | null {
  const { cpf = '', cnpj = '' } = pagador ?? {}
  if (/^\d{11}$/.test(cpf)) return cpf
  return /^[0-9A-Z]{12}\d{2}$/.test(cnpj) ? cnpj : null
}

/** Our name of a refund: a payment is sent back once. */
const refundIdOf = (id: string) => `R${bankIdOf(id)}`

const states = { EM_PROCESSAMENTO: 'pending', DEVOLVIDO: 'done', NAO_REALIZADO: 'failed' } as const

/** What went back of a payment. `id` is that of its order; null: it has none, so nothing of it was returned by us. */
function returnsOf(id: string | null, { endToEndId, devolucoes }: ReceivedPix): PaymentReturn[] {
  return devolucoes.map((one) => ({
    // The bank's ids are unique within a payment only.
    id: `${endToEndId}/${one.id}`,
    amount: one.valor,
    cause: id !== null && one.id === refundIdOf(id) ? 'refund' : causeOf(one.natureza),
    state: states[one.status],
  }))
}

/** `MED` is the banks' own procedure, at a payer's complaint of fraud or after a fault of theirs. */
function causeOf(natureza: string): Exclude<PaymentReturn['cause'], 'refund'> {
  if (natureza === 'MED_FRAUDE') return 'fraud'
  return natureza.startsWith('MED_') ? 'fault' : 'other'
}
