import { add, cents, max, ZERO, type Cents } from '#contract/money.ts'
import { multiplyDown } from '#contract/multiplyDown.ts'
import { rebateOf, rebateRate, rebateTurnover } from '#contract/rules/rebate.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { playerActor } from '../../ledger/ledger.ts'
import { Refusal } from '../../texts/refusal.ts'
import { readToday } from '../../time/days.ts'
import { sendMessage } from '../accounts/messages.ts'
import { countedBets, type GameBets } from './countedBets.ts'

/** The posting's kind in the ledger. */
const rebateKind = 'rebate'

const historyLimit = 30

export interface RebateClaim {
  day: string
  bets: Cents
  rate: number
  amount: Cents
  at: Date
}

export interface RebateView {
  state: 'login' | 'nothing' | 'available' | 'claimed'
  day: string
  bets: Cents
  amount: Cents
  level: number
  rate: number
  today: { bets: Cents; amount: Cents }
  nextAt: Date
  history: RebateClaim[]
}

/**
 * Stakes settled on a day (Brasília), in cents, and the counted part of them; refunded stakes are left out.
 */
async function readBets(db: Reader, userId: string, day: string): Promise<{ bets: Cents; counted: Cents }> {
  const rows = await db.read<GameBets>(
    `select d.game, g.rtp, d.stakes as bets from bet_days d left join games g on g.code = d.game
      where d.user_id = $1 and d.day = $2`,
    [userId, day],
  )
  // Below zero when a bet of an earlier day was corrected to a refund on this one.
  const bets = max(ZERO, add(...rows.map((row) => cents(row.bets))))
  return { bets, counted: max(ZERO, countedBets(rows)) }
}

async function readLevel(db: Reader, userId: string): Promise<number> {
  const [user] = await db.read<{ level: number }>('select level from users where id = $1', [userId])
  if (!user) throw new Refusal('loggedOut')
  return user.level
}

/** Yesterday's rebate, today's bets so far and the last claims; without a player only the day. */
export async function readRebate(deps: AppDeps, userId: string | undefined): Promise<RebateView> {
  const { db, clock } = deps
  const { day: today, finished: day, nextDayAt: nextAt } = await readToday(db, clock.now())
  if (userId === undefined) {
    const none = { bets: ZERO, amount: ZERO }
    return { state: 'login', day, ...none, level: 0, rate: rebateRate(0), today: none, nextAt, history: [] }
  }
  const level = await readLevel(db, userId)
  const history = await readClaims(db, userId)
  const claimed = history.find((claim) => claim.day === day)
  const yesterdayBets = await readBets(db, userId, day)
  const bets = claimed?.bets ?? yesterdayBets.bets
  const amount = claimed?.amount ?? rebateOf(yesterdayBets.counted, level)
  const todayBets = await readBets(db, userId, today)
  return {
    state: claimed ? 'claimed' : amount > ZERO ? 'available' : 'nothing',
    day,
    bets,
    amount,
    level,
    rate: claimed?.rate ?? rebateRate(level),
    today: { bets: todayBets.bets, amount: rebateOf(todayBets.counted, level) },
    nextAt,
    history,
  }
}

/**
 * Pays the rebate on yesterday's bets into the cash wallet, once a day. Throws `claimNotReady`
 * when yesterday's bets earned nothing, or `claimTaken`.
 */
export async function claimRebate(
  deps: AppDeps,
  tx: Tx,
  userId: string,
): Promise<{ day: string; amount: Cents }> {
  const now = deps.clock.now()
  const { finished: day } = await readToday(tx, now)
  const level = await readLevel(tx, userId)
  const { bets, counted } = await readBets(tx, userId, day)
  const amount = rebateOf(counted, level)
  if (amount <= ZERO) throw new Refusal('claimNotReady')
  const inserted = await tx.query(
    `insert into rebate_claims (user_id, day, bets, rate, amount, claimed_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning 1 as claimed`,
    [userId, day, bets, rebateRate(level), amount, now],
  )
  if (inserted.length === 0) throw new Refusal('claimTaken')
  await deps.ledger.grantBonus(tx, {
    userId,
    actor: playerActor(userId),
    kind: rebateKind,
    refId: day,
    amount,
    wallet: 'cash',
    turnover: multiplyDown(amount, rebateTurnover),
  })
  await sendMessage(deps, tx, userId, { kind: 'rewardClaimed', params: { reward: 'rebate', amount } })
  return { day, amount }
}

async function readClaims(db: Reader, userId: string): Promise<RebateClaim[]> {
  const rows = await db.read<{ day: string; bets: number; rate: number; amount: number; claimed_at: Date }>(
    `select day::text as day, bets, rate, amount, claimed_at from rebate_claims
      where user_id = $1 order by rebate_claims.day desc limit $2`,
    [userId, historyLimit],
  )
  return rows.map(({ day, bets, rate, amount, claimed_at }) => ({
    day,
    bets: cents(bets),
    rate,
    amount: cents(amount),
    at: claimed_at,
  }))
}
