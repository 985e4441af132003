/** A kiosk whose configuration is damaged stays a kiosk. */
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countColour, expect, test } from './harness/fixtures.ts'
import { homeLink } from './harness/homeLink.ts'

const alarmColour = '#5c1a1a'

/** Mounting needs root, and some containers refuse it even then. Null: it works. */
function whyNoMount(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'pipe' })
    execFileSync('umount', [folder])
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of a terminal whose operator has set the volume. */
function enrolment(serverUrl: string): object {
  const { privateKey } = generateKeyPairSync('ed25519')
  const terminalId = 'terminal-1'
  return {
    serverUrl,
    terminalId,
    serverKey: '',
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    isEncrypted: false,
    orders: { terminalId, version: 1, inService: true, restart: 0, screenshot: 0, config: { volume: 7 } },
    restarted: 0,
    pictured: 0,
  }
}

test.use({ monitor: { width: 600, height: 900 } })

test('a damaged configuration leaves the kiosk closed, on its server, and says so on the screen @full', async ({
  start,
  desktop,
  folder,
}) => {
  const before = await start({ config: { kiosk: true } })
  await expect(homeLink(before.page)).toBeVisible()
  await expect(before.page.getByRole('alert')).toHaveCount(0)
  await before.app.close()

  const screen = { x: 0, y: 0, width: desktop.width, height: desktop.height }
  for (const text of [
    '',
    '{"serverUrl":"http://127.0.0.1',
    '{"serverUrl":"http://192.168.0.7","kiosk":"no"}',
  ]) {
    const { app, page } = await start({ config: text })
    await expect(page.getByRole('alert'), text).toHaveText(
      'A configuração deste totem está danificada. Avise um atendente.',
    )
    // The games come from the server: its address is still known.
    await expect(homeLink(page), text).toBeVisible()
    const [window] = await desktop.windows()
    expect(window?.width, text).toBe(desktop.width)
    expect(window?.height, text).toBeGreaterThanOrEqual(desktop.height)
    await expect
      .poll(async () => countColour(await desktop.picture(), alarmColour, screen), text)
      .toBeGreaterThan(1_000)
    expect(readFileSync(join(folder, 'config.json'), 'utf8')).toBe(text)
    await app.close()
  }
})

test.describe('where nothing can be written', () => {
  const refusal = whyNoMount()
  test.skip(refusal !== null, `no folder can be mounted here: ${refusal}`)

  for (const [what, mount] of [
    ['read-only', ['-o', 'remount,ro']],
    ['full', []],
  ] as const) {
    test(`a data folder that is ${what} still opens the lobby, as the terminal that it was enrolled as @full`, async ({
      start,
      folder,
      serverUrl,
    }) => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder])
      try {
        const first = join(folder, 'data')
        mkdirSync(first)
        writeFileSync(join(first, 'config.json'), JSON.stringify({ serverUrl, kiosk: true }))
        writeFileSync(join(first, 'terminal.json'), JSON.stringify(enrolment(serverUrl)))
        if (mount.length > 0) execFileSync('mount', [...mount, folder])
        else writeFileSync(join(folder, 'filler'), Buffer.alloc(1_900_000))
        const { page, app } = await start({ env: { PALPITE_USER_DATA: first } })
        await expect(page.getByRole('main')).toBeVisible()
        expect(await page.evaluate(() => window.bridge?.invoke('host:info'))).toMatchObject({
          kiosk: true,
          isEnrolled: true,
          volume: 7,
        })
        await app.close()
      } finally {
        execFileSync('umount', [folder])
      }
    })
  }
})
