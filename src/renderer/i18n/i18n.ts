import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLanguage, languages, toLanguageCode, type LanguageCode } from '#contract/languages.ts'
import type reference from './locales/pt_BR/index.ts'
import type further from './locales/pt_BR/more.ts'
import type playing from './locales/pt_BR/play.ts'

type Dictionary = typeof reference & typeof further & typeof playing
/** What a lazy screen or overlay speaks beyond the first view: games, sports and proofs, or everything else. */
export type LaterPart = 'more' | 'play'
type Part = 'core' | LaterPart
type Loaders = Record<LanguageCode, () => Promise<{ default: object }>>

/**
 * A chunk for each language and part: the first view fetches one, the core of its language; the others come
 * with the first screen or overlay that speaks them.
 */
const loaders: Record<Part, Loaders> = {
  core: {
    pt_BR: () => import('./locales/pt_BR/index.ts'),
    en_US: () => import('./locales/en_US/index.ts'),
    id_ID: () => import('./locales/id_ID/index.ts'),
    vi_VN: () => import('./locales/vi_VN/index.ts'),
    nr_NR: () => import('./locales/nr_NR/index.ts'),
    ja_JP: () => import('./locales/ja_JP/index.ts'),
    ko_KR: () => import('./locales/ko_KR/index.ts'),
    zh_CN: () => import('./locales/zh_CN/index.ts'),
    ru_RU: () => import('./locales/ru_RU/index.ts'),
  },
  more: {
    pt_BR: () => import('./locales/pt_BR/more.ts'),
    en_US: () => import('./locales/en_US/more.ts'),
    id_ID: () => import('./locales/id_ID/more.ts'),
    vi_VN: () => import('./locales/vi_VN/more.ts'),
    nr_NR: () => import('./locales/nr_NR/more.ts'),
    ja_JP: () => import('./locales/ja_JP/more.ts'),
    ko_KR: () => import('./locales/ko_KR/more.ts'),
    zh_CN: () => import('./locales/zh_CN/more.ts'),
    ru_RU: () => import('./locales/ru_RU/more.ts'),
  },
  play: {
    pt_BR: () => import('./locales/pt_BR/play.ts'),
    en_US: () => import('./locales/en_US/play.ts'),
    id_ID: () => import('./locales/id_ID/play.ts'),
    vi_VN: () => import('./locales/vi_VN/play.ts'),
    nr_NR: () => import('./locales/nr_NR/play.ts'),
    ja_JP: () => import('./locales/ja_JP/play.ts'),
    ko_KR: () => import('./locales/ko_KR/play.ts'),
    zh_CN: () => import('./locales/zh_CN/play.ts'),
    ru_RU: () => import('./locales/ru_RU/play.ts'),
  },
}

/** Spoken where a file of the chosen language does not come; said in the console, never blank. */
const fallbacks: LanguageCode[] = [defaultLanguage, 'en_US']

const parts = new Set<Part>(['core'])
const added = new Map<string, Promise<void>>()

/** Adds the wanted parts of a dictionary, each once. A part that did not load is asked for again next time. */
async function add(code: LanguageCode): Promise<void> {
  await Promise.all(
    [...parts].map((part) => {
      const key = `${code} ${part}`
      const running =
        added.get(key) ??
        loaders[part][code]().then(({ default: texts }) => {
          i18next.addResourceBundle(code, 'translation', texts, true)
        })
      added.set(key, running)
      running.catch(() => added.delete(key))
      return running
    }),
  )
}

/** Adds what there is of the language or, where its files do not come, of the first fallback that does. */
async function addOrFallBack(code: LanguageCode): Promise<LanguageCode> {
  let failure: unknown
  for (const each of [code, ...fallbacks.filter((fallback) => fallback !== code)]) {
    try {
      await add(each)
      return each
    } catch (error) {
      console.error(`dictionary missing: ${each}`, error)
      failure = error
    }
  }
  throw failure
}

/** Texts beyond the first view, in the language in use: what every lazy screen and overlay waits for. */
export async function loadMore(part: LaterPart): Promise<void> {
  parts.add(part)
  await addOrFallBack(toLanguageCode(i18next.language))
}

/** Starts i18next with one dictionary. Throws when none comes, not even a fallback. */
export async function startI18n(code: LanguageCode): Promise<typeof i18next> {
  await i18next.use(initReactI18next).init({
    lng: code,
    fallbackLng: fallbacks,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  await loadDictionary(code)
  return i18next
}

/** The language that was asked for last: one that comes later than it was wanted changes nothing. */
let wanted: LanguageCode | undefined

/** Fetches a dictionary once and makes it the one in use; the page says which language it really speaks. */
export async function loadDictionary(code: LanguageCode): Promise<void> {
  wanted = code
  const used = await addOrFallBack(code)
  if (wanted !== code) return
  await i18next.changeLanguage(used)
  document.documentElement.lang = languages[used].locale
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Dictionary }
    returnNull: false
  }
}
