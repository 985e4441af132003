import { expect, type Locator, type Page } from '@playwright/test'

/** Expects that neither covers a part of the other. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) throw new Error('not on the page')
  const isApart =
    a.y >= b.y + b.height || b.y >= a.y + a.height || a.x >= b.x + b.width || b.x >= a.x + a.width
  expect(isApart, JSON.stringify([a, b])).toBe(true)
}

/** How many lines its words take. */
export async function linesOf(element: Locator): Promise<number> {
  return element.evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    const ends = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ bottom }) => bottom)
    ends.sort((a, b) => a - b)
    return ends.filter((end, index) => end - (ends[index - 1] ?? -Infinity) > 6).length
  })
}

/** Expects that it covers all of the window. */
export async function expectFullScreen(page: Page, element: Locator): Promise<void> {
  const window = await page.evaluate(() => ({ x: 0, y: 0, width: innerWidth, height: innerHeight }))
  await expect.poll(() => element.boundingBox()).toEqual(window)
}
