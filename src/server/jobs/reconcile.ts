import { inspect, parseArgs } from 'node:util'
import { parseConfig, type ServerConfig } from '../config/config.ts'
import { loadSecrets } from '../config/secrets.ts'
import { StartError } from '../config/startError.ts'
import { createDb, type Db } from '../db/client.ts'
import { startEmbedded } from '../db/embedded.ts'
import { JobQueue } from '../db/JobQueue.ts'
import { missingScripts } from '../db/migrate.ts'
import { checkEncryptionKey } from '../domain/installation/encryptionKey.ts'
import {
  listDifferences,
  type RecordedDifference,
  type View,
} from '../domain/payments/reconciliation/differences.ts'
import { reconcileDays } from '../domain/payments/reconciliation/reconcile.ts'
import { pushWallet } from '../domain/payments/walletEvents.ts'
import { createLedger } from '../ledger/createLedger.ts'
import { createBus, type Bus } from '../messaging/bus.ts'
import { createLog } from '../observe/log.ts'
import { chooseProviders } from '../providers/chooseProviders.ts'
import { AnswerUnknownError, ProviderRefusedError } from '../providers/errors.ts'
import { createSandboxClock, systemClock } from '../time/clock.ts'
import { readToday, shiftDay } from '../time/days.ts'

/**
 * `npm run reconcile -- --from DAY --to DAY`: compares these days (Brasília; by default yesterday and today) of the payment
 * and payout providers with the database, as the job does every hour, and prints every open difference. Exits with code 1 when
 * there is one, with code 2 when it cannot compare.
 */
const usage = 'npm run reconcile -- --from 2026-11-01 --to 2026-11-30: days of Brasília, both included.'

let code = 2
let text: string
try {
  const differences = await reconcile(process.argv.slice(2), process.env)
  code = differences.length === 0 ? 0 : 1
  text = reportOf(differences)
} catch (error) {
  text = reasonOf(error)
}
// The program's output, not a log. It exits when everything is written: a pipe may be slow.
process.stdout.write(`${text}\n`, () => process.exit(code))

/** Why it cannot compare: in one line where it is no fault of this program. */
function reasonOf(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (error instanceof AnswerUnknownError || error instanceof ProviderRefusedError)
    return `Nothing can be compared: ${error.message}`
  return inspect(error)
}

async function reconcile(args: string[], env: NodeJS.ProcessEnv): Promise<RecordedDifference[]> {
  const days = readDays(args)
  const { config: parsed, secrets } = parseConfig(env)
  const config = { ...parsed, secrets: await loadSecrets(parsed.dataDir, secrets) }
  const createProviders = chooseProviders(config)
  const embedded = config.databaseUrl === undefined ? await startEmbedded(config.dataDir) : undefined
  const db = createDb(config.databaseUrl ?? embedded?.url ?? '', { name: 'reconcile', max: 4, maxReads: 2 })
  try {
    const missing = await missingScripts(db)
    if (missing.length > 0)
      throw new StartError(`The database lacks ${missing.join(', ')}: start a server first, which adds them.`)
    await checkEncryptionKey({ db, config })
    return await compare({ config, db, createProviders }, days)
  } finally {
    await db.close()
    await embedded?.stop()
  }
}

async function compare(
  {
    config,
    db,
    createProviders,
  }: { config: ServerConfig; db: Db; createProviders: ReturnType<typeof chooseProviders> },
  { from, to }: { from: string | undefined; to: string | undefined },
): Promise<RecordedDifference[]> {
  const log = createLog(config.logLevel)
  const sandboxClock = config.sandbox ? await createSandboxClock({ db, log }) : undefined
  const clock = sandboxClock ?? systemClock
  const bus = await openBus(config, db)
  // Any server may have the player: it drops what it has sent already.
  const presence = { mayBeConnected: () => true }
  const onPosted: Parameters<typeof createLedger>[2] = {
    onPosted: (...posted) => pushWallet({ bus, db, log, presence }, ...posted),
  }
  const deps = {
    config,
    log,
    db,
    clock,
    bus,
    ledger: createLedger(db, clock, onPosted),
    queue: new JobQueue(db),
    ...createProviders({ db, config, clock, log, bus }),
  }
  try {
    const { day } = await readToday(db, clock.now())
    const last = to ?? day
    await reconcileDays(deps, { first: from ?? shiftDay(last, -1), last })
    return await listDifferences(db, { limit: 10_000 })
  } finally {
    await bus.close()
    await sandboxClock?.close()
  }
}

/** Another broker's client is loaded only where it is configured. */
async function openBus({ natsUrl, logLevel }: ServerConfig, db: Db): Promise<Bus> {
  if (natsUrl === undefined) return createBus(db)
  const { createNatsBus } = await import('../messaging/natsBus.ts')
  return createNatsBus(natsUrl, { log: createLog(logLevel), subject: 'palpite.bus' })
}

function readDays(args: string[]): { from: string | undefined; to: string | undefined } {
  try {
    const { from, to } = parseArgs({
      args,
      options: { from: { type: 'string' }, to: { type: 'string' } },
    }).values
    const isDay = (day: string | undefined) =>
      day === undefined || (/^\d{4}-\d{2}-\d{2}$/.test(day) && shiftDay(day, 0) === day)
    if (isDay(from) && isDay(to) && (from === undefined || to === undefined || from <= to))
      return { from, to }
  } catch (cause) {
    throw new StartError(usage, { cause })
  }
  throw new StartError(usage)
}

function reportOf(differences: RecordedDifference[]): string {
  if (differences.length === 0) return 'The providers and the database agree.'
  const columns = ['time', 'provider', 'difference', 'order or withdrawal', 'here', 'there']
  const rows = differences.map(({ at, provider, kind, subject, ours, theirs }) => [
    at.toISOString(),
    provider,
    kind,
    subject,
    viewText(ours),
    viewText(theirs),
  ])
  const widths = columns.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  const advice = new Map(differences.map((one) => [one.kind, one.advice]))
  return [
    ...[columns, ...rows].map(line),
    '',
    ...[...advice].map(([kind, what]) => `${kind}: ${what}`),
    `${differences.length} open ${differences.length === 1 ? 'difference' : 'differences'}.`,
  ].join('\n')
}

function viewText(view: View | null): string {
  return view ? `${view.state} ${(view.amount / 100).toFixed(2)}` : 'unknown'
}
