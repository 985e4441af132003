import type { Locator, Page } from '@playwright/test'
import { pressInConversion } from '../conversionKeys.ts'
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
test('the device id is the same with every request and on every visit of the same browser @full', async ({
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

test('where the browser refuses to store anything, a player logs in and plays for the visit @full', async ({
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

test('keys that end a conversion do nothing else: in a search, a login, an amount @full', async ({
  page,
  login,
}) => {
  await page.goto('/home?overlay=login')
  const access = page.getByRole('dialog', { name: 'Acesso' })
  const email = access.getByRole('textbox', { name: 'E-mail' })
  await email.pressSequentially('maria@')
  await email.press('ArrowDown')
  const offers = access.getByRole('listbox')
  await expect(offers.getByRole('option', { selected: true })).toHaveCount(1)
  await pressInConversion(page, 'Enter')
  await pressInConversion(page, 'Escape')
  await expect(offers).toBeVisible()
  await expect(email).toHaveValue('maria@')
  await email.press('Escape')
  await expect(offers).toBeHidden()
  await pressInConversion(page, 'Escape')
  await expect(access).toBeVisible()
  await email.press('Escape')
  await expect(access).toBeHidden()

  // What listens comes a second after a page, and asks for the chat first.
  await login({ balance: 100 })
  await Promise.all([page.waitForRequest('**/api/app/chat/unread'), page.goto('/home')])
  const search = page.getByRole('searchbox', { name: 'Buscar jogo' })
  await search.fill('min')
  await pressInConversion(page, 'Enter')
  await expect(search).toHaveValue('min')
  await expect(search).toBeFocused()
  await search.press('Enter')
  await expect(search).not.toBeFocused()

  await page
    .getByRole('link', { name: /^Mines/ })
    .first()
    .click()
  const mines = page.getByRole('spinbutton', { name: 'Minas' })
  await mines.fill('99')
  for (const key of ['Enter', 'ArrowDown'] as const) await pressInConversion(page, key)
  await expect(mines).toHaveValue('99')
  await mines.press('Enter')
  await expect(mines).toHaveValue('24')
})

/** A phone whose keyboard covers the page, as iOS's does, instead of making it smaller. As text: this file has no DOM types. */
const coveringKeyboard = `Object.defineProperty(window, 'visualViewport', {
  value: Object.assign(new EventTarget(), {
    height: innerHeight, offsetTop: 0, scale: 1,
    cover(height) {
      this.height = innerHeight - height
      this.dispatchEvent(new Event('resize'))
    },
  }),
})`

test('the buttons of a sheet stand above a keyboard that covers the page @full', async ({ page, signIn }) => {
  await page.addInitScript(coveringKeyboard)
  await page.setViewportSize({ width: 393, height: 852 })
  await signIn({ balance: 500 })
  await page.goto('/home?overlay=withdraw')
  const cashier = page.getByRole('dialog', { name: 'Depósito' })
  const amount = cashier.getByRole('textbox', { name: 'Valor da retirada' })
  const send = cashier.getByRole('button', { name: 'Retirar', exact: true })
  const bottom = async (element: Locator) => {
    const box = await element.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  await amount.click()
  await expect.poll(() => bottom(send)).toBeGreaterThan(852 - 336)
  // What moves sheets comes a moment after the page, and hears of a keyboard that stays by its next event.
  const covered = async () => {
    await page.evaluate('visualViewport.cover(336)')
    return bottom(send)
  }
  await expect.poll(covered).toBeLessThanOrEqual(852 - 336)
  await expect.poll(() => bottom(amount)).toBeLessThanOrEqual(852 - 336)
  await page.evaluate('visualViewport.cover(0)')
  await expect.poll(() => bottom(send)).toBeGreaterThan(852 - 336)
})

test.describe('on a device in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('the kick-offs of a list and of a match say which clock they are by @full', async ({ app, page }) => {
    await app.open('/footballPage')
    await page.getByRole('tab', { name: 'Próximas' }).click()
    await expect(page.getByText('horário de Brasília').first()).toBeVisible()
    await page.getByRole('article').first().getByRole('link').first().click()
    await expect(page.getByRole('main').getByText(/\d\d:\d\d \(horário de Brasília\)/)).toBeVisible()
  })
})
