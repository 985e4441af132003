import { inspect, parseArgs } from 'node:util'
import { parseConfig } from '../config/config.ts'
import { loadSecrets } from '../config/secrets.ts'
import { StartError } from '../config/startError.ts'
import { createDb } from '../db/client.ts'
import { startEmbedded } from '../db/embedded.ts'
import { missingScripts } from '../db/migrate.ts'
import { checkEncryptionKey } from '../domain/installation/encryptionKey.ts'
import { reseal } from '../domain/installation/reseal.ts'

/**
 * `npm run reseal`: seals with ENCRYPTION_KEY what ENCRYPTION_KEY_PREVIOUS has sealed (docs/operator.md). It may be stopped and started
 * again; servers run meanwhile, so everything is looked at once more at the end. `-- --check` only looks. Exits with code 0 when the previous key is not needed any more, with 1 when it
 * is, and with 2 when it cannot tell.
 */
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

let code = 2
let end: string
try {
  const needed = await run(process.argv.slice(2), process.env)
  code = needed ? 1 : 0
  end = stopping.signal.aborted
    ? 'Stopped: start it again to go on.'
    : needed
      ? 'ENCRYPTION_KEY_PREVIOUS is still needed.'
      : 'ENCRYPTION_KEY_PREVIOUS is not needed any more.'
} catch (error) {
  end = error instanceof StartError ? error.message : inspect(error)
}
// The program's output, not a log. It exits when everything is written: a pipe may be slow.
process.stdout.write(`${end}\n`, () => process.exit(code))

/** Returns whether anything is sealed with another key than the current one. */
async function run(args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const isDry = readArguments(args)
  const { config: parsed, secrets } = parseConfig(env)
  const config = { ...parsed, secrets: await loadSecrets(parsed.dataDir, secrets) }
  const embedded = config.databaseUrl === undefined ? await startEmbedded(config.dataDir) : undefined
  const db = createDb(config.databaseUrl ?? embedded?.url ?? '', { name: 'reseal', max: 2, maxReads: 2 })
  try {
    const missing = await missingScripts(db)
    if (missing.length > 0)
      throw new StartError(`The database lacks ${missing.join(', ')}: start a server first, which adds them.`)
    await checkEncryptionKey({ db, config })
    return await reseal(
      { db, config },
      {
        isDry,
        signal: stopping.signal,
        onColumn: ({ column, values, old, unreadable }, isChecked) => {
          const done = isChecked ? 'with the previous key' : 'sealed again'
          process.stdout.write(`${column}: ${values}, ${old} ${done}, ${unreadable} unreadable\n`)
        },
      },
    )
  } finally {
    await db.close()
    await embedded?.stop()
  }
}

function readArguments(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { check: { type: 'boolean', default: false } } }).values.check
  } catch (cause) {
    throw new StartError('npm run reseal, or npm run reseal -- --check', { cause })
  }
}
