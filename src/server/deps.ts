import type { Bus } from './messaging/bus.ts'
import type { Presence } from './messaging/Presence.ts'
import type { Clock } from './time/clock.ts'
import type { DueTimes } from './time/DueTimes.ts'
import type { ServerConfig } from './config/config.ts'
import type { Settings } from './config/settings.ts'
import type { Db } from './db/client.ts'
import type { JobQueue } from './db/JobQueue.ts'
import type { PlayerReads } from './db/PlayerReads.ts'
import type { Desk } from './feed/desk/Desk.ts'
import type { Feed } from './feed/Feed.ts'
import type { FeedSource } from './feed/FeedSource.ts'
import type { Health } from './observe/health.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Log } from './observe/log.ts'
import type { Mailer } from './providers/mail/Mailer.ts'
import type { Metrics } from './observe/metrics.ts'
import type { FeedProvider } from './providers/feed/FeedProvider.ts'
import type { Regulator } from './providers/regulator/Regulator.ts'
import type { ReportSchemas } from './providers/regulator/reportFiles.ts'
import type { BlockedPersons } from './providers/blockedPersons/BlockedPersons.ts'
import type { IdentityProvider } from './providers/identity/IdentityProvider.ts'
import type { PaymentProvider } from './providers/payment/PaymentProvider.ts'
import type { Pusher } from './providers/push/Pusher.ts'
import type { PayoutProvider } from './providers/payout/PayoutProvider.ts'
import type { Tracing } from './observe/otel.ts'
import type { CpuPool } from './flow/CpuPool.ts'
import type { FailedRowsOfJobs } from './flow/FailedRows.ts'
import type { RecentAt } from './flow/RecentAt.ts'
import type { LatestRuns } from './flow/latestRuns.ts'
import type { ReadyPool } from './flow/ReadyPool.ts'
import type { Recent } from './flow/Recent.ts'
import type { Traffic } from './flow/traffic.ts'

/**
 * Everything that a route, a domain function or a game may need. startServer.ts (or a test) builds it once
 * and hands it down; a function takes the `Pick<AppDeps, ...>` that it uses. This file imports types only.
 */
export interface AppDeps {
  config: ServerConfig
  log: Log
  db: Db
  /** Reads of one player. */
  playerReads: PlayerReads
  clock: Clock
  ledger: Ledger
  bus: Bus
  provider: PaymentProvider
  payout: PayoutProvider
  mailer: Mailer
  /** Notices of the browser; null: this server sends none. */
  pusher: Pusher | null
  /** Work that must happen once and is tried again. */
  queue: JobQueue
  identity: IdentityProvider
  blockedPersons: BlockedPersons
  /** Who tells of matches and prices; undefined: the simulated calendar. */
  feedProvider: FeedProvider | undefined
  regulator: Regulator
  reportSchemas: ReportSchemas
  /** Delivers the matches and prices. */
  feedSource: FeedSource
  /** What it has delivered, with what the trading desk has decided. */
  feed: Feed
  /** The rules and limits of the trading desk. */
  desk: Desk
  /** Limits of what one player or address may ask for. */
  traffic: Traffic
  /** Runs what takes much CPU time. */
  cpu: CpuPool
  /** For what takes seconds, so that no login waits for it. */
  slowCpu: CpuPool
  captchaImages: ReadyPool<{ answer: string; png: Uint8Array }>
  /** The operator's settings, a second old at most. */
  settings: Recent<Settings>
  /** Who is connected in real time. */
  presence: Presence
  /** Events for everybody that are sent a few times a second at most. */
  announcements: LatestRuns
  /** When the live bets placed in this process are to be decided. */
  acceptanceTimes: DueTimes
  /** The rows whose work has failed in this process. */
  failedRows: FailedRowsOfJobs
  /** Ids of matches with open bets that are overdue. */
  overdueIds: RecentAt<string[]>
  metrics: Metrics
  health: Health
  /** Undefined: nothing is traced. */
  tracing?: Tracing | undefined
}

/** What money that comes or goes needs: the command that compares the books has no more than this. */
export type PaymentDeps = Pick<
  AppDeps,
  'config' | 'log' | 'db' | 'clock' | 'ledger' | 'bus' | 'queue' | 'provider' | 'payout'
>
