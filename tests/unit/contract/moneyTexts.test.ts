import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'
import { formatMoney, keepAmountsWhole } from '#contract/moneyTexts.ts'

test('no line of a sentence ends between the symbol and the figure, in any language', () => {
  for (const language of Object.values(languages)) {
    const amount = formatMoney(cents(123_456_789), language)
    expect(amount, language.code).toMatch(/^R\$ \d/)
    const sentence = keepAmountsWhole(`Faltam ${amount} de -${amount}.`)
    expect(sentence, language.code).not.toMatch(/R\$ /)
    expect(sentence.replaceAll('R$\u00a0', 'R$ ')).toBe(`Faltam ${amount} de -${amount}.`)
  }
})

test('a symbol without a figure stays as it is', () => {
  expect(keepAmountsWhole('em R$ ou em fichas')).toBe('em R$ ou em fichas')
})

test('no dictionary has an amount whose symbol may end a line', () => {
  const folder = 'src/renderer/i18n/locales'
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.json$/.test(name),
  )
  expect(files.length).toBeGreaterThan(9)
  expect(files.filter((name) => /R\$ [\d{]/.test(readFileSync(join(folder, name), 'utf8')))).toEqual([])
})
