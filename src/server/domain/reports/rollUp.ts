import { setTimeout as delay } from 'node:timers/promises'
import type { Db, Tx } from '../../db/client.ts'
import { isDistributed } from '../../db/distributed.ts'
import type { AppDeps } from '../../deps.ts'
import { dayZone } from '../../time/days.ts'
import { countedSql } from './countedSql.ts'

/**
 * Ids of postings that are counted in one transaction. A run begins with the fewest and takes more, to count a long ledger
 * sooner, while a transaction stays short: a partition cannot be added meanwhile.
 */
const batchIds = { fewest: 10_000, most: 200_000 }
/** The same where an id is a time in µs (db/distributed/020.functions.sql): from some seconds to an hour. */
const spreadBatchIds = { fewest: 10_000_000, most: 3_600_000_000 }
/** How long such a transaction may take before the next one counts fewer, in ms. */
const batchMs = 2_000
/** How long to wait for the transactions that may still post with an id below the newest, in ms. */
const settleMs = 5_000

/**
 * Every posting of a range of ids is counted once: the position moves in the transaction that changes the sums.
 *
 * A player's day counts once for the actives of the day, the week and the month. Usually a player's bets come in the order of
 * their days, and the day of the last one says what is counted already. A bet of an earlier day (two processes whose
 * clocks differ, at midnight) is looked up among the player's earlier postings instead.
 */
const rollUpSql = `
  with ${countedSql('t.id > $1::bigint and t.id <= $2::bigint')},
  bets_of_days as (
    select distinct user_id, brand, product, game, day from posting where kind in ('stake', 'play') and product is not null
  ), seen as (
    -- The last day of a product, and that of all, is the latest of the player's games.
    select distinct b.user_id, b.brand, scope.product, scope.game, b.day, scope.last_day
    from bets_of_days b cross join lateral (
      select max(l.day) as of_all, max(l.day) filter (where l.product = b.product) as of_product,
        max(l.day) filter (where l.product = b.product and l.game = b.game) as of_game
      from report_last_bets l where l.user_id = b.user_id
    ) l cross join lateral (values
      ('*', '*', l.of_all), (b.product, '*', l.of_product), (b.product, b.game, l.of_game)
    ) as scope (product, game, last_day)
  ), compared as (
    select *, lag(day) over (partition by user_id, product, game, day < last_day order by day) as day_before from seen
  ), late as (
    select distinct user_id from compared where day < last_day
  ), earlier as materialized (
    -- No table of players is read beside these rows, which are not on the players' nodes any more.
    select distinct t.user_id, ledger_day(t.at) as day, p.product, case p.product when 'game' then coalesce(r.game, '')
        else coalesce((select case when min(l.sport) = max(l.sport) then min(l.sport) else 'mixed' end
          from ticket_legs l where l.ticket_id = t.ref_id and l.user_id = t.user_id), '') end as game
    from late join transfers t on t.user_id = late.user_id
    cross join lateral (select case t.ref_type when 'round' then 'game' when 'ticket' then 'sport' end as product) p
    left join game_rounds r on t.ref_type = 'round' and r.id = t.ref_id and r.user_id = t.user_id
    where t.id <= $1::bigint and t.kind in ('stake', 'play')
  ), active as (
    select c.brand, c.product, c.game, c.day,
      not coalesce(h.in_day, false) as in_day,
      not coalesce(h.in_week, false) and date_trunc('week', coalesce(c.day_before, h.last_day)::timestamp) is distinct from
        date_trunc('week', c.day::timestamp) as in_week,
      not coalesce(h.in_month, false) and date_trunc('month', coalesce(c.day_before, h.last_day)::timestamp) is distinct from
        date_trunc('month', c.day::timestamp) as in_month
    from compared c
    left join lateral (
      select null::date as last_day, bool_or(e.day = c.day) as in_day,
        bool_or(date_trunc('week', e.day::timestamp) = date_trunc('week', c.day::timestamp)) as in_week,
        bool_or(date_trunc('month', e.day::timestamp) = date_trunc('month', c.day::timestamp)) as in_month
      from earlier e where e.user_id = c.user_id and c.product in ('*', e.product) and c.game in ('*', e.game)
      having c.day < c.last_day
      union all
      select c.last_day, false, false, false where c.last_day is null or c.day > c.last_day
    ) h on true
    where c.day is distinct from c.last_day
  ), added_bets as (
    insert into report_bets as b (day, brand, product, game, wallet, placed, placed_cents, settled, stakes, payouts,
        refunded, refunds, corrections)
      select day, brand, product, game, wallet, placed, placed_cents, settled, stakes, payouts, refunded, refunds, corrections
      from counted_bets
      on conflict (day, product, game, wallet, brand) do update set
        placed = b.placed + excluded.placed, placed_cents = b.placed_cents + excluded.placed_cents,
        settled = b.settled + excluded.settled, stakes = b.stakes + excluded.stakes,
        payouts = b.payouts + excluded.payouts, refunded = b.refunded + excluded.refunded,
        refunds = b.refunds + excluded.refunds, corrections = b.corrections + excluded.corrections
  ), added_money as (
    insert into report_money as m (day, brand, kind, detail, number, cents)
      select day, brand, kind, detail, number, cents from counted_money
      on conflict (day, kind, detail, brand) do update
        set number = m.number + excluded.number, cents = m.cents + excluded.cents
  ), added_accounts as (
    insert into report_accounts as a (day, brand, account, held_for, cents)
      select day, brand, account, held_for, cents from counted_accounts
      on conflict (day, account, held_for, brand) do update set cents = a.cents + excluded.cents
  ), added_actives as (
    insert into report_actives as a (period, starts, brand, product, game, players)
      select period, starts, brand, product, game, sum(players)::bigint from (
        select brand, product, game, day, count(*) filter (where in_day) as in_day, count(*) filter (where in_week) as in_week,
          count(*) filter (where in_month) as in_month
        from active group by brand, product, game, day
      ) counted cross join lateral (values
        ('day', day, in_day), ('week', date_trunc('week', day::timestamp)::date, in_week),
        ('month', date_trunc('month', day::timestamp)::date, in_month)
      ) as each (period, starts, players)
      where players > 0 group by 1, 2, 3, 4, 5
      on conflict (period, starts, product, game, brand) do update set players = a.players + excluded.players
  ), last_bets as (
    insert into report_last_bets as l (user_id, product, game, day)
      select user_id, product, game, max(day) from bets_of_days group by 1, 2, 3
      on conflict (user_id, product, game) do update set day = excluded.day where l.day < excluded.day
  ), added_days as (
    insert into report_days as d (day, last_id) select day, max(id) from posting group by day
      on conflict (day) do update set last_id = greatest(d.last_id, excluded.last_id)
  )
  select count(*)::int as postings from posting`

/** Counts the registrations of the last days again: from the day before the last time on, of every day at the first time. */
const registrationsSql = `
  with position as (
    select least(registered_day, ledger_day($1::timestamptz)) - 1 as day from report_position where registered_day is not null
  ), counted as (
    insert into report_registrations (day, brand, players)
      select ledger_day(created_at), brand, count(*) from users
      where created_at >= coalesce((select day::timestamp at time zone $2 from position), '-infinity') and not test_flag
      group by 1, 2
      on conflict (day, brand) do update set players = excluded.players
      returning day
  ), days as (
    -- So that the day is compared with the players, also if nothing was posted on it.
    insert into report_days (day) select distinct day from counted on conflict do nothing
  )
  update report_position set registered_day = ledger_day($1::timestamptz)`

/**
 * Indexes only: the planner knows little about the newest rows of tables that grow, and a scan of all postings takes minutes.
 * The postings of a batch are sorted in memory.
 */
const planSql = [
  'set local enable_seqscan = off',
  'set local enable_hashjoin = off',
  'set local enable_mergejoin = off',
  `set local work_mem = '64MB'`,
]

/**
 * Adds all postings since the last time to the reports. Safe to run in several processes and to be killed: a batch counts
 * as a whole or not at all. Throws when a transaction that began before stays open; then the reports are as before.
 */
export async function rollUpReports(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const isSpread = await isDistributed(db)
  const through = await (isSpread ? lastSettledTime(db, signal) : lastSettledId(db, signal))
  const sizes = isSpread ? spreadBatchIds : batchIds
  let ids = sizes.fewest
  for (let isMore = true; isMore && !signal?.aborted;) {
    const began = performance.now()
    isMore = await db.tx((tx) => rollUpBatch(tx, ids, { limit: through, isSpread }))
    const ms = performance.now() - began
    if (ms > batchMs) ids = Math.max(Math.round(ids / 2), sizes.fewest)
    else if (ms < batchMs / 2) ids = Math.min(ids * 2, sizes.most)
  }
  await db.write(registrationsSql, [clock.now(), dayZone])
}

/** Forgets the reports and counts the whole ledger again. */
export async function rebuildReports(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  await deps.db.tx(async (tx) => {
    await lockPosition(tx)
    for (const table of [
      'bets',
      'money',
      'accounts',
      'actives',
      'last_bets',
      'registrations',
      'differences',
      'days',
    ])
      await tx.query(`delete from report_${table}`)
    await tx.query('update report_position set through = 0, registered_day = null')
  })
  await rollUpReports(deps, signal)
}

/** Counts the postings with the next `ids` ids, up to `limit`. Returns whether there are more. */
async function rollUpBatch(
  tx: Tx,
  ids: number,
  { limit, isSpread }: { limit: number; isSpread: boolean },
): Promise<boolean> {
  const from = await lockPosition(tx)
  if (from >= limit) return false
  for (const sql of planSql) await tx.query(sql)
  let to = Math.min(from + ids, limit)
  const [counted] = await tx.query<{ postings: number }>(rollUpSql, [from, to])
  if (counted?.postings === 0) to = await (isSpread ? nextPosting : endOfGap)(tx, to, limit)
  await tx.query('update report_position set through = $1', [to])
  return to < limit
}

/** The position, locked until the end of the transaction. */
async function lockPosition(tx: Tx): Promise<number> {
  await tx.query('insert into report_position default values on conflict do nothing')
  const [position] = await tx.query<{ through: number }>('select through from report_position for update')
  if (!position) throw new Error('no row in report_position')
  return position.through
}

/**
 * The id before the next partition's first, if none is between `id` and that: ids jump by far where a partition begins
 * (db/partitions.sql).
 */
async function endOfGap(tx: Tx, id: number, limit: number): Promise<number> {
  const [next] = await tx.query<{ from_id: number }>(
    `select from_id from transfer_partitions p where from_id > $1 and from_id <= $2 + 1
       and not exists (select from transfers t where t.id > $1 and t.id < p.from_id)
     order by from_id desc limit 1`,
    [id, limit],
  )
  return next ? next.from_id - 1 : id
}

/** The id before the next posting's: where ids are times, most are nobody's. */
async function nextPosting(tx: Tx, id: number, limit: number): Promise<number> {
  const [next] = await tx.query<{ id: number | null }>('select min(id) as id from transfers where id > $1', [
    id,
  ])
  return Math.min((next?.id ?? Infinity) - 1, limit)
}

/** Transactions that have locked a wallet, and so may have drawn the id of a posting. */
const postingSql = `select virtualtransaction as id from pg_locks
  where database = (select oid from pg_database where datname = current_database())
    and relation = 'wallets'::regclass and mode in ('RowShareLock', 'RowExclusiveLock')`

/**
 * An id up to which every posting is committed or never will be. Ids are drawn in order but committed in any. A posting
 * locks its wallet before it draws its id; so once all transactions that had a wallet locked when the newest id was read
 * have ended, nothing with that id or a lower one is still to come.
 */
async function lastSettledId(db: Db, signal?: AbortSignal): Promise<number> {
  const [newest] = await db.read<{ id: number }>(
    'select last_value - case when is_called then 0 else 1 end as id from transfers_id_seq',
  )
  if (!newest) throw new Error('no newest posting')
  // Only now: whoever locks a wallet later draws a higher id.
  await whenEnded(async () => (await db.read<{ id: string }>(postingSql)).map(({ id }) => id), signal)
  return newest.id
}

/** What each worker answers to a statement that returns one text. */
async function askWorkers(db: Db, sql: string): Promise<string[]> {
  const rows = await db.write<{ success: boolean; result: string }>(
    'select success, result from run_command_on_workers($1)',
    [sql],
  )
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new Error(`a node does not answer: ${failed.result}`)
  return rows.map(({ result }) => result)
}

/** As `lastSettledId`, where an id is the time at the player's node: the earliest time of all nodes. */
async function lastSettledTime(db: Db, signal?: AbortSignal): Promise<number> {
  const times = await askWorkers(db, 'select public.ledger_next_id(0)')
  const openSql = `select coalesce(string_agg(distinct current_setting('port') || ':' || l.virtualtransaction, ' '), '')
    from pg_locks l join pg_class c on c.oid = l.relation
    where l.database = (select oid from pg_database where datname = current_database())
      and c.relname ~ '^wallets(_[0-9]+)?$' and l.mode in ('RowShareLock', 'RowExclusiveLock')`
  await whenEnded(
    async () => (await askWorkers(db, openSql)).flatMap((list) => list.split(' ').filter(Boolean)),
    signal,
  )
  return Math.min(...times.map(Number))
}

/** Waits until what is open now has ended. */
async function whenEnded(readOpen: () => Promise<string[]>, signal?: AbortSignal): Promise<void> {
  let open = await readOpen()
  for (const end = Date.now() + settleMs; open.length > 0; await delay(20)) {
    signal?.throwIfAborted()
    if (Date.now() > end)
      throw new Error('a transaction has been open for too long: no new posting is counted')
    const still = new Set(await readOpen())
    open = open.filter((id) => still.has(id))
  }
}
