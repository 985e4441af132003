import type { Page } from '@playwright/test'
import { expect, test, withOwnBrowser } from '../fixtures.ts'
import { AccessOverlay } from '../page-models/access-overlay.ts'
import { GamePage } from '../page-models/game-page.ts'

test.use(withOwnBrowser)
test.skip(({ host }) => host !== 'web', 'the main process owns the id in Electron (electron/bridge.spec.ts)')

/** The device ids that the page sends while it loads /home, without repetition. */
async function sentIds(page: Page): Promise<string[]> {
  const ids = new Set<string>()
  const collect = (request: { url(): string; headers(): Record<string, string> }) => {
    if (request.url().includes('/api/')) ids.add(request.headers()['deviceid'] ?? 'none')
  }
  page.on('request', collect)
  const lastCall = page.waitForResponse(/main\/appInfo/)
  await page.goto('/home')
  await lastCall
  page.off('request', collect)
  return [...ids]
}

// Five fresh contexts in all, none with anything of the one before it.
test('the device id is the same with every request and on every visit of the same browser', async ({
  page,
  tabs,
}) => {
  const [first, ...others] = await sentIds(page)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(others).toEqual([])
  for (let visit = 0; visit < 4; visit++) {
    const context = await tabs?.newContext()
    if (!context) throw new Error('no browser')
    expect(await sentIds(await context.newPage())).toEqual([first])
    await context.close()
  }
})

test('where the browser refuses to store anything, a player logs in and plays for the visit', async ({
  app,
  page,
  sandbox,
}) => {
  const failures: Error[] = []
  page.on('pageerror', (error) => failures.push(error))
  await page.addInitScript(() => {
    const refused = {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    }
    for (const area of ['localStorage', 'sessionStorage']) Object.defineProperty(window, area, refused)
  })
  const user = await sandbox.createUser({ balance: 100 })
  await page.goto('/home')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await new AccessOverlay(page, sandbox).login({ email: user.username, password: user.password })
  await expect(app.balance).toHaveText('R$ 100,00')
  await page.getByRole('link', { name: /^Dice/ }).first().click()
  const dice = new GamePage(page)
  await dice.play()
  await expect(dice.history.getByRole('button')).toHaveCount(1)
  expect(failures).toEqual([])
})
