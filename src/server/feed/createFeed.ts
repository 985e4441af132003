import { newSeed } from '#contract/games/fair.ts'
import type { Bus } from '../bus.ts'
import type { Db } from '../db/client.ts'
import type { Log } from '../log.ts'
import type { Feed } from './Feed.ts'
import type { Script } from './scripts.ts'
import { SimulatedFeed } from './SimulatedFeed.ts'

/** Broadcast to every process when scripts or the seed have changed. */
export const feedChanged = 'internal:feed'

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
    const rows = await this.#db.query<{ match_id: string; script: Script }>(
      'select match_id, script from feed_scripts',
    )
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
  if (!(feed instanceof ServerFeed)) throw new Error('this feed cannot be scripted')
  return feed
}

/**
 * Makes every process reload seed and scripts, and waits until this process has; for use after the database
 * was emptied.
 */
export async function refreshFeed({ db, bus, feed }: { db: Db; bus: Bus; feed: Feed }): Promise<void> {
  await bus.publish(db, { type: 'broadcast', name: feedChanged, payload: null })
  if (feed instanceof ServerFeed) await feed.refresh()
}

/** The secret of this database's calendar, created by whichever process comes first. */
async function seedOf(db: Db): Promise<string> {
  const read = () => db.query<{ value: string }>(`select value from settings where key = 'feedSeed'`)
  const [existing] = await read()
  if (existing) return existing.value
  await db.query(`insert into settings (key, value) values ('feedSeed', $1) on conflict do nothing`, [
    JSON.stringify(newSeed()),
  ])
  const [created] = await read()
  if (!created) throw new Error('the feed seed was not stored')
  return created.value
}
