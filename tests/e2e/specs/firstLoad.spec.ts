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
