import { cents, max } from '#contract/money.ts'
import { checkInBets } from '#contract/rules/checkIn.ts'
import type { PromotionTerms } from '#contract/rules/promotions.ts'
import { checkInToday } from '../domain/rewards/checkIns.ts'
import { claimPromotion, readPromotion, type PromotionView } from '../domain/rewards/promotions.ts'
import { Refusal } from '../texts/refusal.ts'
import { readToday, shiftDay } from '../time/days.ts'
import { addInvitees, ensureDeposited, onDay, payDeposits, playCounted, type PastDeps } from './past.ts'

const dayMs = 24 * 3_600_000
/** Who has deposited this has deposited. */
const someDeposit = cents(20_00)
/** Enough that every reward by share of it is at least a cent. */
const someBets = cents(1_000_00)

/**
 * The player has checked in on each of the last `days` days up to yesterday, and has bet enough for today's. Throws
 * fieldInvalid if a day since then is checked in, today too: a streak has no second beginning.
 */
export async function checkInBefore(deps: PastDeps, userId: string, days: number): Promise<void> {
  const now = deps.clock.now().getTime() + deps.playerClocks.aheadMs(userId)
  const [taken] = await deps.db.read<{ day: string }>(
    'select max(day)::text as day from check_ins where user_id = $1 having max(day) >= ledger_day($2) - $3::int',
    [userId, new Date(now), days],
  )
  if (taken) {
    const data = { field: 'days', reason: `${taken.day} is checked in` }
    throw new Refusal('fieldInvalid', { params: { field: 'days' }, data })
  }
  await ensureDeposited(deps, userId, someDeposit)
  for (let daysAgo = days; daysAgo >= 1; daysAgo--) {
    await playCounted(deps, userId, { counted: checkInBets, daysAgo: daysAgo + 1 })
    await onDay(deps, userId, daysAgo, () => deps.db.tx((tx) => checkInToday(deps, tx, userId)))
  }
  await playCounted(deps, userId, { counted: checkInBets, daysAgo: 1 })
}

type WantedState = Exclude<PromotionView['state'], 'login'>

/**
 * Brings a promotion into a state for one player, who has not taken part in it yet. Throws notFound, and fieldInvalid with the
 * state that it has instead, if that one cannot be reached.
 */
export async function bringPromotion(
  deps: PastDeps,
  userId: string,
  id: string,
  wanted: WantedState,
): Promise<PromotionView> {
  const read = () => deps.playerClocks.inTimeOf(userId, () => readPromotion(deps, id, userId))
  const terms = await read()
  await prepare[terms.kind](deps, userId, terms, wanted)
  if (wanted === 'claimed')
    await deps.playerClocks.inTimeOf(userId, () => deps.db.tx((tx) => claimPromotion(deps, tx, userId, id)))
  const reached = await read()
  if (reached.state !== wanted)
    throw new Refusal('fieldInvalid', {
      params: { field: 'state' },
      data: { field: 'state', reason: reached.state },
    })
  return reached
}

type Prepare = (deps: PastDeps, userId: string, terms: PromotionTerms, wanted: WantedState) => Promise<void>

const prepare: Record<PromotionTerms['kind'], Prepare> = {
  async firstDeposit(deps, userId, { minimum, days }, wanted) {
    if (wanted === 'needsDeposit') return
    const amount = max(minimum, someDeposit)
    await payDeposits(deps, userId, { amount, count: 1, daysAgo: wanted === 'expired' ? days + 1 : 0 })
    if (wanted === 'available' || wanted === 'claimed')
      await playCounted(deps, userId, { counted: amount, daysAgo: 0 })
  },
  async weekendCashback(deps, userId, _terms, wanted) {
    if (wanted === 'needsDeposit') return
    await ensureDeposited(deps, userId, someDeposit)
    if (wanted !== 'available' && wanted !== 'claimed') return
    const now = deps.clock.now().getTime() + deps.playerClocks.aheadMs(userId)
    const { day } = await readToday(deps.db, new Date(now))
    // Sunday is 0. At the weekend, the next Monday is the player's today.
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    const ahead = weekday === 6 ? 2 : weekday === 0 ? 1 : 0
    if (ahead > 0) await deps.playerClocks.set(userId, deps.playerClocks.aheadMs(userId) + ahead * dayMs)
    const today = new Date(`${shiftDay(day, ahead)}T00:00:00Z`).getUTCDay()
    await playCounted(deps, userId, { counted: someBets, daysAgo: today })
  },
  async invite(deps, userId, { days }, wanted) {
    if (wanted === 'available' || wanted === 'claimed')
      await addInvitees(deps, userId, { count: 1, isValid: true })
    if (wanted === 'expired') {
      const before = new Date(deps.clock.now().getTime() - (days + 1) * dayMs)
      await deps.db.write('update users set created_at = least(created_at, $2) where id = $1', [
        userId,
        before,
      ])
    }
  },
}
