import type { Page } from '@playwright/test'

/** TEST_SCOPE=full is `npm run test:full`. */
export const isFullRun = process.env['TEST_SCOPE'] === 'full'

const keepsPictures = isFullRun || process.env['E2E_PICTURES'] === '1'

/** Keeps a picture of the page under artifacts/screens if the run asks for pictures. They are for people to look at. */
export async function keepPicture(page: Page, name: string, options?: { fullPage: boolean }): Promise<void> {
  if (keepsPictures) await page.screenshot({ path: `artifacts/screens/${name}.png`, ...options })
}
