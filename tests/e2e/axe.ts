import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Violations that axe finds on the current screen: one line for each rule, with the elements that break it. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Legacy mode opens no extra page, which an Electron window cannot do.
  // Leaves out the other results, which are as large as the page and unused.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Expects no axe violation on the current screen. Waits until animations have ended. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      const endless = effect?.getComputedTiming().iterations === Infinity
      return endless || playState !== 'running'
    }),
  )
  expect(await axeFindings(page), `axe on ${name}`).toEqual([])
}
