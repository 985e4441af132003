import { cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { dayZone } from '../../time/days.ts'
import { mailPlayer } from '../accounts/outbox.ts'
import { statementParams, type MonthStatement } from './statementTexts.ts'

const atOnce = 100

/** The first day of the month (Brasília) of `$1`, as a date in SQL. */
const monthSql = `date_trunc('month', $1::timestamptz at time zone $2)::date`

/** Whether the player gets a statement of each month by e-mail. */
export async function wantsStatements(db: Reader, userId: string): Promise<boolean> {
  const [user] = await db.read<{ monthly_statement: boolean }>(
    'select monthly_statement from users where id = $1',
    [userId],
  )
  return user?.monthly_statement ?? false
}

/** The first statement is that of the current month, at its end. */
export async function setStatements(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
  wanted: boolean,
): Promise<void> {
  await db.write(`update users set monthly_statement = $4, statement_month = ${monthSql} where id = $3`, [
    clock.now(),
    dayZone,
    userId,
    wanted,
  ])
}

/** Sends the statement of the last month to those who want it and have not had it. One that fails does not keep the others. */
export async function mailStatements(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'queue' | 'failedRows'>,
  signal: AbortSignal,
): Promise<void> {
  const now = deps.clock.now()
  const failed = deps.failedRows.of('mailStatements')
  const due = `monthly_statement and erased_at is null and statement_month < ${monthSql}`
  const rows = await deps.db.read<{ id: string }>(
    `select id from users where ${due} and id <> all($3) limit ${atOnce}`,
    [now, dayZone, failed.idsAt(now)],
  )
  await failed.workOff(rows, { now, signal }, ({ id }) =>
    deps.db.tx(async (tx) => {
      const sent = await tx.query(
        `update users set statement_month = ${monthSql} where id = $3 and ${due} returning 1`,
        [now, dayZone, id],
      )
      if (sent.length === 0) return
      const statement = await readStatement(tx, id, now)
      await mailPlayer(deps, tx, id, { key: 'monthStatement', params: statementParams(statement) })
    }),
  )
}

async function readStatement(tx: Tx, userId: string, now: Date): Promise<MonthStatement> {
  const [row] = await tx.query<{
    month: string
    deposits: number
    withdrawals: number
    stakes: number
    loss: number
    seconds: number
  }>(
    `with month as (
       select (${monthSql} - interval '1 month')::date as first, ${monthSql} as next),
     span as (
       select first, next, first::timestamp at time zone $2 as from_at, next::timestamp at time zone $2 as to_at from month)
     select first::text as month,
       (select coalesce(sum(principal), 0)::bigint from (
          select principal from orders where user_id = $3 and status = 'paid' and paid_at >= from_at and paid_at < to_at
          union all
          select amount from vouchers where redeemed_by = $3 and redeemed_at >= from_at and redeemed_at < to_at) d)
         as deposits,
       (select coalesce(sum(amount), 0)::bigint from withdrawals
         where user_id = $3 and status = 'paid' and decided_at >= from_at and decided_at < to_at) as withdrawals,
       (select coalesce(sum(stakes), 0)::bigint from bet_days where user_id = $3 and day >= first and day < next) as stakes,
       (select coalesce(sum(cash_loss), 0)::bigint from bet_days where user_id = $3 and day >= first and day < next) as loss,
       (select coalesce(sum(seconds), 0)::bigint from play_days where user_id = $3 and day >= first and day < next)
         as seconds
     from span`,
    [now, dayZone, userId],
  )
  if (!row) throw new Error('no statement')
  return {
    month: row.month,
    deposits: cents(row.deposits),
    withdrawals: cents(row.withdrawals),
    stakes: cents(row.stakes),
    net: cents(-row.loss),
    minutes: Math.round(row.seconds / 60),
  }
}
