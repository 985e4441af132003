import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { documentFindings } from './documents.ts'
import { expect } from './fixtures.ts'

declare global {
  interface Window {
    axe?: { run: (options: RunOptions) => Promise<AxeResults> }
  }
}

/** Frames of other origins are tested too. */
const axeSource = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })
undefined`

/**
 * Violations that axe finds on the current screen, of all rules or `only` some: one line for each rule, with the elements
 * that break it.
 */
export async function axeFindings(page: Page, only?: readonly string[]): Promise<string[]> {
  // Compiling axe takes as long as a run, so each document gets it once.
  for (const frame of page.frames())
    if (await frame.evaluate(() => !window.axe)) await frame.evaluate(axeSource)
  return page.evaluate(async (rules) => {
    if (!window.axe) throw new Error('the page was left meanwhile')
    // Leaves out the other results, which are as large as the page and unused.
    const { violations } = await window.axe.run({
      reporter: 'no-passes',
      resultTypes: ['violations'],
      ...(rules ? { runOnly: [...rules] } : {}),
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, only)
}

/** Expects no axe violation on the current screen, and sound HTML. Waits until short animations have ended. */
export async function expectAccessible(page: Page, name: string, only?: readonly string[]): Promise<void> {
  // What has just come begins to move in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      // Endless, or a mark that beats for some seconds.
      const isLong = Number(effect?.getComputedTiming().endTime) > 3_000
      return isLong || playState !== 'running'
    }),
  )
  expect(await axeFindings(page, only), `axe on ${name}`).toEqual([])
  if (only === undefined) expect(await documentFindings(page, name), `HTML of ${name}`).toEqual([])
}
