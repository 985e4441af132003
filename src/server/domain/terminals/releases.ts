import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { releasePath } from '#contract/release.ts'
import type { ServerConfig } from '../../config/config.ts'
import { Refusal } from '../../texts/refusal.ts'

type Config = Pick<ServerConfig, 'updatesDir'>

/** Changes with the release that the server offers; null: it offers none. */
export async function releaseId({ updatesDir }: Config): Promise<string | null> {
  const text = await ifFound(readFile(join(updatesDir, basename(releasePath))))
  return text && createHash('sha256').update(text).digest('hex').slice(0, 32)
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
