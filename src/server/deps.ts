import type { Bus } from './messaging/bus.ts'
import type { Clock } from './time/clock.ts'
import type { ServerConfig } from './config/config.ts'
import type { Db } from './db/client.ts'
import type { Feed } from './feed/Feed.ts'
import type { Health } from './observe/health.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Log } from './observe/log.ts'
import type { Metrics } from './observe/metrics.ts'
import type { PaymentProvider } from './providers/payment/PaymentProvider.ts'
import type { Tracing } from './observe/otel.ts'
import type { Traffic } from './flow/traffic.ts'

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
