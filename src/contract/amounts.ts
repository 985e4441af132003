/**
 * What people type as an amount. Every amount field is parsed by `parseAmountInput`, every other number field by
 * `parseNumberInput`, which has the same grammar. Amounts on screens are formatted by moneyTexts.ts.
 */
import type { Language } from './languages.ts'
import { fromWireAmount, type Cents } from './money.ts'
import { plainDigits } from './rules/typed.ts'

/**
 * Why an input is not an amount. `empty`: nothing was typed. `invalid`: it is malformed, could be read as more
 * than one amount, has more than two decimals or is too long.
 */
export type AmountError = 'empty' | 'invalid'
export type ParsedAmount = { ok: true; value: Cents } | { ok: false; error: AmountError }

type Locale = Pick<Language, 'locale'>

/**
 * Maximum length of a field. The longest valid amount has 20 characters (9.999.999.999.999,99), and an input of this
 * length is always invalid, so a truncated paste cannot be mistaken for a smaller amount.
 */
const MAX_INPUT_LENGTH = 24

/** Space, no-break space, thin space, narrow no-break space: the digit separators of Russian and SI style. */
const space = '[ \\u00a0\\u2009\\u202f]'

/** Digits with at most one separator and at most two digits after it: it must be the decimal separator. */
const plain = /^(\d*)(?:[.,](\d{0,2}))?$/
const groupedBySpaces = new RegExp(`^([1-9]\\d{0,2}(?:${space}\\d{3})+)(?:[.,](\\d{0,2}))?$`)
const groupedByPoints = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d{0,2}))?$/
const groupedByCommas = /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{0,2}))?$/

/**
 * Parses a typed or pasted amount into cents. Accepts digits with up to two decimals after a point or a comma (a phone
 * keyboard may offer only one of them), and digits in groups of three separated by
 * - the language's own grouping separator: 1.234 is R$ 1.234,00 in Portuguese and invalid in English;
 * - spaces;
 * - the other separator, if decimals make it unambiguous: 1,234.56.
 *
 * Everything else is invalid: signs, letters, three decimals, 1,2,3. An input that two languages accept is the same
 * amount in both.
 */
export function parseAmountInput(text: string, language: Locale): ParsedAmount {
  if (text.length >= MAX_INPUT_LENGTH) return { ok: false, error: 'invalid' }
  const typed = toPlain(text).trim()
  if (typed === '') return { ok: false, error: 'empty' }
  const { group } = separatorsOf(language)
  const match =
    plain.exec(typed) ??
    groupedBySpaces.exec(typed) ??
    matchGroups(groupedByPoints, typed, group === '.') ??
    matchGroups(groupedByCommas, typed, group === ',')
  const [, whole = '', fraction = ''] = match ?? []
  if (whole === '' && fraction === '') return { ok: false, error: 'invalid' }
  return centsOf(whole.replace(/\D/g, ''), fraction)
}

/** Like {@link parseAmountInput}, but returns undefined for an invalid or empty input. */
export function tryParseAmountInput(text: string, language: Locale): Cents | undefined {
  const parsed = parseAmountInput(text, language)
  return parsed.ok ? parsed.value : undefined
}

/**
 * A typed number that is no amount of money: rounds, minutes, a chance in percent. The grammar is that of
 * {@link parseAmountInput}. Undefined for an invalid or empty input.
 */
export function parseNumberInput(text: string, language: Locale): number | undefined {
  const hundredths = tryParseAmountInput(text, language)
  return hundredths === undefined ? undefined : hundredths / 100
}

/** A number (0 or more) with at most two decimals, formatted for a number field, without grouping: '49,5'. */
export function formatNumberInput(value: number, language: Locale): string {
  return String(value).replace('.', separatorsOf(language).decimal)
}

/** The content of an amount field for a typed or pasted text: no currency symbol, limited length. */
export function sanitizeAmountInput(text: string): string {
  return text.replace(/^\s*(R\$)?\s*/, '').slice(0, MAX_INPUT_LENGTH)
}

/**
 * An amount (0 or more) formatted for an amount field, without grouping: '1234,50'. `short` leaves out the decimals of
 * whole amounts: '80'.
 */
export function formatAmountInput(value: Cents, language: Locale, style: 'full' | 'short' = 'full'): string {
  const whole = String(Math.trunc(value / 100))
  if (style === 'short' && value % 100 === 0) return whole
  return whole + separatorsOf(language).decimal + String(value % 100).padStart(2, '0')
}

const otherSeparators = {
  '．': '.',
  '。': '.',
  '٫': '.',
  '，': ',',
  '、': ',',
  '٬': ',',
  '\u3000': ' ',
} as const

/** Digits of any script, and the separators of Japanese, Chinese and Arabic keyboards, as those of ASCII; without invisible marks. */
function toPlain(text: string): string {
  return plainDigits(text)
    .replace(/[．。٫，、٬\u3000]/g, (mark) => otherSeparators[mark as keyof typeof otherSeparators])
    .replace(/\p{Cf}/gu, '')
}

/** Matches groups separated by the language's own separator, or by the other one if decimals make it unambiguous. */
function matchGroups(groups: RegExp, typed: string, isOwnSeparator: boolean): RegExpExecArray | null {
  const match = groups.exec(typed)
  return isOwnSeparator || match?.[2] ? match : null
}

function centsOf(whole: string, fraction: string): ParsedAmount {
  try {
    return { ok: true, value: fromWireAmount(`${whole || '0'}.${fraction || '0'}`) }
  } catch (error) {
    // More digits than any amount has.
    if (error instanceof RangeError) return { ok: false, error: 'invalid' }
    throw error
  }
}

const separators = new Map<string, { decimal: string; group: string }>()

function separatorsOf({ locale }: Locale): { decimal: string; group: string } {
  let cached = separators.get(locale)
  if (!cached) {
    const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.5)
    const separatorOf = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value ?? ''
    separators.set(locale, (cached = { decimal: separatorOf('decimal'), group: separatorOf('group') }))
  }
  return cached
}
