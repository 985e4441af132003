import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test, withOwnBrowser } from '../fixtures.ts'
import { movedIn, watchShifts } from '../layoutShifts.ts'

test.use(withOwnBrowser)
test.skip(({ host }) => host !== 'web', 'the window has its client on disk')

/**
 * What a guest's first load takes, in KiB, with two for data that vary with the time. Whoever needs more loads it later,
 * on idle or at its first use.
 */
const budgets = {
  '/home': { requests: 16, kib: 218 },
  '/footballPage': { requests: 16, kib: 263 },
  '/vip': { requests: 14, kib: 231 },
  '/conta': { requests: 14, kib: 218 },
  '/mines': { requests: 16, kib: 244 },
}

/** In bytes, not compressed. */
const smallestFile = 4096

for (const [path, budget] of Object.entries(budgets)) {
  test(`the first load of ${path} stays small: few requests, few bytes, few long tasks`, async ({ page }) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const loaded: { url: string; bytes: number; size: number }[] = []
    const urls = new Map<string, string>()
    /** As the browser reads them, not compressed. */
    const sizes = new Map<string, number>()
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (!request.url.startsWith('data:')) urls.set(requestId, request.url)
    })
    session.on('Network.dataReceived', ({ requestId, dataLength }) => {
      sizes.set(requestId, (sizes.get(requestId) ?? 0) + dataLength)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = urls.get(requestId)
      if (url) loaded.push({ url, bytes: encodedDataLength, size: sizes.get(requestId) ?? 0 })
    })
    const longTasks = await longTasksOf(page, path, async () => {
      // The prompts come last, with the texts beyond the first view and a question to the server.
      for (const last of [/\/assets\/more-/, /main\/appInfo/])
        await expect.poll(() => loaded.some(({ url }) => last.test(url))).toBe(true)
      await expect(page.locator('#prerender')).toHaveCount(0)
    })
    const list = loaded.map(({ url, bytes }) => `${new URL(url).pathname} ${bytes}`).join('\n')
    expect(loaded.length, list).toBeLessThanOrEqual(budget.requests)
    // Smaller ones would be part of another.
    const small = loaded.filter(({ url, size }) => url.includes('/assets/') && size < smallestFile)
    expect(small.map(({ url, size }) => `${url}: ${size} bytes`)).toEqual([])
    // What the first view shows came with the page.
    const calls = loaded
      .map(({ url }) => new URL(url).pathname)
      .filter((called) => called.startsWith('/api/'))
    expect(calls).toEqual(['/api/app/main/appInfo'])
    const sum = loaded.reduce((bytes, file) => bytes + file.bytes, 0)
    expect(sum / 1024, list).toBeLessThanOrEqual(budget.kib)

    const plain = await longTasksOf(page, await servePlainPage(), () =>
      expect(page.getByRole('heading').first()).toBeVisible(),
    )
    expect(longTasks.length, `tasks in ms: ${longTasks.join(', ')}`).toBeLessThanOrEqual(
      plain.length + longTasksAllowed,
    )
  })
}

/** Longer tasks are felt, in ms of processor time: a slow phone takes four times as long. */
const longTaskMs = 50
/** A browser that has never compiled the client takes up to three; a heavy library at the start makes more. */
const longTasksAllowed = 4

/** Opens the page and returns its main thread's long tasks until `loaded`. Other programs of the machine do not count. */
async function longTasksOf(page: Page, url: string, loaded: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  await browser.startTracing(page, {
    categories: ['blink.user_timing', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  await page.goto(url)
  await loaded()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const start = traceEvents.find(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === page.url(),
  )
  const tasks = traceEvents.filter(
    ({ name, ts, pid, tid }) =>
      name === 'RunTask' && start && ts >= start.ts && pid === start.pid && tid === start.tid,
  )
  // Otherwise the trace has changed, and the test would always pass.
  expect(tasks.length).toBeGreaterThan(10)
  // A task that runs when the trace ends has no time.
  return tasks.map(({ tdur }) => Math.round((tdur ?? 0) / 1000)).filter((ms) => ms > longTaskMs)
}

/** Times in microseconds; `tdur` is processor time. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  tdur?: number
  args: { data?: { documentLoaderURL?: string } }
}

/** The page of the benchmark: the same first screen, written by hand. */
const plainPage = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.end(readFileSync('bench/handwritten/home.html'))
})
test.afterAll(() => void plainPage.close())

async function servePlainPage(): Promise<string> {
  if (!plainPage.listening) await new Promise<void>((resolve) => plainPage.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(plainPage.address() as AddressInfo).port}/`
}

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
  await watchShifts(page)
  await page.goto('/footballPage', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Esportes' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/app/sports/'))).toEqual([])
  expect(await movedIn(page)).toEqual([])
})

test('nothing on /home moves while its parts are drawn', async ({ page }) => {
  await watchShifts(page)
  await page.goto('/home', { waitUntil: 'commit' })
  await expect(page.locator('#prerender')).toHaveCount(0)
  await expect(page.locator('footer')).toBeAttached()
  expect(await movedIn(page)).toEqual([])
})

for (const path of Object.keys(budgets))
  test(`${path} is painted whole: nothing moves where a slow network brings it in parts`, async ({
    page,
  }) => {
    const html = await (await page.request.get(path)).text()
    const slow = createServer((request, response) => {
      if (request.url !== path) return void response.writeHead(404).end()
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

for (const path of ['/footballPage', '/vip', '/conta', '/mines'])
  test(`what ${path} brings of its style shows the same as all of it`, async ({ page }) => {
    await page.route(/\.js$/, (route) => route.abort())
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      const before = await page.evaluate(looks)
      expect(before.length).toBeGreaterThan(50)
      await page.evaluate(addWholeStyle)
      const after = await page.evaluate(looks)
      expect(
        before.filter((look, index) => look !== after[index]),
        `at ${width} px`,
      ).toEqual([])
    }
  })

/** How every element of the drawn page and its pseudo-elements look, a line each, without the animations. */
function looks(): string[] {
  const properties = [
    ...['display', 'position', 'visibility', 'opacity', 'transform', 'color', 'fill', 'stroke', 'z-index'],
    ...[
      'background-color',
      'background-image',
      'border',
      'border-radius',
      'box-shadow',
      'content',
      'overflow',
    ],
    ...['font', 'letter-spacing', 'text-align', 'white-space', 'text-transform', 'clip-path', 'filter'],
  ]
  for (const animation of document.getAnimations()) animation.cancel()
  return [...document.querySelectorAll('body, #root, #root *')].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return [null, '::before', '::after'].map((pseudo) => {
      const style = getComputedStyle(element, pseudo)
      const look = properties.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ')
      return `<${element.tagName} ${element.getAttribute('class')}>${pseudo ?? ''} ${[left, top, width, height].join()} ${look}`
    })
  })
}

async function addWholeStyle(): Promise<void> {
  const program = document.querySelector<HTMLTemplateElement>('#program')
  const whole = program?.content.querySelector<HTMLLinkElement>('[data-whole-style]')
  if (!whole) throw new Error('the page names no whole style')
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = whole.href
  await new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = reject
    document.head.append(link)
  })
}
