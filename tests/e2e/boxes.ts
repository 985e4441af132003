import { expect, type Locator } from '@playwright/test'

/** Expects that neither covers a part of the other. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) throw new Error('not on the page')
  const isApart =
    a.y >= b.y + b.height || b.y >= a.y + a.height || a.x >= b.x + b.width || b.x >= a.x + a.width
  expect(isApart, JSON.stringify([a, b])).toBe(true)
}
