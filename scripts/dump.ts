/**
 * `npm run dump -- FOLDER`: writes the database of a stopped server (DATA_DIR, or DATABASE_URL) into FOLDER as a script
 * for psql, `palpite.sql`, its `master.key`, and `secrets.env`, with which servers without that file read what it has
 * sealed. docs/machine.md says how to load it.
 */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseConfig } from '#server/config/config.ts'
import { loadSecrets } from '#server/config/secrets.ts'
import { StartError } from '#server/config/startError.ts'
import { createDb } from '#server/db/client.ts'
import { exists } from '#server/db/dataFolder.ts'
import { dumpDatabase } from '#server/db/dump.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { missingScripts } from '#server/db/migrate.ts'

try {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new StartError('npm run dump -- FOLDER: the folder to write to is missing.')
  await dump(folder)
  console.log(`${join(folder, 'palpite.sql')}, master.key and secrets.env are written; keep them secret.`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function dump(folder: string): Promise<void> {
  const { config, secrets } = parseConfig(process.env)
  const { dataDir, databaseUrl } = config
  const key = join(dataDir, 'master.key')
  if (!(await exists(key)))
    throw new StartError(`There is no ${key}: DATA_DIR is not the folder of a server.`)
  const embedded = databaseUrl === undefined ? await startEmbedded(dataDir) : undefined
  const db = createDb(databaseUrl ?? embedded?.ownerUrl ?? '', { name: 'dump', max: 1, maxReads: 1 })
  try {
    const missing = await missingScripts(db)
    if (missing.length > 0)
      throw new StartError(
        `The database is older than this program, and lacks ${missing.join(', ')}: start it once.`,
      )
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = createWriteStream(join(folder, 'palpite.sql'), { mode: 0o600, flags: 'wx' })
    await dumpDatabase(db, async (text) => {
      if (!file.write(text)) await once(file, 'drain')
    })
    file.end()
    await once(file, 'finish')
    await copyFile(key, join(folder, 'master.key'))
    const { encryptionKey, webhookSecret } = await loadSecrets(dataDir, secrets)
    await writeFile(
      join(folder, 'secrets.env'),
      `ENCRYPTION_KEY=${encryptionKey.toString('hex')}\nWEBHOOK_SECRET=${webhookSecret}\n`,
      { mode: 0o600 },
    )
  } finally {
    await db.close()
    await embedded?.stop()
  }
}
