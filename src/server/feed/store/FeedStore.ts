import type { Bus } from '../../messaging/bus.ts'
import type { Db } from '../../db/client.ts'
import type { Log } from '../../observe/log.ts'
import type { Clock } from '../../time/clock.ts'
import type { FeedPosition } from '../../providers/feed/FeedProvider.ts'
import type { Batch, StoredCancel, StoredMarket, StoredMatch } from './rows.ts'

/** What reading and writing the store needs. */
export interface FeedStoreDeps {
  db: Db
  bus: Bus
  log: Log
  clock: Clock
}

/** Broadcast to every process when a batch is stored, and every few seconds while the provider is there. */
export const feedStored = 'internal:feedStored'

/** The payload of {@link feedStored}: the last version, and when the provider was heard last, in ms since 1970. */
export interface StoredSign {
  version: number
  heardAt: number
}

/** What a process knows of the store, to go on from. */
export interface StoreState {
  version: number
  heardAt: number | null
}

/** Finished matches are kept this long, in ms: longer than corrections are followed. */
const keptMs = 7 * 24 * 3_600_000
/** The store has them for longer, in seconds. */
const keptSeconds = (2 * keptMs) / 1_000
/** Batches are kept this long, in seconds: a process that was away for longer reads everything. */
const batchSeconds = 120

/**
 * Its commit does not wait for the disk, which a busy one would hold up for long: whatever builds on a batch, such as a settled
 * bet, is committed after it and waits for both, and what a crash loses is told again, because its position is lost with it.
 *
 * A batch is one statement: state, matches, markets, cancelled bets, the copy for other processes, and the message to them.
 * Markets are removed only where some are: looking for none in a big table may cost more than the batch.
 */
const writeSql = (removes: boolean) => `
with state as (
  update feed_state set version = greatest(version + 1, $3::bigint), heard_at = case when $12::bigint > 0 then to_timestamp($12::bigint / 1000.0) else heard_at end,
      position = coalesce($5::jsonb, position)
    where provider = $1 and epoch = $2 and version = $4 returning version
), matches as (
  insert into feed_matches (provider, id, version, starts_at, is_over, changed_at, body)
    select $1, m.body -> 'fixture' ->> 'id', state.version,
      to_timestamp((m.body -> 'fixture' ->> 'startsAt')::bigint / 1000.0), (m.body ->> 'period')::integer in (-1, -10),
      to_timestamp($3::bigint / 1000.0), m.body
    from state, jsonb_array_elements($6::jsonb) as m (body)
  on conflict (provider, id) do update set version = excluded.version, starts_at = excluded.starts_at,
    is_over = excluded.is_over, changed_at = excluded.changed_at, body = excluded.body
), ${
  removes
    ? `gone as (
  delete from feed_markets k using state, json_to_recordset($8::json) as g (id text, code text)
    where k.provider = $1 and k.match_id = g.id and k.code = g.code
), ended as (
  delete from feed_markets k using state, jsonb_array_elements($6::jsonb) as m (body)
    where k.provider = $1 and k.match_id = m.body -> 'fixture' ->> 'id' and (m.body ->> 'period')::integer in (-1, -10)
), `
    : ''
}markets as (
  insert into feed_markets (provider, match_id, code, version, is_main, is_suspended, options)
    select $1, k.id, k.code, state.version, coalesce(k.main, false), coalesce(k.off, false), k.odds
    from state, json_to_recordset($7::json) as k (id text, code text, main boolean, off boolean, odds json)
  on conflict (provider, match_id, code) do update set version = excluded.version, is_main = excluded.is_main,
    is_suspended = excluded.is_suspended, options = excluded.options
), cancels as (
  insert into feed_bet_cancels (provider, match_id, market, cancels_from, cancels_until, version, changed_at, is_restored)
    select $1, c."matchId", c.market, c."from", c."until", state.version, to_timestamp(c."changedAt" / 1000.0), c."isRestored"
    from state, json_to_recordset($9::json) as c ("matchId" text, market text, "from" bigint, "until" bigint,
      "isRestored" boolean, "changedAt" bigint)
  on conflict (provider, match_id, market, cancels_from, cancels_until) do update set version = excluded.version,
    changed_at = excluded.changed_at, is_restored = excluded.is_restored
), copied as (
  insert into feed_batches (provider, version, previous, written_at, matches, markets, gone, cancels)
    select $1, state.version, $4, now(), $6::text, $7::text, $8::text, $9::text from state
)
select state.version, set_config('synchronous_commit', 'off', true) as commits, (select pg_notify($10, json_build_object('type', 'broadcast', 'name', $11::text,
  'payload', json_build_object('version', state.version, 'heardAt', $12::bigint))::text) where $10::text <> '') as sent
from state`
const [writeOnlySql, writeAndRemoveSql] = [writeSql(false), writeSql(true)]

/** A market on its way to the database: there are thousands a second, so that names are short and flags that are usually false are omitted. */
interface SentMarket {
  id: string
  code: string
  odds: Readonly<Record<string, number | null>>
  main?: true
  off?: true
}

/** The tables in which one process stores what a provider tells, and from which all processes read it. */
export class FeedStore {
  readonly #db: Db
  readonly #bus: Bus
  readonly provider: string

  constructor({ db, bus, provider }: { db: Db; bus: Bus; provider: string }) {
    this.#db = db
    this.#bus = bus
    this.provider = provider
  }

  /** From now on this process takes in: batches of another are refused. */
  async begin(): Promise<{ epoch: number; version: number; position: FeedPosition }> {
    const [row] = await this.#db.write<{ epoch: number; version: number; position: FeedPosition }>(
      `insert into feed_state (provider, epoch) values ($1, 1)
       on conflict (provider) do update set epoch = feed_state.epoch + 1 returning epoch, version, position`,
      [this.provider],
    )
    if (!row) throw new Error('no state of the feed')
    return row
  }

  /**
   * Stores a batch in one statement. Returns its version, or undefined when another process has begun to take in. A market
   * must not be in it twice. `heardAt` is the provider's last sign of life; 0: there was none in this run.
   */
  async write(
    { epoch, version }: { epoch: number; version: number },
    { matches, markets, cancels }: Batch,
    { now, heardAt, position }: { now: number; heardAt: number; position: FeedPosition },
  ): Promise<number | undefined> {
    const sent: SentMarket[] = []
    const gone: { id: string; code: string }[] = []
    for (const market of markets)
      if (market.options) sent.push(sentMarket(market, market.options))
      else gone.push({ id: market.matchId, code: market.code })
    const { channel } = this.#bus
    const [row] = await this.#db.write<{ version: number }>(
      // A match that is over has no markets any more.
      gone.length + matches.length > 0 ? writeAndRemoveSql : writeOnlySql,
      [
        this.provider,
        epoch,
        now,
        version,
        position && JSON.stringify(position),
        JSON.stringify(matches),
        JSON.stringify(sent),
        JSON.stringify(gone),
        JSON.stringify(cancels),
        channel ?? '',
        feedStored,
        heardAt,
      ],
    )
    if (row && channel === undefined) await this.#announce({ version: row.version, heardAt })
    return row?.version
  }

  /** The provider is there. Returns false when another process has begun to take in. */
  async alive({ epoch, version }: { epoch: number; version: number }, now: number): Promise<boolean> {
    const rows = await this.#db.write(
      `update feed_state set heard_at = to_timestamp($3::bigint / 1000.0) where provider = $1 and epoch = $2 returning 1 as found`,
      [this.provider, epoch, now],
    )
    if (rows.length > 0) await this.#announce({ version, heardAt: now })
    return rows.length > 0
  }

  async #announce(payload: StoredSign): Promise<void> {
    await this.#bus.publish(this.#db, { type: 'broadcast', name: feedStored, payload })
  }

  async state(): Promise<StoreState> {
    const [row] = await this.#db.read<{ version: number; heard_at: Date | null }>(
      'select version, heard_at from feed_state where provider = $1',
      [this.provider],
    )
    return { version: row?.version ?? 0, heardAt: row?.heard_at?.getTime() ?? null }
  }

  /** The batches after a version, in their order; undefined where some of them are not kept any more. */
  async since(version: number): Promise<{ version: number; batch: Batch }[] | undefined> {
    const state = await this.state()
    const rows = await this.#db.read<StoredBatch>(
      `select version, previous, matches, markets, gone, cancels from feed_batches
       where provider = $1 and version > $2 order by version`,
      [this.provider, version],
    )
    let known = version
    for (const { previous, version: next } of rows) {
      if (previous !== known) return undefined
      known = next
    }
    // Lower: the database was emptied.
    if (known < state.version || state.version < version) return undefined
    return rows.map((row) => ({ version: row.version, batch: batchOf(row) }))
  }

  /** Everything that bets may still be about; `version` is at most that of the rows. */
  async everything(now: number): Promise<{ state: StoreState; batch: Batch }> {
    const state = await this.state()
    const since = new Date(now - keptMs)
    const matches = await this.#db.read<{ body: StoredMatch }>(
      'select body from feed_matches where provider = $1 and (not is_over or changed_at > $2)',
      [this.provider, since],
    )
    const markets = await this.#db.read<StoredMarket>(
      `select match_id as "matchId", code, is_main as "isMain", is_suspended as "isSuspended", options
       from feed_markets where provider = $1`,
      [this.provider],
    )
    const cancels = await this.#db.read<Omit<StoredCancel, 'changedAt'> & { changed_at: Date }>(
      `select match_id as "matchId", market, cancels_from as "from", cancels_until as "until", is_restored as "isRestored",
         changed_at
       from feed_bet_cancels c where provider = $1 and (changed_at > $2 or exists (
         select from feed_matches m where m.provider = c.provider and m.id = c.match_id and not m.is_over))`,
      [this.provider, since],
    )
    const batch = {
      matches: matches.map(({ body }) => body),
      markets,
      cancels: cancels.map(({ changed_at, ...cancel }) => ({ ...cancel, changedAt: changed_at.getTime() })),
    }
    return { state, batch }
  }

  /**
   * Deletes old batches, and matches that were over long ago with what belongs to them. A match whose end was never told goes as
   * long after the last word about it, unless there are open bets on it, which wait for its result.
   */
  async prune(): Promise<void> {
    await this.#db.write(`delete from feed_batches where written_at < now() - make_interval(secs => $1)`, [
      batchSeconds,
    ])
    await this.#db.write(
      `with old as (
         delete from feed_matches where provider = $1 and changed_at < now() - make_interval(secs => $2)
           and (is_over or id = any($3))
         returning id
       ), markets as (
         delete from feed_markets k using old where k.provider = $1 and k.match_id = old.id
       )
       delete from feed_bet_cancels c using old where c.provider = $1 and c.match_id = old.id`,
      [this.provider, keptSeconds, await this.#readForgotten()],
    )
  }

  /**
   * Matches that began long ago, whose end was never told, without open bets. A statement of its own, because one that changes
   * matches can read no tickets where players are spread over nodes; nobody bets on such a match any more.
   */
  async #readForgotten(): Promise<string[]> {
    const old = await this.#db.read<{ id: string }>(
      `select id from feed_matches where provider = $1 and not is_over
        and greatest(changed_at, starts_at) < now() - make_interval(secs => $2)`,
      [this.provider, keptSeconds],
    )
    if (old.length === 0) return []
    const awaited = await this.#db.read<{ match_id: string }>(
      'select distinct match_id from ticket_legs where match_id = any($1) and result = 1000',
      [old.map(({ id }) => id)],
    )
    const bets = new Set(awaited.map(({ match_id: id }) => id))
    return old.flatMap(({ id }) => (bets.has(id) ? [] : [id]))
  }
}

function sentMarket(
  { matchId: id, code, isMain, isSuspended }: StoredMarket,
  odds: SentMarket['odds'],
): SentMarket {
  const sent: SentMarket = { id, code, odds }
  if (isMain) sent.main = true
  if (isSuspended) sent.off = true
  return sent
}

interface StoredBatch {
  version: number
  previous: number
  matches: string
  markets: string
  gone: string
  cancels: string
}

function batchOf({ matches, markets, gone, cancels }: StoredBatch): Batch {
  const sent = JSON.parse(markets) as SentMarket[]
  const removed = JSON.parse(gone) as { id: string; code: string }[]
  return {
    matches: JSON.parse(matches) as StoredMatch[],
    markets: [
      ...sent.map(({ id: matchId, code, main: isMain = false, off: isSuspended = false, odds: options }) => ({
        matchId,
        code,
        isMain,
        isSuspended,
        options,
      })),
      ...removed.map(({ id: matchId, code }) => ({ matchId, code, isMain: false, isSuspended: true })),
    ],
    cancels: JSON.parse(cancels) as StoredCancel[],
  }
}
