import type { Browser, Page } from '@playwright/test'
import { expect, test, withOwnBrowser } from '../fixtures.ts'

test.use(withOwnBrowser)
test.skip(({ host }) => host !== 'web', 'the window draws one page ahead: electron/page.spec.ts')

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

/** On a desktop the bars of a game are others, too; the rest of the layout is a matter of style. */
const views = [
  ...['/home', '/footballPage', '/vip', '/conta', '/mines'].map((path) => ({ path, viewport: phone })),
  ...['/home', '/mines'].map((path) => ({ path, viewport: desktop })),
]

/**
 * As text: this file has no DOM types. The elements that came with the page: not the games, which are drawn with their own
 * file, nor the line of a starting application, which goes.
 */
const remember = `document.addEventListener('DOMContentLoaded', () => {
  window.drawn = [...document.querySelectorAll('#prerender :not(#lobby-games *, [class*=_start_])')]
})`

/** Elements that came with the page and are no longer in it. */
const lost = `window.drawn
  .filter((element) => !element.isConnected)
  .map((element) => element.outerHTML.slice(0, 100))`

/** Every element with its attributes, without what only their order or a generated id makes different. */
const markup = `[...document.querySelectorAll('#root > div:not([class]) *, #root > :not(div:not([class])), #root > :not(div:not([class])) *')]
  .map((element) => [
    element.nodeName,
    ...[...element.attributes]
      .filter(({ name }) => name !== 'selected')
      .map(({ name, value }) => name + '=' + value.replaceAll(/_[Rr]_\\w*_/g, 'id'))
      .sort(),
    [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join(''),
  ].join(' '))`

/** Opens the page without the data of the moment: nothing comes that would change it. */
async function openStill(page: Page, path: string): Promise<void> {
  await page.route('**/api/**', () => undefined)
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
  await expect(page.locator('[class*=_start_]')).toHaveCount(0)
}

for (const { path, viewport } of views)
  test(`${path}, ${viewport.width} px wide: the client takes over what the server has sent, and it is what it would draw`, async ({
    browser,
    baseURL,
  }) => {
    const hydrated = await newPage(browser, { baseURL, viewport })
    const drawn = await newPage(browser, { baseURL, viewport })
    // With a stored visit of a game the client draws all of it.
    await drawn.addInitScript("sessionStorage.setItem('playSession', '{}')")
    await Promise.all([openStill(hydrated, path), openStill(drawn, path)])
    expect(await hydrated.evaluate<string[]>(lost)).toEqual([])
    expect((await drawn.evaluate<string[]>(lost)).length).toBeGreaterThan(50)
    await expect(hydrated.locator('[inert], [data-style]')).toHaveCount(0)
    // What is loaded after the first view comes to one of them before the other.
    const compare = async () =>
      expect(await hydrated.evaluate<string[]>(markup)).toEqual(await drawn.evaluate<string[]>(markup))
    await expect(compare).toPass({ timeout: 15_000 })
    await hydrated.context().close()
    await drawn.context().close()
  })

async function newPage(
  browser: Browser,
  options: { baseURL: string | undefined; viewport: { width: number; height: number } },
): Promise<Page> {
  const context = await browser.newContext({ ...options, serviceWorkers: 'block' })
  return context.newPage()
}

test('what a visitor has scrolled before the client comes stays where it is', async ({ page }) => {
  let load = () => {}
  const loading = new Promise<void>((resolve) => (load = resolve))
  await page.route(/\/assets\/index-[^/]*\.js/, async (route) => {
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

test('a press counts as soon as the page can be pressed', async ({ page }) => {
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
