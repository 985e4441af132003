import type { Bus } from './bus.ts'
import { CallGate } from './callGate.ts'
import type { ServerConfig } from './config.ts'
import type { Db } from './db/client.ts'
import type { Log } from './log.ts'
import { SharedRuns } from './sharedRuns.ts'
import { TokenBuckets } from './tokenBuckets.ts'

/**
 * Calls of one player that run at a time, reads and writes each: two take a tenth of the connections, and calls of one
 * wallet would only wait for each other.
 */
const ofPlayer = 2
/** Writes of guests of one address that run at a time: behind it may be a venue. */
const ofAddress = 4

/** What keeps one caller from stalling all others ("Floods" in docs/operator.md). */
export interface Traffic {
  buckets: TokenBuckets
  gate: CallGate
  /** Lookups of sessions by token: a flood with one token is not a flood of statements. */
  lookups: SharedRuns
}

/** Runs a player's call when it is its turn. Throws tooManyCalls when too many of theirs wait. */
export function runForPlayer<T>(
  { gate }: Pick<Traffic, 'gate'>,
  userId: string,
  kind: 'read' | 'write',
  work: () => Promise<T>,
): Promise<T> {
  return gate.run(`${kind} ${userId}`, ofPlayer, work)
}

/** Runs a guest's write when it is its address's turn. Throws tooManyCalls when too many of them wait. */
export function runForAddress<T>(
  { gate }: Pick<Traffic, 'gate'>,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  return gate.run(`address ${address}`, ofAddress, work)
}

/** Call `buckets.stop()` when the server ends. */
export function createTraffic(deps: {
  bus: Bus
  db: Db
  log: Log
  config: Pick<ServerConfig, 'buckets'>
}): Traffic {
  return {
    buckets: new TokenBuckets(deps, deps.config.buckets),
    gate: new CallGate(),
    lookups: new SharedRuns(),
  }
}
