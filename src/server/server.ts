import brand from '#brand/brand.json' with { type: 'json' }
import { createLog } from './observe/log.ts'
import { startServer, type RunningServer } from './startServer.ts'
import { StartError } from './config/startError.ts'

/**
 * Ctrl+C reaches this process twice, from the terminal and from npm or tsx: signals this close together count as
 * one.
 */
const sameSignalMs = 500
const closeLimitMs = 15_000

/** For errors before there is a configuration with a log level, and while closing. */
const log = createLog('error')

let server: RunningServer | undefined
let stoppingSince: number | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
// `npm start` holds a channel to this process. When `npm start` is killed, the channel closes and no signal
// comes.
process.on('disconnect', () => stop('SIGTERM'))

try {
  server = await startServer(process.env)
  if (stoppingSince !== undefined) await closeAndExit(server)
  // Part of the program's interface, not a log line: `npm start`, tests and operators wait for it on stdout.
  console.log(`${brand.name} is ready at ${server.url}`)
  if (server.office) console.log(describeOffice(server.office))
  process.send?.({ ready: server.url })
} catch (error) {
  if (error instanceof StartError) {
    // Part of the program's interface, not a log line: one sentence for the person who starts the server.
    console.error(error.message)
    process.exit(error.exitCode)
  }
  log.fatal(error, 'starting the server failed')
  process.exit(1)
}

/** Where staff log in, and in the sandbox as whom. */
function describeOffice({ url, sandboxStaff }: NonNullable<RunningServer['office']>): string {
  const where = `The back office is at ${url}`
  if (!sandboxStaff) return where
  return `${where}: log in as ${sandboxStaff.emails.join(', ')} with the password ${sandboxStaff.password}`
}

/**
 * The first signal closes everything; a second one exits at once, and the watchdog shuts the database down.
 */
function stop(signal: NodeJS.Signals): void {
  if (stoppingSince !== undefined) {
    if (Date.now() - stoppingSince > sameSignalMs) process.exit(130)
    return
  }
  stoppingSince = Date.now()
  // Supervisors send SIGTERM; whoever presses Ctrl+C waits for the end.
  const drains = signal === 'SIGTERM'
  const drainMs = drains ? (server?.config.drainMs ?? 0) : 0
  setTimeout(() => process.exit(1), closeLimitMs + drainMs).unref()
  if (server) void closeAndExit(server, { drains })
}

async function closeAndExit(running: RunningServer, { drains } = { drains: false }): Promise<void> {
  try {
    if (drains) await running.drain()
    await running.close()
    process.exit(0)
  } catch (error) {
    log.error(error, 'closing the server failed')
    process.exit(1)
  }
}
