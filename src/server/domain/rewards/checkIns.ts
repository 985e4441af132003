import { cents, max, ZERO, type Cents } from '#contract/money.ts'
import { multiplyDown } from '#contract/multiplyDown.ts'
import {
  checkInBets,
  checkInReward,
  checkInRewards,
  checkInTurnover,
  nextStreakDay,
} from '#contract/rules/checkIn.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { playerActor } from '../../ledger/ledger.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { Refusal } from '../../texts/refusal.ts'
import { readToday, shiftDay } from '../../time/days.ts'
import { sendMessage } from '../accounts/messages.ts'
import { countedSince } from './countedBets.ts'

/** The posting's kind in the ledger. */
const checkInKind = 'checkIn'

export interface CheckInView {
  /** `needsBets`: yesterday's bets do not suffice; `off`: the jurisdiction has none. */
  state: 'off' | 'login' | 'needsDeposit' | 'needsBets' | 'available' | 'claimed'
  today: string
  /** Days of the current streak that are checked in. */
  streak: number
  days: { day: number; amount: Cents; state: 'done' | 'today' | 'later' }[]
  /** Days of this month that are checked in, YYYY-MM-DD. */
  checked: string[]
  total: Cents
  /** Yesterday's counted bets, and how many a check-in requires. */
  counted: Cents
  required: Cents
  nextAt: Date
}

/** The seven days of the streak, the checked-in days of this month, and the sum of all rewards so far. */
export async function readCheckIns(deps: AppDeps, userId: string | undefined): Promise<CheckInView> {
  const { db, clock } = deps
  const { day: today, nextDayAt: nextAt } = await readToday(db, clock.now())
  const common = { today, required: checkInBets, nextAt }
  const none = { ...common, streak: 0, checked: [], total: ZERO, counted: ZERO }
  if (!profileOf(deps).bonuses.checkIn) return { ...none, state: 'off', days: [] }
  if (userId === undefined) return { ...none, state: 'login', days: week(0, false) }
  const rows = await db.read<{ day: string; streak: number }>(
    `select day::text as day, streak from check_ins
      where user_id = $1 and check_ins.day >= least(date_trunc('month', $2::date), $2::date - 1)
      order by check_ins.day`,
    [userId, today],
  )
  const [sum] = await db.read<{ total: number }>(
    'select coalesce(sum(amount), 0)::bigint as total from check_ins where user_id = $1',
    [userId],
  )
  const todayRow = rows.find((row) => row.day === today)
  const yesterdayRow = rows.find((row) => row.day === shiftDay(today, -1))
  // After day 7 a new streak begins, with no day done yet.
  const streak = todayRow?.streak ?? (yesterdayRow ? nextStreakDay(yesterdayRow.streak) - 1 : 0)
  const earned = await readEarned(db, userId, shiftDay(today, -1))
  return {
    ...common,
    state: todayRow ? 'claimed' : earned.state,
    streak,
    days: week(streak, todayRow !== undefined),
    checked: rows.map((row) => row.day).filter((day) => day.slice(0, 7) === today.slice(0, 7)),
    total: cents(sum?.total ?? 0),
    counted: earned.counted,
  }
}

/**
 * Checks in today and pays the reward into the bonus wallet, once a day. Throws `claimTaken`, `claimNotReady` (before the
 * first deposit, and when yesterday's bets do not suffice) and `notFound` (no check-ins here).
 */
export async function checkInToday(
  deps: AppDeps,
  tx: Tx,
  userId: string,
): Promise<{ day: string; streak: number; amount: Cents }> {
  if (!profileOf(deps).bonuses.checkIn) throw new Refusal('notFound')
  const now = deps.clock.now()
  const { day } = await readToday(tx, now)
  const { state } = await readEarned(tx, userId, shiftDay(day, -1))
  const streak = nextStreakDay(await streakOf(tx, userId, shiftDay(day, -1)))
  const amount = checkInReward(streak)
  const inserted = await tx.query(
    `insert into check_ins (user_id, day, streak, amount, checked_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning 1 as done`,
    [userId, day, streak, amount, now],
  )
  if (inserted.length === 0) throw new Refusal('claimTaken')
  if (state !== 'available') throw new Refusal('claimNotReady')
  await deps.ledger.grantBonus(tx, {
    userId,
    actor: playerActor(userId),
    kind: checkInKind,
    refId: day,
    amount,
    wallet: 'bonus',
    turnover: multiplyDown(amount, checkInTurnover),
  })
  await sendMessage(deps, tx, userId, { kind: 'rewardClaimed', params: { reward: 'checkIn', amount } })
  return { day, streak, amount }
}

async function readEarned(
  db: Reader,
  userId: string,
  yesterday: string,
): Promise<{ state: 'needsDeposit' | 'needsBets' | 'available'; counted: Cents }> {
  const [wallet] = await db.read<{ deposit_sum: number }>(
    'select deposit_sum from wallets where user_id = $1',
    [userId],
  )
  // Below zero when a bet of an earlier day was corrected to a refund on that one.
  const counted = max(ZERO, await countedSince(db, userId, { from: yesterday, to: yesterday }))
  const state = !wallet?.deposit_sum ? 'needsDeposit' : counted < checkInBets ? 'needsBets' : 'available'
  return { state, counted }
}

async function streakOf(db: Reader, userId: string, day: string): Promise<number> {
  const [row] = await db.read<{ streak: number }>(
    'select streak from check_ins where user_id = $1 and day = $2',
    [userId, day],
  )
  return row?.streak ?? 0
}

function week(streak: number, isDone: boolean): CheckInView['days'] {
  const next = isDone ? 0 : streak + 1
  return checkInRewards.map((amount, index) => {
    const day = index + 1
    return { day, amount, state: day <= streak ? 'done' : day === next ? 'today' : 'later' }
  })
}
