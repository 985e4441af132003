import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

test.skip(({ host }) => host !== 'web', 'a terminal is not a phone')

/** As text: this file has no DOM types. What of these elements a finger does not reach where they are now. */
const unreached = (selector: string) => `[...document.querySelectorAll(${JSON.stringify(selector)})]
  .filter((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    // Its corners are round.
    return [0.2, 0.8].map((part) => [left + part * width, top + part * height]).some(([x, y]) => {
      const hit = document.elementFromPoint(x, y)
      return !hit || !(element.contains(hit) || hit.closest('label')?.contains(element))
    })
  })
  .map((element) => element.getAttribute('aria-label') ?? element.textContent)`

/** Every control of the page, each scrolled to, that something covers. */
const covered = `[...document.querySelectorAll('#content :is(button, input, a[href])')]
  .filter((element) => element.getClientRects().length > 0 && !element.closest('[aria-hidden=true], [inert]'))
  .filter((element) => {
    element.scrollIntoView({ block: 'center', inline: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    if (width < 2 || getComputedStyle(element).clipPath !== 'none') return false
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return !hit || !(element.contains(hit) || hit.closest('label')?.contains(element) || hit.contains(element))
  })
  .map((element) => element.getAttribute('aria-label') ?? element.textContent)`

/** What could be pressed beside the camera, or under the rounded corners of the other side. */
const inUnsafeArea = `[2, 20, 40, 57].flatMap((x) => [x, innerWidth - x]).flatMap((x) =>
  [...Array(Math.floor(innerHeight / 12)).keys()].flatMap((row) => {
    const hit = document.elementFromPoint(x, row * 12 + 6)?.closest('button, a, input, iframe, label')
    return hit ? [hit.getAttribute('aria-label') ?? hit.textContent] : []
  }))`

async function lieDown(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
}

for (const [width, height] of [
  [667, 375],
  [852, 393],
] as const)
  test(`a phone on its side, ${width} by ${height}: the board beside its panel, packages beside their button @full`, async ({
    page,
    login,
  }) => {
    await lieDown(page, width, height)
    await login({ balance: 100 })
    await page.goto('/mines')
    const tiles = '[aria-label^="Casa "]'
    await expect(page.locator(tiles)).toHaveCount(25)
    const apostar = page.getByRole('button', { name: 'Apostar' })
    await expect(apostar).toBeInViewport({ ratio: 1 })
    await expect.poll(() => page.evaluate<string[]>(unreached(tiles))).toEqual([])

    await page.goto('/home?overlay=deposit')
    const deposit = page.getByRole('dialog', { name: 'Depósito' })
    await expect(deposit.getByRole('radio').first()).toBeVisible()
    await expect(deposit.getByRole('button', { name: 'Depósito' })).toBeInViewport({ ratio: 1 })
    // After the sheet has come.
    await expect
      .poll(() =>
        page.evaluate<string[]>(unreached('[role=dialog] [role=radiogroup] label:nth-child(-n + 4) input')),
      )
      .toEqual([])
    await expect.poll(() => page.evaluate<string[]>(unreached('[role=dialog] [type=submit]'))).toEqual([])
    // The smallest phone.
    await lieDown(page, 568, 320)
    await expect(deposit.getByRole('button', { name: 'Depósito' })).toBeInViewport({ ratio: 1 })
  })

test('on its side, every control of every game can be reached @full', async ({ page, login }) => {
  await lieDown(page, 667, 375)
  await login({ balance: 100 })
  for (const path of ['/dice', '/limbo', '/luckyColor', '/rowDouble', '/double', '/mines']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Apostar' })).toBeVisible()
    await expect(page.locator('#prerender')).toHaveCount(0)
    await expect.poll(() => page.evaluate<string[]>(covered), path).toEqual([])
  }
})

test('on its side, nothing that can be pressed lies under the camera @full', async ({ page, login }) => {
  await lieDown(page, 852, 393)
  const session = await page.context().newCDPSession(page)
  const insets = { left: 59, right: 59, bottom: 21 }
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
  await login({ balance: 100 })
  for (const path of [
    '/home',
    '/mines',
    '/footballPage',
    '/play?game=amazonia',
    '/home?overlay=deposit',
    '/error',
  ]) {
    await page.goto(path)
    await expect(page.locator('#prerender')).toHaveCount(0)
    const button = page.getByRole(path.includes('overlay') ? 'radio' : 'button').first()
    await expect(button, path).toBeVisible()
    expect((await button.boundingBox())?.x, path).toBeGreaterThanOrEqual(59)
    await expect.poll(() => page.evaluate<string[]>(inUnsafeArea), path).toEqual([])
  }
  await session.detach()
})
