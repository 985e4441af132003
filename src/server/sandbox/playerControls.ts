import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toWireBalances } from '#contract/http/wallet.ts'
import { cents } from '#contract/money.ts'
import { fromWireBonusOffer } from '#contract/realtime.ts'
import type { SandboxPlayer } from '#contract/sandbox.ts'
import type { AppDeps } from '../deps.ts'
import { createLoginLink } from '../domain/accounts/loginLinks.ts'
import { findUserId, readProfile } from '../domain/accounts/users.ts'
import { storeOffer } from '../domain/payments/eligibility.ts'
import { Refusal } from '../texts/refusal.ts'
import { callerOf } from '../http/caller.ts'
import { presentUserInfo } from '../presenters/user.ts'
import { control, noInput } from './control.ts'
import { pushSchema, toEvent } from './events.ts'
import { nextRounds, nextRoundsSchema } from './nextRounds.ts'
import { fixOutcome, outcomeSchema } from './outcomes.ts'
import { fixSeeds, seedsSchema } from './seeds.ts'
import { changeSandboxUser, createSandboxUser, newUserSchema, userChangesSchema } from './users.ts'

/** Controls of players: create them in any state, change them, send them events, fix their seeds. */
export function registerPlayerControls(scope: FastifyInstance, deps: AppDeps): void {
  control(scope, ['POST', 'users'], 'Create a player at once', newUserSchema, async ({ input, request }) => {
    const { userId, token } = await createSandboxUser(deps, input, callerOf(request))
    return { token, ...(await present(deps, userId)) }
  })

  control(
    scope,
    ['PATCH', 'users/:username'],
    'Change any field of a player',
    userChangesSchema,
    async ({ params: { username = '' }, input }) =>
      present(deps, await changeSandboxUser(deps, username, input)),
  )

  control(
    scope,
    ['GET', 'users/:username'],
    "A player's user info; `online`: has a real-time connection to this process",
    noInput,
    async ({ params: { username = '' } }) => {
      const userId = await userIdOf(deps, username)
      return { ...(await present(deps, userId)), online: deps.presence.isConnected(userId) }
    },
  )

  control(
    scope,
    ['GET', 'users'],
    'The newest players; search: a part of the e-mail address',
    z.looseObject({ search: z.string().max(254).optional() }),
    ({ input }) => listPlayers(deps, input.search?.trim() ?? ''),
  )

  control(
    scope,
    ['POST', 'links'],
    'A one-time link (/zgo) that logs a player in',
    z.strictObject({ username: z.string().min(1).max(254) }),
    async ({ input }) => createLoginLink(deps, deps.db, await userIdOf(deps, input.username)),
  )

  control(
    scope,
    ['POST', 'events/:username'],
    'Push a real-time event to a player',
    pushSchema,
    async ({ params: { username = '' }, input }) => {
      const userId = await userIdOf(deps, username)
      const event = toEvent(input, deps.clock.now())
      if (!event) throw new Refusal('fieldInvalid', { params: { field: 'payload' } })
      const offer = event.name === 'userBetAmount' ? fromWireBonusOffer(event.payload) : null
      await deps.db.tx(async (tx) => {
        // Stored, so that the player can buy what the prompt offers.
        if (offer) await storeOffer(deps, tx, { userId, ...offer })
        await deps.bus.publish(tx, { type: 'event', userId, event })
      })
      return event
    },
  )

  control(
    scope,
    ['POST', 'seeds/:username'],
    "Fix a player's server seed, client seed and nonce",
    seedsSchema,
    async ({ params: { username = '' }, input }) => fixSeeds(deps, await userIdOf(deps, username), input),
  )

  control(
    scope,
    ['GET', 'rounds/:username'],
    "What a player's next rounds of a game will be",
    nextRoundsSchema,
    async ({ params: { username = '' }, input }) => nextRounds(deps, await userIdOf(deps, username), input),
  )

  control(
    scope,
    ['POST', 'outcomes/:username'],
    "Give a player seeds whose next round has such a result: a roll of dice, a slot's win or free spins",
    outcomeSchema,
    async ({ params: { username = '' }, input }) => fixOutcome(deps, await userIdOf(deps, username), input),
  )
}

async function userIdOf(deps: AppDeps, username: string): Promise<string> {
  const userId = await findUserId(deps.db, username)
  if (userId === undefined) throw new Refusal('notFound')
  return userId
}

async function present(deps: AppDeps, userId: string) {
  const profile = await readProfile(deps, deps.db, userId)
  return { user: presentUserInfo(profile) }
}

async function listPlayers(deps: AppDeps, search: string): Promise<SandboxPlayer[]> {
  const rows = await deps.db.read<{
    email: string
    level: number
    kyc: number
    test_flag: boolean
    cash: number
    bonus: number
    created_at: Date
  }>(
    `select u.email, u.level, u.kyc, u.test_flag, w.cash, w.bonus, u.created_at
       from users u join wallets w on w.user_id = u.id
      where position(lower($1) in lower(u.email)) > 0
      order by u.created_at desc, u.id limit 50`,
    [search],
  )
  return rows.map((row) => ({
    username: row.email,
    level: row.level,
    kyc: row.kyc,
    testFlag: row.test_flag ? '1' : '0',
    ...toWireBalances({ cash: cents(row.cash), bonus: cents(row.bonus) }),
    time: row.created_at.toISOString(),
  }))
}
