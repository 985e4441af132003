import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildPlayerApp } from './apps/playerApp.ts'
import { closeHttp } from './http/closeHttp.ts'
import { createBus, type Bus } from './messaging/bus.ts'
import { createSandboxClock, systemClock, type Clock } from './time/clock.ts'
import type { AppDeps } from './deps.ts'
import { parseConfig, type ParsedConfig, type ServerConfig } from './config/config.ts'
import { codeOf, createDb, type Db } from './db/client.ts'
import { openDataFolder } from './db/dataFolder.ts'
import { startEmbedded } from './db/embedded.ts'
import { JobQueue } from './db/JobQueue.ts'
import { migrateAt, type DatabaseUrls } from './db/migrateAt.ts'
import type { Job } from './jobs/Job.ts'
import { startJobs } from './jobs/jobs.ts'
import { createProcessState } from './domain/installation/processState.ts'
import { checkEncryptionKey } from './domain/installation/encryptionKey.ts'
import { pushWallet } from './domain/payments/walletEvents.ts'
import { fillCanonicalEmails } from './domain/accounts/emails.ts'
import { markOldAccounts } from './domain/accounts/marks.ts'
import { readOldPhones } from './domain/accounts/phones.ts'
import { indexOldKeys } from './domain/payments/payoutKeys.ts'
import { addCatalogueDefaults } from './domain/installation/catalogueDefaults.ts'
import { startDouble } from './games/double/double.ts'
import { createFeedSource } from './feed/createFeed.ts'
import { createDesk } from './feed/desk/Desk.ts'
import { storeRules } from './sports/rulesVersions.ts'
import { profileOf } from './config/jurisdictions.ts'
import { DeskFeed } from './feed/desk/DeskFeed.ts'
import { watchGauges } from './observe/gauges.ts'
import { Health } from './observe/health.ts'
import { loadProfile } from './config/jurisdictions.ts'
import { createLedger } from './ledger/createLedger.ts'
import { createLog, type Log } from './observe/log.ts'
import { Metrics } from './observe/metrics.ts'
import { buildMetricsApp } from './apps/metricsApp.ts'
import { buildGamesApp } from './apps/gamesApp.ts'
import { buildOffice } from './apps/officeApp.ts'
import { checkAuditChain } from './office/audit/chain.ts'
import { watchDifferences } from './domain/payments/reconciliation/gauges.ts'
import { watchOverdueMatches } from './sports/trading/overdue.ts'
import { watchAudit } from './office/audit/gauges.ts'
import { watchCertificates } from './providers/certificates.ts'
import {
  addSandboxStaff,
  removeSandboxStaff,
  sandboxStaff,
  sandboxStaffPassword,
} from './office/identity/sandboxStaff.ts'
import { chooseProviders } from './providers/chooseProviders.ts'
import { startAcceptance } from './sports/acceptance.ts'
import { freePort, portError, tryPort, type FoundPort } from './http/port.ts'
import { loadSecrets } from './config/secrets.ts'
import { StartError } from './config/startError.ts'
import type { Tracing } from './observe/otel.ts'
import { startTracing } from './observe/tracing.ts'
import { createTraffic } from './flow/traffic.ts'

export interface RunningServer {
  /** The address it listens on, with the actual port even when 0 was configured. */
  url: string
  /** The address of the back office, and who may log in there in the sandbox; undefined: this server has none. */
  office: { url: string; sandboxStaff: { emails: string[]; password: string } | undefined } | undefined
  config: ServerConfig
  /** From now on not ready (`/readyz`); resolves when load balancers have had DRAIN_MS to notice. */
  drain(): Promise<void>
  /**
   * Stops listening, waits for running requests, closes sockets and the database. May be called more than
   * once.
   */
  close(): Promise<void>
}

/** A frozen database must not block calls forever; the client times out after 30 s. */
const databaseLimits = { statementMs: 10_000, lockMs: 8_000 }

type Close = () => Promise<unknown>

/** The jobs know no office, so they are given what it wants done by the clock. */
const officeJobs: Job[] = [
  {
    name: checkAuditChain.name,
    everyMs: 3_600_000,
    limitMs: 600_000,
    run: checkAuditChain,
  },
]

/**
 * Starts the server in phases: environment, database, schema, seed data, application, port. Errors that the
 * operator can fix are thrown as a StartError. After an error, everything opened so far is closed.
 */
export async function startServer(env: Record<string, string | undefined>): Promise<RunningServer> {
  const closers: Close[] = []
  const close = once(() => closeAll(closers))
  try {
    const { config, releasePorts } = await readConfig(env, closers)
    const createProviders = chooseProviders(config)
    const log = createLog(config.logLevel)
    if (config.demonstration)
      log.warn('PAYMENT_PROVIDER is sandbox: no payment is real, and every page says so')
    const tracing = await startTracing(config)
    if (tracing) closers.push(() => tracing.close())
    const { url, ownerUrl } = await databaseUrls(config, log, closers)
    const plain = await openDatabase(url, config, log, closers)
    const db = tracing?.traceDb(plain) ?? plain
    await explainDamage(config, async () => {
      await migrateAt({ url, ownerUrl }, config, { onWait: (reason) => log.warn(reason) })
      await refuseOwner(db, config)
      await checkEncryptionKey({ db, config })
      await addCatalogueDefaults({ db, config })
      await indexOldKeys({ db, config })
      await fillCanonicalEmails({ db })
      // Before the marks, which are of the number that is read.
      await readOldPhones({ db })
      await markOldAccounts({ db, config })
    })
    const { app, games, office, ops, health } = await openApp(
      { config, log, db, url, tracing, createProviders },
      closers,
    )
    await releasePorts()
    // The games first: the product's port must not accept calls before everything is ready.
    await listen(games, { host: config.host, port: config.gamesPort }, 'GAMES_PORT')
    const officeAddress =
      office && config.officePort !== undefined
        ? await listen(office, { host: config.host, port: config.officePort }, 'OFFICE_PORT')
        : undefined
    const address = await listen(app, config, 'PORT')
    if (ops && config.opsPort !== undefined)
      await listen(ops, { host: config.host, port: config.opsPort }, 'OPS_PORT')
    const drain = async () => {
      health.drain()
      await delay(config.drainMs)
    }
    return {
      url: address,
      office: officeAddress === undefined ? undefined : officeOf(config, officeAddress),
      config,
      drain,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function officeOf(
  { sandbox, officeUrl }: ServerConfig,
  address: string,
): NonNullable<RunningServer['office']> {
  const emails = sandboxStaff.map(({ email }) => email)
  return {
    url: officeUrl ?? address,
    sandboxStaff: sandbox ? { emails, password: sandboxStaffPassword } : undefined,
  }
}

async function readConfig(
  env: Record<string, string | undefined>,
  closers: Close[],
): Promise<{ config: ServerConfig; releasePorts: Close }> {
  const requested = parseConfig(env).config
  // Checked before the slow start of the database; port 0 becomes a free port.
  const port = await tryPort(requested)
  closers.push(() => port.release())
  const games = { host: requested.host, port: requested.gamesPort }
  const gamesPort = requested.hasGamesPort ? await tryPort(games, 'GAMES_PORT') : await freePort(games)
  closers.push(() => gamesPort.release())
  const officePort = await openOfficePort(requested)
  if (officePort) closers.push(() => officePort.release())
  const opsPort =
    requested.opsPort === undefined
      ? undefined
      : await tryPort({ host: requested.host, port: requested.opsPort }, 'OPS_PORT')
  if (opsPort) closers.push(() => opsPort.release())
  const ports = {
    PORT: String(port.number),
    GAMES_PORT: String(gamesPort.number),
    OFFICE_PORT: officePort && String(officePort.number),
    OPS_PORT: opsPort && String(opsPort.number),
  }
  const { config, secrets } = parseConfig({ ...env, ...ports })
  loadProfile(config.jurisdiction)
  await openDataFolder(config.dataDir)
  return {
    config: { ...config, secrets: await loadSecrets(config.dataDir, secrets) },
    releasePorts: async () =>
      void (await Promise.all([
        port.release(),
        gamesPort.release(),
        officePort?.release(),
        opsPort?.release(),
      ])),
  }
}

async function openOfficePort({
  host,
  officePort: port,
  hasOfficePort,
}: ParsedConfig['config']): Promise<FoundPort | undefined> {
  if (port === undefined) return undefined
  return hasOfficePort ? tryPort({ host, port }, 'OFFICE_PORT') : freePort({ host, port })
}

/** The addresses of the configured database, or of the embedded one, which it starts. */
async function databaseUrls(config: ServerConfig, log: Log, closers: Close[]): Promise<DatabaseUrls> {
  if (config.databaseUrl !== undefined) {
    // Where no owner is configured, a server that is not in production is its own.
    const ownerUrl = config.databaseOwnerUrl ?? (config.production ? undefined : config.databaseUrl)
    return { url: config.databaseUrl, ownerUrl }
  }
  const postgres = await startEmbedded(config.dataDir, {
    onLog: (line) => log.error(`PostgreSQL: ${line}`),
  })
  closers.push(() => postgres.stop())
  return postgres
}

async function openDatabase(url: string, config: ServerConfig, log: Log, closers: Close[]): Promise<Db> {
  const onError = (error: Error) => log.error(error, 'database')
  const db = createDb(url, { onError, limits: databaseLimits })
  closers.push(() => db.close())
  try {
    await probe(url)
  } catch (cause) {
    const location = config.databaseUrl ? new URL(config.databaseUrl).host || 'DATABASE_URL' : config.dataDir
    throw new StartError(`The database at ${location} cannot be reached: ${messageOf(cause)}`, { cause })
  }
  return db
}

/** Fails sooner than a call would: at the start, a wrong address is likelier than a failover. */
async function probe(url: string): Promise<void> {
  const db = createDb(url, { name: 'start', max: 1, maxReads: 1, outageMs: 4_000 })
  try {
    await db.read('select 1')
  } finally {
    await db.close()
  }
}

/** In production the program's role must not be able to change what the ledger has written (db/rights.sql). */
async function refuseOwner(db: Db, { production }: ServerConfig): Promise<void> {
  if (!production) return
  const [row] = await db.read<{ role: string }>(
    `select current_user::text as role from pg_class c join pg_roles r on r.rolname = current_user
      where c.oid = 'transfers'::regclass and (r.rolsuper or pg_has_role(c.relowner, 'member'))`,
  )
  if (!row) return
  throw new StartError(
    `The role ${row.role} of DATABASE_URL owns the ledger's tables or is a superuser: use a role that owns nothing, and DATABASE_OWNER_URL for the migrations.`,
  )
}

/** Runs `work`; turns SQLSTATE classes 58 and XX, unreadable or corrupt files, into a StartError. */
async function explainDamage(config: ServerConfig, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    if (!/^(58|XX)/.test(codeOf(cause) ?? '')) throw cause
    const location = config.databaseUrl ? 'The database' : `The database in ${config.dataDir}`
    throw new StartError(`${location} is damaged: ${messageOf(cause)}`, { cause })
  }
}

async function openApp(
  {
    config,
    log,
    db,
    url,
    tracing,
    createProviders,
  }: Pick<AppDeps, 'config' | 'log' | 'db'> & {
    url: string
    tracing: Tracing | undefined
    createProviders: ReturnType<typeof chooseProviders>
  },
  closers: Close[],
): Promise<{
  app: FastifyInstance
  games: FastifyInstance
  office: FastifyInstance | undefined
  ops: FastifyInstance | undefined
  health: Health
}> {
  const clock = await openClock({ config, log, db }, closers)
  const bus = await openBus({ config, log, db })
  closers.push(() => bus.close())
  const metrics = new Metrics({ onError: (error, metric) => log.error(error, `${metric} could not be read`) })
  metrics.watchProcess()
  const health = new Health({ db, bus, log })
  const own = createProcessState({ bus, db, log })
  const ledger = createLedger(db, clock, {
    metrics,
    onPosted: (...posted) => pushWallet({ bus, db, log, presence: own.presence }, ...posted),
  })
  const providers = createProviders({ db, config, clock, log, bus })
  const feedSource = createFeedSource(
    { db, bus, log, clock },
    { feedProvider: providers.feedProvider, isSandbox: config.sandbox },
  )
  closers.push(() => feedSource.close())
  await feedSource.start()
  const desk = await createDesk({ db, bus, log })
  const houseRules = profileOf({ config }).sports
  await storeRules({ db, clock }, houseRules)
  closers.push(() => desk.close())
  const traffic = createTraffic({ bus, db, log, config })
  closers.push(() => Promise.resolve(traffic.buckets.stop()))
  const deps: AppDeps = {
    config,
    log,
    db,
    clock,
    ledger,
    bus,
    ...providers,
    queue: new JobQueue(db),
    feedSource,
    feed: new DeskFeed(feedSource.feed, desk, houseRules),
    desk,
    traffic,
    ...own,
    metrics,
    health,
    tracing,
  }
  closers.push(
    () => deps.cpu.close(),
    () => deps.slowCpu.close(),
    async () => deps.mailer.close?.(),
  )
  watchGauges(deps)
  watchAudit(deps)
  watchCertificates(deps)
  watchDifferences(deps)
  watchOverdueMatches(deps)
  await (config.sandbox ? addSandboxStaff(deps) : removeSandboxStaff(deps))
  const app = await buildPlayerApp(deps)
  const games = await buildGamesApp(deps, app)
  const office = config.officePort === undefined ? undefined : (await buildOffice(deps)).app
  const ops = config.opsPort === undefined ? undefined : buildMetricsApp(deps)
  // Closed last: until then it says that this process drains.
  if (ops) closers.push(() => closeHttp(ops))
  closers.push(
    // First in the list, so stopped last: bets and jobs in progress still announce rounds.
    startDouble(deps),
    startJobs(deps, url, officeJobs),
    startAcceptance(deps),
    () => closeHttp(app),
    () => closeHttp(games),
    async () => office && closeHttp(office),
  )
  return { app, games, office, ops, health }
}

/** Another broker's client is loaded only where it is configured. */
async function openBus({ config, log, db }: Pick<AppDeps, 'config' | 'log' | 'db'>): Promise<Bus> {
  if (config.natsUrl === undefined) return createBus(db)
  const { createNatsBus } = await import('./messaging/natsBus.ts')
  return createNatsBus(config.natsUrl, { log, subject: 'palpite.bus' })
}

async function openClock(
  { config, log, db }: Pick<AppDeps, 'config' | 'log' | 'db'>,
  closers: Close[],
): Promise<Clock> {
  if (!config.sandbox) return systemClock
  const clock = await createSandboxClock({ db, log })
  closers.push(() => clock.close())
  return clock
}

async function listen(
  app: FastifyInstance,
  address: { host: string; port: number },
  variable: 'PORT' | 'GAMES_PORT' | 'OFFICE_PORT' | 'OPS_PORT',
): Promise<string> {
  try {
    return await app.listen({ port: address.port, host: address.host })
  } catch (error) {
    throw portError(error, address, variable)
  }
}

/** Closes in reverse order and continues after errors. */
async function closeAll(closers: Close[]): Promise<void> {
  const errors: unknown[] = []
  for (const close of closers.reverse()) {
    try {
      await close()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'closing the server failed')
}

function once<T>(fn: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => (running ??= fn())
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
