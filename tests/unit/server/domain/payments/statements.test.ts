import { expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { exportStatement } from '#server/domain/payments/statements.ts'
import type { LedgerLine } from '#server/ledger/history.ts'

function line(refId: string, cash: number, bonus: number | null): LedgerLine {
  return {
    id: refId,
    at: new Date('2027-03-10T12:00:00Z'),
    kind: 'play',
    refType: 'round',
    refId,
    cash: cents(cash),
    bonus: cents(bonus ?? 0),
    cashAfter: cents(94_000),
    bonusAfter: bonus === null ? null : cents(bonus),
    args: {},
  }
}

it('writes one line for each posting, quotes what CSV needs quoted, and reads page after page', async () => {
  const pages = [
    { list: [line('a', -50, null), line('b"c,d', 5, 7)], next: 'more' },
    { list: [line('e\nf', 0, 0), line('g\r\nh', 1, 1)], next: null },
  ]
  const { fileName, csv } = await exportStatement(
    {
      clock: { now: () => new Date('2027-03-10T23:59:00Z') },
      ledger: { entriesOf: async () => pages.shift() ?? { list: [], next: null } },
    },
    'player',
    {},
  )
  expect(fileName).toBe('palpite-2027-03-10.csv')
  const at = '2027-03-10T12:00:00.000Z,play'
  expect(csv).toBe(
    [
      'time,kind,reference,cash,bonus,cash_balance,bonus_balance',
      `${at},round:a,-0.50,0.00,940.00,`,
      `${at},"round:b""c,d",0.05,0.07,940.00,0.07`,
      `${at},"round:e\nf",0.00,0.00,940.00,0.00`,
      `${at},"round:g\r\nh",0.01,0.01,940.00,0.01`,
      '',
    ].join('\r\n'),
  )
})
