import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deriveSecrets, newMasterKey, type Secrets } from './derivedSecrets.ts'
import type { ParsedConfig } from './config.ts'
import { StartError } from './startError.ts'

/**
 * The secrets of this installation. Those missing in `given` are derived from DATA_DIR/master.key, which the first
 * start creates, readable by its owner only. If the file is lost, encrypted values can no longer be read.
 */
export async function loadSecrets(dataDir: string, given: ParsedConfig['secrets']): Promise<Secrets> {
  const path = join(dataDir, 'master.key')
  const text = (await read(path)) ?? (await create(path))
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new StartError(`The data folder ${dataDir} is damaged: ${path} contains no valid key.`)
  }
  return deriveSecrets(Buffer.from(text, 'hex'), given)
}

async function read(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartError(`The key ${path} cannot be read.`, { cause: error })
  }
}

/**
 * Creates the key file atomically, so that it is never incomplete, and processes that start at the same time use
 * the same key.
 */
async function create(path: string): Promise<string> {
  const draft = `${path}.${process.pid}`
  const text = newMasterKey().toString('hex')
  try {
    await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true })
    await link(draft, path)
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new StartError(`The key ${path} cannot be written.`, { cause: error })
    }
    return (await read(path)) ?? ''
  } finally {
    await rm(draft, { force: true })
  }
}
