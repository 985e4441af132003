import { expect, test, withOwnBrowser } from '../fixtures.ts'

test.use(withOwnBrowser)
test.skip(({ host }) => host !== 'web', 'the window has its font on disk')

test('the first visit shows the font of the system, the next one our own', async ({ app, page }) => {
  await page.clock.install()
  const fonts: string[] = []
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
  const isOwn = () => page.evaluate(() => getComputedStyle(document.body).fontFamily.startsWith('Inter'))

  await app.open('/home')
  await expect(page.getByRole('main').getByRole('link', { name: 'Mines', exact: true }).first()).toBeVisible()
  expect(await isOwn()).toBe(false)
  expect(fonts).toEqual([])

  await page.clock.runFor(21_000)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('font'))).toBe('true')
  expect(fonts.map((url) => new URL(url).pathname.replace(/-[^-]*$/, ''))).toEqual([
    '/assets/inter-latin-wght-normal',
  ])
  expect(await isOwn(), 'what is being read does not change').toBe(false)

  for (const path of ['/home', '/registros']) {
    await app.open(path)
    await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible()
    expect(await isOwn(), path).toBe(true)
  }
})
