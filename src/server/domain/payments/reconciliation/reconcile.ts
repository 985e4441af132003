import type { PaymentDeps } from '../../../deps.ts'
import { dayZone, shiftDay } from '../../../time/days.ts'
import { compareDeposits } from './compareDeposits.ts'
import { comparePayouts } from './comparePayouts.ts'
import { recordDifferences, type Side } from './differences.ts'

const compare = { deposits: compareDeposits, payouts: comparePayouts }

/**
 * How many days, counted back from today, are compared every hour, every day and every week: a payer may complain for 80
 * days, and the banks take a week or two to take the deposit back.
 */
const hourly = 2
const daily = 8
const weekly = 100

/** Compares both sides of the days (Brasília, YYYY-MM-DD) from `first` to `last`, and records what they differ in. */
export async function reconcileDays(
  deps: PaymentDeps,
  { first, last }: { first: string; last: string },
  signal?: AbortSignal,
): Promise<void> {
  for (let day = first; day <= last && !signal?.aborted; day = shiftDay(day, 1))
    for (const side of ['deposits', 'payouts'] as const) await reconcileDay(deps, side, day)
}

/**
 * Compares the days that are due: today and yesterday every hour, the last week every day, the last months every week. A
 * provider that does not answer keeps the other side from nothing, nor a day that cannot be compared the other days; throws
 * afterwards.
 */
export async function reconcilePayments(deps: PaymentDeps, signal: AbortSignal): Promise<void> {
  const due = await dueDays(deps)
  const errors: unknown[] = []
  const compareSide = async (side: Side) => {
    for (const { day } of due.filter((one) => one.side === side)) {
      if (signal.aborted) return
      await reconcileDay(deps, side, day).catch((error: unknown) => errors.push(error))
    }
  }
  await Promise.all([compareSide('deposits'), compareSide('payouts')])
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${due.length} comparisons failed`)
}

async function reconcileDay(deps: PaymentDeps, side: Side, day: string): Promise<void> {
  const span = await spanOf(deps, day)
  const provider = nameOf(deps, side)
  const startedAt = deps.clock.now()
  const { found, payments } = await compare[side](deps, span)
  await deps.db.tx(async (tx) => {
    await recordDifferences(deps, tx, { provider, side, ...span }, found)
    await tx.query(
      `insert into reconciled_days (provider, side, day, compared_at, payments) values ($1, $2, $3, $4, $5)
       on conflict (provider, side, day) do update set compared_at = excluded.compared_at, payments = excluded.payments`,
      [provider, side, day, startedAt, payments],
    )
  })
  if (found.length > 0)
    deps.log.error(
      { provider, side, day, differences: found.length },
      'payments differ from the provider’s list: see the table payment_differences',
    )
}

function nameOf({ provider, payout }: PaymentDeps, side: Side): string {
  return side === 'deposits' ? provider.name : payout.name
}

async function spanOf({ db }: PaymentDeps, day: string): Promise<{ from: Date; to: Date }> {
  const [row] = await db.read<{ from: Date; to: Date }>(
    `select ($1::date)::timestamp at time zone $2 as from, ($1::date + 1)::timestamp at time zone $2 as to`,
    [day, dayZone],
  )
  if (!row) throw new Error('no span of a day')
  return row
}

/** The days that are due, the newest first. There is nothing to compare before the first order or withdrawal. */
async function dueDays(deps: PaymentDeps): Promise<{ side: Side; day: string }[]> {
  return deps.db.read<{ side: Side; day: string }>(
    `with now as (select $1::timestamptz as now, ($1::timestamptz at time zone $2)::date as today),
      sides as (
        select 'deposits' as side, $3 as provider, (select min(created_at) from orders where provider = $3) as first
        union all select 'payouts', $4, (select min(created_at) from withdrawals)
      )
     select s.side, d.day::text as day from now
       cross join sides s
       cross join lateral (
         select today - back as day, back from generate_series(0, $5::integer - 1) as back
           where back < 2 or today - back >= (s.first at time zone $2)::date
       ) d
       left join reconciled_days r on r.provider = s.provider and r.side = s.side and r.day = d.day
      where r.compared_at is null or r.compared_at <= now.now - make_interval(hours =>
        case when d.back < $6::integer then 1 when d.back < $7::integer then 24 else 7 * 24 end)
      order by d.day desc, s.side`,
    [deps.clock.now(), dayZone, deps.provider.name, deps.payout.name, weekly, hourly, daily],
  )
}
