import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { kioskPackage, releaseIndex, releasePackages } from '#contract/release.ts'
import type { ServerConfig } from '../../config/config.ts'
import { Refusal } from '../../texts/refusal.ts'

type Config = Pick<ServerConfig, 'updatesDir'>

/** Changes with the release that the server offers; null: it offers none. */
export async function releaseId({ updatesDir }: Config): Promise<string | null> {
  const text = await ifFound(readFile(join(updatesDir, releaseIndex)))
  return text && createHash('sha256').update(text).digest('hex').slice(0, 32)
}

export interface OfferedRelease {
  version: string
  /** When it was published. */
  at: Date
  /** For each architecture. */
  files: { architecture: string; sizeBytes: number }[]
}

/** The newest version in the repository; null: there is none. */
export async function readOfferedRelease({ updatesDir }: Config): Promise<OfferedRelease | null> {
  const path = join(updatesDir, releasePackages)
  const text = await ifFound(readFile(path, 'utf8'))
  if (text === null) return null
  const packages = text
    .split(/\n{2,}/)
    .map(readFields)
    .filter(({ package: name }) => name === kioskPackage)
  const [newest] = packages
    .map(({ version = '' }) => version)
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
  if (newest === undefined) return null
  const files = packages.flatMap(({ version, architecture = '', size }) =>
    version === newest ? [{ architecture, sizeBytes: Number(size) }] : [],
  )
  return { version: newest, at: (await stat(path)).mtime, files }
}

/** The fields of a paragraph of Debian's control files, by their names in lower case; continued lines are left out. */
function readFields(paragraph: string): Partial<Record<string, string>> {
  const fields = [...paragraph.matchAll(/^([\w-]+): *(.*)$/gm)]
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name.toLowerCase(), value]))
}

/** A file of the releases' folder. Throws notFound. */
export async function openReleaseFile(
  { updatesDir }: Config,
  name: string,
): Promise<{ size: number; content: ReadStream }> {
  const path = join(updatesDir, name)
  const isName = /^[\w-][\w.-]{0,100}$/.test(name)
  const found = isName ? await ifFound(stat(path)) : null
  if (!found?.isFile()) throw new Refusal('notFound')
  return { size: found.size, content: createReadStream(path) }
}

async function ifFound<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
