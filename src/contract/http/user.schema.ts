import { z } from 'zod'
import { longestTypedName } from '../rules/kyc.ts'
import { deviceTypes } from '../rules/deviceType.ts'
import { limitKinds } from '../rules/limits.ts'
import { betsShown } from '../rules/nickname.ts'
import { amountIn, amountOut, balancesOut, id, isoDate, nothing, suspendedOut } from './wire.schema.ts'

const testAccount = z.object({ username: z.string(), pwd: z.string(), balance: amountOut })

export const userInfoWire = z.object({
  uId: id,
  name: z.string(),
  username: z.string(),
  email: z.string(),
  ...balancesOut,
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

/** The offer of the second-deposit prompt, and whether the player has an unclaimed gift. */
export const payPackageWire = z.object({
  gift: z.union([z.literal([0, 1])]),
  pkgId: z.string().nullable(),
  price: amountOut,
  bouns: amountOut,
})

/** What holds for the player: restrictions by responsible play and by the jurisdiction, and checks that are open. */
export const protectionWire = z.object({
  pauseTime: isoDate.nullable().describe('end of a time-out or self-exclusion'),
  limitAsk: z
    .union([z.literal([0, 1])])
    .describe('1 while the jurisdiction requires limits that are not set yet'),
  limitKinds: z.array(z.enum(limitKinds)).optional().describe('the kinds of limits that are missing'),
  kycReview: z
    .union([z.literal([0, 1])])
    .optional()
    .describe('1 while the identity is being checked'),
  kycPictures: z
    .union([z.literal([0, 1])])
    .optional()
    .describe('1 while the identity check waits for pictures of the player'),
  emailOpen: z
    .union([z.literal([0, 1])])
    .optional()
    .describe('1 while the e-mail address is not confirmed'),
  emailAsk: z
    .union([z.literal([0, 1])])
    .optional()
    .describe('1 while the jurisdiction requires that it is confirmed before a deposit'),
  closed: z
    .union([z.literal([0, 1])])
    .optional()
    .describe('1 when the account is closed, and what is left in it can be withdrawn'),
})

export const userInfo = {
  query: z.object({ loading: z.string().optional() }),
  data: z.object({
    userInfo: userInfoWire,
    paypackage: payPackageWire,
    protection: protectionWire.optional(),
    serverTime: isoDate.optional().describe('by which payDiscount ends'),
  }),
}

export const getBalance = {
  query: z.object({ loading: z.string().optional() }),
  data: z.object(balancesOut),
}

export const getUserTest = { data: testAccount }

export const setHeader = { params: z.object({ index: z.string().max(4) }), data: nothing }

/** What other players see. */
export const identity = {
  data: z.object({
    nickname: z.string().nullable().describe('null until the player has chosen one'),
    shownName: z.string().describe('the nickname, or the name that the server makes'),
    changeFrom: isoDate.nullable().describe('from when on the nickname can be changed; null: now'),
    bets: z.enum(betsShown).describe("what others see of the player's bets"),
  }),
}
export const setNickname = { body: z.strictObject({ nickname: z.string().max(64) }), data: identity.data }
export const setBetsShown = { body: z.strictObject({ bets: z.enum(betsShown) }), data: identity.data }

export const updateKyc = {
  body: z.strictObject({
    name: z.string().max(longestTypedName),
    cardNo: z.string().max(32),
    birthDate: z.iso.date().optional().describe('where the jurisdiction asks for it'),
  }),
  data: nothing,
}

export const confirmEmail = { body: z.strictObject({}), data: nothing }

/** Which e-mails the player has asked for; those about money and security come anyway. */
export const mails = { data: z.object({ monthly: z.boolean().describe('the statement of each month') }) }
export const setMails = { body: z.strictObject({ monthly: z.boolean() }), data: mails.data }

/** What /conta shows in addition to userInfo. */
export const account = {
  data: z.object({
    ...balancesOut,
    wdAmount: amountOut,
    locked: amountOut,
    turnoverLeft: amountOut,
    held: amountOut,
    debt: amountOut.optional().describe('what corrected results left owing; later winnings pay it off'),
    suspended: suspendedOut,
  }),
}

/** Closes the account; requires the password. */
export const erasePersonalData = {
  body: z.strictObject({
    pwd: z.string().max(256),
    giveUp: amountIn.optional().describe('all the cash, which the player leaves to the house'),
  }),
  data: z.object({
    erased: z
      .union([z.literal([0, 1])])
      .describe('0: closed, and erased when what is left has been paid out'),
  }),
}

/** The player's open sessions, the caller's first. */
export const sessions = {
  data: z.array(
    z.object({
      sessionId: id,
      createdTime: isoDate,
      activeTime: isoDate,
      deviceType: z.enum(deviceTypes).nullable(),
      current: z.boolean().describe('whether this is the calling session'),
    }),
  ),
}

/** Ends one of the player's sessions; without an id, all but the caller's. */
export const endSessions = { body: z.strictObject({ sessionId: id.optional() }), data: sessions.data }
