import { z } from 'zod'
import { longestTypedName } from '../rules/kyc.ts'
import { KEY_LABEL_MAXIMUM } from '../rules/savedKeys.ts'
import { amountIn, amountOut, bit, id, isoDate, suspendedOut, wallet } from './wire.schema.ts'

const packageCurrencies = ['BRL', 'EXTPAY', '', 'BTBRL', 'FCBRL', 'INSBRL', 'EXPPAY'] as const

const priceWire = z.object({
  pkgId: id,
  price: amountOut,
  gift: amountOut,
  sort: z.number().int(),
  curreny: z.enum(packageCurrencies),
  giftUsed: z
    .boolean()
    .optional()
    .describe('true when the player has had the gift, which counts once per person'),
})

export const getPrices = {
  query: z.object({ curreny: z.enum(packageCurrencies).optional() }),
  data: z.array(priceWire),
}

const orderWire = z.object({
  orderId: id,
  payNo: z.string(),
  url: z.string(),
  amount: amountOut,
  bouns: amountOut,
  status: z.string(),
  createdTime: isoDate,
  expiredTime: isoDate,
  paidTime: isoDate.nullable(),
})

export const prePay = {
  params: z.object({ pkgId: id }),
  body: z.strictObject({ gift: bit.optional(), pkgId: id.optional(), isapp: bit.optional() }),
  data: orderWire.pick({ orderId: true, payNo: true, url: true, amount: true, expiredTime: true }),
}

export const getStatus = {
  params: z.object({ orderId: id }),
  data: z.object({
    status: z.string(),
    expired: z.literal(true).optional().describe('01 because the time to pay is over'),
  }),
}

const cardWire = z.object({
  ifsc: z.string(),
  payCardNo: z.string().describe('masked'),
  name: z.string(),
  whatsapp: z.string(),
  pwdAsked: z
    .literal(true)
    .optional()
    .describe(
      'nobody has typed the password for this key: a withdrawal to it waits for a review without one',
    ),
})

export const getWithdraw = {
  data: z.object({
    limitAmount: z.string(),
    number: z.number().int(),
    lock: z.boolean(),
    wdAmount: amountOut,
    usdtRate: z.number(),
    serviceAmount: z.number().describe('fee, a fraction of the amount'),
    cardInfo: z.object({
      CPF: cardWire.optional(),
      CNPJ: cardWire.optional(),
      USDT: cardWire.optional(),
      CHANNEL: z.array(z.enum(['CPF', 'CNPJ', 'USDT'])),
    }),
    held: z
      .array(z.object({ amount: amountOut, until: isoDate }))
      .optional()
      .describe(
        'what results have paid for tickets and cannot be withdrawn until then, because they may be corrected',
      ),
    suspended: suspendedOut,
    pwdAsked: z.boolean().describe('whether a new destination needs `pwd`, else the first withdrawal waits'),
    ownCpf: cardWire.optional().describe('the verified CPF, while no destination CPF is stored'),
    cards: z
      .array(
        cardWire.omit({ ifsc: true }).extend({
          cardId: id,
          payCardBank: z.enum(['CPF', 'CNPJ', 'USDT']),
          label: z.string().describe("the player's own name for it"),
          isDefault: z.boolean(),
        }),
      )
      .optional()
      .describe('the saved keys, the default first; none where only the own account is paid to'),
  }),
}

const destination = {
  payCardBank: z.enum(['CPF', 'CNPJ', 'USDT']),
  payCardNo: z.string().max(64),
  ifsc: z.string().max(64).optional(),
  name: z.string().max(longestTypedName).optional(),
  whatsapp: z.string().max(32).optional(),
  cardId: id.optional().describe('of a saved key: `payCardNo` is its masked key'),
  pwd: z
    .string()
    .max(256)
    .optional()
    .describe('confirms a new key; without it, or a login within 15 minutes, a withdrawal to it is reviewed'),
}

/** Stores a destination without a withdrawal. An empty key keeps the stored one. */
const cardLabel = z.string().trim().max(KEY_LABEL_MAXIMUM)
export const setCard = {
  body: z.strictObject({ ...destination, label: cardLabel.optional() }),
  data: z.null(),
}
export const editCard = {
  params: z.object({ cardId: id }),
  body: z.strictObject({ label: cardLabel.optional(), isDefault: z.literal(true).optional() }),
  data: z.null(),
}
export const removeCard = { params: z.object({ cardId: id }), data: z.null() }

/** `payCardNo` may be the masked key of `cardInfo`: it stands for the stored destination of that type. */
export const withdraw = {
  body: z.strictObject({
    ...destination,
    // Accepts an empty amount, which is refused later, in the order of the checks.
    amount: z.union([amountIn, z.literal('').transform(() => null)]),
  }),
  data: z.object({ orderId: id, status: z.string() }),
}

/** The pending deposit, which the player may complete or cancel. */
export const pending = { data: orderWire.nullable() }
export const cancel = { params: z.object({ orderId: id }), data: z.object({ status: z.string() }) }
export const closeOffer = { data: z.null() }
/** An order, for its receipt. The order id `last` stands for the newest one: null for who has opened none. */
export const detail = { params: z.object({ orderId: id }), data: orderWire.nullable() }

export const recordTabs = ['deposits', 'withdrawals', 'bets', 'rounds', 'bonuses'] as const

export const recordWire = z.object({
  id,
  type: z.string().describe('10 deposit, 11 withdrawal, round, bet, or an award type'),
  title: z.string().describe('game code, package or key type'),
  amount: amountOut.describe('change of the wallet, negative if it went down'),
  stake: amountOut.nullable(),
  payout: amountOut.nullable(),
  fee: amountOut.nullable(),
  status: z.string().describe('00 pending, 01 cancelled, 10 credited'),
  wallet,
  time: isoDate,
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})

/** A withdrawal, for its receipt. */
export const withdrawal = { params: z.object({ orderId: id }), data: recordWire }

/** What is on its way: the pending deposit and the newest withdrawal that is not decided. */
export const open = { data: z.object({ deposit: orderWire.nullable(), withdrawal: recordWire.nullable() }) }

/** The records of /registros, a view of the ledger, newest first. `next` is the cursor of the next page. */
export const records = {
  query: z.object({
    tab: z.enum(recordTabs),
    from: isoDate.optional(),
    to: isoDate.optional(),
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
  }),
  data: z.object({ list: z.array(recordWire), next: z.string().nullable() }),
}
