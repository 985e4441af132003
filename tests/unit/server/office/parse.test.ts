import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import * as adjustments from '#contract/office/adjustments.schema.ts'
import * as players from '#contract/office/players.schema.ts'
import * as risk from '#contract/office/risk.schema.ts'
import * as service from '#contract/office/service.schema.ts'
import * as settings from '#contract/office/settings.schema.ts'
import * as sports from '#contract/office/sports.schema.ts'
import * as support from '#contract/office/support.schema.ts'
import * as terminals from '#contract/office/terminals.schema.ts'
import * as vouchers from '#contract/office/vouchers.schema.ts'
import { usualThresholds } from '#contract/rules/risk.ts'
import { schemas as content } from '#contract/rules/content.schema.ts'
import { parse } from '#server/office/endpoints/parse.ts'
import { OfficeRefusal } from '#server/office/texts/officeRefusal.ts'

/** The texts of the wrong fields. */
function wrongIn(schema: z.ZodType, value: unknown, language: 'pt-BR' | 'en' = 'pt-BR') {
  try {
    parse(schema, value, language)
    return {}
  } catch (error) {
    if (error instanceof OfficeRefusal) return error.fields
    throw error
  }
}

const much = 10 ** 14
const reason = 'teste'
const rules = {
  ...usualThresholds,
  bigStake: { isOn: true, threshold: 1 },
  bigWin: { isOn: true, threshold: much },
  manyWithdrawals: { isOn: true, threshold: 1_000 },
}
const everywhere = { sport: '', league: '', matchId: '', market: '' }
const noTerms = {
  priceFactor: null,
  margin: null,
  maxStakeCents: null,
  maxWinCents: null,
  maxExposureCents: null,
}
const state = { enabled: true, startsAt: null, endsAt: null, sort: 1, texts: {} }

describe('a wrong field', () => {
  it.each<[string, z.ZodType, object, Record<string, string>]>([
    [
      'an adjustment',
      adjustments.make,
      { player: 'a', account: 'cash', amountCents: much, kind: 'goodwill', reason },
      { amountCents: 'No máximo R$ 1.000.000,00.' },
    ],
    [
      'an adjustment of nothing',
      adjustments.make,
      { player: 'a', account: 'cash', amountCents: 0, kind: 'goodwill', reason },
      { amountCents: 'Zero não muda nada.' },
    ],
    ['a voucher', vouchers.issue.body, { amountCents: 0, hours: 24 }, { amountCents: 'No mínimo R$ 0,01.' }],
    [
      'a limit of the house',
      players.setLimit,
      { kind: 'stake', period: 'bet', amount: much, reason },
      { amount: 'No máximo R$ 1.000.000,00.' },
    ],
    [
      'a limit of minutes',
      players.setLimit,
      { kind: 'time', period: 'day', amount: much, reason },
      { amount: 'No máximo 44.640.' },
    ],
    [
      'the terms of bets',
      sports.terms,
      { scope: everywhere, terms: { ...noTerms, priceFactor: 2, maxStakeCents: much }, reason },
      { 'terms.priceFactor': 'No máximo 110%.', 'terms.maxStakeCents': 'No máximo R$ 5.000,00.' },
    ],
    [
      'the rules of risk',
      risk.changeRules,
      { rules, reason },
      {
        'rules.bigStake.threshold': 'No mínimo R$ 500,00.',
        'rules.bigWin.threshold': 'No máximo R$ 10.000.000,00.',
        'rules.manyWithdrawals.threshold': 'No máximo 100.',
      },
    ],
    [
      'the settings',
      settings.change,
      {
        settings: {
          commissionRates: [0, 0, 0.5],
          fourEyes: { payout: much, adjustment: null, voucher: null, lifting: null },
        },
        reason,
      },
      {
        'settings.commissionRates.2': 'No máximo 10%.',
        'settings.fourEyes.payout': 'No máximo R$ 1.000.000,00.',
      },
    ],
    [
      'a package',
      content.package,
      { ...state, fields: { price: 0, bonus: much, kind: 'BRL' } },
      { 'fields.price': 'No mínimo R$ 0,01.', 'fields.bonus': 'No máximo R$ 1.000.000,00.' },
    ],
    [
      'a notice without a text',
      content.notice,
      { ...state, fields: { place: 'everywhere', userId: null, seconds: 10 } },
      { 'texts.pt_BR.text': 'Escreva também em português.' },
    ],
    [
      'a banner that ends first, and leads elsewhere',
      content.banner,
      {
        ...state,
        startsAt: '2030-01-02T00:00:00.000Z',
        endsAt: '2030-01-01T00:00:00.000Z',
        fields: { picture: 'deposit', target: 'https://example.com' },
      },
      {
        'fields.target': 'Escreva o endereço de uma página daqui, por exemplo /conta.',
        endsAt: 'O fim vem antes do começo.',
      },
    ],
    [
      'a closure without Portuguese',
      service.close,
      { from: null, until: null, texts: { en_US: 'Back soon' }, reason },
      { 'texts.pt_BR': 'Escreva também em português.' },
    ],
    [
      'a canned answer without a text',
      support.create.body,
      { shortcut: 'pix', title: '', texts: {} },
      { title: 'Preencha este campo.', 'texts.pt_BR': 'Preencha pelo menos um idioma.' },
    ],
    [
      'the settings of a terminal',
      terminals.configure.body,
      { config: { volume: 400 } },
      { 'config.volume': 'Valor inválido.' },
    ],
  ])('of %s is named as the form names it, in the words of the form', (_what, schema, value, expected) => {
    // The currency stands before a space that does not break.
    const found = Object.entries(wrongIn(schema, value) ?? {}).map(([name, text]) => [
      name,
      text.replaceAll('\u00A0', ' '),
    ])
    expect(Object.fromEntries(found)).toEqual(expected)
  })

  it('is told in English too', () => {
    expect(wrongIn(vouchers.issue.body, { amountCents: much, hours: 24 }, 'en')).toEqual({
      amountCents: 'At most R$1,000,000.00.',
    })
  })
})
