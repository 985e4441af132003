import { setTimeout as delay } from 'node:timers/promises'
import type { Tx } from '../db/client.ts'
import type { AppDeps } from '../deps.ts'
import { eventLoopLoad } from '../flow/eventLoopLoad.ts'

/** Number of wallets compared in one transaction. */
const sliceSize = 200
/** A pause lasts this many times as long as the slice before it. */
const pauses = { idle: 1, busy: 9 }
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

type Deps = Pick<AppDeps, 'db' | 'log'>

interface Slice {
  wallets: number
  /** The last player of the slice; null after the last wallet. */
  last: string | null
  differences: { user_id: string; account: string; wallet: number; ledger: number }[]
}

/**
 * Compares these wallets with the sums of their postings, in one statement and so at one moment. A transaction
 * changes both, so they are equal at every moment.
 */
const differencesSql = `
    select w.user_id, each.account, each.wallet, each.ledger
    from wallets w
    cross join lateral (
      select coalesce(sum(e.amount) filter (where e.account = 'cash'), 0)::bigint as cash,
        coalesce(sum(e.amount) filter (where e.account = 'bonus'), 0)::bigint as bonus,
        coalesce(sum(e.amount) filter (where e.account = 'hold_withdrawal'), 0)::bigint as hold_withdrawal,
        coalesce(sum(e.amount) filter (where e.account = 'hold_round_cash'), 0)::bigint as hold_round_cash,
        coalesce(sum(e.amount) filter (where e.account = 'hold_round_bonus'), 0)::bigint as hold_round_bonus,
        -- A posting that changes the turnover alone has no entries.
        coalesce(sum(t.turnover) filter (where coalesce(e.seq, 1) = 1), 0)::bigint as turnover
      from transfers t
      left join lateral unnest(t.accounts, t.amounts) with ordinality as e (account, amount, seq) on true
      where t.user_id = w.user_id
    ) l
    cross join lateral (values
      ('cash', w.cash, l.cash), ('bonus', w.bonus, l.bonus),
      ('hold_withdrawal', w.hold_withdrawal, l.hold_withdrawal),
      ('hold_round_cash', w.hold_round_cash, l.hold_round_cash),
      ('hold_round_bonus', w.hold_round_bonus, l.hold_round_bonus),
      ('turnover_left', w.turnover_left, l.turnover)
    ) as each (account, wallet, ledger)
    where w.user_id = any($1) and each.wallet <> each.ledger`

/**
 * Compares all wallets if none were since `due`, or continues a comparison that was left. It pauses after each slice, the
 * longer the busier the process is: a million wallets take a quarter of an hour at night, and during a rush more than an
 * hour, in which the players keep nine tenths of a core.
 */
export async function auditWallets(
  deps: Deps,
  due: Date,
  { signal, load = eventLoopLoad() }: { signal?: AbortSignal; load?: () => number } = {},
): Promise<void> {
  while (!signal?.aborted) {
    const start = performance.now()
    const isMore = await deps.db.tx((tx) => auditSlice({ ...deps, tx }, due))
    if (!isMore) return
    const pause = (performance.now() - start) * (pauses.idle + (pauses.busy - pauses.idle) * load())
    await delay(pause, undefined, { signal }).catch((error: unknown) => {
      if (!signal?.aborted) throw error
    })
  }
}

/** Returns whether there is more to compare, for this process. */
async function auditSlice({ log, tx }: { log: AppDeps['log']; tx: Tx }, due: Date): Promise<boolean> {
  // Released at the end of the transaction, also of one whose process has died.
  const [lock] = await tx.query<{ is_ours: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('wallet audit', 0)) as is_ours`,
  )
  if (!lock?.is_ours) return false
  const [state] = await tx.query<{ started_at: Date | null; checked_to: string | null }>(
    'select started_at, checked_to from wallet_audit',
  )
  if (!state) throw new Error('no row in wallet_audit')
  const isNew = state.checked_to === null
  if (isNew && state.started_at !== null && state.started_at >= due) return false
  const from = state.checked_to ?? ''
  const slice = await compareSlice(tx, from)
  await tx.query(
    'delete from wallet_differences where user_id > $1 and ($2::text is null or user_id <= $2)',
    [from, slice.last],
  )
  if (slice.differences.length > 0) {
    await tx.query(
      `insert into wallet_differences (user_id, account, wallet, ledger)
       select user_id, account, wallet, ledger from jsonb_to_recordset($1)
         as found (user_id text, account text, wallet bigint, ledger bigint)`,
      [JSON.stringify(slice.differences)],
    )
    const cents = slice.differences.reduce((sum, { wallet, ledger }) => sum + Math.abs(wallet - ledger), 0)
    tx.afterCommit(() =>
      log.error(
        { accounts: slice.differences.length, cents },
        'wallets differ from the ledger: see the table wallet_differences',
      ),
    )
  }
  await tx.query(
    `update wallet_audit set checked_to = $1, wallets = case when $2 then 0 else wallets end + $3,
       started_at = case when $2 then now() else started_at end,
       finished_at = case when $1::text is null then now() else finished_at end`,
    [slice.last, isNew, slice.wallets],
  )
  return slice.last !== null
}

async function compareSlice(tx: Tx, from: string): Promise<Slice> {
  const users = await tx.query<{ user_id: string }>(
    `select user_id from wallets where user_id > $1 order by user_id limit ${sliceSize}`,
    [from],
  )
  const ids = users.map(({ user_id }) => user_id)
  const differences = await tx.query<Slice['differences'][number]>(differencesSql, [ids])
  return { wallets: ids.length, last: ids.at(-1) ?? null, differences }
}

/** The last moment at which it was this many minutes after midnight UTC. */
export function lastTime(minutes: number, now: Date): Date {
  const today = Math.floor(now.getTime() / dayMs) * dayMs + minutes * minuteMs
  return new Date(today <= now.getTime() ? today : today - dayMs)
}
