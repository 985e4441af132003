/** Nicknames: what other players see of a player instead of anything about the person. */

import { mixesScripts } from './email.ts'

export const nicknameLength = { min: 3, max: 16 } as const
/** A name stays this long before it can be changed again. */
export const nicknameDays = 30

/** What is told of a player's bets: everything, everything but the amounts, or nothing about who it was. */
export const betsShown = ['all', 'noAmounts', 'anonymous'] as const
export type BetsShown = (typeof betsShown)[number]

/** Names that the program makes are one of these and five digits; nobody can choose such a name. No animal that is an insult. */
export const generatedNames = [
  'Araponga',
  'Arara',
  'Ariranha',
  'Bemtevi',
  'Canario',
  'Capivara',
  'Coruja',
  'Cotia',
  'Falcao',
  'Gaviao',
  'Garca',
  'Guara',
  'Jacare',
  'Jaguar',
  'Lontra',
  'Onca',
  'Papagaio',
  'Pinguim',
  'Quati',
  'Sabia',
  'Suricato',
  'Tamandua',
  'Tatu',
  'Tucano',
] as const

/** Letters of other scripts that look like a Latin one in most typefaces, after lower case and without accents. */
const lookalikes: Readonly<Record<string, string>> = Object.fromEntries(
  [
    // Cyrillic
    ['авекмнорстухѕіјһԁԛԝг', 'abekmhopctyxsljhdqwr'],
    // Greek
    ['αβεηικμνορτυχω', 'abenlkuvoptuxw'],
    // Latin and digits
    ['01iıſ', 'olllf'],
  ].flatMap(([from = '', to = '']) => Array.from(from, (letter, at) => [letter, to[at] ?? letter] as const)),
)

/** A name as it is kept: trimmed, in Unicode's compatibility form. */
export function normalizeNickname(text: string): string {
  return text.normalize('NFKC').trim()
}

/**
 * A name as it is compared: names with the same key look alike. Case, accents, underscores and letters that look like others do not
 * count ("Ana_1" is "anal").
 */
export function nicknameKey(text: string): string {
  const letters = normalizeNickname(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}|_/gu, '')
  return Array.from(letters, (letter) => lookalikes[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** Whoever has one of these in the name looks like the house. Compared by `nicknameKey`. */
const staffWords = [
  'admin',
  'suporte',
  'support',
  'soporte',
  'moderador',
  'moderator',
  'oficial',
  'official',
  'staff',
  'equipe',
  'atendimento',
  'operador',
  'operator',
  'gerente',
  'sistema',
  'system',
  'админ',
  'поддержка',
  'модератор',
  '客服',
  '管理员',
  '운영자',
  '관리자',
  '運営',
  'サポート',
].map(nicknameKey)

/** Part of an address, or so many digits that they could be a phone or a CPF. */
const contactForm =
  /https?|www|(?:^|_)(?:com|net|org|bet|io|gg)(?:_|$)|g_?mail|hotmail|outlook|yahoo|icloud|whats|telegram|(?:\d.*){7}/i

export type NicknameError = 'nicknameInvalid' | 'nicknameReserved'

/** Why the name cannot be chosen; null when only another player may already have it. `brand` is the house's own name. */
export function nicknameError(text: string, brand: string): NicknameError | null {
  const name = normalizeNickname(text)
  const { min, max } = nicknameLength
  if (!new RegExp(`^[\\p{L}0-9_]{${min},${max}}$`, 'u').test(name)) return 'nicknameInvalid'
  if (!/\p{L}/u.test(name) || mixesScripts(name) || contactForm.test(name)) return 'nicknameInvalid'
  const key = nicknameKey(name)
  if ([...staffWords, nicknameKey(brand)].some((word) => key.includes(word))) return 'nicknameReserved'
  if (new RegExp(`^(?:${generatedNames.join('|')})\\d{5}$`, 'i').test(name)) return 'nicknameReserved'
  return null
}
