import { z } from 'zod'
import { blockReasons } from '../rules/blockReasons.ts'
import { prizeReasons } from '../rules/prizeSuspension.ts'
import { statusReasons } from '../rules/playerStatus.ts'
import { refusalCodes } from '../rules/withdrawalDecision.ts'
import { amountOut, id, isoDate } from './wire.schema.ts'

/** The kinds of messages; the client has a title and a text for each. */
export const messageKind = z.enum([
  'welcome',
  'depositPaid',
  'depositReturned',
  'depositReversed',
  'withdrawalPaid',
  'withdrawalRefused',
  'withdrawalReturned',
  'levelUp',
  'rewardClaimed',
  'dataReady',
  'statementReady',
  'ticketRaised',
  'ticketLowered',
  'ticketOwed',
  'accountSuspended',
  'accountRestored',
  'identityConfirmed',
  'identityRefused',
  'personBlocked',
  'prizeSuspended',
  'prizeReleased',
  'prizeTaken',
  'betSuspended',
  'betReleased',
])

export const messageParams = z.object({
  amount: amountOut.optional(),
  ticket: z.string().optional().describe('number of the bet slip'),
  moved: amountOut.optional().describe('what a correction has credited or taken back, or a bank has'),
  owed: amountOut
    .optional()
    .describe('what the player owes, after a bank has taken a deposit back or a result was corrected'),
  level: z.number().int().optional(),
  reward: z.enum(['rebate', 'checkIn', 'gift', 'promotion', 'ladder', 'commission']).optional(),
  refusal: z.enum(refusalCodes).optional().describe('why the money of a withdrawal is back'),
  status: z.enum(statusReasons).optional().describe('why the account is suspended'),
  prize: z.enum(prizeReasons).optional().describe('why a prize is suspended, or was taken'),
  until: isoDate.optional().describe('when it comes back at the latest'),
  blocks: z.array(z.enum(blockReasons)).optional().describe('why a register lets the person not bet'),
})

const message = z.object({
  id,
  kind: messageKind,
  params: messageParams,
  time: isoDate,
  isRead: z.boolean(),
})

/** The inbox, newest first. */
export const list = {
  query: z.strictObject({ cursor: z.coerce.number().int().min(1).optional() }),
  data: z.object({
    list: z.array(message),
    unread: z.number().int(),
    next: z.number().int().nullable().describe('cursor of the next page'),
  }),
}
export const open = { params: z.object({ id }), data: message }
export const unread = { data: z.object({ unread: z.number().int() }) }
export const readAll = { body: z.strictObject({}), data: z.object({ unread: z.number().int() }) }
