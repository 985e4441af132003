import { spawnSync } from 'node:child_process'
import { languageCodes } from '#contract/languages.ts'
import { command, expect, test, withOwnApplication } from './fixtures.ts'

test.use(withOwnApplication)

test('opens one phone-sized window, already painted; a second instance on the same data exits at once', async ({
  page,
  electronApp,
  launch,
}) => {
  expect(electronApp.windows()).toHaveLength(1)
  const isVisible = () =>
    electronApp.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  await expect.poll(isVisible).toBe(true)
  const facts = await electronApp.evaluate(({ BrowserWindow, Menu }) => {
    const [window] = BrowserWindow.getAllWindows()
    return {
      size: window?.getContentSize(),
      background: window?.getBackgroundColor().toLowerCase(),
      kiosk: window?.isKiosk(),
      menu: Menu.getApplicationMenu() !== null,
    }
  })
  expect(facts).toEqual({
    size: [393, 852],
    background: '#07141a',
    kiosk: false,
    menu: process.platform === 'darwin',
  })
  expect(await page.evaluate(() => window.bridge?.invoke('host:info'))).toEqual({
    deviceId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
    hasSession: false,
    kiosk: false,
    attractSeconds: 0,
    endText: '',
    isEnrolled: false,
    hasPrinter: false,
    languages: [...languageCodes],
    volume: 100,
    isConfigDamaged: false,
    version: expect.any(String) as unknown,
    runtime: expect.stringMatching(/^\d+\.\d+\.\d+/) as unknown,
    inService: true,
  })
  await expect(launch()).rejects.toThrow()
  expect(page.isClosed()).toBe(false)
})

test('keeps its device id @full', async ({ launch }) => {
  const ids: unknown[] = []
  for (let run = 0; run < 2; run++) {
    const app = await launch()
    const page = await app.firstWindow()
    ids.push(await page.evaluate(async () => (await window.bridge?.invoke('host:info'))?.deviceId))
    await app.close()
  }
  expect(ids[0]).toBe(ids[1])
})

test('a kiosk is full screen, and neither requests nor downloads a file @full', async ({
  launch,
  server,
}) => {
  const app = await launch({ PALPITE_KIOSK: '1' })
  const page = await app.firstWindow()
  expect(await page.evaluate(async () => (await window.bridge?.invoke('host:info'))?.kiosk)).toBe(true)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isKiosk())).toBe(true)
  const path = `/api/app/exportFile/${'a'.repeat(43)}`
  expect(await page.evaluate((to) => window.bridge?.invoke('export:download', to), path)).toBe(false)
  expect(server.requests(path)).toEqual([])
})

test('an invalid server address prints one line and ends the application @full', async ({
  electronPath,
  userData,
}) => {
  const { program, args } = command(electronPath)
  const env = { ...process.env, PALPITE_SERVER_URL: 'nonsense', PALPITE_USER_DATA: userData }
  const ended = spawnSync(program, args, { env, encoding: 'utf8', timeout: 30_000 })
  expect(ended.status).toBe(1)
  const lines = ended.stderr.split('\n').filter((line) => line.startsWith('palpite:'))
  expect(lines).toEqual([
    'palpite: PALPITE_SERVER_URL is not an https address, or an http address of this machine: nonsense',
  ])
})
