import type { Bus } from '../bus.ts'
import type { Db } from '../db/client.ts'
import type { Feed } from './Feed.ts'

/** The feed of this process. `close` ends what it listens to. */
export async function createFeed(_deps: { db: Db; bus: Bus }): Promise<Feed & { close(): Promise<void> }> {
  return {
    matches: () => [],
    match: () => undefined,
    markets: () => [],
    expectedFactor: () => undefined,
    close: () => Promise.resolve(),
  }
}
