import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const sizes = { small: [320, 640], phone: [393, 852], desktop: [1280, 800] } as const

/** Nothing is on its way any more, and what moves to its place has arrived; endless motion goes on. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('progressbar', { name: 'Carregando' })).toBeHidden()
  await stand(page)
}

async function stand(page: Page): Promise<void> {
  const longestMs = 3_000
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await page.waitForFunction(
    (longest) =>
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' || Number(effect?.getComputedTiming().endTime) > longest,
        ),
    longestMs,
  )
}

/**
 * Keeps pictures of what is open (three sizes on the web, the window in Electron) with the run, and sees that
 * it is no wider than the window and that axe finds nothing. Softly: the rest of a tour is still looked at.
 * `waitsForNetwork` false: for what the caller has waited for, where Playwright never sees the network idle (a
 * frame of another origin in the Electron window).
 */
export async function look(
  page: Page,
  host: string,
  name: string,
  { waitsForNetwork = true } = {},
): Promise<void> {
  if (waitsForNetwork) await settle(page)
  else await stand(page)
  if (host === 'web') {
    for (const [size, [width, height]] of Object.entries(sizes)) {
      await page.setViewportSize({ width, height })
      await stand(page)
      await page.screenshot({ path: `artifacts/screens/${host}/${name}-${size}.png` })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect.soft(overflow, `${name} at ${width} px is wider than the window`).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize({ width: 393, height: 852 })
    await stand(page)
  } else {
    await page.screenshot({ path: `artifacts/screens/${host}/${name}.png` })
  }
  // Legacy mode opens no page of its own: an Electron window cannot.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  expect
    .soft(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      `axe on ${name}`,
    )
    .toEqual([])
}
