import { expect, type Locator, type Page } from '@playwright/test'

/** Expects that neither covers a part of the other. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) throw new Error('not on the page')
  const isApart =
    a.y >= b.y + b.height || b.y >= a.y + a.height || a.x >= b.x + b.width || b.x >= a.x + a.width
  expect(isApart, JSON.stringify([a, b])).toBe(true)
}

/** Expects that it covers all of the window. */
export async function expectFullScreen(page: Page, element: Locator): Promise<void> {
  const window = await page.evaluate(() => ({ x: 0, y: 0, width: innerWidth, height: innerHeight }))
  await expect.poll(() => element.boundingBox()).toEqual(window)
}
