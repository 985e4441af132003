/** What `npm run release` writes into the folder that the server offers to its terminals (contract/release.ts). */
import { execFileSync } from 'node:child_process'
import { createHash, sign, type KeyObject } from 'node:crypto'
import { createReadStream, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Release } from '#contract/release.ts'

export interface ReleaseOptions {
  /** The folder of the unpacked application. */
  app: string
  version: string
  /** `linux-x64`. */
  platform: string
  /** The operator's Ed25519 key for releases. */
  key: KeyObject
  /** The server's UPDATES_DIR. */
  folder: string
  isCompressed?: boolean
}

/** The feed last, so that a terminal never sees one whose archive is missing. */
export async function writeRelease(options: ReleaseOptions): Promise<Release> {
  const { app, version, platform, key, folder, isCompressed = true } = options
  mkdirSync(folder, { recursive: true })
  const name = `palpite-${version}-${platform}.tar${isCompressed ? '.gz' : ''}`
  const archive = join(folder, name)
  execFileSync('tar', [isCompressed ? '-czf' : '-cf', archive, '--owner=0', '--group=0', '-C', app, '.'])
  const hash = createHash('sha512')
  for await (const chunk of createReadStream(archive)) hash.update(chunk as Buffer)
  const release: Release = {
    version,
    files: { [platform]: { name, sha512: hash.digest('base64'), size: statSync(archive).size } },
  }
  writeFeed(folder, release, key)
  return release
}

export function writeFeed(folder: string, release: Release, key: KeyObject): void {
  const text = `${JSON.stringify(release, null, 2)}\n`
  writeFileSync(join(folder, 'release.json.sig'), sign(null, Buffer.from(text), key).toString('base64'))
  writeFileSync(join(folder, 'release.json'), text)
}
