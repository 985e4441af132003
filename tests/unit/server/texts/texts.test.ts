import { describe, expect, it } from 'vitest'
import { errorKeys } from '#contract/errors.ts'
import { formatAmount } from '#contract/moneyTexts.ts'
import { languages as languageTable, type LanguageCode } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'
import { languageOf, errorText } from '#server/texts/texts.ts'
import en_US from '#server/texts/en_US.json' with { type: 'json' }
import id_ID from '#server/texts/id_ID.json' with { type: 'json' }
import ja_JP from '#server/texts/ja_JP.json' with { type: 'json' }
import ko_KR from '#server/texts/ko_KR.json' with { type: 'json' }
import nr_NR from '#server/texts/nr_NR.json' with { type: 'json' }
import pt_BR from '#server/texts/pt_BR.json' with { type: 'json' }
import ru_RU from '#server/texts/ru_RU.json' with { type: 'json' }
import vi_VN from '#server/texts/vi_VN.json' with { type: 'json' }
import zh_CN from '#server/texts/zh_CN.json' with { type: 'json' }

const flat = (value: object, path = ''): [string, string][] =>
  Object.entries(value).flatMap(([key, entry]) =>
    typeof entry === 'string'
      ? [[path + key, entry] as [string, string]]
      : flat(entry as object, `${path}${key}.`),
  )
/** A language may leave out the brand's name. */
const placeholdersIn = (text: string) => (text.match(/\{(?!brand\})\w+\}/g) ?? []).sort()

const languages = { en_US, id_ID, ja_JP, ko_KR, nr_NR, ru_RU, vi_VN, zh_CN }

describe('texts of the server', () => {
  it('include every error key in Portuguese, and nothing else', () => {
    expect(Object.keys(pt_BR.errors).sort()).toEqual([...errorKeys].sort())
  })

  it.each(Object.entries(languages))(
    'have the same keys and the same placeholders in %s',
    (_language, dictionary) => {
      const [portuguese, other] = [new Map(flat(pt_BR)), new Map(flat(dictionary))]
      expect([...other.keys()].sort()).toEqual([...portuguese.keys()].sort())
      for (const [key, text] of other) {
        expect([key, placeholdersIn(text)]).toEqual([key, placeholdersIn(portuguese.get(key) ?? '')])
        expect([key, text === '']).toEqual([key, portuguese.get(key) === ''])
      }
    },
  )

  it('are in the language of the header, or else in Portuguese', () => {
    expect(errorText(languageOf('en_US'), 'emailTaken')).toBe(en_US.errors.emailTaken)
    expect(errorText(languageOf('en-US'), 'emailTaken')).toBe(en_US.errors.emailTaken)
    expect(errorText(languageOf('ru_RU'), 'emailTaken')).toBe(ru_RU.errors.emailTaken)
    expect(errorText(languageOf('nr_NR'), 'emailTaken')).toBe(nr_NR.errors.emailTaken)
    for (const header of ['pt_BR', 'xx', '', undefined]) {
      expect(errorText(languageOf(header), 'emailTaken')).toBe(pt_BR.errors.emailTaken)
    }
    expect(errorText('pt_BR', 'tooManyAttempts', { minutes: 7 })).toContain('Aguarde 7 min')
  })

  it("contain amounts in the language's format", () => {
    const stakeTooHigh = (language: LanguageCode) =>
      errorText(language, 'stakeTooHigh', {
        limit: (code) => formatAmount(cents(500_000), languageTable[code]),
      })
    expect(stakeTooHigh('pt_BR')).toBe('A aposta máxima é de R$ 5.000,00.')
    expect(stakeTooHigh('id_ID')).toContain('R$ 5.000,00')
    expect(stakeTooHigh('ja_JP')).toContain('R$ 5,000.00')
    expect(stakeTooHigh('nr_NR')).toContain('R$ 5,000.00')
  })
})
