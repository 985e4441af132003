/** Releases from a real server's folder, signed and hashed as `npm run release` does it, into an installation on the disk. */
import { generateKeyPairSync, sign } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Installation } from '#main/update/Installation.ts'
import { Updater } from '#main/update/Updater.ts'
import { writeFeed, writeRelease } from '../../../../scripts/packaging/writeRelease.ts'

const platform = 'linux-x64'
const operator = generateKeyPairSync('ed25519')
const key = operator.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

let root = ''
let feed = ''
let install = ''
let server: Server
const errors = vi.fn()
/** Sends every request to another place, where the same files are. */
let isMoved = false

/** An unpacked application. */
function appOf(version: string, program = 'palpite'): string {
  const folder = join(root, `app-${version}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, program), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 })
  return folder
}

const release = (version: string, options: { app?: string; signer?: typeof operator.privateKey } = {}) =>
  writeRelease({
    app: options.app ?? appOf(version),
    version,
    platform,
    key: options.signer ?? operator.privateKey,
    folder: feed,
  })

function updater(version = '1.0.0', own: Partial<ConstructorParameters<typeof Updater>[0]> = {}): Updater {
  const { port } = server.address() as AddressInfo
  return new Updater({
    fetch,
    serverUrl: `http://127.0.0.1:${port}`,
    key,
    installation: new Installation(install, version),
    platform,
    ...own,
  })
}

const versions = () => readdirSync(join(install, 'versions')).sort()
const archiveOf = (version: string) => join(feed, `palpite-${version}-${platform}.tar.gz`)

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'palpite-update-'))
  ;[feed, install] = [join(root, 'feed'), join(root, 'install')]
  mkdirSync(feed)
  mkdirSync(join(install, 'versions/1.0.0'), { recursive: true })
  symlinkSync('versions/1.0.0', join(install, 'current'))
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockImplementation(errors)
  isMoved = false
  server = createServer(({ url = '' }, response) => {
    if (isMoved && url.startsWith('/updates/'))
      return void response.writeHead(302, { location: url.replace('/updates/', '/moved/') }).end()
    try {
      response.end(readFileSync(join(feed, url.replace(/^\/(updates|moved)\//, ''))))
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
})

afterEach(() => {
  server.close()
  vi.restoreAllMocks()
  rmSync(root, { recursive: true, force: true })
})

it('installs a newer release beside the running version, which stays until the switch', async () => {
  await release('1.10.0')
  expect(await updater('1.9.0').prepare()).toBe('1.10.0')
  expect(versions()).toEqual(['1.0.0', '1.10.0'])
  expect(readFileSync(join(install, 'versions/1.10.0/palpite'), 'utf8')).toContain('echo 1.10.0')
  expect(readlinkSync(join(install, 'current'))).toBe('versions/1.0.0')
  new Installation(install, '1.0.0').use('1.10.0')
  expect(readlinkSync(join(install, 'current'))).toBe('versions/1.10.0')
  expect(readFileSync(join(install, 'trial'), 'utf8')).toBe('1.10.0 1.0.0 0\n')
})

it.each(['1.0.0', '0.9.9'])('does nothing when the release %s is not newer', async (version) => {
  await release(version)
  expect(await updater().prepare()).toBeNull()
  expect(versions()).toEqual(['1.0.0'])
})

it('follows no redirect', async () => {
  await release('2.0.0')
  isMoved = true
  await expect(updater().prepare()).rejects.toThrow()
  expect(versions()).toEqual(['1.0.0'])
  isMoved = false
  expect(await updater().prepare()).toBe('2.0.0')
})

it('refuses a feed that is too large, whoever signed it', async () => {
  await release('2.0.0')
  const text = readFileSync(join(feed, 'release.json'), 'utf8') + ' '.repeat(64 * 1024)
  writeFileSync(join(feed, 'release.json'), text)
  writeFileSync(
    join(feed, 'release.json.sig'),
    sign(null, Buffer.from(text), operator.privateKey).toString('base64'),
  )
  await expect(updater().prepare()).rejects.toThrow('exceeded')
})

it('refuses a release that was signed with another key, or changed after it was signed', async () => {
  await release('2.0.0', { signer: generateKeyPairSync('ed25519').privateKey })
  await expect(updater().prepare()).rejects.toThrow('wrong signature')
  await release('2.0.0')
  const file = join(feed, 'release.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('2.0.0"', '3.0.0"'))
  await expect(updater().prepare()).rejects.toThrow('wrong signature')
  expect(versions()).toEqual(['1.0.0'])
})

it('refuses an archive with a wrong hash, and one that is larger than signed', async () => {
  await release('2.0.0')
  const good = readFileSync(archiveOf('2.0.0'))
  const changed = Buffer.from(good)
  changed[20] = (changed[20] ?? 0) ^ 1
  writeFileSync(archiveOf('2.0.0'), changed)
  await expect(updater().prepare()).rejects.toThrow('wrong hash')
  writeFileSync(archiveOf('2.0.0'), Buffer.concat([good, Buffer.alloc(1)]))
  await expect(updater().prepare()).rejects.toThrow('larger than the release says')
  expect(versions()).toEqual(['1.0.0'])
  writeFileSync(archiveOf('2.0.0'), good)
  expect(await updater().prepare()).toBe('2.0.0')
})

it('refuses names that leave the folder, and versions that are none', async () => {
  const { files } = await release('2.0.0')
  const file = files[platform]
  if (!file) throw new Error('no file')
  const signed = (version: string, name: string) =>
    writeFeed(feed, { version, files: { [platform]: { ...file, name } } }, operator.privateKey)
  for (const [version, name] of [
    ['2.0.0', '../release.json'],
    ['../2.0.0', file.name],
    ['2.0', file.name],
  ] as const) {
    signed(version, name)
    await expect(updater().prepare(), version + name).rejects.toThrow()
  }
  expect(versions()).toEqual(['1.0.0'])
})

it('refuses a release without a program, or for another platform', async () => {
  await release('2.0.0', { app: appOf('2.0.0', 'other') })
  await expect(updater().prepare()).rejects.toThrow('contains no palpite')
  await expect(updater('1.0.0', { platform: 'win32-x64' }).prepare()).rejects.toThrow('no file for win32-x64')
  expect(versions()).toEqual(['1.0.0'])
})

it('does not install a version again that did not start here', async () => {
  await release('2.0.0')
  writeFileSync(join(install, 'failed'), '2.0.0\n')
  expect(await updater().prepare()).toBeNull()
  expect(versions()).toEqual(['1.0.0'])
  await release('2.0.1')
  expect(await updater().prepare()).toBe('2.0.1')
})

it('deletes older versions when it needs the place', async () => {
  mkdirSync(join(install, 'versions/0.9.0'))
  mkdirSync(join(install, 'versions/2.0.0.new'))
  await release('2.0.0')
  expect(await updater().prepare()).toBe('2.0.0')
  expect(versions()).toEqual(['1.0.0', '2.0.0'])
})
