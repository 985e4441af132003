import { expect, test } from '../fixtures.ts'
import { silentPresses } from '../silentPresses.ts'
import { waitUntilSettled } from '../textFit.ts'

// Without feedback a player presses again. It takes about 20 s.
test.skip(({ host }) => host !== 'web', 'the renderer of both hosts is the same')

test('whatever is pressed shows it', async ({ app, page, signIn }) => {
  // A transition to the look under the pointer would count as an answer.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const known = new Set<string>()
  const expectFeedback = async (path: string) => {
    await app.open(path)
    if (path.includes('overlay=')) await expect(page.getByRole('dialog')).toBeVisible()
    await waitUntilSettled(page)
    expect.soft(await silentPresses(page, known), path).toEqual([])
  }
  for (const path of ['/home', '/footballPage', '/home?overlay=login', '/home?overlay=register'])
    await expectFeedback(path)
  await signIn({ balance: 1284.5, level: 3, lx: '20' })
  for (const path of [
    '/home',
    '/conta',
    '/registros',
    '/vip',
    '/gamebouns',
    '/signInSheet',
    '/gameMess',
    '/share',
    '/jogoResponsavel',
    '/mines',
    '/double',
    '/luckyColor',
    '/footballPage',
    '/home?overlay=deposit',
    '/home?overlay=withdraw',
  ])
    await expectFeedback(path)
  // Otherwise nothing was found, and the test would always pass.
  expect(known.size).toBeGreaterThan(60)
})
