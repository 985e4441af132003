/** Whatever a payment provider does, the customer sees our bar and comes back to the application. */
import type { Page } from '@playwright/test'
import { paymentBarHeight } from '#contract/paymentBar.ts'
import type { Bounds, Desktop, DesktopWindow } from './harness/Desktop.ts'
import { countColour, expect, test, type Terminal } from './harness/fixtures.ts'
import { Hand } from './harness/Hand.ts'
import { descendantsOf } from '../../scripts/machine/processes.ts'
import { Provider, type BadPage } from './harness/Provider.ts'
import { homeLink } from './harness/homeLink.ts'

/** The background of the provider's pages. */
const yellow = '#ffd400'
const home = homeLink

const provider = new Provider()
test.beforeAll(() => provider.start())
test.afterAll(() => provider.stop())

async function openPayment(page: Page, path: string): Promise<void> {
  await page.evaluate(
    (url) =>
      window.bridge?.invoke('payment:open', {
        orderId: 'order-1',
        url,
        timeLeft: 600_000,
        language: 'pt_BR',
      }),
    `${provider.origin}/${path}`,
  )
}

/** The payment window as the X server has it, in front of the kiosk's. */
async function paymentWindow(desktop: Desktop): Promise<DesktopWindow> {
  await expect.poll(async () => (await desktop.windows()).length, { timeout: 5_000 }).toBe(2)
  const window = (await desktop.windows()).at(-1)
  if (!window) throw new Error('no window')
  return window
}

/** The share of `area` that the provider's page has coloured. */
async function yellowShare(desktop: Desktop, area: Bounds): Promise<number> {
  return countColour(await desktop.picture(), yellow, area) / (area.width * area.height)
}

/** The parts of a payment window on the screen. */
function partsOf(window: Bounds, desktop: Desktop, scale: number): { bar: Bounds; page: Bounds } {
  const height = Math.round(paymentBarHeight * scale)
  const bottom = Math.min(window.y + window.height, desktop.height)
  const page = { ...window, y: window.y + height, height: bottom - window.y - height }
  return { bar: { ...window, height }, page }
}

for (const monitor of [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]) {
  test.describe(`on ${monitor.width}x${monitor.height}`, () => {
    test.use({ monitor })

    const title = "the payment window covers the page's column; the provider has all of it but the bar"
    test(title, { tag: '@full' }, async ({ start, desktop }) => {
      const { page } = await start({ config: { kiosk: true, paymentOrigins: [provider.origin] } })
      await expect(home(page)).toBeVisible()
      const column = await page.evaluate(() => {
        const { x, width } = document.getElementById('root')?.getBoundingClientRect() ?? new DOMRect()
        return { x: x * devicePixelRatio, width: width * devicePixelRatio, scale: devicePixelRatio }
      })
      await openPayment(page, 'redirect')
      const window = await paymentWindow(desktop)
      expect(Math.abs(window.x - column.x)).toBeLessThan(2)
      expect(Math.abs(window.width - column.width)).toBeLessThan(2)
      expect(window.y).toBe(0)
      expect(window.height).toBeGreaterThanOrEqual(desktop.height)
      const { bar, page: below } = partsOf(window, desktop, column.scale)
      await expect.poll(() => yellowShare(desktop, below)).toBeGreaterThan(0.97)
      expect(await yellowShare(desktop, bar)).toBe(0)
      expect(
        await yellowShare(desktop, { x: 0, y: 0, width: desktop.width, height: desktop.height }),
      ).toBeLessThan((below.width * below.height) / (desktop.width * desktop.height))
      // The button at the left of the bar.
      desktop.click(window.x + 40 * column.scale, window.y + bar.height / 2)
      await expect.poll(async () => (await desktop.windows()).length).toBe(1)
    })
  })
}

test.describe('on a small display', () => {
  test.use({ monitor: { width: 600, height: 900 } })

  /** The bar's own page. */
  async function barOf({ app, page }: Terminal): Promise<Page> {
    const find = () => app.windows().find((other) => other !== page && other.url().startsWith('app://'))
    await expect.poll(find).toBeTruthy()
    return find() ?? page
  }

  /** How long the customer was away from the application until it was there again, in ms. */
  async function pressAndReturn(desktop: Desktop, press: () => Promise<void> | void): Promise<number> {
    await press()
    const start = performance.now()
    await expect.poll(async () => (await desktop.windows()).length, { intervals: [50] }).toBe(1)
    return performance.now() - start
  }

  const cases: { bad: BadPage; what: string; failsAfter: [from: number, to: number] | null }[] = [
    { bad: 'hang', what: 'never answers', failsAfter: [14_000, 18_000] },
    { bad: 'drip', what: 'comes byte by byte', failsAfter: [14_000, 18_000] },
    { bad: 'bounce', what: 'goes from page to page by itself', failsAfter: [14_000, 18_000] },
    { bad: 'stuck', what: 'is stuck while it loads', failsAfter: [14_000, 18_000] },
    { bad: 'loop', what: 'redirects without an end', failsAfter: [0, 8_000] },
    { bad: 'spin', what: 'is stuck after it has loaded', failsAfter: null },
    { bad: 'hold', what: 'asks before it is left', failsAfter: null },
  ]
  for (const { bad, what, failsAfter } of cases) {
    test(`the customer comes back from a page that ${what}`, { tag: '@full' }, async ({ start, desktop }) => {
      const terminal = await start({ config: { kiosk: true, scale: 1, paymentOrigins: [provider.origin] } })
      const { app, page } = terminal
      await expect(home(page)).toBeVisible()
      const renderers = () =>
        descendantsOf(app.process().pid ?? 0).filter(({ type }) => type === 'renderer').length
      const before = renderers()
      const hand = new Hand(desktop)
      const opened = performance.now()
      await openPayment(page, bad)
      const { bar: barArea, page: below } = partsOf(await paymentWindow(desktop), desktop, 1)
      const away = await pressAndReturn(desktop, async () => {
        if (failsAfter) {
          const bar = await barOf(terminal)
          const back = bar.getByRole('button', { name: 'Voltar' })
          await back.waitFor()
          const [from, to] = failsAfter
          const waited = performance.now() - opened
          expect(waited).toBeGreaterThan(from)
          expect(waited).toBeLessThan(to)
          expect(await yellowShare(desktop, below)).toBe(0)
          await hand.click(back)
        } else {
          await expect.poll(() => yellowShare(desktop, below)).toBeGreaterThan(0.9)
          desktop.click(below.x + below.width / 2, below.y + below.height / 2)
          await new Promise((resolve) => setTimeout(resolve, 1_000))
          desktop.click(barArea.x + 40, barArea.y + barArea.height / 2)
        }
      })
      expect(away).toBeLessThan(2_000)
      // Neither does it keep a processor busy.
      await expect.poll(renderers).toBeLessThanOrEqual(before)
      await hand.click(home(page))
      await expect(page).not.toHaveURL('app://palpite/home')
    })
  }
})
