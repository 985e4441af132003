import { startEmbedded } from '#server/db/embedded.ts'

/** Holds an embedded database on the folder named by the argument until it is stopped or killed. */
const postgres = await startEmbedded(process.argv[2] ?? '')
console.log(JSON.stringify({ url: postgres.url, pid: postgres.pid() }))
process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)))
