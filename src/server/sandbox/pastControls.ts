import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { slotCodes } from '#contract/games/slotThemes.ts'
import { amountIn } from '#contract/http/wire.schema.ts'
import { toWireAmount } from '#contract/money.ts'
import { findUserId } from '../domain/accounts/users.ts'
import { readCheckIns } from '../domain/rewards/checkIns.ts'
import { countValidInvitees } from '../domain/rewards/referrals.ts'
import { Refusal } from '../texts/refusal.ts'
import { control } from './control.ts'
import { addInvitees, payDeposits, playBets, type PastDeps } from './past.ts'
import { bringPromotion, checkInBefore } from './rewardStates.ts'

const daysAgo = z.number().int().min(0).max(400).default(0)
const amount = amountIn.refine((value) => value > 0, 'amount')

/** What players have done before: bets, deposits, invitations, check-ins and promotions. */
export function registerPastControls(scope: FastifyInstance, deps: PastDeps): void {
  control(
    scope,
    ['POST', 'bets/:username'],
    'A player has placed bets, on a day before; cash is as before',
    z.strictObject({
      game: z.enum(['dice', 'limbo', ...slotCodes]).default('dice'),
      amount,
      count: z.number().int().min(1).max(10_000).default(1),
      daysAgo,
    }),
    async ({ params, input }) => {
      await playBets(deps, await userIdOf(deps, params.username), input)
      return { count: input.count }
    },
  )

  control(
    scope,
    ['POST', 'deposits/:username'],
    'A player has made deposits, on a day before',
    z.strictObject({ amount, count: z.number().int().min(1).max(2_000).default(1), daysAgo }),
    async ({ params, input }) => {
      await payDeposits(deps, await userIdOf(deps, params.username), input)
      return { count: input.count }
    },
  )

  control(
    scope,
    ['POST', 'invitees/:username'],
    'New players whom this one has invited, who have deposited and bet enough unless `valid` is false',
    z.strictObject({ count: z.number().int().min(1).max(1_000), valid: z.boolean().default(true) }),
    async ({ params, input: { count, valid } }) => {
      const userId = await userIdOf(deps, params.username)
      const usernames = await addInvitees(deps, userId, { count, isValid: valid })
      return { usernames, validPeople: await countValidInvitees(deps.db, userId) }
    },
  )

  control(
    scope,
    ['POST', 'checkIns/:username'],
    'A player has checked in on the last days up to yesterday, and may do so today',
    z.strictObject({ days: z.number().int().min(0).max(60) }),
    async ({ params, input: { days } }) => {
      const userId = await userIdOf(deps, params.username)
      await checkInBefore(deps, userId, days)
      const { state, streak } = await deps.playerClocks.inTimeOf(userId, () => readCheckIns(deps, userId))
      return { state, streak }
    },
  )

  control(
    scope,
    ['POST', 'promotions/:username'],
    'Bring a promotion into a state for a player who has not taken part in it yet',
    z.strictObject({
      id: z.string().min(1).max(64),
      state: z.enum(['needsDeposit', 'notReady', 'available', 'claimed', 'expired']),
    }),
    async ({ params, input: { id, state } }) => {
      const reached = await bringPromotion(deps, await userIdOf(deps, params.username), id, state)
      return { id, state: reached.state, amount: toWireAmount(reached.amount) }
    },
  )
}

async function userIdOf(deps: PastDeps, username = ''): Promise<string> {
  const userId = await findUserId(deps.db, username)
  if (userId === undefined) throw new Refusal('notFound')
  return userId
}
