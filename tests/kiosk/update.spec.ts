/** A venue's terminal that updates itself: the packed application, started by palpite-start.sh, and signed releases. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createPackage, extractAll } from '@electron/asar'
import { writeRelease } from '../../scripts/packaging/writeRelease.ts'
import { createTerminal } from './harness/fleet.ts'
import { expect, program, test } from './harness/fixtures.ts'

test.use({ monitor: { width: 600, height: 900 } })

/** The first server's UPDATES_DIR (playwright.config.ts). */
const updates = resolve(process.env['E2E_DATA_DIR'] ?? '.data-e2e', 'updates')
const operator = generateKeyPairSync('ed25519')
const updateKey = operator.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

/** The packed application, as it is but for its version. */
async function appOf(version: string, root: string): Promise<string> {
  const app = join(root, `app-${version}`)
  execFileSync('cp', ['-al', dirname(program), app])
  const archive = join(app, 'resources/app.asar')
  const content = join(root, `asar-${version}`)
  extractAll(archive, content)
  const file = join(content, 'package.json')
  const description = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...description, version }))
  rmSync(archive)
  await createPackage(content, archive)
  return app
}

const release = (version: string, app: string) =>
  writeRelease({
    app,
    version,
    platform: `linux-${process.arch}`,
    key: operator.privateKey,
    folder: updates,
    isCompressed: false,
  })

test(
  'a terminal installs a release, refuses one with a wrong hash, and goes back from one that does not start',
  { tag: '@full' },
  async ({ desktop, folder, serverUrl }) => {
    test.setTimeout(300_000)
    const { code, record } = await createTerminal(serverUrl)
    const health = async () => (await record())?.health
    // Beside the application, whose files it links: the temporary folder may be on another disk.
    const root = mkdtempSync(join(dirname(dirname(program)), 'update-'))
    const install = join(root, 'install')
    let kiosk: ChildProcess | undefined
    try {
      mkdirSync(join(install, 'versions'), { recursive: true })
      execFileSync('cp', ['-al', await appOf('0.1.1', root), join(install, 'versions/0.1.1')])
      symlinkSync('versions/0.1.1', join(install, 'current'))
      copyFileSync('resources/venue/palpite-start.sh', join(install, 'palpite-start.sh'))
      const config = { serverUrl, kiosk: true, updateKey, idleSeconds: 8, idleAnswerSeconds: 2 }
      writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
      kiosk = spawn(join(install, 'palpite-start.sh'), ['--no-sandbox'], {
        env: {
          ...process.env,
          DISPLAY: desktop.name,
          PALPITE_USER_DATA: folder,
          PALPITE_ENROL_CODE: code,
        },
        stdio: 'ignore',
      })
      await expect.poll(health, { timeout: 30_000 }).toMatchObject({ version: '0.1.1' })

      // Somebody is there: the release waits until the page is reset.
      desktop.click(300, 450)
      await release('0.2.0', await appOf('0.2.0', root))
      const offeredAt = Date.now()
      await expect.poll(health, { timeout: 90_000 }).toMatchObject({ version: '0.2.0' })
      expect(Date.now() - offeredAt).toBeGreaterThan(5_000)
      expect(readlinkSync(join(install, 'current'))).toBe('versions/0.2.0')
      // It proves itself.
      await expect
        .poll(() => readFileSync(join(folder, 'logs/main.log'), 'utf8'), { timeout: 40_000 })
        .toContain('update: version 0.2.0 runs')
      await expect.poll(async () => (await desktop.windows()).length).toBe(1)

      const wrong = join(root, 'wrong')
      mkdirSync(wrong)
      writeFileSync(join(wrong, 'palpite'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
      const { files } = await release('0.3.0', wrong)
      const archive = join(updates, Object.values(files)[0]?.name ?? '')
      const bytes = readFileSync(archive)
      bytes[600] = (bytes[600] ?? 0) ^ 1
      writeFileSync(archive, bytes)
      await expect
        .poll(async () => (await health())?.lastError, { timeout: 40_000 })
        .toContain('has a wrong hash')
      expect(await health()).toMatchObject({ version: '0.2.0' })

      // Signed and whole, but it does not start.
      await release('0.3.1', wrong)
      await expect
        .poll(() => readFileSync(join(folder, 'logs/main.log'), 'utf8'), { timeout: 60_000 })
        .toContain('version 0.3.1 did not start here and is not installed again')
      await expect.poll(health, { timeout: 30_000 }).toMatchObject({ version: '0.2.0' })
      expect(readlinkSync(join(install, 'current'))).toBe('versions/0.2.0')
      expect(readFileSync(join(install, 'failed'), 'utf8')).toBe('0.3.1\n')
      await expect.poll(async () => (await desktop.windows()).length).toBe(1)
    } finally {
      rmSync(updates, { recursive: true, force: true })
      if (kiosk?.exitCode === null) {
        kiosk.kill('SIGTERM')
        await once(kiosk, 'exit')
      }
      await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    }
  },
)
