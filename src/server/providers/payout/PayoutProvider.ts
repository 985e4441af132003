import type { FastifyInstance } from 'fastify'
import type { DestinationType } from '#contract/http/order.ts'
import type { Cents } from '#contract/money.ts'

export interface Payout {
  /** Our id of the payout, that of the withdrawal: a UUID. */
  id: string
  /** What arrives: the amount less the fee. */
  amount: Cents
  destination: { type: DestinationType; key: string; holder: string }
}

/**
 * What the provider knows about a payout; `none`: it has never been asked for it. `failed`: it was not paid and will not
 * be. `returned`: it was paid, and has come back.
 */
export interface PayoutStatus {
  state: 'none' | 'sent' | 'paid' | 'failed' | 'returned'
  /** The provider's number of the payment, once there is one. */
  reference: string | null
}

/** A payout in the provider's own list. */
export interface SentPayout extends PayoutStatus {
  /** Null for one that was not sent by us. */
  id: string | null
  reference: string
  amount: Cents
  sentAt: Date
  /** What has come back of it. */
  returned: Cents
}

/** A notification whose sender has been checked; `status` only when the provider has signed its content. */
export interface PayoutNotification {
  id: string
  status?: PayoutStatus
}

/**
 * A provider that pays withdrawals. No verb takes a transaction or may be called inside one. Every verb names the payout
 * by our id, so that repeating it has no further effect. Throws ProviderRefusedError when the provider says no; any other
 * error means that its answer is unknown (providers/errors.ts): it is then asked, and never assumed.
 */
export interface PayoutProvider {
  readonly name: string
  /** Where it can pay to. What it cannot pay stays approved, for a person. */
  readonly destinations: readonly DestinationType[]
  /** Pays, once, however often it is called with this id. */
  send(payout: Payout): Promise<PayoutStatus>
  status(id: string): Promise<PayoutStatus>
  /** Payouts that it was asked for in [from, to); `cursor` is the `next` of the page before. */
  listSent(range: {
    from: Date
    to: Date
    cursor?: string
  }): Promise<{ list: SentPayout[]; next: string | null }>
  /** Adds the provider's webhook. An error of `onNotification` must reach the provider, so that it tries again. */
  registerRoutes(
    app: FastifyInstance,
    onNotification: (notification: PayoutNotification) => Promise<void>,
  ): Promise<void>
}
