import type { Db } from '../../db/client.ts'
import type { AppDeps } from '../../deps.ts'
import { dayZone, readToday } from '../../time/days.ts'
import { countedSql, scopesSql } from './countedSql.ts'

/** A sum of the reports that is not what the ledger says; cents or a number. */
export interface ReportDifference {
  /** The table, the row with its brand, and the column: `bets <brand>:game:dice:cash stakes`. */
  what: string
  reported: number
  ledger: number
}

/** Accounts of the house, what they are reported as, and whether the house receives it (1) or gives it (-1). */
const houseAccounts = `('house_games', 'games', 1), ('house_bonus', 'bonus', -1), ('house_provider', 'deposit', -1),
  ('house_vouchers', 'voucher', -1), ('house_payout', 'withdrawal', 1), ('house_fees', 'fee', 1),
  ('house_debts', 'debt', -1)`

/**
 * Counts a day again from its postings and compares every sum, as of one moment: postings that the job has not counted yet
 * (after the position) are left out. The games of archived rounds are not known any more, so on their days the games are
 * compared in one sum. Independently of how postings are told apart, what is reported as revenue, bonuses, deposits,
 * withdrawals and fees must be what the accounts of the house received.
 */
const compareSql = `
  with ${countedSql(`t.at >= $1::date::timestamp at time zone $2 and t.at < ($1::date + 1)::timestamp at time zone $2
    and t.id <= (select coalesce(max(through), 0) from report_position)`)},
  archived as (select coalesce(bool_or(is_archived), false) as any from posting),
  ledger (what, value) as (
    select 'bets ' || brand || ':' || product || ':' || case when product = 'game' and a.any then '*' else game end || ':' || wallet
        || ' ' || name, value
    from counted_bets cross join archived a cross join lateral (values
      ('placed', placed), ('placedCents', placed_cents), ('settled', settled), ('stakes', stakes),
      ('payouts', payouts), ('refunded', refunded), ('refunds', refunds), ('corrections', corrections)
    ) as each (name, value)
    union all
    select 'money ' || brand || ':' || kind || ':' || detail || ' ' || name, value from counted_money cross join lateral (values
      ('number', number), ('cents', cents)) as each (name, value)
    union all
    select 'accounts ' || brand || ':' || account || ':' || held_for || ' cents', cents from counted_accounts
    union all
    select 'actives ' || brand || ':' || product || ':' || game || ' players', players from (
      select p.brand, scope.product, scope.game, count(distinct p.user_id) as players
      from posting p cross join archived a cross join lateral ${scopesSql}
      where p.kind in ('stake', 'play') and p.product is not null
        and not (a.any and scope.product = 'game' and scope.game <> '*')
      group by 1, 2, 3
    ) counted
    union all
    select 'registrations ' || brand || ' players', count(*) from users
      where created_at >= $1::date::timestamp at time zone $2 and created_at < ($1::date + 1)::timestamp at time zone $2
        and not test_flag
      group by brand
    union all
    select 'revenue ' || report || ' cents', sum(sign * cents) from counted_accounts join (values ${houseAccounts})
      as house (account, report, sign) using (account) group by report
  ), reported (what, value) as (
    select 'bets ' || brand || ':' || product || ':' || case when product = 'game' and a.any then '*' else game end || ':' || wallet
        || ' ' || name, value
    from report_bets cross join archived a cross join lateral (values
      ('placed', placed), ('placedCents', placed_cents), ('settled', settled), ('stakes', stakes),
      ('payouts', payouts), ('refunded', refunded), ('refunds', refunds), ('corrections', corrections)
    ) as each (name, value)
    where day = $1::date
    union all
    select 'money ' || brand || ':' || kind || ':' || detail || ' ' || name, value from report_money cross join lateral (values
      ('number', number), ('cents', cents)) as each (name, value)
    where day = $1::date
    union all
    select 'accounts ' || brand || ':' || account || ':' || held_for || ' cents', cents from report_accounts where day = $1::date
    union all
    select 'actives ' || brand || ':' || product || ':' || game || ' players', players from report_actives cross join archived a
    where period = 'day' and starts = $1::date and not (a.any and product = 'game' and game <> '*')
    union all
    select 'registrations ' || brand || ' players', players from report_registrations where day = $1::date
    union all
    select 'revenue games cents', sum(stakes - payouts) from report_bets where day = $1::date
    union all
    select 'revenue ' || report || ' cents', sum(sign * cents) from report_money join (values
      ('bonus', 'bonus', 1), ('deposit', 'deposit', 1), ('depositReversed', 'deposit', -1), ('debt', 'debt', 1),
      ('voucher', 'voucher', 1), ('withdrawal', 'withdrawal', 1),
      ('withdrawalReturned', 'withdrawal', -1), ('fee', 'fee', 1)
    ) as money (kind, report, sign) using (kind) where day = $1::date group by report
    union all
    -- Kinds of postings that the reports name by the account.
    select 'revenue ' || report || ' cents', sum(-sign * cents) from report_money join (values ${houseAccounts})
      as house (detail, report, sign) using (detail) where day = $1::date group by report
  )
  select what, coalesce(r.value, 0)::bigint as reported, coalesce(l.value, 0)::bigint as ledger
  from (select what, sum(value) as value from ledger group by what) l
    full join (select what, sum(value) as value from reported group by what) r using (what)
  where coalesce(r.value, 0) <> coalesce(l.value, 0) order by what`

/** What the reports of a day (YYYY-MM-DD) and the ledger differ in; empty when they are equal. Reads the whole day. */
export async function compareDay(db: Pick<Db, 'read'>, day: string): Promise<ReportDifference[]> {
  return db.read<ReportDifference & Record<string, unknown>>(compareSql, [day, dayZone])
}

/** Days that are compared again although nothing was counted on them since: somebody may have changed a sum. */
const againAfter = '30 days'

/**
 * Compares every finished day that is new or has changed, and those whose last comparison is long ago, unless all were
 * since `due`. What is found is in `report_differences` until a later comparison finds the day right. Continues where a
 * process has stopped.
 */
export async function checkReports(
  { db, clock, log }: Pick<AppDeps, 'db' | 'clock' | 'log'>,
  due: Date,
  signal?: AbortSignal,
): Promise<void> {
  const [position] = await db.read<{ checked_at: Date | null }>('select checked_at from report_position')
  if (position?.checked_at && position.checked_at >= due) return
  const { finished } = await readToday(db, clock.now())
  const days = await db.read<{ day: string }>(
    `select day::text from report_days
     where day <= $1::date and (checked_id is distinct from last_id or checked_at < now() - interval '${againAfter}')
     union select $1::date::text order by day`,
    [finished],
  )
  for (const { day } of days) {
    if (signal?.aborted) return
    await checkDay({ db, log }, day)
  }
  await db.write('update report_position set checked_at = now()')
}

/** Compares a day and records the result. */
export async function checkDay(
  { db, log }: Pick<AppDeps, 'db' | 'log'>,
  day: string,
): Promise<ReportDifference[]> {
  const [before] = await db.read<{ last_id: number }>('select last_id from report_days where day = $1', [day])
  const differences = await compareDay(db, day)
  await db.tx(async (tx) => {
    await tx.query('delete from report_differences where day = $1', [day])
    await tx.query(
      `insert into report_differences (day, what, reported, ledger)
       select $1, what, reported, ledger from jsonb_to_recordset($2) as found (what text, reported bigint, ledger bigint)`,
      [day, JSON.stringify(differences)],
    )
    await tx.query(
      `insert into report_days (day, checked_id, checked_at) values ($1, $2, now())
       on conflict (day) do update set checked_id = excluded.checked_id, checked_at = excluded.checked_at`,
      [day, before?.last_id ?? 0],
    )
  })
  if (differences.length > 0)
    log.error(
      { day, differences: differences.length },
      'reports differ from the ledger: see report_differences',
    )
  return differences
}
