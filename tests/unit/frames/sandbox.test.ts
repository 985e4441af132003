import { describe, expect, it } from 'vitest'
import { sandboxRequest } from '#contract/sandbox.ts'
import { OrderStatus } from '#contract/statusCodes.ts'
import { FieldError, FormValues } from '#frames/sandbox/FormValues.ts'
import { settlementsOf } from '#frames/sandbox/settlementsOf.ts'

const typed = (fields: Record<string, string>, locale = 'pt-BR') =>
  new FormValues(new Map(Object.entries(fields)), { locale })

describe('the fields of a form', () => {
  it('are values; an empty one is none', () => {
    const values = typed({
      name: ' ana ',
      empty: '  ',
      balance: '1.234,50',
      rate: '0,25',
      lock: 'no',
      gift: '',
      score: '2-1',
      sets: '6-4, 3-6 7:5',
      slots: '3, 0 14',
      now: '2031-05-06T07:08:09',
    })
    expect(values.text('name')).toBe('ana')
    for (const read of ['text', 'amount', 'number', 'flag', 'time', 'score', 'scores'] as const)
      expect(values[read]('empty'), read).toBeUndefined()
    expect([values.amount('balance'), values.number('rate')]).toEqual([123_450, 0.25])
    expect([values.flag('lock'), values.flag('gift'), values.flag('absent')]).toEqual([
      false,
      undefined,
      undefined,
    ])
    expect(values.score('score')).toEqual({ home: 2, away: 1 })
    expect(values.scores('sets')).toEqual([
      { home: 6, away: 4 },
      { home: 3, away: 6 },
      { home: 7, away: 5 },
    ])
    expect(values.numbers('slots')).toEqual([3, 0, 14])
    expect(values.time('now')).toBe(new Date('2031-05-06T07:08:09').toISOString())
    expect(typed({ balance: '1,234.50' }, 'en-US').amount('balance')).toBe(123_450)
  })

  it.each([
    ['amount', 'abc', 'notAnAmount'],
    ['number', '-3', 'notANumber'],
    ['time', 'amanhã', 'notATime'],
    ['score', '2-1 3-0', 'notAScore'],
    ['scores', '2', 'notAScore'],
    ['numbers', '3, x', 'notANumber'],
    ['required', ' ', 'missing'],
  ] as const)('%s: %s is refused, with the name of the field', (read, text, problem) => {
    expect(() => typed({ field: text })[read]('field')).toThrow(new FieldError('field', problem))
  })
})

describe('a call of the sandbox', () => {
  it('has its parameters in the path and the query, encoded', () => {
    expect(sandboxRequest('GET clock')).toEqual({
      method: 'GET',
      path: '/sandbox/api/clock',
      body: undefined,
    })
    expect(
      sandboxRequest('PATCH users/:username', { params: { username: 'a/b@c' }, body: { level: 3 } }),
    ).toEqual({ method: 'PATCH', path: '/sandbox/api/users/a%2Fb%40c', body: { level: 3 } })
    expect(sandboxRequest('GET outbox', { query: { to: 'a&b' } }).path).toBe('/sandbox/api/outbox?to=a%26b')
    expect(sandboxRequest('GET outbox', { query: {} }).path).toBe('/sandbox/api/outbox')
  })
})

it('a deposit that is settled can still be paid, late or twice, and what was pressed stays', () => {
  const { pending, paid, cancelled } = OrderStatus
  expect(settlementsOf({ status: pending })).toEqual(['pay', 'cancel', 'fail', 'expire'])
  expect(settlementsOf({ status: pending }, 'fail')).toHaveLength(4)
  for (const status of [paid, cancelled]) expect(settlementsOf({ status })).toEqual(['pay'])
  expect(settlementsOf({ status: paid }, 'pay')).toEqual(['pay'])
  expect(settlementsOf({ status: cancelled }, 'cancel')).toEqual(['pay', 'cancel'])
})
