import { limitPeriods, type LimitPeriod } from '#contract/rules/limits.ts'
import type { AppDeps } from '../../deps.ts'
import { isTx, type Db, type Reader, type Tx } from '../../db/client.ts'
import { lockFreeWallet, lockWallet } from '../../ledger/walletLock.ts'
import { dayZone } from '../../time/days.ts'

/**
 * A posting has the time at which its transaction read the clock, and may be written slightly later. A baseline is
 * therefore stored only when its period began this long ago, and postings are searched this far before the period.
 */
const lateSeconds = 60

const periodSql = `date_trunc($2, $3::timestamptz, $4)`

/** The loss since the stored baseline; no row without a baseline for this period. */
const sinceBaselineSql = `
  select greatest(0, w.cash_net_loss - m.cash_net_loss)::bigint as used
  from wallets w join period_loss_baselines m on m.user_id = w.user_id
  where w.user_id = $1 and m.period = $2 and m.began_at = ${periodSql}`

/**
 * The loss from the postings since the period began, read newest first: postings of one player are numbered in
 * commit order. Both sums are from the same snapshot.
 */
const countedSql = `
  select ${periodSql} as began_at, w.cash_net_loss - bets.net_loss as baseline, bets.net_loss,
    ${periodSql} <= $3::timestamptz - make_interval(secs => ${lateSeconds}) as is_final
  from wallets w cross join lateral (
    select coalesce(-sum(e.amount), 0)::bigint as net_loss
    from transfers t cross join lateral unnest(t.accounts, t.amounts) as e (account, amount)
    where t.user_id = $1 and t.kind in ('stake', 'settle', 'refund', 'play', 'correct') and e.account = 'cash'
      and t.at >= ${periodSql}
      and t.id > coalesce((
        select id from transfers where user_id = $1 and at < ${periodSql} - make_interval(secs => ${lateSeconds})
        order by id desc limit 1), 0)
      -- Always true. The planner takes a range with two ends for a small part of the table, and reads it by the index.
      and t.id < 9223372036854775807
  ) bets
  where w.user_id = $1`

const storeSql = `
  insert into period_loss_baselines (user_id, period, began_at, cash_net_loss) values ($1, $2, $3, $4)
  on conflict (user_id, period) do update
    set began_at = excluded.began_at, cash_net_loss = excluded.cash_net_loss`

interface Counted {
  began_at: Date
  baseline: number
  net_loss: number
  is_final: boolean
}

/**
 * Net loss of cash bets since the period began, in cents, never negative; open stakes count as lost. It reads a
 * fixed number of rows, except for the first time in a period: then it reads the postings since the period began
 * and stores a baseline. In a transaction the caller holds the wallet's lock. Outside one it waits for nobody: while
 * another call holds the wallet, the baseline is left to the next read.
 */
export async function readLoss(on: Db | Tx, userId: string, period: LimitPeriod, now: Date): Promise<number> {
  const { loss, baseline } = await findLoss(on, userId, period, now)
  if (!baseline) return loss
  if (isTx(on)) await storeBaseline(on, userId, period, baseline)
  else {
    await on.tx(async (tx) => {
      if (await lockFreeWallet(tx, userId)) await storeBaseline(tx, userId, period, baseline)
    })
  }
  return loss
}

/** Stores the baselines of all periods, so that the player's next bet need not add up their postings. */
export async function prepareLossBaselines(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
): Promise<void> {
  for (const period of limitPeriods) {
    const { baseline } = await findLoss(db, userId, period, clock.now())
    if (!baseline) continue
    // The loss before the period no longer changes, so only the insert needs the lock, not the sum of the postings.
    await db.tx(async (tx) => {
      await lockWallet(tx, userId)
      await storeBaseline(tx, userId, period, baseline)
    })
  }
}

/** The loss, and the baseline to store when there is none for this period yet. */
async function findLoss(
  on: Reader,
  userId: string,
  period: LimitPeriod,
  now: Date,
): Promise<{ loss: number; baseline?: Counted }> {
  const params = [userId, period, now, dayZone]
  const [known] = await on.read<{ used: number }>(sinceBaselineSql, params)
  if (known) return { loss: known.used }
  const [counted] = await on.read<Counted>(countedSql, params)
  if (!counted) return { loss: 0 }
  const loss = Math.max(0, counted.net_loss)
  return counted.is_final ? { loss, baseline: counted } : { loss }
}

async function storeBaseline(tx: Tx, userId: string, period: LimitPeriod, baseline: Counted): Promise<void> {
  await tx.query(storeSql, [userId, period, baseline.began_at, baseline.baseline])
}
