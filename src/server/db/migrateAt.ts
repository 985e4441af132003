import type { ServerConfig } from '../config/config.ts'
import { StartError } from '../config/startError.ts'
import { createDb, type Db } from './client.ts'
import { migrate, missingScripts, type MigrationOptions, type OptionalSchema } from './migrate.ts'

export interface DatabaseUrls {
  url: string
  /** With the role that owns the schema; undefined where `dist-server/migrate.js` migrates. */
  ownerUrl: string | undefined
}

/**
 * Migrates what these settings need, and returns the names of the scripts that ran; without an owner it throws a StartError when
 * something is missing. Uses a connection without timeouts, because migrating a large table may take long.
 */
export async function migrateAt(
  { url, ownerUrl }: DatabaseUrls,
  {
    sandbox,
    paymentProvider,
    payoutProvider,
  }: Pick<ServerConfig, 'sandbox' | 'paymentProvider' | 'payoutProvider'>,
  options: MigrationOptions,
): Promise<string[]> {
  const db = createDb(ownerUrl ?? url, { name: 'migrations', max: 1, maxReads: 1 })
  try {
    const wanted: OptionalSchema[] = []
    if (sandbox) wanted.push('sandbox')
    if ([paymentProvider, payoutProvider].includes('sandbox')) wanted.push('sandbox_provider')
    if (ownerUrl === undefined) {
      await refuseMissingScripts(db)
      return []
    }
    const [program, owner] = [new URL(url).username, new URL(ownerUrl).username]
    const role = program === owner ? undefined : decodeURIComponent(program)
    return await migrate(db, wanted, role, options)
  } finally {
    await db.close()
  }
}

async function refuseMissingScripts(db: Db): Promise<void> {
  const [row] = await db.read<{ readable: boolean }>(
    `select has_table_privilege(oid, 'select') as readable from pg_class where oid = to_regclass('migrations')`,
  )
  const how = 'run dist-server/migrate.js with DATABASE_OWNER_URL, or set that for this server.'
  // As after a restore.
  if (row?.readable === false)
    throw new StartError(`The role of DATABASE_URL has no rights in the database: ${how}`)
  const missing = row ? await missingScripts(db) : ['all migrations']
  if (missing.length === 0) return
  throw new StartError(`The database lacks ${missing.join(', ')}: ${how}`)
}
