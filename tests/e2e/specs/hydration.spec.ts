import type { Browser, Page } from '@playwright/test'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { expect, test, withOwnBrowser } from '../fixtures.ts'

test.use(withOwnBrowser)
test.skip(({ host }) => host !== 'web', 'the window has one prerendered page: electron/page.spec.ts')

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

/** On a desktop the bars of a game are others, too; the rest of the layout is a matter of style. */
const views = [
  ...['/home', '/footballPage', '/vip', '/conta', '/mines'].map((path) => ({ path, viewport: phone })),
  ...['/home', '/mines'].map((path) => ({ path, viewport: desktop })),
]

/** As text: this file has no DOM types. Of the page that came, without the games, which come with their own file. */
const remember = `document.addEventListener('DOMContentLoaded', () => {
  window.before = [...document.querySelectorAll('#prerender :is(header, main, nav) :not(#lobby-games *)')]
})`

/** Elements that came with the page and are no longer in it. */
const lost = `window.before
  .filter((element) => !element.isConnected)
  .map((element) => element.outerHTML.slice(0, 100))`

/** Opens the page without the data of the moment: nothing comes that would change it. */
async function openStill(page: Page, path: string): Promise<void> {
  await page.route('**/api/**', () => undefined)
  // The typeface is there at the first paint or not at all (font-display), which would tell two pages apart.
  await page.route('**/*.woff2', (route) => route.fulfill({ contentType: 'font/woff2', body: '' }))
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const body = html.replace(/<script type="application\/json"[^]*?<\/script>/, '')
      await route.fulfill({ response, body })
    },
  )
  await page.addInitScript(remember)
  await page.goto(path)
  await expect(page.locator('#prerender')).toHaveCount(0)
}

for (const { path, viewport } of views)
  test(`${path}, ${viewport.width} px wide: the client takes over what the server has sent, and it is what it would render @full`, async ({
    browser,
    baseURL,
  }) => {
    const hydrated = await newPage(browser, { baseURL, viewport })
    const rendered = await newPage(browser, { baseURL, viewport })
    const complaints: string[] = []
    hydrated.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    // With a stored visit of a game the client renders all of it.
    await rendered.addInitScript("sessionStorage.setItem('playSession', '{}')")
    await Promise.all([openStill(hydrated, path), openStill(rendered, path)])
    expect(await hydrated.evaluate<string[]>(lost)).toEqual([])
    expect((await rendered.evaluate<string[]>(lost)).length).toBeGreaterThan(20)
    await expect(hydrated.locator('[inert]')).toHaveCount(0)
    // What is loaded after the initial view comes to one of them before the other.
    const compare = async () => {
      const [one, other] = await Promise.all([hydrated, rendered].map(seen))
      expect(one?.tree).toBe(other?.tree)
      expect(differentPixels(one?.picture, other?.picture)).toBe(0)
    }
    await expect(compare).toPass({ timeout: 30_000 })
    expect(complaints).toEqual([])
    await hydrated.context().close()
    await rendered.context().close()
  })

test('a page whose file comes late ends as one whose file comes at once @full', async ({
  browser,
  baseURL,
}) => {
  const path = '/mines'
  const [slow, fast] = await Promise.all([0, 1].map(() => newPage(browser, { baseURL, viewport: desktop })))
  if (!slow || !fast) throw new Error('no page')
  const file = '**/assets/MinesGame-*.js'
  const requested = slow.waitForRequest(file)
  // Longer than the line of the start is shown.
  await slow.route(file, async (route) => {
    await new Promise((done) => setTimeout(done, 1_500))
    await route.continue()
  })
  await Promise.all([openStill(slow, path), openStill(fast, path), requested])
  expect(await slow.evaluate<string[]>(lost)).toEqual([])
  await expect(async () => {
    const [one, other] = await Promise.all([slow, fast].map(seen))
    expect(one?.tree).toBe(other?.tree)
    expect(differentPixels(one?.picture, other?.picture)).toBe(0)
  }).toPass({ timeout: 10_000 })
  await slow.context().close()
  await fast.context().close()
})

/** Pixels that an eye tells apart: edges may be drawn a shade differently. */
function differentPixels(...pictures: (Buffer | undefined)[]): number {
  const [one, other] = pictures.map((picture) => PNG.sync.read(picture ?? Buffer.alloc(0)))
  if (!one || !other) throw new Error('two pictures are compared')
  return pixelmatch(one.data, other.data, undefined, one.width, one.height, { threshold: 0.05 })
}

/** What a screen reader and what a player finds on the page. */
async function seen(page: Page): Promise<{ tree: string; picture: Buffer }> {
  return {
    tree: await page.locator('body').ariaSnapshot(),
    picture: await page.screenshot({ animations: 'disabled' }),
  }
}

async function newPage(
  browser: Browser,
  options: { baseURL: string | undefined; viewport: { width: number; height: number } },
): Promise<Page> {
  const context = await browser.newContext({ ...options, serviceWorkers: 'block' })
  return context.newPage()
}

test('what a visitor has scrolled before the client comes stays where it is @full', async ({ page }) => {
  let load = () => {}
  const loading = new Promise<void>((resolve) => (load = resolve))
  await page.route(/\.js$/, async (route) => {
    await loading
    await route.continue()
  })
  await page.goto('/home', { waitUntil: 'commit' })
  const slides = page.locator('[aria-roledescription=destaque]')
  await expect(slides.first()).toBeVisible()
  const track = slides.first().locator('..')
  await track.evaluate((element) => element.scrollTo({ left: element.clientWidth, behavior: 'instant' }))
  await expect(slides.nth(1)).toBeInViewport({ ratio: 0.9 })
  load()
  await expect(page.locator('#prerender')).toHaveCount(0)
  await expect(slides.nth(1)).toBeInViewport({ ratio: 0.9 })
  await expect(slides.first()).not.toBeInViewport({ ratio: 0.5 })
})

test('a press counts as soon as the page can be pressed @full', async ({ page }) => {
  await page.addInitScript(`document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver((_changes, observer) => {
      if (document.getElementById('prerender')) return
      observer.disconnect()
      document.getElementById('lobby-slots').click()
    }).observe(document.getElementById('root'), { attributes: true, childList: true, subtree: true })
  })`)
  await page.goto('/home')
  await expect(page.getByRole('tab', { name: 'Slots' })).toHaveAttribute('aria-selected', 'true')
})
