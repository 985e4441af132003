import type { Locator, Page } from '@playwright/test'

/** A link of home, once the client has replaced the page that the build has drawn. */
export function homeLink(page: Page): Locator {
  return page.locator('main:not(#prerender *)').getByRole('link').first()
}
