import { z } from 'zod'
import { amountOut, isoDate, nothing } from './wire.schema.ts'

export const sendEmail = { body: z.strictObject({ email: z.string().max(254) }), data: nothing }
export const checkEmail = {
  body: z.strictObject({ email: z.string().max(254), code: z.string().max(16) }),
  data: z.string().describe('check id: single use, ten minutes'),
}
export const setPwd = {
  body: z.strictObject({ nPwd: z.string().max(256), chkId: z.string().max(200) }),
  data: nothing,
}
export const userGift = { data: z.union([z.literal([0, 1])]) }
export const claimGift = { body: z.strictObject({}), data: z.object({ amount: amountOut, type: z.number() }) }

/** What a deposit may be paid with, and what players must be told: switched by the jurisdiction. */
export const paymentMethods = ['pix', 'card'] as const
export const notices = ['risk', 'ownAccount', 'notIncome'] as const

/** Ours: what a device needs to know before anybody logs in. */
export const appInfo = {
  data: z.object({
    brand: z.string(),
    jurisdiction: z.string(),
    messenger: z.string().nullable(),
    social: z.string().nullable().describe("the brand's page on a social network, where configured"),
    supportId: z.string().nullable().describe('LiveChat licence id, where configured'),
    chat: z
      .enum(['licence', 'own', 'none'])
      .describe('which support chat there is: LiveChat by its licence id, our own page, none'),
    captcha: z.enum(['image', 'widget']),
    usdt: z.boolean(),
    limitsAtSignUp: z.boolean().describe('a deposit limit comes before the first deposit'),
    paymentMethods: z.array(z.enum(paymentMethods)),
    firstDepositBonus: z.boolean().describe('whether a first deposit may come with a bonus'),
    idleCloseMinutes: z.number().int().nullable().describe('minutes without use that end a session'),
    kiosk: z.boolean().describe('whether a kiosk may be played on'),
    notices: z.array(z.enum(notices)).describe('what players must be told'),
    sandbox: z.boolean(),
    serverTime: isoDate,
  }),
}

/** Ours: the moving parts of /home. */
export const home = {
  data: z.object({
    banners: z.array(z.object({ id: z.enum(['deposit', 'fair', 'sports']), target: z.string() })),
    bigWins: z.array(z.object({ player: z.string(), gameCode: z.string(), amount: amountOut, at: isoDate })),
    online: z.number().int(),
    onlineRule: z
      .object({ multiplier: z.number().int(), jitter: z.boolean() })
      .describe('how the jurisdiction wants the count shown (spec §9)'),
  }),
}

/** Ours: who invites, for /y{code}. */
export const invitation = {
  params: z.object({ code: z.string().min(1).max(32) }),
  data: z.object({ inviter: z.string().describe('masked'), avatar: z.number().int(), bouns: amountOut }),
}
