import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defaultLanguage, languageCodes } from '#contract/languages.ts'
import { expect, test, withOwnBrowser } from '../fixtures.ts'
import { movedIn, watchShifts } from '../layoutShifts.ts'

test.use(withOwnBrowser)
test.skip(({ host }) => host !== 'web', 'the window has its client on disk')

/** The goals of a guest's first load, headers included. Whoever needs more loads it later, on idle or at its first use. */
const most = { requests: 20, initialScriptKib: 138 }
/** What the prompts ask, after the first view. */
const prompting = ['/api/app/main/appInfo', '/api/app/main/notices']
const paths = ['/home', '/footballPage', '/vip', '/conta', '/mines']
/** `npm test` looks at where most visitors arrive; the others come by the same way. */
const tagOf = (path: string) => (path === '/home' ? '' : ' @full')

/** When the page was painted first, and when each script was requested, in ms. */
const starts = `[
  performance.getEntriesByName('first-contentful-paint')[0].startTime,
  ...performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(({ startTime }) => startTime),
]`

for (const path of paths) {
  test(`the first load of ${path} is painted before its program comes, stays small, and nothing moves${tagOf(path)}`, async ({
    page,
  }) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const urls = new Map<string, string>()
    const bytes = new Map<string, number>()
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (!request.url.startsWith('data:')) urls.set(requestId, new URL(request.url).pathname)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      bytes.set(urls.get(requestId) ?? '', encodedDataLength)
    })
    await watchShifts(page)
    await page.goto(path)
    // The prompts come last, and ask the server.
    await expect.poll(() => [...bytes.keys()]).toContain('/api/app/main/appInfo')
    await expect(page.locator('#prerender')).toHaveCount(0)
    const called = [...urls.values()].filter((each) => each.startsWith('/api/') && !prompting.includes(each))
    expect(called, 'what the first view shows came with the page').toEqual([])
    expect([...urls.values()].length, [...urls.values()].join('\n')).toBeLessThanOrEqual(most.requests)
    expect(await movedIn(page)).toEqual([])
    const [painted = NaN, ...programs] = await page.evaluate<number[]>(starts)
    expect(programs.length).toBeGreaterThan(3)
    expect(Math.min(...programs)).toBeGreaterThan(painted)

    const client = await (await page.request.get('/index.html')).text()
    const scripts = [...client.matchAll(/ (?:src|href)="([^"]+\.js)"/g)]
      .map(([, file = '']) => file)
      // Only browsers that cannot run the program load it.
      .filter((file) => !file.startsWith('/assets/older'))
    expect(scripts.length).toBeGreaterThan(0)
    const sizes = scripts.map((file) => bytes.get(file) ?? NaN)
    expect(sizes.reduce((sum, size) => sum + size) / 1024).toBeLessThanOrEqual(most.initialScriptKib)
  })
}

/** Where every headline, button, field and picture of the page is, and what it says. */
const places = `[...document.querySelectorAll('#root :is(h1, h2, button, a, input, svg, p)')]
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([, { width, top }]) => width > 0 && top < innerHeight)
  .map(([{ nodeName, textContent }, { left, top, width, height }]) =>
    [nodeName, textContent, ...[left, top, width, height].map(Math.round)].join(' '))`

for (const path of ['/vip', '/conta', '/mines']) {
  test(`a guest sees ${path} at once, and the client takes it over where it stands @full`, async ({
    page,
  }) => {
    let load = () => {}
    const loading = new Promise<void>((resolve) => (load = resolve))
    await page.route(/\.js$/, async (route) => {
      await loading
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('#prerender h1')).toBeVisible()
    const before = await page.evaluate<string[]>(places)
    expect(before.length).toBeGreaterThan(8)
    load()
    await expect(page.locator('#prerender')).toHaveCount(0)
    expect(await page.evaluate<string[]>(places)).toEqual(before)
  })
}

test('the matches of /footballPage come with the page, and nothing moves when they are shown @full', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await watchShifts(page)
  await page.goto('/footballPage', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Esportes' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/app/sports/'))).toEqual([])
  expect(await movedIn(page)).toEqual([])
})

test('nothing on /home moves while its parts appear @full', async ({ page }) => {
  await watchShifts(page)
  await page.goto('/home', { waitUntil: 'commit' })
  await expect(page.locator('#prerender')).toHaveCount(0)
  await expect(page.locator('footer')).toBeAttached()
  expect(await movedIn(page)).toEqual([])
})

for (const path of paths)
  test(`${path} is painted whole: nothing moves where a slow network brings it in parts @full`, async ({
    page,
  }) => {
    const html = await (await page.request.get(path)).text()
    const slow = createServer((request, response) => {
      // Not there yet: a file that is gone would load the page again.
      if (request.url !== path) return void response.writeHead(503).end()
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
      void sendInParts(response, html)
    })
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    try {
      await watchShifts(page)
      await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}${path}`)
      await expect(page.locator('#prerender h1')).toBeVisible()
      expect(await movedIn(page)).toEqual([])
    } finally {
      slow.close()
      slow.closeAllConnections()
    }
  })

/** Each part ends where a tag does, long enough before the next for a paint between them. */
async function sendInParts(response: ServerResponse, html: string): Promise<void> {
  const start = html.indexOf('<body')
  response.write(html.slice(0, start))
  const tags = html.slice(start).split(/(?<=>)/)
  const size = Math.ceil(tags.length / 40)
  for (let at = 0; at < tags.length; at += size) {
    await new Promise((resolve) => setTimeout(resolve, 25))
    response.write(tags.slice(at, at + size).join(''))
  }
  response.end()
}

for (const [languages, tag] of [
  [[defaultLanguage, 'ja_JP'], ''],
  [languageCodes.filter((code) => ![defaultLanguage, 'ja_JP'].includes(code)), ' @full'],
] as const)
  test(`every page comes finished, whatever Node has built it: ${languages.join(', ')}${tag}`, async ({
    page,
  }) => {
    for (const path of paths)
      for (const language of languages) {
        const response = await page.request.get(path, { headers: { Cookie: `language=${language}` } })
        const html = await response.text()
        expect(html, path).toContain(`data-language="${language}"`)
        // React's marks of a part that waits, or that the server could not render.
        expect(html.match(/<!--\$[?!~]/g), `${path} ${language}`).toBeNull()
      }
  })
