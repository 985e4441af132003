import type { Page } from '@playwright/test'
import type { LanguageCode } from '#contract/languages.ts'
import { expect } from './fixtures.ts'
import { keepPicture } from './pictures.ts'
import { measureSettled } from './textFit.ts'

/** Expects every text to fit; keeps a picture in the first language and in the longest one. */
export async function inspect(page: Page, host: string, code: LanguageCode, what: string): Promise<void> {
  // Comes before the picture: a picture of the whole page briefly changes the size of the window.
  const { misfits } = await measureSettled(page)
  await expectFit(page, host, code, what, misfits)
}

/** Like `inspect`, with the page's texts: once all of them are in the language. Soft, so that the rest of a tour still runs. */
export async function inspectTranslated(
  page: Page,
  host: string,
  code: LanguageCode,
  what: string,
  untranslated: (texts: readonly string[]) => string[],
): Promise<void> {
  let { texts, misfits } = await measureSettled(page)
  // Most pages are translated by then, and a poll costs more time than the measuring.
  if (untranslated(texts).length > 0)
    await softExpect
      .poll(
        async () => {
          ;({ texts, misfits } = await measureSettled(page))
          return untranslated(texts)
        },
        { message: `${code}: ${what} is translated`, ...lookEvery },
      )
      .toEqual([])
  await expectFit(page, host, code, what, misfits)
}

const softExpect = expect.configure({ soft: true })
/** A page is translated within a few frames: a pause of 100 ms after the first look would be most of the tour's time. */
const lookEvery = { intervals: [20, 20, 40, 80, 160, 320], timeout: 5_000 }

async function expectFit(
  page: Page,
  host: string,
  code: LanguageCode,
  what: string,
  misfits: readonly string[],
): Promise<void> {
  if (host === 'web' && (code === 'pt_BR' || code === 'ru_RU'))
    await keepPicture(page, `${code}/${what}`, { fullPage: true })
  softExpect(misfits, `${code}: ${what}`).toEqual([])
}
