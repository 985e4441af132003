import type { Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { documentFindings } from './documents.ts'
import { expect } from './fixtures.ts'
import { isWhole } from '../scope.ts'
import { isFullRun, keepPicture } from './pictures.ts'
import { smallTargets } from './targets.ts'
import { waitUntilSettled } from './textFit.ts'

/** Each test begins with the first size, and `look` returns to it. */
const sizes = { phone: [393, 852], small: [320, 640], desktop: [1280, 800] } as const
export type Size = keyof typeof sizes

interface Looking {
  /** On the web. Unless the test says which: in `npm test` that of a phone, else all of them. */
  at?: readonly Size[]
  /** What else is expected of it on a phone in the browser. */
  expectMore?: (page: Page, name: string) => Promise<void>
}

/** Waits for the new layout: a button that moves between press and release gets no click. */
async function resize(page: Page, [width, height]: readonly [number, number]): Promise<void> {
  await page.setViewportSize({ width, height })
  await redraw(page)
}

async function redraw(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** Waits for the screen (see `waitUntilSettled`), its fonts and the visible pictures. */
async function settle(page: Page): Promise<void> {
  await waitUntilSettled(page)
  await page.waitForFunction(() => {
    const isInView = (picture: Element) => {
      const { top, bottom, left, right } = picture.getBoundingClientRect()
      return bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth
    }
    return (
      document.fonts.status === 'loaded' &&
      [...document.images].every((picture) => picture.complete || !isInView(picture))
    )
  })
}

/**
 * Expects that the current screen is no wider than the window (at its sizes on the web), that every target on a phone is
 * large enough for a finger, that axe finds nothing and that its HTML is sound, and
 * keeps pictures of it. Soft, so that the rest of a tour still runs.
 */
export async function look(
  page: Page,
  host: string,
  name: string,
  { at = isWhole ? ['phone', 'small', 'desktop'] : ['phone'], expectMore }: Looking = {},
): Promise<void> {
  if (host !== 'web') {
    await redraw(page)
    await settle(page)
    await keepPicture(page, `${host}/${name}`)
    // The renderer of both hosts is the same.
    if (isFullRun) await expectNoFindings(page, name)
    return
  }
  for (const size of at) {
    const dimensions = sizes[size]
    // The page already has the first size: setting it again would only redraw it.
    await (size === 'phone' ? redraw(page) : resize(page, dimensions))
    await settle(page)
    await keepPicture(page, `${host}/${name}-${size}`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(overflow, `${name} at ${dimensions[0]} px is wider than the window`).toBeLessThanOrEqual(0)
    if (size !== 'desktop') expect.soft(await smallTargets(page), `targets of ${name}, ${size}`).toEqual([])
    if (size !== 'phone') continue
    await expectNoFindings(page, name)
    await expectMore?.(page, name)
  }
  if (at.at(-1) !== 'phone') await resize(page, sizes.phone)
}

async function expectNoFindings(page: Page, name: string): Promise<void> {
  expect.soft(await axeFindings(page), `axe on ${name}`).toEqual([])
  expect.soft(await documentFindings(page, name), `HTML of ${name}`).toEqual([])
}
