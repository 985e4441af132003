import type { Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { expect } from './fixtures.ts'
import { isFullRun, keepPicture } from './pictures.ts'
import { waitUntilSettled } from './textFit.ts'

/** Each test begins with the last one, and `look` returns to it. */
const sizes = { small: [320, 640], desktop: [1280, 800], phone: [393, 852] } as const

/** Waits for the screen (see `waitUntilSettled`), its fonts and the visible pictures. */
async function settle(page: Page): Promise<void> {
  // After a resize the page redraws first.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
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
 * Expects that the current screen is no wider than the window (three sizes on the web) and that axe finds nothing, and
 * keeps pictures of it. Soft, so that the rest of a tour still runs.
 */
export async function look(page: Page, host: string, name: string): Promise<void> {
  if (host === 'web') {
    for (const [size, [width, height]] of Object.entries(sizes)) {
      await page.setViewportSize({ width, height })
      await settle(page)
      await keepPicture(page, `${host}/${name}-${size}`)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect.soft(overflow, `${name} at ${width} px is wider than the window`).toBeLessThanOrEqual(0)
    }
  } else {
    await settle(page)
    await keepPicture(page, `${host}/${name}`)
  }
  // The renderer of both hosts is the same.
  if (host === 'web' || isFullRun) expect.soft(await axeFindings(page), `axe on ${name}`).toEqual([])
}
