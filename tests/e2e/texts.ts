import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LanguageCode } from '#contract/languages.ts'
import { readBrand } from '../../scripts/brand/readBrand.ts'
import type account from '../../src/renderer/i18n/locales/pt_BR/account.json'
import type auth from '../../src/renderer/i18n/locales/pt_BR/auth.json'
import type chat from '../../src/renderer/i18n/locales/pt_BR/chat.json'
import type common from '../../src/renderer/i18n/locales/pt_BR/common.json'
import type games from '../../src/renderer/i18n/locales/pt_BR/games.json'
import type kiosk from '../../src/renderer/i18n/locales/pt_BR/kiosk.json'
import type limits from '../../src/renderer/i18n/locales/pt_BR/limits.json'
import type money from '../../src/renderer/i18n/locales/pt_BR/money.json'
import type own from '../../src/renderer/i18n/locales/pt_BR/own.json'
import type play from '../../src/renderer/i18n/locales/pt_BR/play.json'
import type rewards from '../../src/renderer/i18n/locales/pt_BR/rewards.json'
import type sports from '../../src/renderer/i18n/locales/pt_BR/sports.json'

/** Dictionary files by their namespace among the client's keys. */
export interface Texts {
  common: typeof common
  account: typeof account
  auth: typeof auth
  chat: typeof chat
  games: typeof games
  kiosk: typeof kiosk
  limits: typeof limits
  money: typeof money
  own: typeof own
  play: typeof play
  rewards: typeof rewards
  sports: typeof sports
}

/** The client's texts in a language: tests find buttons and dialogs by them. */
export function textsIn(code: LanguageCode): Texts {
  const known = dictionaries.get(code)
  if (known) return known
  const read = readTexts(code)
  dictionaries.set(code, read)
  return read
}

const dictionaries = new Map<LanguageCode, Texts>()

function readTexts(code: LanguageCode): Texts {
  const names: (keyof Texts)[] = [
    'common',
    'account',
    'auth',
    'chat',
    'games',
    'kiosk',
    'limits',
    'money',
    'own',
    'play',
    'rewards',
    'sports',
  ]
  return Object.fromEntries(
    names.map((name) => [name, readJson(join(folderOf(code), `${name}.json`))]),
  ) as unknown as Texts
}

interface ScreenTexts {
  fixed: ReadonlySet<string>
  /** Matches a text with its values filled in. */
  withValues: RegExp
  /** Texts that were tested with it, and whether it matched. */
  tested: Map<string, boolean>
}

const cachedTexts = new Map<LanguageCode, ScreenTexts>()

/** Whether a dictionary of the language has this text, with any values. */
export function isTextOf(code: LanguageCode, text: string): boolean {
  let all = cachedTexts.get(code)
  if (!all) cachedTexts.set(code, (all = readAll(code)))
  if (all.fixed.has(text)) return true
  // Hundreds of templates, for texts that come back on every screen.
  let matches = all.tested.get(text)
  if (matches === undefined) all.tested.set(text, (matches = all.withValues.test(text)))
  return matches
}

function readAll(code: LanguageCode): ScreenTexts {
  const folder = folderOf(code)
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const texts = files.flatMap((name) => textsOf(readJson(join(folder, name))))
  const value = /\{\{\w+\}\}/
  // A template with hardly any letters of its own would match any text.
  const templates = texts.filter(
    (text) => value.test(text) && /(\p{L}.*){8}|\p{Lo}{3}/u.test(text.split(value).join('')),
  )
  return {
    tested: new Map(),
    fixed: new Set(texts.filter((text) => !value.test(text))),
    withValues: new RegExp(
      `^(${templates.map((text) => text.split(value).map(escape).join('.+')).join('|')})$`,
    ),
  }
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function textsOf(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsOf) : []
}

function folderOf(code: LanguageCode): string {
  return join(import.meta.dirname, '../../src/renderer/i18n/locales', code)
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8').replaceAll('%brand%', readBrand().name))
}
