import { cents, type Cents } from '#contract/money.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { readToday, shiftDay } from '../../time/days.ts'

/** Postings that one view counts at most: some tenths of a second. A player who has more looks again. */
const postingsAtOnce = 20_000

/** Settled bets paid with one's own money, in cents. */
export interface PlayedSums {
  stakes: Cents
  payouts: Cents
}

export interface PlayedDay extends PlayedSums {
  /** YYYY-MM-DD, Brasília. */
  day: string
  /** Paid orders and redeemed vouchers, less what a bank has taken back. */
  deposits: Cents
  /** What was paid out, with its fee, less what a bank has returned. */
  withdrawals: Cents
  seconds: number
}

export interface PlayedGame extends PlayedSums {
  /** A code of the catalogue, `sports`, or '' where it is no longer known. */
  game: string
  /** Its name in the catalogue. */
  name: string | null
}

export interface PlayHistory {
  /** The first and the last day, both included. */
  from: string
  to: string
  /** False while older postings are still to be counted: the sums are too low. */
  isComplete: boolean
  /** Days on which something happened, oldest first. */
  days: PlayedDay[]
  /** The games of the period, by stakes. */
  games: PlayedGame[]
  /** Bets paid with the bonus wallet, which are in no other sum. */
  bonus: PlayedSums
}

/**
 * What a player has staked, got back, paid in and taken out in the last `days` days, today included. Equal to the ledger: a
 * bet counts on the day on which it was settled, a corrected one on the day of its correction too.
 */
export async function readPlayHistory(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
  { days, language }: { days: number; language: LanguageCode },
): Promise<PlayHistory> {
  const { day: to } = await readToday(db, clock.now())
  const from = shiftDay(to, 1 - days)
  const isComplete = await db.tx((tx) => countPostings(tx, userId))
  const range = [userId, from, to]
  const [daily, games, [bonus]] = await Promise.all([
    db.read<Record<Exclude<keyof PlayedDay, 'day'>, number> & { day: string }>(daysSql, range),
    db.read<{ game: string; name: string | null; stakes: number; payouts: number }>(gamesSql, [
      ...range,
      language,
    ]),
    db.read<{ stakes: number; payouts: number }>(bonusSql, range),
  ])
  return {
    from,
    to,
    isComplete,
    days: daily.map(({ day, seconds, stakes, payouts, deposits, withdrawals }) => ({
      day,
      seconds,
      stakes: cents(stakes),
      payouts: cents(payouts),
      deposits: cents(deposits),
      withdrawals: cents(withdrawals),
    })),
    games: games.map(({ stakes, payouts, ...game }) => ({
      ...game,
      stakes: cents(stakes),
      payouts: cents(payouts),
    })),
    bonus: { stakes: cents(bonus?.stakes ?? 0), payouts: cents(bonus?.payouts ?? 0) },
  }
}

const daysSql = `
  select day::text as day, sum(stakes)::bigint as stakes, sum(payouts)::bigint as payouts,
    sum(deposits)::bigint as deposits, sum(withdrawals)::bigint as withdrawals, sum(seconds)::bigint as seconds
  from (
    select day, stakes, payouts, 0 as deposits, 0 as withdrawals, 0 as seconds from play_history_days
      where user_id = $1 and day between $2 and $3
    union all
    select day, 0, 0, deposits, withdrawals, 0 from play_history_money where user_id = $1 and day between $2 and $3
    union all
    select day, 0, 0, 0, 0, seconds from play_days where user_id = $1 and day between $2 and $3
  ) d
  group by 1 order by 1`

const gamesSql = `
  select d.game, g.name ->> $4 as name, sum(d.stakes)::bigint as stakes, sum(d.payouts)::bigint as payouts
  from play_history_days d left join games g on g.code = d.game
  where d.user_id = $1 and d.day between $2 and $3 and (d.stakes, d.payouts) <> (0, 0)
  group by 1, 2 order by 3 desc, 1`

const bonusSql = `
  select coalesce(sum(bonus_stakes), 0)::bigint as stakes, coalesce(sum(bonus_payouts), 0)::bigint as payouts
  from play_history_days where user_id = $1 and day between $2 and $3`

/**
 * Adds the postings since the last view, and returns whether these were all. What a statement sees of a player's postings
 * has no gap: their ids are drawn under the wallet's lock.
 */
async function countPostings(tx: Tx, userId: string): Promise<boolean> {
  await tx.query('insert into play_history_positions values ($1, 0) on conflict do nothing', [userId])
  // Two views of one player count one after the other.
  const [position] = await tx.query<{ through: number }>(
    'select through from play_history_positions where user_id = $1 for update',
    [userId],
  )
  if (!position) throw new Error('no position of the play history')
  const [counted] = await tx.query<{ postings: number }>(countSql, [userId, position.through, postingsAtOnce])
  return (counted?.postings ?? 0) < postingsAtOnce
}

const countSql = `
  with posting as materialized (
    select id, kind::text as kind, key, ref_type, ref_id, args, ledger_day(at) as day from transfers
    where user_id = $1 and id > $2 order by id limit $3
  ), bet as (
    select day, args ->> 'wallet' = 'cash' as is_cash, (args ->> 'stake')::bigint as stake, (args ->> 'payout')::bigint as payout,
      case ref_type when 'ticket' then 'sports'
        -- Not a join: the planner would read all rounds for many postings.
        else coalesce((select r.game from game_rounds r where r.id = ref_id and r.user_id = $1), '') end as game
    from posting where kind in ('settle', 'play', 'correct')
  ), money as (
    select day,
      case kind when 'reversal' then -(args ->> 'amount')::bigint else (args ->> 'principal')::bigint end as deposit,
      0 as withdrawal
    from posting where kind in ('deposit', 'voucher', 'reversal')
    union all
    select day, 0, case kind when 'withdrawal_paid' then (args ->> 'amount')::bigint else -(args ->> 'amount')::bigint end
    from posting where kind = 'withdrawal_paid' or kind = 'withdrawal_back' and key like 'return:%'
  ), added_days as (
    insert into play_history_days as d (user_id, day, game, stakes, payouts, bonus_stakes, bonus_payouts)
      select $1, day, game, coalesce(sum(stake) filter (where is_cash), 0), coalesce(sum(payout) filter (where is_cash), 0),
        coalesce(sum(stake) filter (where not is_cash), 0), coalesce(sum(payout) filter (where not is_cash), 0)
      from bet group by day, game
      on conflict (user_id, day, game) do update set stakes = d.stakes + excluded.stakes,
        payouts = d.payouts + excluded.payouts, bonus_stakes = d.bonus_stakes + excluded.bonus_stakes,
        bonus_payouts = d.bonus_payouts + excluded.bonus_payouts
  ), added_money as (
    insert into play_history_money as m (user_id, day, deposits, withdrawals)
      select $1, day, sum(deposit), sum(withdrawal) from money group by day
      on conflict (user_id, day) do update set deposits = m.deposits + excluded.deposits,
        withdrawals = m.withdrawals + excluded.withdrawals
  ), moved as (
    update play_history_positions p set through = last.id
      from (select max(id) as id from posting) last where p.user_id = $1 and last.id is not null
  )
  select count(*)::int as postings from posting`
