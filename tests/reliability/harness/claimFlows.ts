import { checkInBets } from '#contract/rules/checkIn.ts'
import type { Db } from '#server/db/client.ts'
import { createLedger } from '#server/ledger/createLedger.ts'
import type { SandboxUser } from '../../../scripts/Sandbox.ts'
import { playedRound } from '../../server/helpers/playedRound.ts'
import type { Flow } from './Flow.ts'
import type { Player, Stage } from './Stage.ts'
import type { Call } from './send.ts'

const dayMs = 24 * 3_600_000

/** Posts a settled bet on a past day, in cents, directly in the database: moving the clock would affect other flows. */
async function betInThePast(
  db: Db,
  { userId }: Player,
  { stake, at }: { stake: number; at: Date },
): Promise<void> {
  const clock = { now: () => at }
  await playedRound({ db, clock, ledger: createLedger(db, clock) }, { userId, stake })
}

/** The stakes of the bets of `rebateClaim`, paid from the cash wallet, in cents. */
export const rebateStakes = [10_00, 10_00, 10_00] as const

/**
 * The claim of a rebate of R$ 0.10. The player has bet the same amount on each of three days, so that the rebate is
 * the same whether the claim arrives before or after midnight.
 */
export async function rebateClaim(stage: Stage, player: Player): Promise<Call> {
  const now = (await stage.now()).getTime()
  for (const [daysAgo, stake] of rebateStakes.entries())
    await betInThePast(stage.db, player, { stake, at: new Date(now - daysAgo * dayMs) })
  return { kind: 'rebate', path: '/api/app/rewards/rebate/claim', body: {}, token: player.token }
}

async function invitee(stage: Stage, { username }: Player): Promise<Player> {
  return stage.player({ inviteCode: await stage.sandbox.inviteCode(username) })
}

/** The claim of a commission of R$ 0.30 for an invited player's bet two days ago, a day that has certainly ended. */
export async function commissionClaim(stage: Stage, player: Player): Promise<Call> {
  const friend = await invitee(stage, player)
  const at = new Date((await stage.now()).getTime() - 2 * dayMs)
  await betInThePast(stage.db, friend, { stake: 100_00, at })
  return { kind: 'commission', path: '/api/app/agent/claim', body: {}, token: player.token }
}

/** The claim of the ladder's first step, for an invited player who has deposited R$ 100 and bet as much, as far as bets count. */
export async function ladderClaim(stage: Stage, player: Player): Promise<Call> {
  const friend = await invitee(stage, player)
  const { orderId } = await stage.openOrder(friend)
  await stage.done(await stage.notification(orderId))
  await stage.done({
    kind: 'dice bet',
    path: '/api/app/game/dice/bet',
    body: { amount: 400, direction: 'over', chance: 50 },
    token: friend.token,
  })
  return { kind: 'ladder', path: '/api/app/agent/ladder/claim', body: { people: 1 }, token: player.token }
}

async function promotionClaim(stage: Stage, player: Player): Promise<Call> {
  const { orderId } = await stage.openOrder(player)
  await stage.done(await stage.notification(orderId))
  await betInThePast(stage.db, player, { stake: 100_00, at: await stage.now() })
  const promotions = await stage.get<{ list: { id: string }[] }>(player.token, '/api/app/promotions')
  const body = { id: promotions.list[0]?.id ?? '' }
  return { kind: 'promotion', path: '/api/app/promotions/claim', body, token: player.token }
}

const claim = (name: string, prepare: Flow['prepare'], fields: Partial<SandboxUser> = {}): Flow => ({
  name,
  fields,
  prepare,
  isPaidOnce: true,
})

async function giftClaim(stage: Stage, player: Player): Promise<Call> {
  const { orderId } = await stage.openOrder(player, { withGift: false })
  await stage.done(await stage.notification(orderId))
  return { kind: 'gift', path: '/api/app/main/claimGift', body: {}, token: player.token }
}

/** The player has bet enough on each of two days, so that the claim is paid whether it arrives before or after midnight. */
async function checkInClaim(stage: Stage, player: Player): Promise<Call> {
  const { orderId } = await stage.openOrder(player)
  await stage.done(await stage.notification(orderId))
  const now = (await stage.now()).getTime()
  for (const at of [new Date(now - dayMs), new Date(now)])
    await betInThePast(stage.db, player, { stake: checkInBets, at })
  return { kind: 'check-in', path: '/api/app/rewards/signIn/claim', body: {}, token: player.token }
}

/** The claims that are paid once per player. */
export const claimFlows: readonly Flow[] = [
  claim('gift', giftClaim, { gift: 1 }),
  claim('check-in', checkInClaim),
  claim('promotion', promotionClaim),
  claim('rebate', rebateClaim),
  claim('commission', commissionClaim),
  claim('ladder', ladderClaim),
]
