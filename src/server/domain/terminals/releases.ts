import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { releasePath, type Release } from '#contract/release.ts'
import type { ServerConfig } from '../../config/config.ts'
import { Refusal } from '../../texts/refusal.ts'

type Config = Pick<ServerConfig, 'updatesDir'>

/** Changes with the release that the server offers; null: it offers none. */
export async function releaseId({ updatesDir }: Config): Promise<string | null> {
  const text = await ifFound(readFile(join(updatesDir, basename(releasePath))))
  return text && createHash('sha256').update(text).digest('hex').slice(0, 32)
}

const releaseSchema: z.ZodType<Release> = z.object({
  version: z.string(),
  files: z.record(z.string(), z.object({ name: z.string(), sha512: z.string(), size: z.number() })),
})

/** The release that the server offers, and since when; null: none. Throws when release.json is none. */
export async function readOfferedRelease({
  updatesDir,
}: Config): Promise<{ release: Release; at: Date } | null> {
  const path = join(updatesDir, basename(releasePath))
  const text = await ifFound(readFile(path, 'utf8'))
  if (text === null) return null
  return { release: releaseSchema.parse(JSON.parse(text)), at: (await stat(path)).mtime }
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
