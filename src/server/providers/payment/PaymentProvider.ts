import type { FastifyInstance } from 'fastify'
import type { PaymentMethod } from '#contract/http/appInfo.ts'
import type { Cents } from '#contract/money.ts'
import type { Tx } from '../../db/client.ts'

export interface Charge {
  orderId: string
  amount: Cents
  expiresAt: Date
  /** Where the payer returns to. */
  returnUrl: string
  payer: { name: string; cpf: string }
  /** The payment methods that the jurisdiction allows; the payment page offers no others. */
  methods: readonly PaymentMethod[]
  language: string
}

/** A provider's notification about one payment, whose signature has been checked. */
export interface PaymentNotification {
  orderId: string
  payNo: string
  result: 'paid' | 'cancelled' | 'failed' | 'expired'
  amount: Cents
  /** Eleven digits; null when the provider does not say who paid. */
  payerCpf: string | null
}

/**
 * An external payment provider. `charge` registers a payment and returns where the payer pays it.
 * `registerRoutes` adds the provider's webhook (and the sandbox's payment page), which checks the signature
 * and passes the notification to `onNotification` (domain/payments/payments.ts), which credits it once. Throws
 * Refusal('paymentProviderDown') when the provider does not respond.
 */
export interface PaymentProvider {
  readonly name: string
  /** Called inside `tx`, which also commits the order: a provider that stores its payments here uses it. */
  charge(charge: Charge, tx: Tx): Promise<{ payNo: string; url: string }>
  cancel(payNo: string): Promise<void>
  /** Sends a payment back to its payer. Repeating the call has no further effect. */
  refund(payNo: string, amount: Cents): Promise<void>
  registerRoutes(
    app: FastifyInstance,
    onNotification: (notification: PaymentNotification) => Promise<void>,
  ): Promise<void>
}
