import { z } from 'zod'
import { DOUBLE_SLOTS, doubleColours } from './games/double.ts'
import { chatMessage } from './http/chat.schema.ts'
import { pending } from './http/order.schema.ts'
import { matchWire } from './http/sports.schema.ts'
import { userInfo } from './http/user.schema.ts'
import { amountOut, isoDate } from './http/wire.schema.ts'
import { serverEventNames } from './serverEventNames.ts'
import type { SandboxCall, SandboxData } from './sandbox.ts'
import type { TerminalHealth } from './terminal.ts'

/** What QA's controls answer, for their description (http/plugins/callSchemas.ts). */

const user = userInfo.data.shape.userInfo
const flag = z.enum(['0', '1'])
const captchaKind = z.enum(['image', 'widget'])
const captcha = z.object({
  codeId: z.string(),
  answer: z.string().describe('of a widget: the solved payload'),
})
const clock = z.object({
  now: isoDate,
  offsetMs: z.number().int().describe("how far it is ahead of the machine's"),
  stopped: z.boolean(),
})
const playerClock = z.object({
  now: isoDate,
  aheadMs: z.number().int().describe("how far it is ahead of the server's"),
})
const faults = z.object({
  delayMs: z.number().int().optional(),
  failRate: z.number().optional(),
  status: z.number().int().optional(),
  code: z.number().int().optional(),
  message: z.string().optional(),
  count: z.number().int().optional(),
  path: z.string().optional(),
  method: z.enum(['GET', 'POST']).optional(),
})
const doubleRounds = z
  .array(
    z.object({
      roundId: z.string(),
      slot: z
        .number()
        .int()
        .min(0)
        .max(DOUBLE_SLOTS - 1),
      colour: z.enum(doubleColours),
      startsAt: isoDate,
      bettingEndsAt: isoDate,
      landsAt: isoDate,
      endsAt: isoDate,
    }),
  )
  .describe('the current round first')
const places = z.array(z.number().int())
const outcome = z.union([
  z.object({ roll: z.number() }).describe('dice'),
  z.object({ result: z.number() }).describe('limbo'),
  z
    .object({
      digit: z.number().int(),
      colours: z.array(z.enum(['green', 'red', 'violet'])),
      size: z.enum(['small', 'big']),
    })
    .describe('luckyColor'),
  z.object({ mines: places }).describe('mines: the tiles with mines, 0-24 row by row'),
  z.object({ safe: z.array(places) }).describe('rowDouble: the safe tiles of each row, from the bottom'),
  z
    .object({ stops: places, freeStops: z.array(places) })
    .describe('slots: the stops of the reels, also of each free spin'),
])
const order = z.object({ ...pending.data.unwrap().shape, username: z.string() })
const orderId = z.object({ orderId: z.string() })
const view = z.object({ state: z.string(), amount: z.number().int().describe('in centavos') })
const differences = z.array(
  z.object({
    id: z.string(),
    provider: z.string(),
    side: z.enum(['deposits', 'payouts', 'games']),
    kind: z.string(),
    subject: z.string().describe("our id, or the provider's number of a payment that we do not know"),
    userId: z.string().nullable(),
    reference: z.string().nullable(),
    ours: view.nullable(),
    theirs: view.nullable(),
    at: isoDate,
    foundAt: isoDate,
    advice: z.string(),
    resolved: z
      .object({ at: isoDate, by: z.object({ kind: z.string(), id: z.string() }), reason: z.string() })
      .nullable(),
  }),
)
const enrolment = z.object({ code: z.string(), expiresAt: isoDate })

export const sandboxAnswers = {
  'GET users': z.array(
    z.object({
      username: z.string(),
      level: z.number().int(),
      kyc: z.number().int(),
      testFlag: flag,
      balance: amountOut,
      freeBalance: amountOut,
      time: isoDate,
    }),
  ),
  'POST users': z.object({ token: z.string(), user }),
  'GET users/:username': z.object({
    user,
    online: z.boolean().describe('whether a real-time connection to this process is up'),
  }),
  'PATCH users/:username': z.object({ user }),
  'POST links': z.object({ token: z.string(), url: z.string() }),
  'POST seeds/:username': z.object({
    serverSeedHash: z.string(),
    clientSeed: z.string(),
    nonce: z.number().int(),
  }),
  'GET rounds/:username': z.object({
    serverSeed: z.string(),
    clientSeed: z.string(),
    nonce: z.number().int().describe('of the first round'),
    outcomes: z.array(outcome),
  }),
  'POST outcomes/:username': z.object({
    result: z.number().describe('the roll of dice, the multiplier of limbo or a slot'),
    freeSpins: z.number().int(),
    serverSeedHash: z.string(),
    clientSeed: z.string(),
    nonce: z.number().int(),
  }),
  'POST bets/:username': z.object({ count: z.number().int() }),
  'POST deposits/:username': z.object({ count: z.number().int() }),
  'POST invitees/:username': z.object({
    usernames: z.array(z.string()),
    validPeople: z.number().int().describe('of all whom the player has invited'),
  }),
  'POST checkIns/:username': z.object({ state: z.string(), streak: z.number().int() }),
  'POST promotions/:username': z.object({ id: z.string(), state: z.string(), amount: amountOut }),
  'POST events/:username': z.object({ name: z.enum(serverEventNames), payload: z.unknown() }),
  'GET chats': z.array(
    z.object({
      username: z.string(),
      unread: z.number().int(),
      last: z.object({ from: z.enum(['player', 'support']), text: z.string() }),
      time: isoDate,
    }),
  ),
  'GET chats/:username': z.object({
    username: z.string(),
    list: z.array(chatMessage),
    next: z.number().int().nullable(),
  }),
  'POST chats/:username': chatMessage,
  'GET vouchers': z.array(
    z.object({
      id: z.string(),
      amount: amountOut,
      createdAt: isoDate,
      expiresAt: isoDate,
      state: z.enum(['open', 'redeemed', 'paid', 'expired', 'void']),
      redeemedAt: isoDate.nullable(),
    }),
  ),
  'POST vouchers': z.object({
    id: z.string(),
    code: z.string(),
    url: z.string(),
    amount: amountOut,
    expiresAt: isoDate,
    qr: z.string().describe('data URL of a picture'),
  }),
  'POST vouchers/:id/void': z.null(),
  'GET clock': clock,
  'POST clock': clock,
  'GET clock/:username': playerClock,
  'POST clock/:username': playerClock,
  'GET faults': faults.extend({
    players: z
      .array(faults.extend({ username: z.string() }))
      .describe('of players; `count` is the number of calls that are left'),
  }),
  'POST faults': faults,
  'POST reset': z.null(),
  'GET feed': z.array(matchWire),
  'POST feed': matchWire,
  'DELETE feed/:matchId': z.object({ matchId: z.string() }),
  'POST feedSilence': z.null(),
  'GET double': doubleRounds,
  'POST double': doubleRounds,
  'GET captcha/:codeId': captcha,
  'POST captcha': z.object({ kind: captchaKind }),
  'GET captchas': z.object({ kind: captchaKind, list: z.array(captcha) }),
  'POST captchas': captcha.extend({ kind: captchaKind }),
  'GET outbox': z.array(
    z.object({
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      code: z.string().nullable(),
      link: z.string().nullable().describe("where the mail's button leads"),
      sentAt: isoDate,
    }),
  ),
  'GET orders': z.array(order),
  'POST orders/:orderId/pay': order,
  'POST orders/:orderId/cancel': order,
  'POST orders/:orderId/fail': order,
  'POST orders/:orderId/expire': order,
  'POST orders/:orderId/takeBack': orderId,
  'POST orders/:orderId/forget': orderId,
  'POST reconcile': differences,
  'GET differences': differences,
  'POST differences/:id/resolve': z.object({ id: z.string() }),
  'GET reversals': z.array(
    z.object({
      id: z.string(),
      provider: z.string(),
      userId: z.string(),
      orderId: z.string(),
      cause: z.string(),
      amount: z.number().int().describe('in centavos'),
      taken: z.number().int().describe('in centavos: what was still there'),
      debt: z.number().int().describe('in centavos: what the player still owes'),
      at: isoDate,
    }),
  ),
  'POST reversals/settle': z.object({ id: z.string() }),
  'GET withdrawals': z.array(
    z.object({
      orderId: z.string(),
      username: z.string(),
      type: z.string(),
      key: z.string().describe('masked'),
      amount: amountOut,
      fee: amountOut,
      review: z
        .enum(['sharedKey', 'held', 'newKey'])
        .nullable()
        .describe('why it is not approved by itself; null: it will be'),
      time: isoDate,
      isAlmostLate: z.boolean(),
    }),
  ),
  'POST withdrawals/:orderId/approve': orderId,
  'POST withdrawals/:orderId/refuse': orderId,
  'POST withdrawals/:orderId/silence': orderId.extend({ silent: z.boolean() }),
  'POST withdrawals/:orderId/return': orderId,
  'GET identity': z.array(
    z.object({
      userId: z.string(),
      id: z.string(),
      name: z.string(),
      cpf: z.string().describe('masked'),
      provider: z.string(),
      createdTime: isoDate,
    }),
  ),
  'POST identity/:userId/confirm': z.null(),
  'POST identity/:userId/refuse': z.null(),
  'GET terminals': z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: z.enum(['new', 'online', 'offline', 'revoked']),
      inService: z.boolean(),
      isUpToDate: z.boolean(),
      lastSeenAt: isoDate.nullable(),
      health: z.custom<TerminalHealth>().nullable().describe('as the terminal has reported'),
      config: z.record(z.string(), z.unknown()),
      screenshotAt: isoDate.nullable(),
      crashes: z.array(z.object({ id: z.string(), crashedAt: z.string(), version: z.string() })),
    }),
  ),
  'POST terminals': enrolment.extend({ terminalId: z.string() }),
  'POST terminals/:id/code': enrolment,
  'POST terminals/:id': z.null(),
} satisfies { [Name in SandboxCall]: z.ZodType<unknown, SandboxData<Name>> }
