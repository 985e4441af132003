import { cents, type Cents } from '#contract/money.ts'
import { isRealSql } from '../accounts/testAccounts.ts'
import type { Reader } from '../../db/client.ts'

/** What a game has taken and paid, in all days of the reports (domain/reports). */
export interface GameReturn {
  rounds: number
  stakes: Cents
  payouts: Cents
  /** Payouts by stakes; null: no stakes yet. */
  measured: number | null
  /** The 95 % band around it; null: too few rounds. */
  band: { low: number; high: number; variance: 'exact' | 'sample' } | null
}

/** Rounds from which the variance is estimated: pages of the table, drawn at random. */
const sampleRounds = 50_000
/** With fewer, their variance says little. */
const leastRounds = 30
/** Of a normal distribution: 95 % lie within so many standard deviations. */
const deviations = 1.96

/**
 * The variance of a round's payout by stake 1, where it is known: such a bet pays m with the probability p, so it is
 * m²p(1 - p). Null: another game. `g`: the round.
 */
const exactVarianceSql = `case g.game
  when 'dice' then 0.99 * 99 / (g.params ->> 'chance')::float8 - 0.9801
  when 'limbo' then 0.99 * (g.params ->> 'target')::float8 - 0.9801
  when 'double' then case when g.params ->> 'colour' = 'white' then 14 * 14 * 14 / 225.0 else 4 * 56 / 225.0 end
end`

const sumsSql = `select game, sum(settled)::bigint as rounds, sum(stakes)::bigint as stakes, sum(payouts)::bigint as payouts
  from report_bets where product = 'game' group by game`

/** Sums of squares of a sample; of every round while there are few. */
const sampleSql = `select g.game, count(*) as rounds, sum(g.stake::float8 ^ 2) as stakes2, sum(g.payout::float8 ^ 2) as payouts2,
    sum(g.stake::float8 * g.payout) as products, sum(g.stake::float8 ^ 2 * ${exactVarianceSql}) as exact
  from game_rounds g tablesample system ($1) where g.status = 'settled' and ${isRealSql('g.user_id')} group by g.game`

interface Sample {
  game: string
  rounds: number
  stakes2: number
  payouts2: number
  products: number
  exact: number | null
}

/** Return to player of every game that was played, by code. */
export async function readGameReturns(db: Reader): Promise<Map<string, GameReturn>> {
  const [size] = await db.read<{ rows: number }>(
    `select coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 as rows from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'game_rounds'::regclass`,
  )
  const percent = Math.min(100, (100 * sampleRounds) / Math.max(1, size?.rows ?? 0))
  const [sums, samples] = await Promise.all([
    db.read<{ game: string; rounds: number; stakes: number; payouts: number }>(sumsSql),
    db.read<Sample>(sampleSql, [percent]),
  ])
  return new Map(
    sums.map(({ game, rounds, stakes, payouts }) => {
      const measured = stakes > 0 ? payouts / stakes : null
      const sample = samples.find((each) => each.game === game)
      const band = measured === null || !sample ? null : bandOf({ rounds, stakes, measured }, sample)
      return [game, { rounds, stakes: cents(stakes), payouts: cents(payouts), measured, band }]
    }),
  )
}

/**
 * The band of a ratio of sums. What a round pays more or less than the measured return has a variance; that of all rounds is so
 * many times as large, and its root is put in relation to all stakes.
 */
function bandOf(
  { rounds, stakes, measured }: { rounds: number; stakes: number; measured: number },
  { rounds: sampled, stakes2, payouts2, products, exact }: Omit<Sample, 'game'>,
): GameReturn['band'] {
  if (rounds < leastRounds || sampled < leastRounds) return null
  const residues = payouts2 - 2 * measured * products + measured ** 2 * stakes2
  const ofSample = exact ?? Math.max(0, residues)
  const half = (deviations * Math.sqrt((ofSample / sampled) * rounds)) / stakes
  return { low: measured - half, high: measured + half, variance: exact === null ? 'sample' : 'exact' }
}
