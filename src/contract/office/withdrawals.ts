import type { RefusalCode, StaffRefusalCode } from '../rules/withdrawalDecision.ts'
import { officeCall, officeCsvCall, officeListCall } from './officeCall.ts'

export const withdrawalStates = [
  'requested',
  'inReview',
  'approved',
  'sent',
  'paid',
  'failed',
  'returned',
  'refused',
] as const
/** `inReview` waits for a person; `approved` for the provider; `failed`, `returned` and `refused` gave the money back. */
export type WithdrawalState = (typeof withdrawalStates)[number]

export const riskMarks = [
  'testAccount',
  'locked',
  'suspended',
  'closed',
  'unverified',
  'newAccount',
  'sharedKey',
  'notOwnKey',
  'newKey',
  'noPassword',
  'held',
  'turnoverOpen',
  'noDeposit',
  'debt',
  'unknownPayer',
] as const
/**
 * What a person should look at. `newAccount`: younger than seven days; `sharedKey`: another player was paid to this key;
 * `notOwnKey`: not the verified CPF; `newKey`: nothing was paid to this key of the player before; `noPassword`: a session asked
 * for it, and nobody has typed the password for the key; `noDeposit`: nothing was ever deposited; `debt`: a bank took a deposit back, or a result was corrected;
 * `unknownPayer`: the bank did not say who paid a deposit.
 */
export type RiskMark = (typeof riskMarks)[number]

export const withdrawalReviews = ['sharedKey', 'held', 'newKey'] as const
/** Why a person has to look at it: another player was paid to its key, somebody holds it, or nobody typed the password for its key. */
export type WithdrawalReview = (typeof withdrawalReviews)[number]

export interface WithdrawalRow {
  id: string
  playerId: string
  email: string
  type: 'CPF' | 'CNPJ' | 'USDT' | 'VOUCHER'
  /** Only its last characters can be read. */
  key: string
  holder: string
  /** What leaves the player's balance, and the part of it that the house keeps. */
  amountCents: number
  feeCents: number
  state: WithdrawalState
  /** Null: nothing keeps it from being approved by rule. */
  review: WithdrawalReview | null
  risks: RiskMark[]
  /** It has waited for most of the time that the jurisdiction allows. */
  isAlmostLate: boolean
  createdAt: string
  decidedAt: string | null
}

export interface Withdrawal extends WithdrawalRow {
  /** Why it was refused or came back. */
  refusal: RefusalCode | null
  /** The provider that was asked to pay it, when first, and its number of the payment. `byHand`: a person paid it. */
  provider: string | null
  askedAt: string | null
  reference: string | null
  /** No provider here pays such a destination: a person does, and enters the number of the transfer. */
  isByHand: boolean
  player: {
    name: string
    level: number
    createdAt: string
    cashCents: number
    bonusCents: number
    turnoverLeftCents: number
    depositSumCents: number
    withdrawalSumCents: number
    betSumCents: number
    debtCents: number
  }
}

export interface WithdrawalFilter {
  /** The beginning of an e-mail, or an id. */
  q?: string
  /** `waiting`: for a decision. */
  state?: WithdrawalState | 'waiting'
  type?: WithdrawalRow['type']
  playerId?: string
  from?: string
  to?: string
}

type ById = { params: { id: string }; body: { reason: string } }
/**
 * What its `review` was when the caller looked. Refused with `conflict` when it is another one by now: somebody may hold it. Absent: it
 * is decided however it stands.
 */
interface Seen {
  review?: WithdrawalReview | null
}
const decide = { permission: 'withdrawals.decide', kind: 'action' } as const

const list = officeListCall<WithdrawalRow, WithdrawalFilter>()({
  name: 'withdrawals.list',
  path: '/api/withdrawals',
  permission: 'withdrawals.read',
  sorts: ['createdAt', 'amountCents'],
  order: 'asc',
})

export const withdrawalCalls = {
  list,
  export: officeCsvCall(list, 'withdrawals.read'),
  get: officeCall<{ params: { id: string } }, Withdrawal>({
    name: 'withdrawals.get',
    path: '/api/withdrawals/{id}',
    permission: 'withdrawals.read',
    kind: 'read',
  }),
  /** A job sends it then. Above the limit of the settings a second person confirms it. */
  approve: officeCall<{ params: { id: string }; body: Seen & { reason?: string } }, Withdrawal>({
    name: 'withdrawals.approve',
    path: '/api/withdrawals/{id}/approve',
    ...decide,
  }),
  /** Not approved by rule: it waits for a person. */
  hold: officeCall<ById, Withdrawal>({
    name: 'withdrawals.hold',
    path: '/api/withdrawals/{id}/hold',
    ...decide,
  }),
  /** The amount goes back; the player reads the sentence of `refusal`. `reason` is for the staff. */
  refuse: officeCall<
    { params: { id: string }; body: Seen & { refusal: StaffRefusalCode; reason: string } },
    Withdrawal
  >({ name: 'withdrawals.refuse', path: '/api/withdrawals/{id}/refuse', ...decide }),
  /** Asks the provider now what became of a payout, and sends it if it has none. */
  retry: officeCall<ById, Withdrawal>({
    name: 'withdrawals.retry',
    path: '/api/withdrawals/{id}/retry',
    ...decide,
  }),
  /** A person has paid it; `reference` is the number of the transfer, such as the hash of a USDT transaction. */
  markPaid: officeCall<{ params: { id: string }; body: { reference: string; reason: string } }, Withdrawal>({
    name: 'withdrawals.markPaid',
    path: '/api/withdrawals/{id}/mark-paid',
    ...decide,
  }),
  /** The whole key, to pay it by hand; who read it stands in the audit. */
  showKey: officeCall<ById, { key: string }>({
    name: 'withdrawals.showKey',
    path: '/api/withdrawals/{id}/show-key',
    ...decide,
  }),
}
