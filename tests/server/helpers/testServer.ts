import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Envelope } from '#contract/errors.ts'
import { toFormBody } from '#contract/http/call.ts'
import { buildPlayerApp } from '#server/apps/playerApp.ts'
import { createBus } from '#server/messaging/bus.ts'
import { createSandboxClock, type MovableClock } from '#server/time/clock.ts'
import { deriveSecrets } from '#server/config/derivedSecrets.ts'
import { parseConfig, type ServerConfig } from '#server/config/config.ts'
import type { AppDeps } from '#server/deps.ts'
import { createDb } from '#server/db/client.ts'
import { pushWallet } from '#server/domain/payments/walletEvents.ts'
import { addCatalogueDefaults } from '#server/domain/installation/catalogueDefaults.ts'
import { JobQueue } from '#server/db/JobQueue.ts'
import { openSession } from '#server/domain/accounts/sessions.ts'
import { createFeedSource } from '#server/feed/createFeed.ts'
import { createDesk } from '#server/feed/desk/Desk.ts'
import { profileOf } from '#server/config/jurisdictions.ts'
import { DeskFeed } from '#server/feed/desk/DeskFeed.ts'
import { createLedger } from '#server/ledger/createLedger.ts'
import { createLog } from '#server/observe/log.ts'
import { chooseProviders } from '#server/providers/chooseProviders.ts'
import { Health } from '#server/observe/health.ts'
import { Metrics } from '#server/observe/metrics.ts'
import { createTraffic } from '#server/flow/traffic.ts'
import { createProcessState } from '#server/domain/installation/processState.ts'
import { storeRules } from '#server/sports/rulesVersions.ts'
import { createSandboxUser, newUserSchema } from '#server/sandbox/users.ts'
import { atEnd } from './atEnd.ts'
import { createTestDb } from './testDb.ts'

export interface TestPlayer {
  userId: string
  username: string
  token: string
}

interface CallOptions {
  player?: TestPlayer | undefined
  body?: object
  /** Sends `body` as a form. */
  form?: boolean
  /** Idempotency-Key; null sends none. A POST gets a new one when left out. */
  key?: string | null | undefined
  lang?: string
}

export interface TestResponse<Data> extends Envelope<Data> {
  httpStatus: number
  /** The raw bytes. */
  text: string
}

export interface TestServer {
  app: FastifyInstance
  deps: AppDeps
  clock: MovableClock
  /** The address of its database, for another process. */
  databaseUrl: string
  /** Creates a verified player with these fields of a sandbox user, for example `{ balance: 100 }`. */
  player(fields?: Record<string, unknown>): Promise<TestPlayer>
  /** Opens another session for the same player. */
  login(player: TestPlayer): Promise<TestPlayer>
  call<Data = unknown>(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    options?: CallOptions,
  ): Promise<TestResponse<Data>>
  /** Starts a second server on the same database, in this process but with its own connections and state. */
  startAnother(): Promise<TestServer>
  /** Listens on a free port; returns its address. */
  listen(): Promise<string>
}

/**
 * Creates the whole server on a new database, with functions to create players and make calls. `env` is its environment.
 * Jobs run only when a test runs them.
 */
export async function createTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const { url } = await createTestDb({ connections: 1 })
  const parsed = parseConfig({ LOG_LEVEL: 'silent', WEB_ROOT: '/nonexistent', ...env })
  const closers: (() => Promise<void>)[] = []
  atEnd(() => Promise.all(closers.map((close) => close())))
  const config = { ...parsed.config, secrets: deriveSecrets(randomBytes(32), parsed.secrets) }
  return startServer(url, config, closers)
}

async function startServer(
  url: string,
  config: ServerConfig,
  closers: (() => Promise<void>)[],
): Promise<TestServer> {
  // Fewer connections than concurrent calls: a call that needs a second connection would hang.
  const db = createDb(url, { max: 12 })
  await addCatalogueDefaults({ db })
  const log = createLog(config.logLevel)
  const clock = await createSandboxClock({ db, log })
  const bus = await createBus(db)
  const providers = chooseProviders(config)({ db, config, clock, log, bus })
  const feedSource = createFeedSource(
    { db, bus, log, clock },
    { feedProvider: providers.feedProvider, isSandbox: config.sandbox },
  )
  await feedSource.start()
  const desk = await createDesk({ db, bus, log })
  const traffic = createTraffic({ bus, db, log, config })
  const metrics = new Metrics()
  const own = createProcessState({ bus, db, log })
  const deps: AppDeps = {
    config,
    log,
    db,
    clock,
    bus,
    ledger: createLedger(db, clock, {
      metrics,
      onPosted: (...posted) => pushWallet({ bus, db, log, presence: own.presence }, ...posted),
    }),
    ...providers,
    queue: new JobQueue(db),
    feedSource,
    feed: new DeskFeed(feedSource.feed, desk, profileOf({ config }).sports),
    desk,
    traffic,
    ...own,
    metrics,
    health: new Health({ db, bus, log }),
  }
  await storeRules(deps, deps.feed.houseRules)
  const app = await buildPlayerApp(deps)
  await app.ready()
  closers.push(async () => {
    await app.close()
    await feedSource.close()
    await desk.close()
    traffic.buckets.stop()
    await bus.close()
    await clock.close()
    await db.close()
  })
  return {
    app,
    deps,
    clock,
    databaseUrl: url,
    startAnother: () => startServer(url, config, closers),
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    async player(fields = {}) {
      const username = `p${randomUUID()}@palpite.test`
      const user = newUserSchema.parse({ username, password: 'Segura-123', kyc: 1, ...fields })
      const { userId, token } = await createSandboxUser(deps, user, {
        language: 'pt_BR',
        deviceId: '',
        deviceType: 'computer',
      })
      return { userId, username, token }
    },
    async login({ userId, username }) {
      return {
        userId,
        username,
        token: await openSession(deps, deps.db, { userId, device: { deviceId: '', deviceType: 'computer' } }),
      }
    },
    async call<Data>(method: 'GET' | 'POST' | 'DELETE', url: string, options: CallOptions = {}) {
      const { player, body, form, lang = 'pt_BR' } = options
      const key = options.key === undefined && method === 'POST' ? randomUUID() : options.key
      const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
      const response = await app.inject({
        method,
        url,
        headers: {
          lang,
          ...(player ? { authorization: player.token } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
          ...(body ? { 'content-type': type } : {}),
        },
        ...(body ? { payload: form ? toFormBody(body) : JSON.stringify(body) } : {}),
      })
      return { ...response.json<Envelope<Data>>(), httpStatus: response.statusCode, text: response.payload }
    },
  }
}
