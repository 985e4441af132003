import type { Locator, Page } from '@playwright/test'
import { pagePaths } from '#contract/pages.ts'
import { expect, test } from '../fixtures.ts'
import { linesOf } from '../boxes.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { Menus } from '../page-models/menus.ts'
import { smallTargets } from '../targets.ts'
import { waitUntilSettled, walkTo } from '../textFit.ts'

// Every page at every kind of screen: nothing is wider than it, bars or rail are where they belong, nothing that a
// bet needs is covered or below the fold, and what fingers press is large enough.

test.skip(({ host }) => host !== 'web', 'the window is a phone')

const sizes = {
  'small phone': { width: 320, height: 640 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 800 },
  'portrait terminal': { width: 1080, height: 1920 },
  // WCAG 1.4.10: what a window of 1280x1024 has at 400 %.
  'enlarged four times': { width: 320, height: 256 },
} as const
type Size = keyof typeof sizes
const allSizes = Object.keys(sizes) as Size[]
/** At the others only `npm run test:rest` looks. */
const smallest: Size = 'small phone'
const largerSizes = allSizes.filter((size) => size !== smallest)
/** What fingers press. */
const touched: readonly Size[] = ['small phone', 'portrait terminal']

/** What a bet needs besides stake and button. */
const picks: Partial<Record<string, (page: Page) => Locator[]>> = {
  mines: (page) => [
    page.getByRole('spinbutton', { name: 'Minas' }),
    page.getByRole('button', { name: 'Casa 1', exact: true }),
    page.getByRole('button', { name: 'Casa 25' }),
  ],
  dice: (page) => [
    page.getByRole('radio', { name: 'Acima' }),
    page.getByRole('radio', { name: 'Abaixo' }),
    page.getByRole('spinbutton', { name: 'Chance' }),
  ],
  limbo: (page) => [page.getByRole('textbox', { name: 'Multiplicador' })],
  double: (page) => ['Vermelho', 'Branco', 'Preto'].map((name) => page.getByRole('radio', { name })),
  luckyColor: (page) =>
    ['Verde', 'Violeta', 'Grande', 'Número 0', 'Número 9'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    ),
  rowDouble: (page) => [
    page.getByRole('radio', { name: 'Difícil' }),
    page.getByRole('button', { name: 'Linha 1, casa 1' }),
  ],
}
const games = Object.keys(picks)
/** Pages that need a value, or a state that a tour does not have. */
const values: Partial<Record<string, string>> = { active: '1', invitation: 'NOBODY', link: 'expired' }
/** With a value these need a server's answer that nobody has. */
const untold = ['sharedTicket', 'voucher', 'terminalLogin']

/** Pages without the main links: they bring a title bar of their own, or nothing. */
const bare = ['error', 'registered', 'link']
/** On a phone the page has the whole window. */
const withoutBar = ['paySuccess', 'fair', 'play', ...games]

/** Presses everywhere on a grid, without effect: what would receive them is not the page. */
async function expectPageCovered(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    await waitUntilSettled(page)
    const uncovered = await page.evaluate(() => {
      const steps = Array.from({ length: 20 }, (_, step) => (step + 0.5) / 20)
      return steps
        .flatMap((x) => steps.map((y) => [x * window.innerWidth, y * window.innerHeight] as const))
        .filter(([x, y]) => {
          const hit = document.elementFromPoint(x, y)
          return !hit || hit.contains(document.getElementById('root')) || hit.closest('#root')
        })
        .map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`)
    })
    expect.soft(uncovered, `${name}, ${size}: points where a press reaches the page`).toEqual([])
  }
}

/** Whether the element is in the window, and nothing else is on top of its middle. */
async function isFree(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { top, bottom, left, right } = node.getBoundingClientRect()
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return top >= 0 && bottom <= window.innerHeight && (node === hit || node.contains(hit))
  })
}

async function expectMainLinks(page: Page, name: string, size: Size): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Principal' })
  if (bare.includes(name) || (withoutBar.includes(name) && size !== 'desktop'))
    return expect(links).toBeHidden()
  const { width, height } = sizes[size]
  const box = await links.boundingBox()
  if (!box) throw new Error(`${name}, ${size}: no main links`)
  expect.soft(Math.round(box.y + box.height), `${name}, ${size}: they reach the bottom`).toBe(height)
  expect.soft(Math.round(box.x), `${name}, ${size}: they begin on the left`).toBe(0)
  if (size === 'desktop') expect.soft(box.height, `${name}: a rail`).toBeGreaterThan(box.width * 4)
  else expect.soft(Math.round(box.width), `${name}, ${size}: a bar`).toBe(width)
}

/** Visible fields with a text below 16 px. */
function smallFields(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('input, textarea, select')]
      .filter((field) => !field.matches('[type=checkbox], [type=radio], [type=range], [type=hidden]'))
      .filter((field) => field.checkVisibility() && parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => `${field.getAttribute('aria-label') ?? field.id} ${getComputedStyle(field).fontSize}`),
  )
}

async function expectFits(page: Page, name: string, at: readonly Size[]): Promise<void> {
  for (const size of at) {
    await page.setViewportSize(sizes[size])
    // Two frames: then the page has its new layout.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await waitUntilSettled(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(overflow, `${name}, ${size}: wider than the window`).toBeLessThanOrEqual(0)
    await expectMainLinks(page, name, size)
    if (touched.includes(size)) expect.soft(await smallTargets(page), `${name}, ${size}: targets`).toEqual([])
    if (size === 'small phone')
      expect.soft(await smallFields(page), `${name}: fields that iOS zooms in on`).toEqual([])
    const needed = picks[name]?.(page)
    if (!needed) continue
    if (size === 'enlarged four times') {
      // The rest is reached by scrolling.
      expect.soft(await isFree(page.getByRole('button', { name: 'Apostar', exact: true })), name).toBe(true)
      continue
    }
    const stake = page.getByRole('textbox', { name: 'Aposta', exact: true })
    const bet = page.getByRole('button', { name: 'Apostar', exact: true })
    for (const element of [stake, bet, ...needed])
      expect.soft(await isFree(element), `${name}, ${size}: ${element}`).toBe(true)
  }
}

const pathOf = (name: keyof typeof pagePaths) =>
  name === 'play' ? '/play?game=carnaval' : pagePaths[name].replace('{}', values[name] ?? '')
/** /registered takes players home. */
const ofGuests = ['registered']
const names = (Object.keys(pagePaths) as (keyof typeof pagePaths)[]).filter(
  (name) => !untold.includes(name) && !ofGuests.includes(name),
)
/** Where bets are placed, and the way there. */
const forBets = ['home', 'footballPage', ...games]
const others = names.filter((name) => !forBets.includes(name))
const half = Math.ceil(names.length / 2)

for (const [what, pages, at] of [
  ['home and what takes bets', names.filter((name) => forBets.includes(name)), [smallest]],
  ['every other page', others, [smallest]],
  ['the first half of the pages', names.slice(0, half), largerSizes],
  ['the second half of the pages', names.slice(half), largerSizes],
] as const)
  test(`${what} fits: ${at.join(', ')} @full`, async ({ app, page, login }) => {
    await login({ balance: 1284.5, level: 3 })
    await app.balance.waitFor()
    for (const name of pages) {
      if (app.path !== pathOf(name)) await walkTo(page, pathOf(name))
      await expectFits(page, name, at)
    }
  })

test('the registration fits every screen; with reduced motion no size starts a transition @full', async ({
  app,
  page,
}) => {
  await app.open('/registered')
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset['transitions'] = '0'
    document.addEventListener('transitionrun', () => {
      dataset['transitions'] = String(Number(dataset['transitions']) + 1)
    })
  })
  await expectFits(page, 'registered', allSizes)
  await expect(page.locator('html')).toHaveAttribute('data-transitions', '0')
})

test('nothing of the page behind a dialog can be pressed, at any size @full', async ({
  app,
  page,
  login,
}) => {
  await app.open('/share')
  await page.getByRole('alertdialog').waitFor()
  await expectPageCovered(page, 'alert')
  await login({ balance: 100 })
  const cashier = new CashierOverlay(page)
  await page.getByRole('button', { name: 'Abrir menu', exact: true }).click()
  await app.dialog('Menu').waitFor()
  await expectPageCovered(page, 'menu')
  await page.keyboard.press('Escape')
  await app.button('Depositar').click()
  await app.dialog('Depósito').waitFor()
  await expectPageCovered(page, 'deposit')
  await cashier.pay('R$ 100,00')
  await cashier.frame.waitFor()
  await expectPageCovered(page, 'payment')
})

test('on the smallest phone, the tabs of sports are in one line, and the account menu needs no scrolling @full', async ({
  app,
  page,
  login,
}) => {
  await page.setViewportSize(sizes['small phone'])
  await login({ balance: 100 })
  await app.open('/footballPage')
  const tabs = page.getByRole('tablist', { name: 'Partidas', exact: true }).getByRole('tab')
  await expect(tabs).toHaveCount(4)
  for (const tab of await tabs.all()) expect(await linesOf(tab)).toBe(1)
  const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  const menus = new Menus(page)
  await menus.openAccount()
  await expect(menus.entry('Sair')).toBeInViewport({ ratio: 1 })
})

test('the bet button says what it bets @full', async ({ app, page, login }) => {
  await login({ balance: 100 })
  await app.open('/double')
  const bet = app.button('Apostar')
  await expect(bet).toHaveAccessibleDescription('R$ 10,00 · Vermelho')
  await page.getByRole('radio', { name: 'Branco' }).check()
  await page.getByRole('textbox', { name: 'Aposta', exact: true }).fill('25')
  await expect(bet).toHaveAccessibleDescription('R$ 25,00 · Branco')
  await expect(bet).toContainText('R$ 25,00 · Branco')
})

test('automatic play on a tablet leaves the figures of dice in view @full', async ({ app, page, login }) => {
  await page.setViewportSize(sizes.tablet)
  await login({ balance: 100 })
  await walkTo(page, '/dice')
  await page.getByRole('button', { name: 'Automático' }).click()
  await page.getByRole('spinbutton', { name: 'Rodadas' }).waitFor()
  for (const name of ['Multiplicador', 'Acima de', 'Paga'])
    expect.soft(await isFree(page.getByRole('term').filter({ hasText: name })), name).toBe(true)
  expect.soft(await isFree(app.button('Jogo justo (Justiça)')), 'Jogo justo').toBe(true)
})

test('every ball of lucky colour and the mark of a choice have their room @full', async ({ app, page }) => {
  await app.open('/luckyColor')
  for (const viewport of [sizes['small phone'], { width: 393, height: 852 }, sizes.tablet]) {
    await page.setViewportSize(viewport)
    const outside = await page.locator('[data-turning] > [data-colour]').evaluateAll(
      (balls) =>
        balls.filter((ball) => {
          const { top, bottom } = ball.getBoundingClientRect()
          const stage = ball.parentElement?.parentElement?.getBoundingClientRect()
          return !stage || top < stage.top || bottom > stage.bottom
        }).length,
    )
    expect.soft(outside, `balls cut at ${viewport.width} px`).toBe(0)
  }
  await page.setViewportSize(sizes.desktop)
  await walkTo(page, '/double')
  const covered = await page.getByRole('radio', { name: 'Vermelho' }).evaluate((radio) => {
    const name = document.createTreeWalker(radio.parentElement ?? radio, NodeFilter.SHOW_TEXT).nextNode()
    const tick = radio.parentElement?.querySelector('svg')?.parentElement?.getBoundingClientRect()
    if (!name || !tick) throw new Error('no name or no mark')
    const range = document.createRange()
    range.selectNode(name)
    const text = range.getBoundingClientRect()
    const width = Math.min(text.right, tick.right) - Math.max(text.left, tick.left)
    const height = Math.min(text.bottom, tick.bottom) - Math.max(text.top, tick.top)
    return Math.min(width, height)
  })
  // The line of the text is a little higher than its letters.
  expect(covered, 'the mark covers the name by so many pixels').toBeLessThan(5)
})

test('on a wide screen the slip stands beside the board @full', async ({ app, page }) => {
  await page.setViewportSize(sizes.desktop)
  await app.open('/footballPage')
  const slip = page.getByRole('region', { name: 'Bilhete' })
  await expect(slip).toContainText('Toque em uma odd')
  const board = await page.getByRole('heading', { name: 'Esportes' }).boundingBox()
  const beside = await slip.boundingBox()
  expect(beside?.x).toBeGreaterThan((board?.x ?? Infinity) + 300)
  // A price that is open: the star of a favourite is a button that is not pressed too.
  const prices = page
    .getByRole('main')
    .getByRole('article')
    .getByRole('button', { name: /\d,\d\d$/ })
  await prices.and(page.locator(':enabled')).first().click()
  await expect(slip.getByRole('textbox', { name: 'Aposta' })).toBeVisible()
  await expect.poll(() => isFree(slip.getByRole('button', { name: 'Apostar' }))).toBe(true)
})
