import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

// Every screen and overlay: a picture of each is kept with the run, and axe finds nothing on it.
const guestPages = [
  '/home',
  '/conta',
  '/registros',
  '/registered',
  '/error',
  '/mines',
  '/limbo',
  '/fair',
  '/vip',
]
const guestOverlays = ['login', 'register', 'language']
const playerPages = [
  '/home',
  '/conta',
  '/registros',
  '/paySuccess',
  '/mines',
  '/dice',
  '/limbo',
  '/luckyColor',
  '/rowDouble',
  '/vip',
  '/share',
  '/agentJl',
  '/ladderBonus',
]
const playerOverlays = ['deposit', 'withdraw']
const sizes = { small: [320, 640], phone: [393, 852], desktop: [1280, 800] } as const

async function check(page: Page, host: string, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('progressbar', { name: 'Carregando' })).toBeHidden()
  // Animations of entrance are over.
  await page.waitForTimeout(500)
  if (host === 'web') {
    for (const [size, [width, height]] of Object.entries(sizes)) {
      await page.setViewportSize({ width, height })
      await page.waitForTimeout(150)
      await page.screenshot({ path: `artifacts/screens/${host}/${name}-${size}.png` })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${name} at ${width} px is wider than the window`).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize({ width: 393, height: 852 })
  } else {
    await page.screenshot({ path: `artifacts/screens/${host}/${name}.png` })
  }
  // Legacy mode opens no page of its own: an Electron window cannot.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    `axe on ${name}`,
  ).toEqual([])
}

test.describe('guest', () => {
  for (const path of guestPages) {
    test(path, async ({ app, page, host }) => {
      await app.open(path)
      await check(page, host, `guest${path.replaceAll('/', '-')}`)
    })
  }
  for (const overlay of guestOverlays) {
    test(`overlay ${overlay}`, async ({ app, page, host }) => {
      await app.open(`/home?overlay=${overlay}`)
      await page.getByRole('dialog').first().waitFor()
      await check(page, host, `guest-overlay-${overlay}`)
    })
  }
})

test.describe('player', () => {
  for (const path of playerPages) {
    test(path, async ({ app, page, host, login }) => {
      await login({ balance: 1284.5, level: 3 })
      await app.open(path)
      await check(page, host, `player${path.replaceAll('/', '-')}`)
    })
  }
  for (const overlay of playerOverlays) {
    test(`overlay ${overlay}`, async ({ app, page, host, login }) => {
      await login({ balance: 1284.5 })
      await app.open(`/home?overlay=${overlay}`)
      await page.getByRole('dialog').first().waitFor()
      await check(page, host, `player-overlay-${overlay}`)
    })
  }
  test('menus', async ({ app, page, host, login }) => {
    await login({ balance: 1284.5 })
    await app.button('Abrir menu da conta').click()
    await app.dialog('Conta').waitFor()
    await check(page, host, 'player-menu-account')
    await page.keyboard.press('Escape')
    await expect(app.dialog('Conta')).toBeHidden()
    await app.button('Abrir menu').click()
    await app.dialog('Menu').waitFor()
    await check(page, host, 'player-menu-side')
  })
})
