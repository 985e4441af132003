import { describe, expect, it } from 'vitest'
import { sportsRuleCalls, type SportsTerms } from '#contract/office/sports.ts'
import { i18n } from '#office/i18n/i18n.ts'
import { newRuleActions, ruleActions } from '#office/pages/sports/sportsActions.tsx'

const terms: SportsTerms = {
  priceFactor: 0.905,
  margin: null,
  maxStakeCents: 50_00,
  maxWinCents: 500_00,
  maxExposureCents: null,
}
/** What the form shows of these terms, as the action gets it. */
const shown = {
  'terms.priceFactor': '90.5',
  'terms.margin': '',
  'terms.maxStakeCents': '5000',
  'terms.maxWinCents': '50000',
  'terms.maxExposureCents': '',
  reason: 'a new season',
}

const scope = { sport: 'football', league: '', matchId: '', market: '' } as const

function changeOf() {
  const offered = ruleActions(() => ({ scope, isStopped: false, terms }), {
    canStop: () => true,
    canOpen: () => false,
  })
  return offered.find(({ call }) => call === sportsRuleCalls.changeTerms)
}

/** What the action of this rule sends. */
const sent = (values: typeof shown) => changeOf()?.request({}, values)

describe('the terms of a sports rule', () => {
  it('are sent where they differ from what the form began with', () => {
    const { reason } = shown
    expect(sent(shown)).toEqual({ body: { scope, terms: {}, seen: {}, reason } })
    expect(
      sent({ ...shown, 'terms.margin': '8', 'terms.maxWinCents': '', 'terms.priceFactor': '91' }),
    ).toEqual({
      body: {
        scope,
        terms: { priceFactor: 0.91, margin: 0.08, maxWinCents: null },
        seen: { priceFactor: 0.905, margin: null, maxWinCents: 500_00 },
        reason,
      },
    })
  })

  it.each([
    ['pt-BR', '90,5', '50,00'],
    ['en', '90.5', '50.00'],
  ])('are written as they are typed in %s', async (language, factor, stake) => {
    await i18n.changeLanguage(language)
    const change = changeOf()
    expect(change?.first?.({})).toEqual({
      'terms.priceFactor': factor,
      'terms.margin': '',
      'terms.maxStakeCents': stake,
      'terms.maxWinCents': stake.replace('50', '500'),
      'terms.maxExposureCents': '',
    })
  })

  it('of a scope that is chosen in the form stay where nothing is filled in', () => {
    const [change] = newRuleActions
    const values = {
      'scope.sport': 'football',
      'scope.league': '',
      'scope.market': '',
      reason: 'a new season',
    }
    expect(change?.request(undefined, { ...values, 'terms.margin': '8', 'terms.maxStakeCents': '' })).toEqual(
      {
        body: {
          scope: { sport: 'football', league: '', matchId: '', market: '' },
          terms: { margin: 0.08 },
          reason: 'a new season',
        },
      },
    )
  })
})
