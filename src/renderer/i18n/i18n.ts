import type { i18n, TFunction } from 'i18next'
import { defaultLanguage, languages, type LanguageCode } from '#contract/languages.ts'
import { newestOnly } from '#contract/newestOnly.ts'
import { firstText } from './firstText.ts'
import type { LaterPart, Loaders } from './laterTexts.ts'
import type reference from './locales/pt_BR/index.ts'
import type further from './locales/pt_BR/more.ts'
import type playing from './locales/pt_BR/play.ts'

type Dictionary = typeof reference & typeof further & typeof playing
type Part = 'core' | LaterPart

/**
 * One chunk for each language and part. The first view loads the core of its language; the other parts (laterTexts.ts) are
 * loaded with the first screen or overlay that uses them.
 */
const firstTexts: Loaders = {
  pt_BR: () => import('./locales/pt_BR/index.ts'),
  en_US: () => import('./locales/en_US/index.ts'),
  id_ID: () => import('./locales/id_ID/index.ts'),
  vi_VN: () => import('./locales/vi_VN/index.ts'),
  nr_NR: () => import('./locales/nr_NR/index.ts'),
  ja_JP: () => import('./locales/ja_JP/index.ts'),
  ko_KR: () => import('./locales/ko_KR/index.ts'),
  zh_CN: () => import('./locales/zh_CN/index.ts'),
  ru_RU: () => import('./locales/ru_RU/index.ts'),
}

/**
 * Used when a file of the chosen language cannot be loaded. The failure is logged; texts never stay blank.
 */
const fallbacks: LanguageCode[] = [defaultLanguage, 'en_US']

const parts = new Set<Part>(['core'])
const added = new Map<string, Promise<void>>()
/** The dictionaries that are loaded, for the time before i18next is. */
const loaded = new Map<LanguageCode, object[]>()
/** i18next, from the first screen or overlay on that needs more than the first view. */
let i18next: i18n | undefined
let loadingI18next: Promise<void> | undefined
let shown: LanguageCode = defaultLanguage
const listeners = new Set<() => void>()

/** What components get from `useTranslation`: a new one for each language. */
export interface Translation {
  t: TFunction
  i18n: { language: LanguageCode; exists: (key: string) => boolean }
}

let translation = createTranslation()

function createTranslation(): Translation {
  const language = shown
  const find = (key: string, options?: Record<string, unknown>) =>
    firstText([language, ...fallbacks], loaded, key, options)
  let complete: TFunction | undefined
  return {
    // i18next's own type knows every key; what stands in for it takes any.
    t: ((key: string, options?: Record<string, unknown>) => {
      complete ??= i18next?.getFixedT(language)
      return complete ? complete(key as 'brand', options) : (find(key, options) ?? key)
    }) as TFunction,
    i18n: {
      language,
      exists: (key) => (i18next ? i18next.exists(key, { lng: language }) : find(key) !== undefined),
    },
  }
}

/** The translation of the language that is shown. */
export function currentTranslation(): Translation {
  return translation
}

/** Calls the listener when another language is shown. Returns its cleanup. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Requested again next time when it does not come. */
function loadI18next(): Promise<void> {
  loadingI18next ??= startI18next()
  loadingI18next.catch(() => (loadingI18next = undefined))
  return loadingI18next
}

async function startI18next(): Promise<void> {
  const { i18next: library, initReactI18next } = await import('./i18next.ts')
  await library.use(initReactI18next).init({
    lng: shown,
    fallbackLng: fallbacks,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  for (const [code, texts] of loaded)
    for (const each of texts) library.addResourceBundle(code, 'translation', each, true)
  i18next = library
  await show(shown)
}

async function show(code: LanguageCode): Promise<void> {
  shown = code
  await i18next?.changeLanguage(code)
  if (translation.i18n.language !== code) translation = createTranslation()
  const page = document.documentElement
  const { locale } = languages[code]
  // Even the same value has the style of every element computed again.
  if (page.lang !== locale) page.lang = locale
  for (const listener of listeners) listener()
}

function addTexts(code: LanguageCode, texts: object): void {
  loaded.set(code, [...(loaded.get(code) ?? []), texts])
  i18next?.addResourceBundle(code, 'translation', texts, true)
}

async function load(part: Part, code: LanguageCode): Promise<{ default: object }> {
  if (part === 'core') return firstTexts[code]()
  const { laterTexts } = await import('./laterTexts.ts')
  return laterTexts[part][code]()
}

/**
 * Adds the requested parts of a dictionary, each once. A part that failed to load is requested again next
 * time.
 */
async function add(code: LanguageCode): Promise<void> {
  let requested: number
  do {
    requested = parts.size
    await Promise.all(
      [...parts].map((part) => {
        const key = `${code} ${part}`
        const running = added.get(key) ?? load(part, code).then(({ default: texts }) => addTexts(code, texts))
        added.set(key, running)
        running.catch(() => added.delete(key))
        return running
      }),
    )
    // A screen may have requested another part meanwhile: without it that one would stay in the old language.
  } while (requested !== parts.size)
}

/**
 * Adds the dictionary of the language or, when it cannot be loaded, the first fallback that can. Returns
 * which.
 */
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

/**
 * Loads texts beyond the first view in the current language, and i18next. Every lazy screen and overlay waits for it.
 */
export async function loadMore(part: LaterPart): Promise<void> {
  parts.add(part)
  let code: LanguageCode
  do {
    code = shown
    await Promise.all([loadI18next(), addOrFallBack(code)])
    // The player may have chosen another language meanwhile.
  } while (code !== shown)
}

const addNewest = newestOnly(addOrFallBack)

/**
 * Loads a dictionary once and switches to it; false, and nothing changes, if another one was requested meanwhile.
 * `<html lang>` names the language that is really shown. Throws when neither it nor a fallback can be loaded.
 */
export async function loadDictionary(code: LanguageCode): Promise<boolean> {
  const added = await addNewest(code)
  if (!added) return false
  await show(added.value)
  return true
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Dictionary }
    returnNull: false
  }
}
