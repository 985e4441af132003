import type { FastifyInstance } from 'fastify'
import type { PaymentMethod } from '#contract/http/main.ts'
import type { Cents } from '#contract/money.ts'
import type { AppDeps } from '../app.ts'
import type { Tx } from '../db/client.ts'

export interface Charge {
  orderId: string
  amount: Cents
  expiresAt: Date
  /** Where the payer comes back to. */
  returnUrl: string
  payer: { name: string; cpf: string }
  /** What the jurisdiction lets a deposit be paid with: the payment page offers nothing else. */
  methods: readonly PaymentMethod[]
  language: string
}

/** What a provider says of one payment, after its signature was checked. */
export interface PaymentNotice {
  orderId: string
  payNo: string
  result: 'paid' | 'cancelled' | 'failed' | 'expired'
  amount: Cents
  /** Eleven digits; null when the provider does not tell who paid. */
  payerCpf: string | null
}

/**
 * An external payment provider. `charge` registers a payment and answers where the payer goes;
 * `registerRoutes` adds the provider's webhook (and, for the sandbox, its own payment page), which verifies
 * the signature and hands the notice to `onNotice` (domain/orders.ts): crediting is the domain's, once.
 * Throws Refusal('paymentProviderDown') when the provider does not answer.
 */
export interface PaymentProvider {
  readonly name: string
  /** Called inside `tx`, with which the order commits: a provider that keeps its books there uses it. */
  charge(charge: Charge, tx: Tx): Promise<{ payNo: string; url: string }>
  cancel(payNo: string): Promise<void>
  /** Sends a payment back to its payer; again for the same one is no second time. */
  refund(payNo: string, amount: Cents): Promise<void>
  registerRoutes(
    app: FastifyInstance,
    deps: AppDeps,
    onNotice: (notice: PaymentNotice) => Promise<void>,
  ): Promise<void>
}
