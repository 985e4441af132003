import { describe, expect, it } from 'vitest'
import { languageCodes } from '#contract/languages.ts'
import { printable } from '#main/printer/characters.ts'
import { toEscPos } from '#main/printer/escPos.ts'
import { row, wrapped } from '#main/printer/lines.ts'
import { depositReceipt, testPage, ticketReceipt, withdrawalReceipt } from '#main/printer/receipts.ts'
import { loadTexts, thermalLanguage } from '#main/printer/texts.ts'
import { contextIn, order, ticket, withdrawal } from './receiptsFixture.ts'

/** Commands in angle brackets; letters beyond ASCII as the code page has them. */
function readable(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/\r/g, '')
    .replace(/[^ -~\n]/g, (byte) => `<${byte.charCodeAt(0).toString(16)}>`)
}

const link = 'https://palpite.example/bilhetet1.abcdefghijklmnopqrstuv'

describe('a receipt on a thermal printer', () => {
  it('of a deposit, 42 characters wide, with the time of the venue', async () => {
    const bytes = toEscPos(depositReceipt(order, await contextIn('pt_BR')), 42)
    expect(readable(bytes)).toMatchSnapshot()
    // 22:10 of the day before in São Paulo.
    expect(readable(bytes)).toContain('04/03/2026, 22:10')
  })

  it('of a withdrawal, 48 characters wide', async () => {
    expect(readable(toEscPos(withdrawalReceipt(withdrawal, await contextIn('pt_BR')), 48))).toMatchSnapshot()
  })

  it('of a bet slip, with its code', async () => {
    const text = readable(toEscPos(ticketReceipt(ticket, link, await contextIn('pt_BR')), 48))
    expect(text).toMatchSnapshot()
    expect(text).toContain(link)
  })

  it('in Russian has Cyrillic letters (code page 866) and no accents', async () => {
    const text = readable(toEscPos(ticketReceipt(ticket, link, await contextIn('ru_RU')), 48))
    expect(text).toMatchSnapshot()
    expect(text).toContain('<1b>t<11>')
    expect(text).toContain('Sao Paulo')
  })

  it.each([
    ['epson', '<1b>t<13>', '<1b>t<11>'],
    ['citizen', '<1b>t<2>', '<1b>t<7>'],
    ['858=5,866=6', '<1b>t<5>', '<1b>t<6>'],
    ['bematech', '<1d><f9> <1><1b>@', '<1b>t<11>'],
  ])('selects the letters by the numbers of %s', async (model, western, cyrillic) => {
    const bytes = async (code: 'pt_BR' | 'ru_RU') =>
      readable(toEscPos(depositReceipt(order, await contextIn(code)), 48, model))
    expect(await bytes('pt_BR')).toContain(western)
    expect(await bytes('ru_RU')).toContain(cyrillic)
  })

  it('the test page', async () => {
    expect(readable(toEscPos(testPage(42, await contextIn('pt_BR')), 42))).toMatchSnapshot()
  })

  it.each(languageCodes)('in %s has nothing that cannot be printed', async (code) => {
    const context = await contextIn(thermalLanguage(code))
    const papers = [depositReceipt(order, context), withdrawalReceipt(withdrawal, context)]
    for (const paper of [...papers, ticketReceipt(ticket, link, context)]) {
      for (const columns of [42, 48]) expect(readable(toEscPos(paper, columns))).not.toContain('?')
    }
  })

  it.each(languageCodes)('has all texts in %s', async (code) => {
    const paths = (texts: object, path = ''): string[] =>
      Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
        typeof value === 'object' && value !== null ? paths(value, `${path}${name}.`) : [path + name],
      )
    expect(paths(await loadTexts(code))).toEqual(paths(await loadTexts('pt_BR')))
  })
})

describe('a line', () => {
  it('has the value at the right edge', () => {
    expect(row('Taxa', 'R$ 4,00', 20)).toBe('Taxa         R$ 4,00')
  })

  it('is two when one is too short', () => {
    expect(row('Pagamento', '123456789012345', 20)).toBe('Pagamento\n     123456789012345')
  })

  it('breaks between words, and within a word that is longer', () => {
    expect(wrapped('um dois tres', 8)).toEqual(['um dois', 'tres'])
    expect(wrapped('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
  })

  it.each([
    ['cp858', 'Wisła Łódź, Œuvre ıİ', 'Wisla Lódz, OEuvre iI'],
    ['cp858', 'Beyoğlu\u2011Spor „São\u00adTomé” ½ ﬁnal … €5', 'Beyoglu-Spor "SãoTomé" ½ final ... €5'],
    ['cp858', 'Nguyễn Đức', 'Nguyen Duc'],
    ['cp866', 'Київ, Єдність, Ўзда, ґанок, Іван', 'Київ, Єднiсть, Ўзда, ганок, Iван'],
    ['cp866', '«Сан-Паулу» 25 € × ½', '"Сан-Паулу" 25 EUR x 1/2'],
    ['cp858', '東京', '??'],
  ] as const)('has the plain form of letters that %s lacks: %s', (codePage, text, printed) => {
    expect(printable(text, codePage)).toBe(printed)
  })

  it('carries no commands to the printer', () => {
    expect(printable('a\u001b@b\u001dV\n', 'cp858')).toBe('a?@b?V ')
  })
})
