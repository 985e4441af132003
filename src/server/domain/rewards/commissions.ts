import { add, cents, max, ZERO, type Cents } from '#contract/money.ts'
import { commissionOf } from '#contract/rules/referrals.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { playerActor } from '../../ledger/ledger.ts'
import { Refusal } from '../../texts/refusal.ts'
import { readToday, shiftDay } from '../../time/days.ts'
import { sendMessage } from '../accounts/messages.ts'
import { countedBets, type GameBets } from './countedBets.ts'
import { excludedOf, type Excluded } from './excludedTeam.ts'
import { countValidInvitees, readTeam, teamSql, type TeamLevel } from './referrals.ts'
import { readSettings } from '../installation/settings.ts'

/** The posting's kind in the ledger. */
const commissionKind = 'commission'

const dashboardDays = 14
const levels = [1, 2, 3] as const

/** Commissions of one day (YYYY-MM-DD) by level, in cents. */
interface CommissionDay {
  day: string
  amounts: Cents[]
}

export interface AgentDashboard {
  inviteCode: string
  link: string
  rates: readonly number[]
  team: TeamLevel[]
  validPeople: number
  available: Cents
  today: Cents
  claimed: Cents
  nextAt: Date
  days: (CommissionDay & { isClaimed: boolean })[]
}

/**
 * Bets count on the day they are settled: a refunded stake earns nothing, and no commission is ever taken
 * back. Bets of test accounts are play money and earn nothing; nor do bets of the player's own accounts, or of
 * somebody who was a player before.
 */
const betsSql = (excluded: Excluded) => `
  with ${[...excluded.ctes, teamSql].join(', ')}
  select d.day::text as day, team.level, d.game, g.rtp, sum(d.stakes)::bigint as bets
  from team join users u on u.id = team.id and not u.test_flag
  join bet_days d on d.user_id = team.id and d.day between $2 and $3
  left join games g on g.code = d.game
  where not ${excluded.isSql('u')}
  group by 1, 2, 3, 4`

/** Commissions of the days from `from` to `to`, both inclusive; days without bets are left out. */
async function readDays(db: Reader, userId: string, from: string, to: string): Promise<CommissionDay[]> {
  const excluded = await excludedOf(db, userId, 4)
  const rows = await db.read<GameBets & { day: string; level: number }>(betsSql(excluded), [
    userId,
    from,
    to,
    ...excluded.params,
  ])
  const { commissionRates } = await readSettings(db)
  return [...new Set(rows.map(({ day }) => day))].map((day) => ({
    day,
    amounts: levels.map((level) => {
      const ofLevel = rows.filter((row) => row.day === day && row.level === level)
      // Below zero when a bet of an earlier day was corrected to a refund on this one.
      return max(ZERO, commissionOf(countedBets(ofLevel), level, commissionRates))
    }),
  }))
}

/** The last day paid out, and the sum of all payments in cents. */
async function readClaims(db: Reader, userId: string): Promise<{ through: string | null; claimed: Cents }> {
  const [row] = await db.read<{ through: string | null; claimed: number }>(
    `select max(through)::text as through, coalesce(sum(amount), 0)::bigint as claimed
      from commission_claims where user_id = $1`,
    [userId],
  )
  return { through: row?.through ?? null, claimed: cents(row?.claimed ?? 0) }
}

/** The agent's dashboard: team, commissions by day, and what can be claimed. */
export async function readAgent(deps: AppDeps, userId: string): Promise<AgentDashboard> {
  const { db, clock, config } = deps
  const today = await readToday(db, clock.now())
  const { through, claimed } = await readClaims(db, userId)
  const firstDay = shiftDay(today.day, 1 - dashboardDays)
  const from = through === null ? '-infinity' : through < firstDay ? shiftDay(through, 1) : firstDay
  const days = await readDays(db, userId, from, today.day)
  const isDue = ({ day }: CommissionDay) => day <= today.finished && (through === null || day > through)
  const [user] = await db.read<{ invite_code: string }>('select invite_code from users where id = $1', [
    userId,
  ])
  if (!user) throw new Refusal('loggedOut')
  const { commissionRates } = await readSettings(db)
  return {
    inviteCode: user.invite_code,
    link: `${config.publicUrl}/y${user.invite_code}`,
    rates: commissionRates,
    team: await readTeam(db, userId),
    validPeople: await countValidInvitees(db, userId),
    available: total(days.filter(isDue)),
    today: total(days.filter(({ day }) => day === today.day)),
    claimed,
    nextAt: today.nextDayAt,
    days: Array.from({ length: dashboardDays }, (_, index) => {
      const day = shiftDay(firstDay, index)
      const amounts =
        days.find((commissionDay) => commissionDay.day === day)?.amounts ?? levels.map(() => ZERO)
      return { day, amounts, isClaimed: through !== null && day <= through }
    }),
  }
}

/**
 * Pays the commissions of all finished days since the last claim into the cash wallet, without turnover,
 * because they are earnings. Throws `claimTaken` when those days are paid already, `claimNotReady` when
 * nothing is due.
 */
export async function claimCommissions(
  deps: AppDeps,
  tx: Tx,
  userId: string,
): Promise<{ amount: Cents; through: string }> {
  // One claim per player at a time, also across midnight.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('commission:' || $1, 0))`, [userId])
  const now = deps.clock.now()
  const { finished: day } = await readToday(tx, now)
  const { through } = await readClaims(tx, userId)
  if (through !== null && through >= day) throw new Refusal('claimTaken')
  const from = through === null ? '-infinity' : shiftDay(through, 1)
  const amount = total(await readDays(tx, userId, from, day))
  if (amount <= ZERO) throw new Refusal('claimNotReady')
  await tx.query(
    'insert into commission_claims (user_id, through, amount, claimed_at) values ($1, $2, $3, $4)',
    [userId, day, amount, now],
  )
  await deps.ledger.grantBonus(tx, {
    userId,
    actor: playerActor(userId),
    kind: commissionKind,
    refId: day,
    amount,
    wallet: 'cash',
  })
  await sendMessage(deps, tx, userId, { kind: 'rewardClaimed', params: { reward: 'commission', amount } })
  return { amount, through: day }
}

function total(days: CommissionDay[]): Cents {
  return add(...days.flatMap(({ amounts }) => amounts))
}
