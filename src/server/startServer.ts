import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { createBus } from './bus.ts'
import { createSandboxClock, systemClock, type Clock } from './clock.ts'
import { parseConfig, type ServerConfig } from './config.ts'
import { codeOf, createDb, type Db } from './db/client.ts'
import { openDataFolder } from './db/dataFolder.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { startJobs } from './domain/jobs.ts'
import { seed } from './domain/seed.ts'
import { startDouble } from './games/double/double.ts'
import { createFeed } from './feed/createFeed.ts'
import { startHousekeeping } from './housekeeping.ts'
import { loadProfile } from './jurisdictions.ts'
import { createLedger } from './ledger/ledger.ts'
import { buildGamesApp } from './gamesApp.ts'
import { createProvider } from './providers/createProvider.ts'
import { startAcceptance } from './sports/acceptance.ts'
import { freePort, portError, tryPort } from './port.ts'
import { loadSecrets } from './secrets.ts'
import { StartError } from './startError.ts'

export interface RunningServer {
  /** Where it listens; the port is a real one even when 0 was asked for. */
  url: string
  config: ServerConfig
  /** Stops listening, lets running requests end, closes sockets and database; may be called again. */
  close(): Promise<void>
}

type Close = () => Promise<unknown>

/**
 * Starts the server in phases: environment, database, schema, first data, application, port. What is in the
 * way of starting is a StartError; what was opened before it is closed again.
 */
export async function startServer(env: Record<string, string | undefined>): Promise<RunningServer> {
  const closers: Close[] = []
  const close = onlyOnce(() => closeAll(closers))
  try {
    const config = await readConfig(env)
    const db = await openDatabase(config, closers)
    await inDatabase(config, async () => {
      await migrate(db)
      await seed({ db, config })
    })
    const { app, games } = await openApp(config, db, closers)
    // First the games: who is told that the server is ready finds all of it.
    await listen(games, { host: config.host, port: config.gamesPort }, 'GAMES_PORT')
    const url = await listen(app, config, 'PORT')
    return { url, config, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function readConfig(env: Record<string, string | undefined>): Promise<ServerConfig> {
  const asked = parseConfig(env).config
  // Told at once, not after the database has started; 0 becomes a port that is free.
  const port = await tryPort(asked)
  const games = { host: asked.host, port: asked.gamesPort }
  const gamesPort = asked.hasGamesPort ? await tryPort(games, 'GAMES_PORT') : await freePort(games)
  const { config, secrets } = parseConfig({ ...env, PORT: String(port), GAMES_PORT: String(gamesPort) })
  loadProfile(config.jurisdiction)
  await openDataFolder(config.dataDir)
  return { ...config, secrets: await loadSecrets(config.dataDir, secrets) }
}

async function openDatabase(config: ServerConfig, closers: Close[]): Promise<Db> {
  const onError = (error: Error) => console.error(`database: ${error.message}`)
  let url = config.databaseUrl
  if (url === undefined) {
    const postgres = await startEmbedded(config.dataDir, { onLog: (line) => console.error(line) })
    closers.push(() => postgres.stop())
    url = postgres.url
  }
  const db = createDb(url, { onError })
  closers.push(() => db.close())
  try {
    await db.query('select 1')
  } catch (cause) {
    const where = config.databaseUrl ? new URL(config.databaseUrl).host || 'DATABASE_URL' : config.dataDir
    throw new StartError(`The database at ${where} cannot be reached: ${messageOf(cause)}`, { cause })
  }
  return db
}

/** Classes 58 and XX are files that PostgreSQL cannot read or make sense of. */
async function inDatabase(config: ServerConfig, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    if (!/^(58|XX)/.test(codeOf(cause) ?? '')) throw cause
    const where = config.databaseUrl ? 'The database' : `The database in ${config.dataDir}`
    throw new StartError(`${where} is damaged: ${messageOf(cause)}`, { cause })
  }
}

async function openApp(
  config: ServerConfig,
  db: Db,
  closers: Close[],
): Promise<{ app: FastifyInstance; games: FastifyInstance }> {
  const clock = await openClock(config, db, closers)
  const bus = await createBus(db)
  closers.push(() => bus.close())
  const ledger = createLedger(db, clock)
  const feed = await createFeed({ db, bus })
  closers.push(() => feed.close())
  const deps = { config, db, clock, ledger, bus, provider: createProvider({ db, config }), feed }
  const app = await buildApp(deps)
  const games = await buildGamesApp(deps, app)
  closers.push(
    startHousekeeping(deps),
    startJobs(deps),
    startDouble(deps),
    startAcceptance(deps),
    () => app.close(),
    () => games.close(),
  )
  return { app, games }
}

async function openClock(config: ServerConfig, db: Db, closers: Close[]): Promise<Clock> {
  if (!config.sandbox) return systemClock
  const clock = await createSandboxClock(db)
  closers.push(() => clock.close())
  return clock
}

async function listen(
  app: FastifyInstance,
  place: { host: string; port: number },
  variable: 'PORT' | 'GAMES_PORT',
): Promise<string> {
  try {
    return await app.listen({ port: place.port, host: place.host })
  } catch (error) {
    throw portError(error, place, variable)
  }
}

/** In reverse order; one that fails does not keep the others open. */
async function closeAll(closers: Close[]): Promise<void> {
  const errors: unknown[] = []
  for (const close of closers.reverse()) {
    try {
      await close()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'not everything could be closed')
}

function onlyOnce<T>(fn: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => (running ??= fn())
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
