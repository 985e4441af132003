import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { ServerConfig } from './config.ts'
import type { Db } from './db/client.ts'
import type { Feed } from './feed/Feed.ts'
import type { Health } from './health.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { PaymentProvider } from './providers/payment/PaymentProvider.ts'
import type { Tracing } from './otel.ts'
import type { Traffic } from './traffic.ts'

/**
 * Everything that a route, a domain function or a game may need. startServer.ts (or a test) builds it once
 * and hands it down; a function takes the `Pick<AppDeps, ...>` that it uses. This file imports types only.
 */
export interface AppDeps {
  config: ServerConfig
  log: Log
  db: Db
  clock: Clock
  ledger: Ledger
  bus: Bus
  provider: PaymentProvider
  /** Matches and odds. */
  feed: Feed
  /** Limits of what one player or address may ask for. */
  traffic: Traffic
  metrics: Metrics
  health: Health
  /** Undefined: nothing is traced. */
  tracing?: Tracing | undefined
}
