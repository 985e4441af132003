import { expect, test, withOwnBrowser } from '../fixtures.ts'

test.use(withOwnBrowser)
test.skip(({ host }) => host !== 'web', 'the window has its client on disk')

/** 15 requests and 234 KB, and hardly any room. Whoever needs more loads it later, on idle or at its first use. */
const budget = { requests: 15, kib: 235 }

test('the first load of /home stays small: few requests, few bytes', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const loaded: { url: string; bytes: number }[] = []
  const urls = new Map<string, string>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('data:')) urls.set(requestId, request.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url) loaded.push({ url, bytes: encodedDataLength })
  })
  await page.goto('/home')
  await expect(page.getByRole('link', { name: 'Mines', exact: true }).first()).toBeVisible()
  // The prompts come last, with the texts beyond the first view and a question to the server.
  for (const last of [/\/assets\/more-/, /main\/appInfo/])
    await expect.poll(() => loaded.some(({ url }) => last.test(url))).toBe(true)
  const list = loaded.map(({ url, bytes }) => `${new URL(url).pathname} ${bytes}`).join('\n')
  expect(loaded.length, list).toBeLessThanOrEqual(budget.requests)
  // What the first view shows came with the page.
  const calls = loaded.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith('/api/'))
  expect(calls).toEqual(['/api/app/main/appInfo'])
  const sum = loaded.reduce((bytes, file) => bytes + file.bytes, 0)
  expect(sum / 1024, list).toBeLessThanOrEqual(budget.kib)
})

/** Where every headline, button, field and picture of the page is, and what it says. */
const places = `[...document.querySelectorAll('#root :is(h1, h2, button, a, input, svg, p)')]
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([, { width, top }]) => width > 0 && top < innerHeight)
  .map(([{ nodeName, textContent }, { left, top, width, height }]) =>
    [nodeName, textContent, ...[left, top, width, height].map(Math.round)].join(' '))`

for (const path of ['/vip', '/conta', '/mines']) {
  test(`a guest sees ${path} at once, and the client takes it over where it stands`, async ({ page }) => {
    let load = () => {}
    const loading = new Promise<void>((resolve) => (load = resolve))
    await page.route(/\/assets\/index-[^/]*\.js/, async (route) => {
      await loading
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('#prerender h1')).toBeVisible()
    const drawn = await page.evaluate<string[]>(places)
    expect(drawn.length).toBeGreaterThan(8)
    load()
    await expect(page.locator('#prerender')).toHaveCount(0)
    expect(await page.evaluate<string[]>(places)).toEqual(drawn)
  })
}

test('the matches of /footballPage come with the page, and nothing moves when they are shown', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    })
  })
  await page.goto('/footballPage', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Esportes' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/app/sports/'))).toEqual([])
  expect(await page.evaluate(() => window.shifts)).toEqual([])
})

declare global {
  interface Window {
    shifts: PerformanceEntry[]
  }
}
