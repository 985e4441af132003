import { execFile } from 'node:child_process'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import type { AxiosInstance } from 'axios'
import * as v from 'valibot'
import { releasePath, releaseSignaturePath, type Release, type ReleaseFile } from '#contract/release.ts'
import { createHttpClient, type NetFetch } from '#http/httpClient.ts'
import type { Installation } from './Installation.ts'
import { removeFolder } from './removeFolder.ts'

export interface UpdaterDeps {
  fetch: NetFetch
  serverUrl: string
  /** The operator's key for releases: base64 of the DER form (SPKI). */
  key: string
  installation: Installation
  /** `process.platform` and `process.arch`: `linux-x64`. */
  platform: string
}

const feedTimeoutMs = 10_000
const downloadTimeoutMs = 30 * 60_000
const largestFeed = 64 * 1024
/** What a terminal's disk may be asked for, in bytes. */
const largestArchive = 1024 * 1024 * 1024

const releaseSchema: v.GenericSchema<unknown, Release> = v.object({
  version: v.pipe(v.string(), v.regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)),
  files: v.record(
    v.string(),
    v.object({
      name: v.pipe(v.string(), v.regex(/^[\w-][\w.-]{0,100}$/)),
      sha512: v.string(),
      size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(largestArchive)),
    }),
  ),
})
/**
 * Gets the release that the server offers. Our own code instead of electron-updater: on Linux that replaces an AppImage
 * in place or runs a package manager as root, and neither leaves a version to go back to when the new one does not
 * start. A venue's terminal has a folder for each version and no root (Installation.ts).
 */
export class Updater {
  readonly #deps: UpdaterDeps
  readonly #feed: AxiosInstance
  readonly #archives: AxiosInstance

  constructor(deps: UpdaterDeps) {
    this.#deps = deps
    this.#feed = createHttpClient({ net: deps, timeoutMs: feedTimeoutMs, maxResponseBytes: largestFeed })
    this.#archives = createHttpClient({ net: deps, timeoutMs: downloadTimeoutMs })
  }

  /**
   * Downloads and unpacks the release, if it is newer than the running version and has not failed here. Returns its
   * version; null: there is nothing to do. Throws when it is not what the operator signed.
   */
  async prepare(): Promise<string | null> {
    const { installation, platform } = this.#deps
    const { version, files } = await this.#readFeed()
    if (!isNewer(version, installation.version)) return null
    if (installation.hasFailed(version)) {
      console.error(`palpite: version ${version} did not start here and is not installed again`)
      return null
    }
    const file = files[platform]
    if (!file) throw new Error(`release ${version} has no file for ${platform}`)
    const folder = installation.emptyFolderFor(version)
    const archive = `${folder}.download`
    try {
      await this.#download(file, archive)
      mkdirSync(folder)
      await promisify(execFile)('tar', ['-xf', archive, '-C', folder, '--no-same-owner'])
      if (!existsSync(join(folder, installation.program))) {
        throw new Error(`release ${version} contains no ${installation.program}`)
      }
      renameSync(folder, installation.folderOf(version))
    } finally {
      rmSync(archive, { force: true })
      removeFolder(folder)
    }
    console.info(`update: version ${version} is ready`)
    return version
  }

  async #readFeed(): Promise<Release> {
    const [text, signature] = await Promise.all([
      this.#getText(releasePath),
      this.#getText(releaseSignaturePath),
    ])
    const key = createPublicKey({ key: Buffer.from(this.#deps.key, 'base64'), format: 'der', type: 'spki' })
    if (!verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))) {
      throw new Error('the release has a wrong signature')
    }
    return v.parse(releaseSchema, JSON.parse(text))
  }

  async #getText(path: string): Promise<string> {
    // As text: the signature is over these bytes.
    return (await this.#feed.get<string>(path, { responseType: 'text' })).data
  }

  async #download({ name, sha512, size }: ReleaseFile, to: string): Promise<void> {
    const { data } = await this.#archives.get<ReadableStream>(`/updates/${name}`, { responseType: 'stream' })
    const hash = createHash('sha512')
    let received = 0
    const check = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        received += chunk.length
        hash.update(chunk)
        if (received > size) done(new Error(`${name} is larger than the release says`))
        else done(null, chunk)
      },
    })
    await pipeline(Readable.fromWeb(data), check, createWriteStream(to))
    if (received !== size || hash.digest('base64') !== sha512) throw new Error(`${name} has a wrong hash`)
  }
}

/** Compares three numbers, each in turn. */
function isNewer(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split('.').map(Number))
  for (const part of [0, 1, 2]) {
    const difference = (one?.[part] ?? 0) - (other?.[part] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
