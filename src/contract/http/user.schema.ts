import { z } from 'zod'
import { amountOut, id, isoDate, nothing } from './wire.schema.ts'

const testAccount = z.object({ username: z.string(), pwd: z.string(), balance: amountOut })

export const userInfoWire = z.object({
  uId: id,
  name: z.string(),
  username: z.string(),
  email: z.string(),
  balance: amountOut,
  freeBalance: amountOut,
  payAmount: amountOut,
  yqm: z.string(),
  level: z.number().int(),
  header: z.number().int(),
  time: isoDate,
  extendInfo: testAccount.nullable(),
  paySumAmount: amountOut,
  wdSumAmount: amountOut,
  gameSumAmount: amountOut,
  level1Amount: amountOut,
  level2Amount: amountOut,
  level3Amount: amountOut,
  level1Person: z.number().int(),
  level2Person: z.number().int(),
  level3Person: z.number().int(),
  nextlevel: z.object({ gameSumAmount: amountOut, paySumAmount: amountOut }).nullable(),
  payDiscount: z.object({ discount: z.number(), expiredTime: isoDate }).nullable(),
  kyc: z.union([z.literal([0, 1])]),
  testFlag: z.enum(['0', '1']),
  lx: z.string(),
  czflag: z.union([z.literal([0, 1])]),
})

/** Ours (spec §3 leaves its shape open): the offer of the second-deposit prompt and whether a gift waits. */
export const payPackageWire = z.object({
  gift: z.union([z.literal([0, 1])]),
  pkgId: z.string().nullable(),
  price: amountOut,
  bouns: amountOut,
})

/** Ours: what responsible play and the jurisdiction say of the player (PRODUCT.md sections 10 and 11). */
export const protectionWire = z.object({
  pauseTime: isoDate.nullable().describe('end of a time-out or self-exclusion'),
  limitAsk: z.union([z.literal([0, 1])]).describe('1 while the jurisdiction waits for a deposit limit'),
})

export const userInfo = {
  query: z.object({ loading: z.string().optional() }),
  data: z.object({
    userInfo: userInfoWire,
    paypackage: payPackageWire,
    protection: protectionWire.optional(),
  }),
}

export const getBalance = {
  query: z.object({ loading: z.string().optional() }),
  data: z.object({ balance: amountOut, freeBalance: amountOut }),
}

export const getUserTest = { data: testAccount }

export const setHeader = { params: z.object({ index: z.string().max(4) }), data: nothing }

export const updateKyc = {
  body: z.strictObject({ name: z.string().max(120), cardNo: z.string().max(32) }),
  data: nothing,
}

/** Ours: what /conta shows beside userInfo. */
export const account = {
  data: z.object({
    balance: amountOut,
    freeBalance: amountOut,
    wdAmount: amountOut,
    locked: amountOut,
    turnoverLeft: amountOut,
    held: amountOut,
  }),
}

const exported = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** Ours: everything the server keeps about the player, for themselves (LGPD, art. 18). Keys are masked. */
export const personalData = {
  data: z.object({
    exportedTime: isoDate,
    user: exported,
    cards: z.array(exported),
    sessions: z.array(exported),
    orders: z.array(exported),
    withdrawals: z.array(exported),
    ledger: z.array(exported),
    rounds: z.array(exported),
    tickets: z.array(exported),
    emails: z.array(exported),
    chat: z.array(exported),
  }),
}

/** Ours: erases the person from the account, for good; the password is asked for again. */
export const erasePersonalData = { body: z.strictObject({ pwd: z.string().max(256) }), data: nothing }

/** Ours: where the player is logged in, the session that asks first. */
export const sessions = {
  data: z.array(
    z.object({
      sessionId: id,
      createdTime: isoDate,
      activeTime: isoDate,
      current: z.boolean().describe('the session that asks'),
    }),
  ),
}

/** Ours: ends one session of the player, or without an id all but the one that asks. */
export const endSessions = { body: z.strictObject({ sessionId: id.optional() }), data: sessions.data }
