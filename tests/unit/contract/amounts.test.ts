import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  sanitizeAmountInput,
  parseAmountInput,
  formatAmountInput,
  formatNumberInput,
  parseNumberInput,
} from '#contract/amounts.ts'
import { formatAmount, formatMoney } from '#contract/moneyTexts.ts'
import { withdrawalLimitText } from '#contract/withdrawalLimitText.ts'
import { languageCodes, languages } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'

const { pt_BR: portuguese, en_US: english, ru_RU: russian } = languages
const all = Object.values(languages)

const invalid = { ok: false, error: 'invalid' }

describe('parsing an amount input', () => {
  it.each([
    ['10', 10_00],
    ['10,5', 10_50],
    ['10.50', 10_50],
    ['10,', 10_00],
    [',5', 50],
    ['007', 7_00],
    [' 12 ', 12_00],
    ['1.234', 1_234_00],
    ['1.234,5', 1_234_50],
    ['1.234,56', 1_234_56],
    ['1 234,56', 1_234_56],
    ['1\u00a0234,56', 1_234_56],
    ['1\u202f234\u202f567', 1_234_567_00],
    ['1.234.567,00', 1_234_567_00],
    ['1,234.56', 1_234_56],
    ['１０００，５０', 1_000_50],
    ['１０００。５０', 1_000_50],
    ['٠١٢٬٣٤', 12_34],
    ['\u200e१२.५\u200f', 12_50],
    ['9.999.999.999.999,99', 999_999_999_999_999],
  ])('%j in Portuguese is %i cents', (text, value) => {
    expect(parseAmountInput(text, portuguese)).toEqual({ ok: true, value })
  })

  it.each([
    ['1,234', 1_234_00],
    ['1,234.56', 1_234_56],
    ['1.234,56', 1_234_56],
    ['1,50', 1_50],
  ])('%j in English is %i cents', (text, value) => {
    expect(parseAmountInput(text, english)).toEqual({ ok: true, value })
  })

  it.each([
    ['1 234', 1_234_00],
    ['1\u00a0234,50', 1_234_50],
    ['1.5', 1_50],
  ])('%j in Russian is %i cents', (text, value) => {
    expect(parseAmountInput(text, russian)).toEqual({ ok: true, value })
  })

  it.each([
    ...[',', '.', '1,2,3', '1,234', '1,234,567', '0,105', '0.105', '10,005', '1.2345', '1.234.56'],
    ...['12.34.567', '0.105.000', '1..234', '1.234,567', '1,234.', '1 2', '1.234 567', '12 34'],
    ...['abc', '-5', '+5', '−5', '5-', '1e3', '1e309', 'NaN', '0x10', '10x', '5²', '½', "1'234", '(5)'],
    ...['10000000000000', '9.999.999.999.999.999', '1\n2'],
  ])('%j in Portuguese is refused', (text) => {
    expect(parseAmountInput(text, portuguese)).toEqual(invalid)
  })

  it('refuses the other language’s groups, unless decimals make them unambiguous', () => {
    expect(parseAmountInput('1.234', english)).toEqual(invalid)
    expect(parseAmountInput('1.234', russian)).toEqual(invalid)
    expect(parseAmountInput('1,234', russian)).toEqual(invalid)
  })

  it('distinguishes an empty input from an invalid one', () => {
    for (const text of ['', '  ', '\u00a0']) {
      expect(parseAmountInput(text, portuguese)).toEqual({ ok: false, error: 'empty' })
    }
  })
})

describe('an amount field', () => {
  it('keeps the typed text without the currency symbol', () => {
    expect(sanitizeAmountInput('R$ 10,00')).toBe('10,00')
    expect(sanitizeAmountInput('-5x')).toBe('-5x')
  })

  it('never parses a truncated input', () => {
    expect(parseAmountInput(sanitizeAmountInput('12' + ' '.repeat(30) + '34'), portuguese)).toEqual(invalid)
    expect(sanitizeAmountInput('9'.repeat(40))).toHaveLength(24)
  })
})

describe('formatting an amount', () => {
  it('for an amount field', () => {
    expect(formatAmountInput(cents(1_080_50), portuguese)).toBe('1080,50')
    expect(formatAmountInput(cents(80_00), portuguese)).toBe('80,00')
    expect(formatAmountInput(cents(5), english)).toBe('0.05')
    expect(formatAmountInput(cents(80_00), portuguese, 'short')).toBe('80')
    expect(formatAmountInput(cents(80_50), english, 'short')).toBe('80.50')
  })

  it('in the format of the language', () => {
    expect(formatAmount(cents(123_450), languages.id_ID)).toBe('1.234,50')
    expect(formatAmount(cents(123_450), languages.vi_VN)).toBe('1.234,50')
    expect(formatAmount(cents(123_450), languages.ja_JP)).toBe('1,234.50')
    expect(formatMoney(cents(123_456), portuguese)).toBe('R$ 1.234,56')
    expect(formatMoney(cents(-50), english)).toBe('-R$ 0.50')
    expect(formatMoney(cents(10), languages.nr_NR)).toBe('R$ 0.10')
  })

  it.each([
    ['pt_BR', 5_000, '50'],
    ['pt_BR', 3_550, '35.50'],
    ['id_ID', 3_550, '35,50'],
    ['vi_VN', 3_550, '35,50'],
    ['ja_JP', 3_550, '35.50'],
    ['ja_JP', 5_000, '50'],
  ] as const)('limit of a withdrawal in %s: %i cents', (code, limit, text) => {
    expect(withdrawalLimitText(cents(limit), languages[code])).toBe(text)
  })
})

/** All number formats in use: the decimal separator and the grouping separator. */
const numberFormats = [
  { decimal: ',', group: '[.]' },
  { decimal: '.', group: ',' },
  { decimal: ',', group: '[ \u00a0\u2009\u202f]' },
  { decimal: '.', group: '[ \u00a0\u2009\u202f]' },
]

/** Every amount that an input could mean, in plain digits. */
function meanings(text: string): Set<number> {
  const found = numberFormats.flatMap(({ decimal, group }) => {
    const written = new RegExp(`^(\\d*|\\d{1,3}(?:${group}\\d{3})+)(?:[${decimal}](\\d{0,2}))?$`).exec(text)
    if (!written || !/\d/.test(text)) return []
    const [, whole = '', fraction = ''] = written
    return [Number(whole.replace(/\D/g, '')) * 100 + Number(fraction.padEnd(2, '0'))]
  })
  return new Set(found)
}

const anyCents = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.integer({ min: 0, max: 999_999_999_999_999 }),
)
const amountLike = fc.string({
  unit: fc.constantFrom(...'0123456789', ...'.,.,.,', ' ', '\u00a0', '\u202f'),
  maxLength: 14,
})
/** Grouped digits as someone may type them, correctly or not. */
const groupLike = fc
  .tuple(
    fc.array(fc.stringMatching(/^\d{1,4}$/), { minLength: 1, maxLength: 4 }),
    fc.array(fc.constantFrom('.', ',', ' ', '\u00a0'), { minLength: 4, maxLength: 4 }),
    fc.constantFrom('', ',', '.', ',5', '.50', ',505'),
  )
  .map(
    ([groups, marks, end]) =>
      groups.map((otherLanguage, i) => (i ? `${marks[i]}${otherLanguage}` : otherLanguage)).join('') + end,
  )

describe.each(languageCodes)('in %s', (code) => {
  const language = languages[code]

  it('parses back everything that it formats', () => {
    fc.assert(
      fc.property(anyCents, (value) => {
        const written = [
          formatAmountInput(cents(value), language),
          formatAmountInput(cents(value), language, 'short'),
          formatAmount(cents(value), language),
          sanitizeAmountInput(formatMoney(cents(value), language)),
        ]
        for (const text of written)
          expect([text, parseAmountInput(text, language)]).toEqual([text, { ok: true, value }])
      }),
    )
  })

  it('accepts only unambiguous input, and parses it correctly', () => {
    const accepted = { count: 0 }
    fc.assert(
      fc.property(fc.oneof(amountLike, groupLike), (text) => {
        const reading = parseAmountInput(text, language)
        if (!reading.ok) return
        accepted.count++
        expect([text, [...meanings(text.trim())]]).toEqual([text, [reading.value]])
      }),
      { numRuns: 2_000 },
    )
    expect(accepted.count).toBeGreaterThan(100)
  })

  it('refuses any other character', () => {
    const other = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => /[^\p{Nd}\p{Cf}.,\s．。٫，、٬]/u.test(text))
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789.,') }),
        other,
        fc.boolean(),
        (digits, junk, first) => {
          expect(parseAmountInput(first ? junk + digits : digits + junk, language).ok).toBe(false)
        },
      ),
    )
  })

  it('never parses an input that is a different amount in another language', () => {
    fc.assert(
      fc.property(fc.oneof(amountLike, groupLike), (text) => {
        const parsed = parseAmountInput(text, language)
        if (!parsed.ok) return
        for (const otherLanguage of all) {
          const parsedElsewhere = parseAmountInput(text, otherLanguage)
          if (parsedElsewhere.ok) expect([text, parsedElsewhere.value]).toEqual([text, parsed.value])
        }
      }),
    )
  })
})

describe('a number field', () => {
  /** The digit grouping of each language, for a thousand and a half. */
  const thousand = {
    pt_BR: '1.000,5',
    en_US: '1,000.5',
    id_ID: '1.000,5',
    vi_VN: '1.000,5',
    nr_NR: '1,000.5',
    ja_JP: '1,000.5',
    ko_KR: '1,000.5',
    zh_CN: '1,000.5',
    ru_RU: '1\u00a0000,5',
  }

  it.each(languageCodes)('reads the numbers of %s, and refuses what could be two', (code) => {
    const language = languages[code]
    expect(parseNumberInput(thousand[code], language)).toBe(1_000.5)
    for (const text of ['49,5', '49.5', ' 49,50 ', '４９．５'])
      expect(parseNumberInput(text, language)).toBe(49.5)
    for (const text of ['', ' ', '-1', '1e3', '0x10', 'Infinity', '1.2345', '1,2,3']) {
      expect(parseNumberInput(text, language), text).toBeUndefined()
    }
    // A thousand in some languages, one in others.
    const [own, foreign] = thousand[code].startsWith('1.') ? ['1.000', '1,000'] : ['1,000', '1.000']
    expect(parseNumberInput(foreign, language)).toBeUndefined()
    expect(parseNumberInput(own, language)).toBe(code === 'ru_RU' ? undefined : 1_000)
  })

  it.each(languageCodes)('shows a number in %s as it reads it', (code) => {
    const language = languages[code]
    for (const number of [0, 3, 49.5, 98.25, 1_000_000_000]) {
      expect(parseNumberInput(formatNumberInput(number, language), language)).toBe(number)
    }
    expect(formatNumberInput(49.5, language)).toBe(thousand[code].endsWith(',5') ? '49,5' : '49.5')
  })
})
