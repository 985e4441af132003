import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Axe finds nothing on what is open. Waits until what comes in has come to rest. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      const endless = effect?.getComputedTiming().iterations === Infinity
      return endless || playState !== 'running'
    }),
  )
  // Legacy mode opens no page of its own: an Electron window cannot.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    `axe on ${name}`,
  ).toEqual([])
}
