import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test, withOwnBrowser } from '../fixtures.ts'
import { live, newMatch } from '../matches.ts'
import { SportsPage } from '../page-models/sports-page.ts'
import { waitUntilSettled, walkTo } from '../textFit.ts'

// A desktop is used: the board is a table, pages have second columns, and no row of the lobby ends before its page does.

test.skip(({ host }) => host !== 'web', 'the window is a phone')

const sizes = {
  phone: { width: 393, height: 852 },
  laptop: { width: 1280, height: 800 },
  larger: { width: 1440, height: 900 },
  desktop: { width: 1920, height: 1080 },
} as const

/** The matches that are whole in view, and their prices: nothing, such as a bar, is above them. */
function inView(page: Page): Promise<{ matches: number; prices: number; markets: number }> {
  return page.getByRole('main').evaluate((main) => {
    const isFree = (element: Element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      // Not the very corners, which are round, nor what a head that stays in view covers of a row's padding.
      const corners = [top + 8, bottom - 8].flatMap((y) =>
        [0.05, 0.5, 0.95].map((share) => [left + share * (right - left), y] as const),
      )
      return corners.every(([x, y]) => {
        const hit = document.elementFromPoint(x, y)
        return hit !== null && (element.contains(hit) || hit.contains(element))
      })
    }
    const matches = [...main.querySelectorAll('article')].filter(isFree)
    const prices = matches.flatMap((match) => [
      ...match.querySelectorAll('button[aria-pressed]:has([translate="no"]):not([aria-disabled])'),
    ])
    const markets = new Set(prices.map((price) => price.getAttribute('aria-label')?.split(':')[0]))
    return { matches: matches.length, prices: prices.length, markets: markets.size }
  })
}

test('the board shows ten matches of three markets on a laptop, fourteen on a desktop, four with a choice on a phone @full', async ({
  app,
  page,
  sandbox,
}) => {
  const league = `Liga ${randomUUID().slice(0, 8)}`
  await Promise.all(Array.from({ length: 18 }, () => newMatch(sandbox, { league, odds: {} })))
  const sports = new SportsPage(page)
  await page.setViewportSize(sizes.laptop)
  await app.open('/footballPage')
  await sports.tab('Próximas').click()
  // The matches of the other tests have leagues of their own.
  await page.getByRole('searchbox', { name: 'Buscar partida, time ou liga' }).fill(league)
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(18)
  const expectAtLeast = (matches: number, prices: number, markets: number) =>
    expect(async () => {
      const seen = await inView(page)
      expect(seen.matches).toBeGreaterThanOrEqual(matches)
      expect(seen.prices).toBeGreaterThanOrEqual(prices)
      expect(seen.markets).toBe(markets)
    }).toPass()
  await expectAtLeast(10, 60, 3)
  await page.setViewportSize(sizes.desktop)
  await expectAtLeast(14, 100, 3)

  // The heads of the columns stay in view.
  const head = page.getByRole('region', { name: league }).getByText('Handicap', { exact: true })
  const before = (await head.boundingBox())?.y ?? 0
  await page.mouse.wheel(0, 400)
  await expect.poll(async () => (await head.boundingBox())?.y).toBeLessThan(before)
  expect(await head.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0)

  // Live matches come in many small leagues: these share a head, and each row says which league it is of.
  const name = `Copa ${randomUUID().slice(0, 6)}`
  await Promise.all(
    Array.from({ length: 18 }, (_, at) =>
      newMatch(sandbox, { ...live, league: `${name} ${Math.floor(at / 2)}`, odds: {} }),
    ),
  )
  await page.setViewportSize(sizes.laptop)
  await app.open('/footballPage')
  await page.getByRole('searchbox', { name: 'Buscar partida, time ou liga' }).fill(name)
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(18)
  await expectAtLeast(10, 60, 3)
  await expect(page.getByRole('main').getByText('Handicap', { exact: true })).toHaveCount(1)
  const ofFirst = page
    .getByRole('region', { name: `${name} 0`, exact: true })
    .getByRole('article')
    .first()
  await expect(ofFirst).toContainText(`${name} 0`)
  await page.setViewportSize(sizes.desktop)
  await expectAtLeast(14, 100, 3)

  await page.setViewportSize(sizes.phone)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAtLeast(4, 12, 1)
  const first = page.getByRole('main').getByRole('article').first()
  await expect(first.getByRole('button', { name: /^Resultado final: / })).toHaveCount(3)
  for (const [chip, market] of [
    ['Total', 'Total de gols'],
    ['Handicap', 'Handicap asiático'],
  ]) {
    await page
      .getByRole('group', { name: 'Mercado' })
      .getByRole('button', { name: chip, exact: true })
      .click()
    await expect(first.getByRole('button', { name: new RegExp(`^${market}: `) })).toHaveCount(2)
  }
})

/** The share of the window's width on which the page paints or writes something, in percent. */
function usedWidth(page: Page): Promise<number> {
  return page.getByRole('main').evaluate((main) => {
    const spans: [number, number][] = []
    const add = ({ left, right, height }: DOMRect) => {
      if (right > left && height > 0) spans.push([Math.max(0, left), Math.min(window.innerWidth, right)])
    }
    for (const element of [main, ...main.querySelectorAll('*')]) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      const { backgroundColor, backgroundImage } = getComputedStyle(element)
      const isPainted = backgroundImage !== 'none' || !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)
      if (isPainted || element.matches('img, canvas, input, iframe')) add(element.getBoundingClientRect())
      const range = document.createRange()
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() === '') continue
        range.selectNodeContents(node)
        for (const box of range.getClientRects()) add(box)
      }
    }
    let [end, used] = [0, 0]
    for (const [left, right] of spans.sort((a, b) => a[0] - b[0])) {
      if (right <= end) continue
      used += right - Math.max(left, end)
      end = right
    }
    return (100 * used) / window.innerWidth
  })
}

test('pages use three quarters of a wide window @full', async ({ app, page, login }) => {
  await page.setViewportSize(sizes.desktop)
  await app.open('/registered')
  await waitUntilSettled(page)
  await expect.poll(() => usedWidth(page), '/registered').toBeGreaterThan(75)
  await login({ balance: 1284.5, level: 3 })
  await app.balance.waitFor()
  for (const path of [
    '/footballPage',
    '/conta',
    '/registros',
    '/vip',
    '/gamebouns',
    '/gameMess',
    '/signInSheet',
    '/jogoResponsavel',
    '/share',
    '/agentJl',
    '/ladderBonus',
    '/download',
    '/active1',
    '/resultados',
    '/fair',
    '/paySuccess',
    '/error',
    '/zgoexpired',
    '/home',
  ]) {
    if (app.path !== path) await walkTo(page, path)
    await waitUntilSettled(page)
    // What is below the first view comes a moment later.
    await expect.poll(() => usedWidth(page), path).toBeGreaterThan(75)
  }
})

test('no row of the lobby ends before the page does, no game stands there twice, and a price leads to the slip @full', async ({
  app,
  page,
  login,
}) => {
  await page.setViewportSize(sizes.laptop)
  await login({ balance: 100 })
  await app.open('/home')
  const live = page.getByRole('region', { name: 'Ao vivo agora' })
  await expect(live.getByRole('listitem').first()).toBeVisible()
  for (const size of [sizes.laptop, sizes.larger, sizes.desktop]) {
    await page.setViewportSize(size)
    await waitUntilSettled(page)
    const rows = await page.getByRole('tabpanel').evaluate((panel) => {
      const { left, right } = panel.getBoundingClientRect()
      return [...panel.querySelectorAll('section > ul')].flatMap((list) => {
        const byTop = new Map<number, DOMRect[]>()
        for (const item of list.children) {
          const box = item.getBoundingClientRect()
          byTop.set(Math.round(box.top), [...(byTop.get(Math.round(box.top)) ?? []), box])
        }
        return [...byTop.values()].map((boxes) => [
          Math.round(Math.min(...boxes.map((box) => box.left)) - left),
          Math.round(right - Math.max(...boxes.map((box) => box.right))),
        ])
      })
    })
    expect(rows.length).toBeGreaterThan(2)
    expect(rows, `${size.width} px: what is left of each row on either side`).toEqual(rows.map(() => [0, 0]))
  }
  const games = await page
    .getByRole('tabpanel')
    .locator('section[aria-labelledby^="section-"] > ul a:not([href*="match="])')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(games.length).toBeGreaterThan(8)
  expect(games.filter((href, at) => games.indexOf(href) < at)).toEqual([])

  const price = live.getByRole('link', { name: /^X \d/ }).first()
  await price.click()
  await expect(page).toHaveURL(/\/footballPage\?match=[^&]+$/)
  await expect(page.getByRole('region', { name: 'Bilhete' })).toContainText('Empate')
})

test('an empty inbox has the promotions beside it @full', async ({ app, page, login }) => {
  await page.setViewportSize(sizes.laptop)
  await login({ balance: 100 })
  await app.open('/gameMess')
  await page.getByRole('heading', { name: 'Nenhuma mensagem' }).waitFor()
  const promotions = page.getByRole('region', { name: 'Promoções' })
  await expect(promotions.getByRole('listitem').first()).toBeVisible()
  const last = await promotions.getByRole('listitem').last().boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(sizes.laptop.height)
  await page.setViewportSize(sizes.phone)
  await expect(promotions).toHaveCount(0)
})

test.describe('with a mouse', () => {
  test.use({ ...withOwnBrowser, hasTouch: false })

  test('the whole tower is in view on a laptop @full', async ({ app, page, login }) => {
    await page.setViewportSize(sizes.laptop)
    await login({ balance: 100 })
    await app.open('/rowDouble')
    const tower = page.getByRole('group', { name: 'Torre' })
    for (const row of [1, 9])
      await expect(tower.getByRole('button', { name: `Linha ${row}, casa 1` })).toBeInViewport({ ratio: 1 })
  })
})
