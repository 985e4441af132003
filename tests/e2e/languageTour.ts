import type { Page } from '@playwright/test'
import { defaultLanguage, languageCodes, languages, type LanguageCode } from '#contract/languages.ts'
import { expect } from './fixtures.ts'
import { inspect, inspectTranslated } from './inspect.ts'
import { isFullRun } from './pictures.ts'
import { smallTargets } from './targets.ts'
import { isTextOf } from './texts.ts'

/** Reloads the content that the page cannot switch in place, in this language. */
type Reload = (code: LanguageCode) => Promise<unknown>

const softExpect = expect.configure({ soft: true })

/**
 * Those that a screen is measured in after Portuguese. `npm run test:full` measures all; `npm test` the one with the
 * longest words.
 */
const measured: readonly LanguageCode[] = isFullRun
  ? languageCodes.filter((code) => code !== defaultLanguage)
  : ['ru_RU']

/** Helpers for each stop of a tour through the product. The tour itself runs in Portuguese. */
export function tour(page: Page, host: string) {
  return {
    /**
     * Measures the current screen in Portuguese and each measured language, switched in place, and returns to Portuguese;
     * in that one also whether everything on it is large enough for a finger.
     * `reload` is for server texts and for content that would disappear meanwhile.
     */
    async measure(what: string, reload?: Reload): Promise<void> {
      await inspect(page, host, defaultLanguage, what)
      // What still arrives, such as a notice, covers a pixel or more on its way.
      await softExpect.poll(() => smallTargets(page), { message: `targets of ${what}` }).toEqual([])
      let last: LanguageCode = defaultLanguage
      for (const code of measured) {
        await switchLanguage(page, code)
        await reload?.(code)
        const from = last
        await inspectTranslated(page, host, code, what, (texts) => untranslated(texts, from, code))
        last = code
      }
      await switchLanguage(page, defaultLanguage)
    },
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    dialog: (name: string) => page.getByRole('dialog', { name, exact: true }),
    tab: (name: string) => page.getByRole('tab', { name, exact: true }),
  }
}

/**
 * Chooses a language as another tab would: the storage event switches the page in place, including everything that
 * is open on it. An empty frame acts as the other tab, since Electron has none.
 */
export async function switchLanguage(page: Page, code: LanguageCode): Promise<void> {
  const { locale } = languages[code]
  const shown = await page.evaluate(
    async ({ chosen, locale }) => {
      // It stays: an empty document costs more time than drawing the page in another language.
      let tab = document.querySelector<HTMLIFrameElement>('iframe[data-other-tab]')
      if (!tab) {
        tab = document.createElement('iframe')
        tab.hidden = true
        tab.dataset['otherTab'] = ''
        document.body.append(tab)
      }
      tab.contentWindow?.localStorage.setItem('language', chosen)
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const end = performance.now() + 10_000
      while (document.documentElement.lang !== locale && performance.now() < end) await nextFrame()
      await nextFrame()
      await nextFrame()
      return document.documentElement.lang
    },
    { chosen: code, locale },
  )
  expect(shown).toBe(locale)
}

/** Reloads the only frame that the page shows in the language, which it reads from its address. */
export async function reloadFrame(page: Page, code: LanguageCode): Promise<void> {
  const element = await page.locator('iframe:not([data-other-tab])').elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('the page has no frame')
  const address = new URL(frame.url())
  address.searchParams.set('lang', code)
  await frame.goto(address.href)
}

/** Kinds of payout keys: the same in every language. */
const names = ['CPF', 'CNPJ', 'USDT', '1X2']

/** The texts that are still in the old language. */
function untranslated(texts: readonly string[], from: LanguageCode, to: LanguageCode): string[] {
  return texts.filter((text) => !names.includes(text) && !isTextOf(to, text) && isTextOf(from, text))
}
