import { startServer, type RunningServer } from './startServer.ts'
import { StartError } from './startError.ts'

/** A Ctrl+C reaches this process from the terminal and again from npm or tsx: that is one wish, not two. */
const sameSignalMs = 500
const closeLimitMs = 15_000

let server: RunningServer | undefined
let stoppingSince: number | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
// `npm start` holds this process by a channel: should it be killed, nobody is left to send a signal.
process.on('disconnect', stop)

try {
  server = await startServer(process.env)
  if (stoppingSince !== undefined) await end(server)
  console.log(`Palpite is ready at ${server.url}`)
  process.send?.({ ready: server.url })
} catch (error) {
  if (error instanceof StartError) {
    console.error(error.message)
    process.exit(error.exitCode)
  }
  console.error(error)
  process.exit(1)
}

/** The first signal closes everything; a second one ends at once (the database's watchdog shuts it down). */
function stop(): void {
  if (stoppingSince !== undefined) {
    if (Date.now() - stoppingSince > sameSignalMs) process.exit(130)
    return
  }
  stoppingSince = Date.now()
  setTimeout(() => process.exit(1), closeLimitMs).unref()
  if (server) void end(server)
}

async function end(running: RunningServer): Promise<void> {
  try {
    await running.close()
    process.exit(0)
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}
