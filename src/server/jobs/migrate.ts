import { inspect } from 'node:util'
import { parseConfig } from '../config/config.ts'
import { StartError } from '../config/startError.ts'
import { migrateAt } from '../db/migrateAt.ts'

/**
 * `node dist-server/migrate.js`: migrates the database with the role of DATABASE_OWNER_URL, gives the program's role its rights, and
 * ends; so the servers that players reach need no owner's password. Exits with code 2 when it cannot.
 */
let code = 2
let end: string
try {
  const ran = await run(process.env)
  code = 0
  end = ran.length === 0 ? 'The database has all migrations.' : `Migrated: ${ran.join(', ')}`
} catch (error) {
  end = error instanceof StartError ? error.message : inspect(error)
}
// The program's output, not a log. It exits when everything is written: a pipe may be slow.
process.stdout.write(`${end}\n`, () => process.exit(code))

async function run(env: NodeJS.ProcessEnv): Promise<string[]> {
  const { config } = parseConfig(env)
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = config
  if (url === undefined || ownerUrl === undefined)
    throw new StartError('Set DATABASE_URL, and DATABASE_OWNER_URL with the role that owns the schema.')
  return migrateAt({ url, ownerUrl }, config, {
    onWait: (reason) => process.stdout.write(`${reason}\n`),
  })
}
