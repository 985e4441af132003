/** A terminal that its venue's operator manages from the fleet list. */
import { existsSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startOwnServer } from '../e2e/ownServer.ts'
import { createTerminal } from './harness/fleet.ts'
import { expect, test } from './harness/fixtures.ts'
import { tapNetwork } from './harness/tapNetwork.ts'

/** The process that has this data folder: Chromium's lock names it. */
function programOf(folder: string): number {
  return Number(readlinkSync(join(folder, 'SingletonLock')).split('-').at(-1))
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`)
}

/** Ends an application that has started itself again. */
async function end(pid: number): Promise<void> {
  process.kill(pid, 'SIGTERM')
  await expect.poll(() => isRunning(pid)).toBe(false)
}

/** Width and height of a JPEG: the first frame header. */
function sizeOf(jpeg: Buffer): { width: number; height: number } {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg.readUInt16BE(at)
    if (marker === 0xffc0 || marker === 0xffc2)
      return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) }
  }
  throw new Error('no frame in this JPEG')
}

test.use({ monitor: { width: 600, height: 900 } })

test(
  'a terminal is enrolled once, obeys signed orders, and shows when it is out of service',
  { tag: '@full' },
  async ({ start, folder, serverUrl }) => {
    const { code, record, order } = await createTerminal(serverUrl)

    const first = await start({
      config: { kiosk: true },
      env: { PALPITE_ENROL_CODE: code },
    })
    await expect.poll(record).toMatchObject({ state: 'online', isUpToDate: true })
    expect((await record())?.health?.runtime).toMatch(/^\d+\./)
    // Readable by its own user only.
    expect(statSync(join(folder, 'terminal.json')).mode & 0o077).toBe(0)

    const closed = first.page.getByRole('alertdialog', { name: 'Fora de serviço' })
    await expect(first.page.getByRole('main')).toBeVisible()
    await expect(closed).toBeHidden()
    await order('outOfService')
    await expect(closed).toBeVisible({ timeout: 30_000 })
    await first.page.screenshot({ path: 'artifacts/screens/out-of-service.png' })
    await first.page.reload()
    await expect(closed).toBeVisible()
    await first.app.close()

    // The code was used: the terminal is known by its key.
    const second = await start({ env: { PALPITE_ENROL_CODE: code } })
    const stillClosed = second.page.getByRole('alertdialog', { name: 'Fora de serviço' })
    await expect(stillClosed).toBeVisible()
    await order('inService')
    await expect(stillClosed).toBeHidden({ timeout: 30_000 })

    const before = programOf(folder)
    await order('restart')
    await expect.poll(() => isRunning(before), { timeout: 40_000 }).toBe(false)
    await expect.poll(record, { timeout: 40_000 }).toMatchObject({ state: 'online', isUpToDate: true })
    const after = programOf(folder)
    try {
      // It restarts once for each order.
      await expect
        .poll(async () => (await record())?.health?.uptimeSeconds ?? 0, { timeout: 40_000 })
        .toBeGreaterThan(6)
      expect(programOf(folder)).toBe(after)
      expect(after).not.toBe(before)
    } finally {
      await end(after)
    }
  },
)

test(
  'settings and screenshots from a distance wait until nobody is there; the last error is reported',
  { tag: '@full' },
  async ({ start, desktop, folder, serverUrl }) => {
    const { terminalId, code, record, order } = await createTerminal(serverUrl)
    const { page } = await start({
      config: { kiosk: true, idleSeconds: 8, idleAnswerSeconds: 2 },
      env: { PALPITE_ENROL_CODE: code },
    })
    await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
    await expect.poll(record).toMatchObject({ state: 'online', isUpToDate: true })

    // Somebody touches the page.
    desktop.click(300, 450)
    await order('screenshot')
    await expect.poll(record, { timeout: 20_000 }).toMatchObject({ isUpToDate: true, screenshotAt: null })
    const question = page.getByRole('alertdialog', { name: 'Ainda está aí?' })
    await expect(question).toBeVisible()
    expect(await record()).toMatchObject({ screenshotAt: null })
    // Nobody answers: the page is reset, and then shown to the operator.
    await expect
      .poll(async () => (await record())?.screenshotAt, { timeout: 30_000 })
      .toEqual(expect.any(String))
    const response = await fetch(`${serverUrl}/sandbox/api/terminals/${terminalId}/screenshot`)
    const image = Buffer.from(await response.arrayBuffer())
    expect(sizeOf(image)).toEqual({ width: 540, height: 810 })
    writeFileSync('artifacts/screens/terminal-screenshot.jpg', image)

    const before = programOf(folder)
    await order('configure', { config: { language: 'en_US', scale: 1 } })
    await expect.poll(() => isRunning(before), { timeout: 40_000 }).toBe(false)
    await expect
      .poll(async () => (await record())?.health?.lastError, { timeout: 40_000 })
      .toContain('the application is started again: the operator changed settings')
    await end(programOf(folder))

    const after = await start()
    await expect(after.page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
    expect(await after.page.evaluate(() => window.devicePixelRatio)).toBe(1)
    await expect.poll(record, { timeout: 20_000 }).toMatchObject({ isUpToDate: true })
  },
)

test('outside of its opening hours a terminal is out of service', { tag: '@full' }, async ({ start }) => {
  const hour = (fromNow: number) => String((new Date().getHours() + fromNow) % 24).padStart(2, '0')
  const closed = ({ page }: { page: Page }) => page.getByRole('alertdialog', { name: 'Fora de serviço' })
  const before = await start({ config: { kiosk: true, openingHours: `${hour(2)}:00-${hour(4)}:00` } })
  await expect(closed(before)).toBeVisible()
  await before.app.close()
  const after = await start({ config: { kiosk: true, openingHours: `${hour(0)}:00-${hour(2)}:00` } })
  await expect(after.page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
  await expect(closed(after)).toBeHidden()
})

test(
  'a kiosk at a server whose jurisdiction forbids kiosks gets nothing but the reason',
  { tag: '@full' },
  async ({ start }) => {
    const brazil = await startOwnServer({ JURISDICTION: 'br' })
    const server = await tapNetwork(brazil.url)
    try {
      const { page } = await start({ config: { kiosk: true, serverUrl: server.url } })
      await expect(page.getByRole('alertdialog')).toBeVisible()
      const answers = await page.evaluate(async () => {
        const call = (path: string) =>
          window.bridge?.invoke('http:send', {
            method: 'GET',
            path,
            query: {},
            body: null,
            bodyType: 'none',
            language: 'pt_BR',
            currency: 'BRL',
            timeZone: 'America/Sao_Paulo',
            idempotencyKey: null,
          })
        const paths = ['/api/app/main/appInfo', '/api/app/main/home', '/api/auth/user/captcha/1']
        return Promise.all(paths.map(async (path) => (await call(path))?.httpStatus))
      })
      expect(answers).toEqual([200, 403, 403])
    } finally {
      server.close()
      await brazil.stop()
    }
  },
)
