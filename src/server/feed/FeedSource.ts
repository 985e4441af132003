import type { Feed } from './Feed.ts'

/**
 * The port to whoever knows the matches: a provider of feeds, or the simulated calendar (SimulatedSource). A source
 * delivers when it has something: fixtures, prices, events, results, corrections and cancelled bets arrive in its own
 * time, and it puts them into `feed`, the memory of this process. Whatever waits for a network or a database, and may
 * fail, is a verb of this interface and asynchronous. Reading a price is not: bets, pages and settlement read `feed`,
 * which answers at once with the last state that arrived.
 *
 * No verb is called inside a transaction, and repeating one is harmless.
 */
export interface FeedSource {
  readonly name: string
  /** What has arrived; to be read once `start` has resolved. It changes no more after `close`. */
  readonly feed: Feed
  /** Connects. Resolves once `feed` has what the source knows now; rejects when the source cannot work. */
  start(): Promise<void>
  /**
   * Takes in again what may have been missed, after a gap or a change from this process. Resolves when `feed` has what
   * the source knew at the time of the call.
   */
  recover(): Promise<void>
  /** Ends the delivery; resolves when nothing of it runs any more. */
  close(): Promise<void>
}
