import { newSeed } from '#contract/games/fair.ts'
import type { Bus } from '../messaging/bus.ts'
import type { Db } from '../db/client.ts'
import type { Log } from '../observe/log.ts'
import { sourceOf } from './desk/DeskFeed.ts'
import type { Feed } from './Feed.ts'
import { feedChanged } from './feedChanged.ts'
import type { Script } from './scripts.ts'
import { neverSilent, type Silence } from './silence.ts'
import { SimulatedFeed } from './SimulatedFeed.ts'

/** The feed of one process. `close` ends its subscriptions. */
export class ServerFeed extends SimulatedFeed {
  readonly #db: Db
  readonly #log: Log
  #lastRefresh: Promise<void> = Promise.resolve()
  #unsubscribe: () => void = () => undefined

  constructor({ db, log }: { db: Db; log: Log }) {
    super('')
    this.#db = db
    this.#log = log
  }

  listen(bus: Bus): void {
    this.#unsubscribe = bus.subscribe((message) => {
      const isFeedChange = message.type === 'broadcast' && message.name === feedChanged
      if (isFeedChange || message.type === 'gap')
        this.refresh().catch((error: unknown) => this.#log.error(error, 'reading the feed failed'))
    })
  }

  /**
   * Reads seed and scripts again. Resolves when this process uses what was in the database at the time of the
   * call.
   */
  refresh(): Promise<void> {
    // One after the other: an older read must not overtake a newer one.
    this.#lastRefresh = this.#lastRefresh.catch(() => undefined).then(() => this.#read())
    return this.#lastRefresh
  }

  async close(): Promise<void> {
    this.#unsubscribe()
    await this.#lastRefresh.catch(() => undefined)
  }

  async #read(): Promise<void> {
    const seed = await seedOf(this.#db)
    const [source] = await this.#db.read<{ silence: Silence | null; rewinds: number }>(
      `select (select value from settings where key = 'feedSilence') as silence,
        coalesce((select value::integer from settings where key = 'feedRewinds'), 0) as rewinds`,
    )
    const rows = await this.#db.read<{ match_id: string; script: Script }>(
      'select match_id, script from feed_scripts',
    )
    this.setSource(source?.silence ?? neverSilent, source?.rewinds ?? 0)
    this.load(seed, new Map(rows.map(({ match_id, script }) => [match_id, script])))
  }
}

/** Creates the feed and reads seed and scripts. */
export async function createFeed({ db, bus, log }: { db: Db; bus: Bus; log: Log }): Promise<ServerFeed> {
  const feed = new ServerFeed({ db, log })
  feed.listen(bus)
  await feed.refresh()
  return feed
}

/** Narrows the feed to one whose scripts the sandbox can change. Throws for any other feed. */
export function scriptable(feed: Feed): ServerFeed {
  const source = sourceOf(feed)
  if (!(source instanceof ServerFeed)) throw new Error('this feed cannot be scripted')
  return source
}

/**
 * Makes every process reload seed and scripts, and waits until this process has; for use after the database
 * was emptied.
 */
async function refreshFeed({ db, bus, feed }: { db: Db; bus: Bus; feed: Feed }): Promise<void> {
  await bus.publish(db, { type: 'broadcast', name: feedChanged, payload: null })
  const source = sourceOf(feed)
  if (source instanceof ServerFeed) await source.refresh()
}

/**
 * Sets how often the clock was moved back, in every process: pages that are open then take over matches that are
 * older than those they show.
 */
export async function setRewinds(
  { db, bus, feed }: { db: Db; bus: Bus; feed: Feed },
  rewinds: number,
): Promise<void> {
  await storeSource(db, 'feedRewinds', rewinds)
  await refreshFeed({ db, bus, feed })
}

/** How often the clock was moved back; 0 for a feed that does not follow it. */
export function rewindsOf(feed: Feed): number {
  const source = sourceOf(feed)
  return source instanceof SimulatedFeed ? source.rewinds : 0
}

/** The source falls silent, or speaks again. */
export async function setSilent(
  { db, bus, feed }: { db: Db; bus: Bus; feed: Feed },
  isSilent: boolean,
  now: Date,
): Promise<void> {
  const time = now.getTime()
  const silence: Silence = isSilent ? { since: time, spokeAt: null } : { since: null, spokeAt: time }
  await storeSource(db, 'feedSilence', silence)
  await refreshFeed({ db, bus, feed })
}

/** Takes effect when the processes read the feed again (`setRewinds`). */
export async function storeFeedSeed(db: Db, seed: string): Promise<void> {
  await storeSource(db, 'feedSeed', seed)
}

async function storeSource(db: Db, key: string, value: Silence | number | string): Promise<void> {
  await db.write(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, JSON.stringify(value)],
  )
}

/** The secret of this database's calendar, created by whichever process comes first. */
async function seedOf(db: Db): Promise<string> {
  const read = () => db.read<{ value: string }>(`select value from settings where key = 'feedSeed'`)
  const [existing] = await read()
  if (existing) return existing.value
  await db.write(`insert into settings (key, value) values ('feedSeed', $1) on conflict do nothing`, [
    JSON.stringify(newSeed()),
  ])
  const [created] = await read()
  if (!created) throw new Error('the feed seed was not stored')
  return created.value
}
