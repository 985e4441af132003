/**
 * The one reader and the one writer of amounts as people see them. What a player types anywhere is read by
 * `readAmount`; what a screen, a message or a page shows is written by the `format` functions.
 */
import { defaultLanguage, languages, type Language } from './languages.ts'
import { fromWireAmount, toWireAmount, type Cents } from './money.ts'

/**
 * Why a typed text is not an amount. `empty`: nothing was typed. `invalid`: it is malformed, could be read as more
 * than one amount, has more than two decimals or is too long.
 */
export type AmountError = 'empty' | 'invalid'
export type AmountReading = { ok: true; value: Cents } | { ok: false; error: AmountError }

/** What reading and writing need to know of a language. */
type Locale = Pick<Language, 'locale'>

/**
 * How many characters a field keeps. The longest readable amount has 20 (9.999.999.999.999,99), and a text of this
 * length is never readable, so a pasted text that was cut off cannot be taken for a smaller amount.
 */
const KEPT_LENGTH = 24

/** Space, no-break space, thin space, narrow no-break space: what groups digits in Russian and in SI style. */
const space = '[ \\u00a0\\u2009\\u202f]'

/** Digits with at most one mark and at most two digits after it: that mark can only be the decimal one. */
const plain = /^(\d*)(?:[.,](\d{0,2}))?$/
const groupedBySpaces = new RegExp(`^([1-9]\\d{0,2}(?:${space}\\d{3})+)(?:[.,](\\d{0,2}))?$`)
const groupedByPoints = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d{0,2}))?$/
const groupedByCommas = /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{0,2}))?$/

/**
 * Reads a typed or pasted amount. Accepted are digits, with up to two decimals behind either common mark (a phone
 * may offer only one of them), and digits in groups of three:
 * - behind the language's own grouping mark: 1.234 is R$ 1.234,00 in Portuguese and no amount in English;
 * - behind spaces;
 * - behind the other mark, if decimals behind the first one show which is which: 1,234.56.
 *
 * Everything else is refused: signs, letters, three decimals, 1,2,3. A text that two languages accept is the same
 * amount in both.
 */
export function readAmount(text: string, language: Locale): AmountReading {
  if (text.length >= KEPT_LENGTH) return { ok: false, error: 'invalid' }
  const typed = narrow(text).trim()
  if (typed === '') return { ok: false, error: 'empty' }
  const { group } = marksOf(language)
  const match =
    plain.exec(typed) ??
    groupedBySpaces.exec(typed) ??
    matchGroups(groupedByPoints, typed, group === '.') ??
    matchGroups(groupedByCommas, typed, group === ',')
  const [, whole = '', fraction = ''] = match ?? []
  if (whole === '' && fraction === '') return { ok: false, error: 'invalid' }
  return centsOf(whole.replace(/\D/g, ''), fraction)
}

/** Like {@link readAmount}; undefined for anything that is not an amount, also for nothing. */
export function amountOrUndefined(text: string, language: Locale): Cents | undefined {
  const reading = readAmount(text, language)
  return reading.ok ? reading.value : undefined
}

/** A typed or pasted text as an amount field keeps it: without the currency in front, and not endless. */
export function keepAmountText(text: string): string {
  return text.replace(/^\s*(R\$|₦)?\s*/, '').slice(0, KEPT_LENGTH)
}

/**
 * An amount (0 or more) as one would type it, without grouping: '1234,50'. `short` leaves out the decimals of
 * whole amounts: '80'.
 */
export function writeAmount(value: Cents, language: Locale, style: 'full' | 'short' = 'full'): string {
  const whole = String(Math.trunc(value / 100))
  if (style === 'short' && value % 100 === 0) return whole
  return whole + marksOf(language).decimal + String(value % 100).padStart(2, '0')
}

/** Two decimals in the language's own writing, without a symbol: '1.234,50' or '1,234.50'. */
export function formatAmount(value: Cents, { locale }: Locale): string {
  return twoDecimals(locale).format(value / 100)
}

/** 'R$ 1.234,56', '-₦ 0.10': sign, symbol, a plain space, two decimals in the language's own writing. */
export function formatMoney(value: Cents, language: Pick<Language, 'locale' | 'symbol'>): string {
  const sign = value < 0 ? '-' : ''
  return `${sign}${language.symbol} ${formatAmount(Math.abs(value) as Cents, language)}`
}

/**
 * The limit at the end of a withdrawal's refusal: '50', or with cents. Portuguese has the wire's number ('35.50');
 * the other languages have their own writing ('35,50').
 */
export function withdrawalLimitText(limit: Cents, language: Locale): string {
  const amount = toWireAmount(limit)
  if (Number.isInteger(amount)) return String(amount)
  return language.locale === languages[defaultLanguage].locale
    ? amount.toFixed(2)
    : formatAmount(limit, language)
}

/** Full-width digits and marks, as Japanese and Chinese keyboards offer them, as plain ones. */
function narrow(text: string): string {
  return text.replace(/[０-９．，]/g, (each) => String.fromCharCode(each.charCodeAt(0) - 0xfee0))
}

/** Groups behind the language's own mark, or behind the other one if decimals leave no doubt. */
function matchGroups(groups: RegExp, typed: string, isOwnMark: boolean): RegExpExecArray | null {
  const match = groups.exec(typed)
  return isOwnMark || match?.[2] ? match : null
}

function centsOf(whole: string, fraction: string): AmountReading {
  try {
    return { ok: true, value: fromWireAmount(`${whole || '0'}.${fraction || '0'}`) }
  } catch (error) {
    // More digits than any amount has.
    if (error instanceof RangeError) return { ok: false, error: 'invalid' }
    throw error
  }
}

const marks = new Map<string, { decimal: string; group: string }>()

/** The marks of a locale: before the decimals, and between groups of three digits. */
function marksOf({ locale }: Locale): { decimal: string; group: string } {
  let known = marks.get(locale)
  if (!known) {
    const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.5)
    const markOf = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value ?? ''
    marks.set(locale, (known = { decimal: markOf('decimal'), group: markOf('group') }))
  }
  return known
}

const formats = new Map<string, Intl.NumberFormat>()

/** Kept by locale: a running number asks for its format in every frame. */
function twoDecimals(locale: string): Intl.NumberFormat {
  let format = formats.get(locale)
  if (!format) {
    const options = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
    formats.set(locale, (format = new Intl.NumberFormat(locale, options)))
  }
  return format
}
