import type { LanguageCode } from '#contract/languages.ts'
import type { FieldKind } from './fieldKind.ts'

/** Keys that insert no character. */
export const functionKeys = [
  'backspace',
  'enter',
  'space',
  'shift',
  'symbols',
  'letters',
  'accents',
  'latin',
  'cyrillic',
  'hide',
] as const
export type FunctionKey = (typeof functionKeys)[number]

export type LayerName =
  | 'pad'
  | 'letters'
  | 'capitals'
  | 'accents'
  | 'accentCapitals'
  | 'symbols'
  | 'cyrillic'
  | 'cyrillicCapitals'

/** Rows of keys. A key is one character, or the name of a function key. */
type Layer = readonly (readonly string[])[]

export interface KeyboardLayout {
  first: LayerName
  layers: Readonly<Partial<Record<LayerName, Layer>>>
}

export interface LayoutNeeds {
  kind: FieldKind
  language: LanguageCode
  /** Between whole amounts and cents. */
  decimal: string
  /** Starts with Latin letters in every language. */
  isLatin: boolean
  /** Of the keyboard, in CSS pixels. */
  width: number
}

/** The smallest key, in CSS pixels. */
const smallestKey = 44
const widestRow = 10

const digits = [...'1234567890']
const qwerty = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'].map((row) => [...row])
const cyrillic = ['йцукенгшщз', 'фывапролдж', 'эячсмитьбю', 'хъё'].map((row) => [...row])
const symbols = ['!?.,:;\'"()', '@#$%&*-_+=', '/\\[]{}<>|~'].map((row) => [...row])
/** Letters with marks; in Vietnamese a tone follows its vowel (combining characters). */
const accents: Readonly<Partial<Record<LanguageCode, string[][]>>> = {
  pt_BR: ['áàãâéêíóôõ', 'úüç'].map((row) => [...row]),
  nr_NR: ['áàéèẹíìóòọ', 'úùṣńǹ'].map((row) => [...row]),
  vi_VN: [[...'ăâđêôơư'], ['\u0301', '\u0300', '\u0309', '\u0303', '\u0323']],
}

/** The keys for a field. No row has more keys than fit at `smallestKey`. */
export function layoutFor(needs: LayoutNeeds): KeyboardLayout {
  const { kind, language, decimal } = needs
  if (kind === 'digits') return pad('hide')
  if (kind === 'money') return pad(decimal)
  if (kind === 'phone') return pad('+')
  const columns = Math.min(widestRow, Math.floor(needs.width / smallestKey))
  const marked = accents[language]
  const hasCyrillic = language === 'ru_RU'
  const bottom = (toOther: FunctionKey[]) => [
    ['hide', ...toOther, ...(kind === 'email' ? ['@', '.', '-', '_'] : ['@', 'space', '.']), 'enter'],
  ]
  const others: FunctionKey[] = ['symbols', ...(marked ? ['accents' as const] : [])]
  const latin: FunctionKey[] = hasCyrillic ? [...others, 'cyrillic'] : others
  const layer = (rows: readonly string[][], ends: string[][]) => [
    ...rowsOf([digits, ...rows], columns),
    ...rowsOf(ends, columns),
  ]
  const withEnds = (rows: string[][]) => withShift(rows, columns)
  return {
    first: hasCyrillic && kind === 'text' && !needs.isLatin ? 'cyrillic' : 'letters',
    layers: {
      letters: layer(withEnds(qwerty), bottom(latin)),
      capitals: layer(withEnds(upper(qwerty)), bottom(latin)),
      symbols: layer([...symbols, ['^', '`', 'backspace']], bottom(['letters'])),
      ...(marked && {
        accents: layer(withEnds(marked), bottom(['letters'])),
        accentCapitals: layer(withEnds(upper(marked)), bottom(['letters'])),
      }),
      ...(hasCyrillic && {
        cyrillic: layer(withEnds(cyrillic), bottom(['symbols', 'latin'])),
        cyrillicCapitals: layer(withEnds(upper(cyrillic)), bottom(['symbols', 'latin'])),
      }),
    },
  }
}

function pad(extra: string): KeyboardLayout {
  const end = extra === 'hide' ? [['enter']] : [['hide', 'enter']]
  return {
    first: 'pad',
    layers: {
      pad: [['1', '2', '3'], ['4', '5', '6'], ['7', '8', '9'], [extra, '0', 'backspace'], ...end],
    },
  }
}

/** Shift and backspace at the ends of the last row of letters. */
function withShift(rows: readonly string[][], columns: number): string[][] {
  const ended = rows.map((row) => [...row])
  const last = ended.at(-1)
  if (last && last.length + 2 <= columns) {
    last.unshift('shift')
    last.push('backspace')
  } else ended.push(['shift', 'backspace'])
  return ended
}

function upper(rows: readonly string[][]): string[][] {
  return rows.map((row) => row.map((letter) => letter.toUpperCase()))
}

/** Rows that are too long for the keyboard go on in the next one. */
function rowsOf(rows: readonly string[][], columns: number): string[][] {
  if (rows.every((row) => row.length <= columns)) return rows.map((row) => [...row])
  const all = rows.flat()
  const count = Math.ceil(all.length / columns)
  const length = Math.ceil(all.length / count)
  return Array.from({ length: count }, (_, row) => all.slice(row * length, (row + 1) * length))
}
