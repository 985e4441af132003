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
/** Batches are kept this long, in seconds: a process that was away for longer reads everything. */
const batchSeconds = 120

/** A batch is one statement: state, matches, markets, cancelled bets, the copy for other processes, and the message to them. */
const writeSql = `
with told as (select $6::json as batch), state as (
  update feed_state set version = greatest(version + 1, $3::bigint), heard_at = to_timestamp($3::bigint / 1000.0),
      position = coalesce($5::jsonb, position)
    where provider = $1 and epoch = $2 and version = $4 returning version
), matches as (
  insert into feed_matches (provider, id, version, starts_at, is_over, changed_at, body)
    select $1, m.body -> 'fixture' ->> 'id', state.version,
      to_timestamp((m.body -> 'fixture' ->> 'startsAt')::bigint / 1000.0), (m.body ->> 'period')::integer in (-1, -10),
      to_timestamp($3::bigint / 1000.0), m.body
    from state, told, jsonb_array_elements((told.batch -> 'matches')::jsonb) as m (body)
  on conflict (provider, id) do update set version = excluded.version, starts_at = excluded.starts_at,
    is_over = excluded.is_over, changed_at = excluded.changed_at, body = excluded.body
), gone as (
  delete from feed_markets k using state, told, json_to_recordset(told.batch -> 'gone') as g ("matchId" text, code text)
    where k.provider = $1 and k.match_id = g."matchId" and k.code = g.code
), ended as (
  delete from feed_markets k using state, told, jsonb_array_elements((told.batch -> 'matches')::jsonb) as m (body)
    where k.provider = $1 and k.match_id = m.body -> 'fixture' ->> 'id' and (m.body ->> 'period')::integer in (-1, -10)
), markets as (
  insert into feed_markets (provider, match_id, code, version, is_main, is_suspended, options)
    select $1, k."matchId", k.code, state.version, k."isMain", k."isSuspended", k.options
    from state, told, json_to_recordset(told.batch -> 'markets')
      as k ("matchId" text, code text, "isMain" boolean, "isSuspended" boolean, options json)
  on conflict (provider, match_id, code) do update set version = excluded.version, is_main = excluded.is_main,
    is_suspended = excluded.is_suspended, options = excluded.options
), cancels as (
  insert into feed_bet_cancels (provider, match_id, market, cancels_from, cancels_until, version, changed_at, is_restored)
    select $1, c."matchId", c.market, c."from", c."until", state.version, to_timestamp(c."changedAt" / 1000.0), c."isRestored"
    from state, told, json_to_recordset(told.batch -> 'cancels') as c ("matchId" text, market text, "from" bigint,
      "until" bigint, "isRestored" boolean, "changedAt" bigint)
  on conflict (provider, match_id, market, cancels_from, cancels_until) do update set version = excluded.version,
    changed_at = excluded.changed_at, is_restored = excluded.is_restored
), copied as (
  insert into feed_batches (version, previous, written_at, changes)
    select state.version, $4, now(), $6::text from state
)
select state.version, (select pg_notify($7, json_build_object('type', 'broadcast', 'name', $8::text,
  'payload', json_build_object('version', state.version, 'heardAt', $3::bigint))::text) where $7::text <> '') as sent
from state`

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
   * must not be in it twice.
   */
  async write(
    { epoch, version }: { epoch: number; version: number },
    { matches, markets, cancels }: Batch,
    { now, position }: { now: number; position: FeedPosition },
  ): Promise<number | undefined> {
    const batch = {
      matches,
      markets: markets.filter(({ options }) => options !== undefined),
      gone: markets.filter(({ options }) => options === undefined),
      cancels,
    }
    const { channel } = this.#bus
    const [row] = await this.#db.write<{ version: number }>(writeSql, [
      this.provider,
      epoch,
      now,
      version,
      position && JSON.stringify(position),
      JSON.stringify(batch),
      channel ?? '',
      feedStored,
    ])
    if (row && channel === undefined) await this.#announce({ version: row.version, heardAt: now })
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
    const rows = await this.#db.read<{ version: number; previous: number; changes: string }>(
      'select version, previous, changes from feed_batches where version > $1 order by version',
      [version],
    )
    let known = version
    for (const { previous, version: next } of rows) {
      if (previous !== known) return undefined
      known = next
    }
    // Lower: the database was emptied.
    if (known < state.version || state.version < version) return undefined
    return rows.map((row) => ({ version: row.version, batch: batchOf(row.changes) }))
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

  /** Deletes old batches. */
  async prune(): Promise<void> {
    await this.#db.write(`delete from feed_batches where written_at < now() - make_interval(secs => $1)`, [
      batchSeconds,
    ])
  }
}

function batchOf(changes: string): Batch {
  const { matches, markets, gone, cancels } = JSON.parse(changes) as Batch & { gone: StoredMarket[] }
  return { matches, markets: [...markets, ...gone], cancels }
}
