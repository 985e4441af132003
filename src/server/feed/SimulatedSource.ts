import { newSeed } from '#contract/games/fair.ts'
import type { Bus } from '../messaging/bus.ts'
import type { Db } from '../db/client.ts'
import type { Log } from '../observe/log.ts'
import { feedChanged } from './feedChanged.ts'
import type { FeedSource } from './FeedSource.ts'
import type { Script } from './scripts.ts'
import { neverSilent, type Silence } from './silence.ts'
import { SimulatedFeed } from './SimulatedFeed.ts'

interface SourceDeps {
  db: Db
  bus: Bus
  log: Log
}

/**
 * Delivers the simulated calendar. What it takes in is what the matches are computed from: the seed and the scripts of
 * the sandbox, which are in the database; a broadcast says that they have changed.
 */
export class SimulatedSource implements FeedSource {
  readonly name = 'simulated'
  readonly feed = new SimulatedFeed('')
  readonly #deps: SourceDeps
  #lastRead: Promise<void> = Promise.resolve()
  #unsubscribe: () => void = () => undefined

  constructor(deps: SourceDeps) {
    this.#deps = deps
  }

  start(): Promise<void> {
    const { bus, log } = this.#deps
    this.#unsubscribe = bus.subscribe((message) => {
      const isFeedChange = message.type === 'broadcast' && message.name === feedChanged
      if (isFeedChange || message.type === 'gap')
        this.recover().catch((error: unknown) => log.error(error, 'reading the feed failed'))
    })
    return this.recover()
  }

  recover(): Promise<void> {
    // One after the other: an older read must not overtake a newer one.
    this.#lastRead = this.#lastRead.catch(() => undefined).then(() => this.#read())
    return this.#lastRead
  }

  async close(): Promise<void> {
    this.#unsubscribe()
    await this.#lastRead.catch(() => undefined)
  }

  async #read(): Promise<void> {
    const { db } = this.#deps
    const seed = await seedOf(db)
    const [source] = await db.read<{ silence: Silence | null; rewinds: number }>(
      `select (select value from settings where key = 'feedSilence') as silence,
        coalesce((select value::integer from settings where key = 'feedRewinds'), 0) as rewinds`,
    )
    const rows = await db.read<{ match_id: string; script: Script }>(
      'select match_id, script from feed_scripts',
    )
    this.feed.setSource(source?.silence ?? neverSilent, source?.rewinds ?? 0)
    this.feed.load(seed, new Map(rows.map(({ match_id, script }) => [match_id, script])))
  }
}

/**
 * Makes every process read seed and scripts again, and waits until this process has; for use after the database
 * was emptied.
 */
async function recoverAll({ db, bus, feedSource }: SandboxDeps): Promise<void> {
  await bus.publish(db, { type: 'broadcast', name: feedChanged, payload: null })
  await feedSource.recover()
}

interface SandboxDeps {
  db: Db
  bus: Bus
  feedSource: FeedSource
}

/**
 * Sets how often the clock was moved back, in every process: pages that are open then take over matches that are
 * older than those they show.
 */
export async function setRewinds(deps: SandboxDeps, rewinds: number): Promise<void> {
  await storeSource(deps.db, 'feedRewinds', rewinds)
  await recoverAll(deps)
}

/** How often the clock was moved back, as this process knows it. */
export async function rewindsOf({ db }: Pick<SandboxDeps, 'db'>): Promise<number> {
  const [row] = await db.read<{ value: number }>(
    `select value::integer as value from settings where key = 'feedRewinds'`,
  )
  return row?.value ?? 0
}

/** The source falls silent, or speaks again. */
export async function setSilent(deps: SandboxDeps, isSilent: boolean, now: Date): Promise<void> {
  const time = now.getTime()
  const silence: Silence = isSilent ? { since: time, spokeAt: null } : { since: null, spokeAt: time }
  await storeSource(deps.db, 'feedSilence', silence)
  await recoverAll(deps)
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
