import { describe, expect, it } from 'vitest'
import { isRefusal, OfficeError } from '#office/data/OfficeError.ts'
import { matches } from '#office/app/matches.ts'
import { firstLanguage } from '#office/i18n/i18n.ts'
import { formatRelativeTime, formatShortTime, zoneDay } from '#office/i18n/times.ts'
import { problemOf, toRequestValues } from '#office/ui/actions/actionValues.ts'
import { amountText, typedCents } from '#office/ui/actions/amounts.ts'
import { changedThresholds, renewedEdits, writeThresholds } from '#office/pages/risk/typedThresholds.ts'
import { riskRules, usualThresholds, type RiskRule } from '#contract/rules/risk.ts'
import { differences, pairsOf } from '#office/ui/dataPairs.ts'
import { dayEnd, dayOfEnd, dayOfStart, dayStart } from '#office/ui/list/days.ts'

describe('amounts as they are typed', () => {
  it.each([
    ['12', 1200],
    ['12,5', 1250],
    ['1.234,56', 123456],
    ['1,234.56', 123456],
    ['R$ 1.234,56', 123456],
    ['1234.56', 123456],
    ['1.234', 123400],
    ['-3,00', -300],
    ['1.000.000', 100000000],
  ])('%s is %i cents', (text, cents) => expect(typedCents(text)).toBe(cents))

  it.each(['', 'abc', '1,2,3', '12,345,6', '1.23.456', '--1', '1e5', '99999999999999999'])(
    '%j is no amount',
    (text) => expect(typedCents(text)).toBeUndefined(),
  )
})

describe('amounts in a field', () => {
  it.each([0, 5, 1250, -300, 123456789])('%i cents are typed back', (cents) =>
    expect(typedCents(amountText(cents))).toBe(cents),
  )

  it('are empty where there is none', () => expect(amountText(null)).toBe(''))
})

describe('times', () => {
  const now = Date.parse('2026-11-28T15:00:00Z')

  it('are told in São Paulo', () => {
    expect(zoneDay(new Date('2026-11-28T02:59:59Z'))).toBe('2026-11-27')
    expect(formatShortTime('2026-11-28T13:05:00Z', 'pt-BR', now)).toBe('10:05')
    expect(formatShortTime('2026-11-27T13:05:00Z', 'pt-BR', now)).toBe('27/11, 10:05')
    expect(formatShortTime('2025-11-27T13:05:00Z', 'pt-BR', now)).toBe('27/11/2025, 10:05')
  })

  it('of a day ago or less are relative', () => {
    expect(formatRelativeTime('2026-11-28T14:59:30Z', 'pt-BR', now)).toBe('agora')
    expect(formatRelativeTime('2026-11-28T14:57:00Z', 'en', now)).toBe('3 min. ago')
    expect(formatRelativeTime('2026-11-28T17:00:00Z', 'en', now)).toBe('in 2 hr.')
    expect(formatRelativeTime('2026-11-27T14:59:00Z', 'pt-BR', now)).toBe('27/11, 11:59')
  })

  it('of a filter are whole days', () => {
    expect(dayStart('2026-11-28')).toBe('2026-11-28T03:00:00.000Z')
    expect(dayEnd('2026-11-28')).toBe('2026-11-29T03:00:00.000Z')
    expect(dayOfStart(dayStart('2026-11-28'))).toBe('2026-11-28')
    expect(dayOfEnd(dayEnd('2026-11-28'))).toBe('2026-11-28')
    expect([dayOfStart('yesterday'), dayOfEnd('yesterday')]).toEqual(['', ''])
  })
})

describe('the states of an audit row', () => {
  it('are compared by field, what changed first', () => {
    const before = { name: 'Ana', limits: [{ cents: 1 }], role: 'risk' }
    const after = { name: 'Ana', limits: [{ cents: 2 }], role: 'risk', until: null }
    expect(differences(before, after).map(({ path, isChanged }) => [path, isChanged])).toEqual([
      ['limits.0.cents', true],
      ['until', true],
      ['name', false],
      ['role', false],
    ])
    expect(differences(null, { by: 'password' })).toEqual([
      { path: 'by', before: undefined, after: 'password', isChanged: true },
    ])
    expect(pairsOf(null)).toEqual([])
  })
})

describe('the palette', () => {
  it('finds beginnings of words in any order, without accents', () => {
    expect(matches('Fila de trabalho', 'trab fil')).toBe(true)
    expect(matches('Conciliação', 'conciliacao')).toBe(true)
    expect(matches('Fila de trabalho', 'rabalho')).toBe(false)
    expect(matches('Auditoria', '')).toBe(true)
  })
})

describe('the first language', () => {
  it('is the kept one, else the first of the browser that there is, else Portuguese', () => {
    expect(firstLanguage('en', ['pt-BR'])).toBe('en')
    expect(firstLanguage('fr', ['fr', 'en-GB', 'pt'])).toBe('en')
    expect(firstLanguage(null, ['ja'])).toBe('pt-BR')
  })
})

describe('a number as it is typed', () => {
  const field = { name: 'margin', label: 'sports.marginPercent', kind: 'number', isOptional: true } as const
  const sent = (text: string) => toRequestValues([field], { margin: text })['margin']

  it('is read with either sign, and what cannot be read is refused, not left out', () => {
    expect([sent('98,5'), sent('98.5'), sent(' 7 '), sent('')]).toEqual(['98.5', '98.5', '7', ''])
    expect(['98,5', '-3', ''].map((text) => problemOf(field, text))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(['1e', '9,8,5', 'x', '1.'].map((text) => problemOf(field, text))).toEqual(
      Array(4).fill('actions.noNumber'),
    )
  })

  it('is refused where its point may separate thousands', () => {
    expect(['1.000', '600.000', '1.000.000'].map((text) => problemOf(field, text))).toEqual(
      Array(3).fill('actions.noThousands'),
    )
    expect(['0.125', '1,125', '1000', '1.25'].map(sent)).toEqual(['0.125', '1.125', '1000', '1.25'])
  })
})

describe('the thresholds of the risk rules', () => {
  const read = (rule: RiskRule, text: string) =>
    changedThresholds({ [rule]: { typed: { isOn: true, text }, seen: { isOn: false, threshold: 0 } } })

  it('are the same when they are typed back', () => {
    const typed = writeThresholds(usualThresholds)
    const edits = riskRules.map((rule) => [rule, { typed: typed[rule], seen: usualThresholds[rule] }])
    expect(changedThresholds(Object.fromEntries(edits))).toEqual({ rules: {}, seen: {}, problems: [] })
  })

  it('are amounts as people write them, and numbers', () => {
    const cents = (text: string) => read('bigStake', text).rules.bigStake?.threshold
    expect(['600.000', '1.234,56', '1234,5'].map(cents)).toEqual([600_000_00, 1_234_56, 1_234_50])
    expect(read('manyDeposits', '12').rules.manyDeposits?.threshold).toBe(12)
  })

  it('say at their field what cannot be read', () => {
    const problems = [read('bigWin', '1,2,3'), read('bigWin', ''), read('manyDeposits', '1.000')]
    expect(problems.map((each) => each.problems)).toEqual([
      [{ rule: 'bigWin', problem: 'actions.noAmount' }],
      [{ rule: 'bigWin', problem: 'actions.missing' }],
      [{ rule: 'manyDeposits', problem: 'actions.noThousands' }],
    ])
  })

  it('are sent where they were changed, with what the form began with', () => {
    const edit = (rule: RiskRule, text: string, isOn = true) => ({
      [rule]: { typed: { isOn, text }, seen: usualThresholds[rule] },
    })
    const edits = {
      ...edit('manyDeposits', '12'),
      ...edit('bigStake', '2.000,00'),
      ...edit('bigWin', '10000', false),
    }
    expect(changedThresholds(edits)).toEqual({
      rules: { manyDeposits: { isOn: true, threshold: 12 }, bigWin: { isOn: false, threshold: 1_000_000 } },
      seen: { manyDeposits: usualThresholds.manyDeposits, bigWin: usualThresholds.bigWin },
      problems: [],
    })
    // A colleague has changed one of them meanwhile, and a rule that is not edited here.
    const stored = {
      ...usualThresholds,
      bigWin: { isOn: true, threshold: 5_000_00 },
      sharedDevice: { isOn: false, threshold: 3 },
    }
    const renewed = renewedEdits(edits, stored)
    expect(renewed.others).toEqual(['bigWin'])
    expect(changedThresholds(renewed.edits)).toMatchObject({
      rules: { manyDeposits: { threshold: 12 }, bigWin: { isOn: false, threshold: 1_000_000 } },
      seen: { bigWin: stored.bigWin },
    })
  })
})

describe('an action that did not work', () => {
  it('is repeated after a lost answer, and a new one after a refusal', () => {
    const failed = (status: number) => new OfficeError('', { status, code: 'unreadable' })
    expect([0, 400, 409, 500, 503].map((status) => isRefusal(failed(status)))).toEqual([
      ...[false, true, true],
      ...[false, false],
    ])
  })
})
