import type { Page } from '@playwright/test'
import type { LanguageCode } from '#contract/languages.ts'
import { expect } from './fixtures.ts'
import { keepPicture } from './pictures.ts'
import { waitUntilSettled, textsThatDoNotFit } from './textFit.ts'

/** Expects every text to fit; keeps a picture in the first language and in the longest one. */
export async function inspect(page: Page, host: string, code: LanguageCode, what: string): Promise<void> {
  await waitUntilSettled(page)
  // Comes before the picture: a picture of the whole page briefly changes the size of the window.
  const misfits = await textsThatDoNotFit(page)
  if (host === 'web' && (code === 'pt_BR' || code === 'ru_RU'))
    await keepPicture(page, `${code}/${what}`, { fullPage: true })
  expect.soft(misfits, `${code}: ${what}`).toEqual([])
}
