import { limitPeriods, type LimitPeriod } from '#contract/rules/limits.ts'
import type { AppDeps } from '../../deps.ts'
import type { Db, Tx } from '../../db/client.ts'
import { lockWallet } from '../../walletLock.ts'
import { dayZone } from '../days.ts'

/**
 * A posting has the time at which its transaction read the clock, and may be written slightly later. A mark is
 * therefore stored only when its period began this long ago, and postings are searched this far before the period.
 */
const lateSeconds = 60

const periodSql = `date_trunc($2, $3::timestamptz, $4)`

/** The loss since the stored mark; no row without a mark for this period. */
const markedSql = `
  select greatest(0, w.cash_net_loss - m.cash_net_loss)::bigint as used
  from wallets w join loss_marks m on m.user_id = w.user_id
  where w.user_id = $1 and m.period = $2 and m.began_at = ${periodSql}`

/**
 * The loss from the postings since the period began, read newest first: postings of one player are numbered in
 * commit order. Both sums are from the same snapshot.
 */
const countedSql = `
  select ${periodSql} as began_at, w.cash_net_loss - bets.net_loss as mark, bets.net_loss,
    ${periodSql} <= $3::timestamptz - make_interval(secs => ${lateSeconds}) as is_final
  from wallets w cross join lateral (
    select coalesce(-sum(e.amount), 0)::bigint as net_loss
    from transfers t cross join lateral unnest(t.accounts, t.amounts) as e (account, amount)
    where t.user_id = $1 and t.kind in ('stake', 'settle', 'refund', 'play') and e.account = 'cash'
      and t.at >= ${periodSql}
      and t.id > coalesce((
        select id from transfers where user_id = $1 and at < ${periodSql} - make_interval(secs => ${lateSeconds})
        order by id desc limit 1), 0)
  ) bets
  where w.user_id = $1`

const storeSql = `
  insert into loss_marks (user_id, period, began_at, cash_net_loss) values ($1, $2, $3, $4)
  on conflict (user_id, period) do update
    set began_at = excluded.began_at, cash_net_loss = excluded.cash_net_loss`

interface Counted {
  began_at: Date
  mark: number
  net_loss: number
  is_final: boolean
}

/**
 * Net loss of cash bets since the period began, in cents, never negative; open stakes count as lost. It reads a
 * fixed number of rows, except for the first time in a period: then it reads the postings since the period began
 * and stores a mark. In a transaction the caller holds the wallet's lock.
 */
export async function readLoss(on: Db | Tx, userId: string, period: LimitPeriod, now: Date): Promise<number> {
  const params = [userId, period, now, dayZone]
  const [marked] = await on.query<{ used: number }>(markedSql, params)
  if (marked) return marked.used
  const [counted] = await on.query<Counted>(countedSql, params)
  if (!counted) return 0
  const store = (tx: Tx) => tx.query(storeSql, [userId, period, counted.began_at, counted.mark])
  if (counted.is_final) {
    if (!('tx' in on)) await store(on)
    else {
      // The loss before the period no longer changes, so only the insert needs the lock, not the sum above.
      await on.tx(async (tx) => {
        await lockWallet(tx, userId)
        await store(tx)
      })
    }
  }
  return Math.max(0, counted.net_loss)
}

/** Stores the marks of all periods, so that the player's next bet need not add up their postings. */
export async function prepareLossMarks(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
): Promise<void> {
  for (const period of limitPeriods) await readLoss(db, userId, period, clock.now())
}
