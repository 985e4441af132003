import { createInstance, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLanguage, languages, type LanguageCode } from '#contract/languages.ts'
import { keepAmountsWhole } from '#contract/moneyTexts.ts'
import { newestOnly } from '#contract/newestOnly.ts'
import type general from './locales/pt_BR/general.ts'
import type initial from './locales/pt_BR/initial.ts'
import type own from './locales/pt_BR/own.ts'
import type personal from './locales/pt_BR/personal.ts'
import type play from './locales/pt_BR/play.ts'
import type rules from './locales/pt_BR/rules.ts'

type Dictionary = typeof initial & typeof general & typeof own & typeof personal & typeof play & typeof rules

/** The texts that are loaded with the first screen or overlay that uses them. */
export type LazyTexts = 'general' | 'own' | 'personal' | 'play' | 'rules'
type Part = 'initial' | LazyTexts

/** One chunk for each language. */
const initialFiles = import.meta.glob<object>('./locales/*/initial.ts', { import: 'default' })

/**
 * Used when a file of the chosen language cannot be loaded. The failure is logged; texts never stay blank.
 */
const fallbacks: LanguageCode[] = [defaultLanguage, 'en_US']

/** Translates every text; components reach it by react-i18next's `useTranslation`. */
const i18n: I18n = createInstance()
void i18n.use(initReactI18next).init({
  // Texts are added by loadDictionary before the first render, so nothing waits for them.
  initAsync: false,
  resources: {},
  fallbackLng: fallbacks,
  // React escapes. Amounts in sentences stay whole: amounts that are written in a dictionary have U+00A0 there already.
  interpolation: { escape: keepAmountsWhole },
  returnNull: false,
  react: { useSuspense: false },
})

const parts = new Set<Part>(['initial'])
const added = new Map<string, Promise<void>>()
let shown: LanguageCode = defaultLanguage

async function load(code: LanguageCode, part: Part): Promise<void> {
  const files = part === 'initial' ? initialFiles : (await import('./lazyTexts.ts')).lazyFiles
  const file = files[`./locales/${code}/${part}.ts`]
  if (!file) throw new Error(`no texts: ${code} ${part}`)
  i18n.addResourceBundle(code, 'translation', await file(), true)
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
        const running = added.get(key) ?? load(code, part)
        added.set(key, running)
        running.catch(() => added.delete(key))
        return running
      }),
    )
    // A screen may have requested another part meanwhile: without it that one would stay in the old language.
  } while (requested !== parts.size)
}

/** Adds the first of these dictionaries that can be loaded. Returns which. */
async function addFirst(codes: LanguageCode[]): Promise<LanguageCode> {
  let failure: unknown
  for (const each of codes) {
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

/** Loads a part of the texts in the current language. Every lazy screen and overlay waits for its own. */
export async function loadTexts(part: LazyTexts): Promise<void> {
  parts.add(part)
  let code: LanguageCode
  do {
    code = shown
    await addFirst([code, ...fallbacks])
    // The player may have chosen another language meanwhile.
  } while (code !== shown)
}

const addNewest = newestOnly(addFirst)

/**
 * Loads a dictionary once and switches to it; false, and nothing changes, if another one was requested meanwhile.
 * `<html lang>` names the language that is really shown. Throws when neither it nor a fallback can be loaded; `isChosen`: the
 * player has another language on the screen, and gets no fallback for the one of their choice.
 */
export async function loadDictionary(code: LanguageCode, isChosen = false): Promise<boolean> {
  const added = await addNewest(isChosen ? [code] : [code, ...fallbacks])
  if (!added) return false
  shown = added.value
  await i18n.changeLanguage(shown)
  const page = document.documentElement
  const { locale } = languages[shown]
  // Even the same value has the style of every element computed again.
  if (page.lang !== locale) page.lang = locale
  return true
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Dictionary }
    returnNull: false
  }
}
