import type { FastifyInstance } from 'fastify'
import type { PaymentMethod } from '#contract/http/appInfo.ts'
import type { Cents } from '#contract/money.ts'

export interface Charge {
  /** Our id of the payment, that of the order: a UUID. */
  id: string
  amount: Cents
  expiresAt: Date
  /** Where the payer returns to. */
  returnUrl: string
  payer: { name: string; cpf: string }
  /** The payment methods that the jurisdiction allows; the payment page offers no others. */
  methods: readonly PaymentMethod[]
  language: string
}

/** `payNo` is the provider's number of the payment, `url` where the payer pays. */
export interface OpenCharge {
  payNo: string
  url: string
}

export type PaymentResult = 'paid' | 'cancelled' | 'failed' | 'expired'

/** What the provider knows about a charge; `none`: it has never been asked for it. */
export type ChargeStatus =
  | { state: 'none' }
  | {
      state: 'pending' | PaymentResult
      payNo: string
      amount: Cents
      /** The payer's CPF, a company's CNPJ, without punctuation; null when the provider does not tell who paid. */
      payerNumber: string | null
    }

/**
 * A notification about a payment, whose sender has been checked. `status` only when the provider has signed its content;
 * otherwise it is a hint to ask.
 */
export interface PaymentNotification {
  id: string
  status?: ChargeStatus
  /** It is about money that went back: `returns` has to be called. */
  hasReturns?: boolean
}

/** Money of a payment that has gone back to its payer, whole or in part. */
export interface PaymentReturn {
  /** The provider's id of it, the same in every notification. */
  id: string
  amount: Cents
  /** `refund`: we asked for it. The others came without us: the banks found fraud or a fault, or somebody else returned it. */
  cause: 'refund' | 'fraud' | 'fault' | 'other'
  state: 'pending' | 'done' | 'failed'
}

export interface ReceivedPayment {
  /** Null for money that no charge of ours asked for. */
  id: string | null
  payNo: string
  /** The provider's number of the transfer itself. */
  reference: string
  amount: Cents
  paidAt: Date
  returns: PaymentReturn[]
}

/**
 * An external payment provider. No verb takes a transaction or may be called inside one. Every verb names the payment by
 * our id, so that repeating it has no further effect. Throws ProviderRefusedError when the provider says no; any other
 * error means that its answer is unknown (providers/errors.ts).
 */
export interface PaymentProvider {
  readonly name: string
  /** What can be paid with, and whose logos are shown. */
  readonly methods: readonly PaymentMethod[]
  /** Registers a payment. Repeated, it returns the same one. */
  charge(charge: Charge): Promise<OpenCharge>
  status(id: string): Promise<ChargeStatus>
  /** Closes a charge that has not been paid. One that was paid stays paid. */
  cancel(id: string): Promise<void>
  /** Sends a payment back to its payer. */
  refund(id: string, amount: Cents): Promise<void>
  /** What has gone back of a payment, by us or without us. */
  returns(id: string): Promise<PaymentReturn[]>
  /** Payments that arrived in [from, to), oldest first; `cursor` is the `next` of the page before. */
  listReceived(range: {
    from: Date
    to: Date
    cursor?: string
  }): Promise<{ list: ReceivedPayment[]; next: string | null }>
  /**
   * Adds the provider's webhook, which checks its sender, and what else it serves. An error of `onNotification` must
   * reach the provider, so that it tries again.
   */
  registerRoutes(
    app: FastifyInstance,
    onNotification: (notification: PaymentNotification) => Promise<void>,
  ): Promise<void>
}
