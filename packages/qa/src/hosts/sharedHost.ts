import type { Page } from '@playwright/test'

/** Events that tests listen to; Playwright's own listeners stay. */
const testEvents = ['console', 'dialog', 'download', 'pageerror', 'request', 'response'] as const

/** Takes away what the last test added to the page. */
export async function removeTestHandlers(page: Page): Promise<void> {
  // A handler of the test before may still wait for a response, which then finds its call ended.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of testEvents) page.removeAllListeners(event)
}

/**
 * Whether a test froze the page's clock. Playwright's clock stays installed for the lifetime of the page; the `toString`
 * of its `Date` hides it.
 */
export function hasFakeClock(page: Page): Promise<boolean> {
  return page.evaluate(() => !/\[native code\]/.test(Function.prototype.toString.call(Date)))
}
