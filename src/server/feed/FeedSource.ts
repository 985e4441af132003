import type { Feed } from './Feed.ts'

/**
 * What fills this process' memory of the matches: the store of what a provider tells (store/StoredSource.ts), or the
 * simulated calendar, which is computed from its seed (SimulatedSource.ts). Whatever waits for a network or a database, and
 * may fail, is a verb of this interface and asynchronous. Reading a price is not: bets, pages and settlement read `feed`,
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
  /**
   * Stores what the provider tells until `signal` is aborted; one process at a time does (jobs/jobs.ts). Undefined: there is
   * nothing to take in.
   */
  readonly takeIn?: (signal: AbortSignal) => Promise<void>
  /** Calls back after each change that is not one of time alone; returns a function that ends it. Undefined: there are none. */
  readonly onChange?: (listener: () => void) => () => void
}
