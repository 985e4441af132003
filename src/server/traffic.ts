import type { Bus } from './bus.ts'
import { CallGate } from './callGate.ts'
import type { ServerConfig } from './config.ts'
import type { Db } from './db/client.ts'
import type { Log } from './log.ts'
import { SharedRuns } from './sharedRuns.ts'
import { TokenBuckets } from './tokenBuckets.ts'

/** What keeps one caller from stalling all others ("Floods" in docs/operator.md). */
export interface Traffic {
  buckets: TokenBuckets
  gate: CallGate
  /** Lookups of sessions by token: a flood with one token is not a flood of statements. */
  lookups: SharedRuns
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
