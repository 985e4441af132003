import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LanguageCode } from '#contract/languages.ts'
import type account from '../../src/renderer/i18n/locales/pt_BR/account.json'
import type auth from '../../src/renderer/i18n/locales/pt_BR/auth.json'
import type chat from '../../src/renderer/i18n/locales/pt_BR/chat.json'
import type common from '../../src/renderer/i18n/locales/pt_BR/common.json'
import type games from '../../src/renderer/i18n/locales/pt_BR/games.json'
import type limits from '../../src/renderer/i18n/locales/pt_BR/limits.json'
import type money from '../../src/renderer/i18n/locales/pt_BR/money.json'
import type play from '../../src/renderer/i18n/locales/pt_BR/play.json'
import type rewards from '../../src/renderer/i18n/locales/pt_BR/rewards.json'
import type sports from '../../src/renderer/i18n/locales/pt_BR/sports.json'

/** Dictionary files by the names they have among the client's keys. */
export interface Texts {
  common: typeof common
  account: typeof account
  auth: typeof auth
  chat: typeof chat
  games: typeof games
  limits: typeof limits
  money: typeof money
  play: typeof play
  rewards: typeof rewards
  sports: typeof sports
}

/** What the client says in a language: tests find buttons and dialogs by these. */
export function textsIn(code: LanguageCode): Texts {
  const folder = join(import.meta.dirname, '../../src/renderer/i18n/locales', code)
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
  const names: (keyof Texts)[] = [
    'common',
    'account',
    'auth',
    'chat',
    'games',
    'limits',
    'money',
    'play',
    'rewards',
    'sports',
  ]
  return Object.fromEntries(names.map((name) => [name, read(name)])) as unknown as Texts
}
