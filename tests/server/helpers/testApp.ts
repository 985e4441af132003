import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Envelope } from '#contract/errors.ts'
import { buildPlayerApp } from '#server/apps/playerApp.ts'
import { createBus } from '#server/messaging/bus.ts'
import { createSandboxClock, type MovableClock } from '#server/time/clock.ts'
import { deriveSecrets, newMasterKey } from '#server/config/derivedSecrets.ts'
import { parseConfig } from '#server/config/config.ts'
import { JobQueue } from '#server/db/JobQueue.ts'
import type { AppDeps } from '#server/deps.ts'
import { pushWallet } from '#server/domain/payments/walletEvents.ts'
import { addCatalogueDefaults } from '#server/domain/installation/catalogueDefaults.ts'
import { storeRules } from '#server/sports/rulesVersions.ts'
import { createFeedSource } from '#server/feed/createFeed.ts'
import { createDesk } from '#server/feed/desk/Desk.ts'
import { profileOf } from '#server/config/jurisdictions.ts'
import { DeskFeed } from '#server/feed/desk/DeskFeed.ts'
import type { Feed } from '#server/feed/Feed.ts'
import type { FeedSource } from '#server/feed/FeedSource.ts'
import { createLedger } from '#server/ledger/createLedger.ts'
import { createLog } from '#server/observe/log.ts'
import type { FeedProvider } from '#server/providers/feed/FeedProvider.ts'
import { chooseProviders } from '#server/providers/chooseProviders.ts'
import { Health } from '#server/observe/health.ts'
import { Metrics } from '#server/observe/metrics.ts'
import { createTraffic } from '#server/flow/traffic.ts'
import { createProcessState } from '#server/domain/installation/processState.ts'
import { atEnd } from './atEnd.ts'
import { checkDescribed } from './describedAnswers.ts'
import { createTestDb } from './testDb.ts'

/** A parsed response; `raw` has headers and bytes. */
export interface TestResponse<Data = unknown> {
  http: number
  status: number
  message: string
  data: Data
  raw: Awaited<ReturnType<FastifyInstance['inject']>>
}

interface CallOptions {
  token?: string
  lang?: string
  headers?: Record<string, string>
  /** Sends no Idempotency-Key. A POST without one in `headers` gets a new key otherwise. */
  keyless?: boolean
  body?: object | string
  /** Sends `body` as a form. */
  form?: boolean
}

export interface TestApp {
  app: FastifyInstance
  deps: Omit<AppDeps, 'clock'> & { clock: MovableClock }
  call<Data = unknown>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    options?: CallOptions,
  ): Promise<TestResponse<Data>>
  get<Data = unknown>(url: string, options?: CallOptions): Promise<TestResponse<Data>>
  post<Data = unknown>(url: string, body?: object, options?: CallOptions): Promise<TestResponse<Data>>
  /** Creates a player through the sandbox. */
  createUser(
    fields?: Record<string, unknown>,
  ): Promise<{ username: string; password: string; token: string; uId: string }>
  /** A new captcha with its answer, as login and registration expect it. */
  captcha(): Promise<{ codeId: string; captCode: string }>
}

let captchas = 0
let users = 0

/**
 * Creates the whole server on a new database, without a port. `env` is its environment. With `beside` it is a second
 * server on the same database. `feed` replaces the built-in calendar, `feedProvider` is who tells of matches.
 */
export async function createTestApp(
  env: Record<string, string> = {},
  { beside, feed, feedProvider }: { beside?: TestApp; feed?: Feed; feedProvider?: FeedProvider } = {},
): Promise<TestApp> {
  const db = beside?.deps.db ?? (await createTestDb({ connections: 12 })).db
  const parsed = parseConfig({ LOG_LEVEL: 'silent', DATA_DIR: '.data-test', ...env })
  const secrets = beside?.deps.config.secrets ?? deriveSecrets(newMasterKey())
  const config = { ...parsed.config, secrets }
  const log = createLog(config.logLevel)
  const clock = await createSandboxClock({ db, log })
  const bus = await createBus(db)
  const metrics = new Metrics()
  const own = createProcessState({ bus, db, log })
  const ledger = createLedger(db, clock, {
    metrics,
    onPosted: (...posted) => pushWallet({ bus, db, log, presence: own.presence }, ...posted),
  })
  const chosen = chooseProviders(config)({ db, config, clock, log, bus })
  const providers = feedProvider ? { ...chosen, feedProvider } : chosen
  const feedSource = feed
    ? sourceOf(feed)
    : createFeedSource(
        { db, bus, log, clock },
        { feedProvider: providers.feedProvider, isSandbox: config.sandbox },
      )
  await feedSource.start()
  const desk = await createDesk({ db, bus, log })
  const traffic = createTraffic({ bus, db, log, config })
  const deps = {
    config,
    log,
    db,
    clock,
    ledger,
    bus,
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
  await addCatalogueDefaults(deps)
  await storeRules(deps, deps.feed.houseRules)
  const app = await buildPlayerApp(deps)
  await app.ready()
  atEnd(async () => {
    await app.close()
    await feedSource.close()
    await desk.close()
    traffic.buckets.stop()
    await bus.close()
    await clock.close()
  })

  const call = async <Data>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    { token, lang = 'pt_BR', headers = {}, body, form = false, keyless = false }: CallOptions = {},
  ): Promise<TestResponse<Data>> => {
    const payload = form ? new URLSearchParams(body as Record<string, string>).toString() : body
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const raw = await app.inject({
      method,
      url,
      headers: {
        lang,
        ...(method === 'POST' && !keyless ? { 'idempotency-key': randomUUID() } : {}),
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(token === undefined ? {} : { authorization: token }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload: payload as InjectOptions['payload'] }),
    })
    const isJson = String(raw.headers['content-type']).startsWith('application/json')
    const envelope = isJson
      ? raw.json<Envelope<Data>>()
      : { status: -1, message: '', data: undefined as Data }
    if (isJson && raw.statusCode === 200) checkDescribed(method, url, envelope.data)
    return { http: raw.statusCode, ...envelope, raw }
  }

  return {
    app,
    deps,
    call,
    get: (url, options) => call('GET', url, options),
    post: (url, body = {}, options = {}) => call('POST', url, { ...options, body }),
    async createUser(fields = {}) {
      users++
      const user = { username: `player${users}@test.com`, password: 'Segura-123', ...fields }
      const response = await call<{ token: string; user: { uId: string } }>('POST', '/sandbox/api/users', {
        body: user,
      })
      if (response.http !== 200) throw new Error(`no user: ${response.http} ${response.message}`)
      return { ...user, token: response.data.token, uId: response.data.user.uId }
    },
    async captcha() {
      captchas++
      const codeId = String(captchas)
      await call('GET', `/api/auth/user/captcha/${codeId}`)
      const { data } = await call<{ answer: string }>('GET', `/sandbox/api/captcha/${codeId}`)
      return { codeId, captCode: data.answer }
    },
  }
}

/** Delivers nothing: a test changes the feed itself. */
function sourceOf(feed: Feed): FeedSource {
  const nothing = () => Promise.resolve()
  return { name: 'test', feed, start: nothing, recover: nothing, close: nothing }
}
