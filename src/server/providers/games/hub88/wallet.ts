/**
 * The wire of Hub88's operator wallet: calls of Hub88 to us. From its public documentation
 * (docs.hub88.io, "Operator API Reference": Wallet API, Seamless Wallet response statuses).
 */
import { z } from 'zod'
import type { ErrorKey } from '#contract/errors.ts'
import { cents, type Cents } from '#contract/money.ts'

/** Below `/provider/games/hub88`. */
export const hub88Calls = [
  'user/info',
  'user/balance',
  'transaction/bet',
  'transaction/win',
  'transaction/rollback',
] as const
export type Hub88Call = (typeof hub88Calls)[number]

export type Hub88Status =
  | 'RS_OK'
  | 'RS_ERROR_UNKNOWN'
  | 'RS_ERROR_INVALID_TOKEN'
  | 'RS_ERROR_TOKEN_EXPIRED'
  | 'RS_ERROR_INVALID_GAME'
  | 'RS_ERROR_INVALID_SIGNATURE'
  | 'RS_ERROR_WRONG_CURRENCY'
  | 'RS_ERROR_WRONG_SYNTAX'
  | 'RS_ERROR_WRONG_TYPES'
  | 'RS_ERROR_NOT_ENOUGH_MONEY'
  | 'RS_ERROR_USER_DISABLED'
  | 'RS_ERROR_DUPLICATE_TRANSACTION'
  | 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST'

/** The only currency of our wallets. */
export const hub88Currency = 'BRL'

/** Hub88 counts in 100,000ths of the currency's unit. */
const unitsPerCent = 1_000

export function toHub88Amount(amount: Cents): number {
  return amount * unitsPerCent
}

/** Undefined for an amount that is no whole number of cents. */
export function centsOfBet(units: number): Cents | undefined {
  return units % unitsPerCent === 0 ? cents(units / unitsPerCent) : undefined
}

/** A part of a cent is dropped, as in all our payouts. */
export function centsOfWin(units: number): Cents {
  return cents(Math.floor(units / unitsPerCent))
}

const uuid = z.uuid()
const text = z.string().min(1).max(255)
const amount = z.number().int().min(0)
/** Present in another kind of call only: a body that was signed for that one is refused here. */
const absent = z.literal(null).optional()

const common = { request_uuid: uuid, user: text }
const transaction = {
  ...common,
  transaction_uuid: uuid,
  token: text,
  round: text,
  round_closed: z.boolean().nullish(),
  game_code: text,
}

/** More fields than these are allowed, and new ones are added without notice. */
export const hub88Bodies = {
  'user/info': z.object(common),
  'user/balance': z.object({ ...common, token: text, game_code: text.nullish() }),
  'transaction/bet': z.object({
    ...transaction,
    currency: text,
    amount,
    is_free: z.boolean().nullish(),
    reference_transaction_uuid: absent,
  }),
  'transaction/win': z.object({
    ...transaction,
    currency: text,
    amount,
    reference_transaction_uuid: uuid,
  }),
  'transaction/rollback': z.object({ ...transaction, reference_transaction_uuid: uuid, amount: absent }),
} as const satisfies Record<Hub88Call, z.ZodType>

const statuses: Partial<Record<ErrorKey, Hub88Status>> = {
  insufficientFunds: 'RS_ERROR_NOT_ENOUGH_MONEY',
  gameTicketInvalid: 'RS_ERROR_INVALID_TOKEN',
  gameSessionEnded: 'RS_ERROR_TOKEN_EXPIRED',
  gameUnknown: 'RS_ERROR_INVALID_GAME',
  conflict: 'RS_ERROR_DUPLICATE_TRANSACTION',
  roundNotFound: 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
  // None of them may place another bet.
  excluded: 'RS_ERROR_USER_DISABLED',
  suspended: 'RS_ERROR_USER_DISABLED',
  accountClosed: 'RS_ERROR_USER_DISABLED',
  limitReached: 'RS_ERROR_USER_DISABLED',
  timeLimitReached: 'RS_ERROR_USER_DISABLED',
  houseLimitReached: 'RS_ERROR_USER_DISABLED',
  loggedOut: 'RS_ERROR_USER_DISABLED',
}

/** The status for a refusal. Hub88 rolls back a bet that is answered with any error, and repeats wins and rollbacks. */
export function hub88StatusOf(key: ErrorKey): Hub88Status {
  return statuses[key] ?? 'RS_ERROR_UNKNOWN'
}
