import { expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { readNeutralStatementPart } from '#server/domain/payments/statements.ts'
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

it('writes one line for each posting, quotes fields as CSV requires, and continues with the next page', async () => {
  const pages = [
    { list: [line('a', -50, null), line('b"c,d', 5, 7)], next: '17' },
    { list: [line('e\nf', 0, 0), line('g\r\nh', 1, 1)], next: null },
  ]
  const cursors: unknown[] = []
  const ledger = {
    entriesOf: async (_userId: string, { cursor }: { cursor?: string } = {}) => {
      cursors.push(cursor)
      return pages.shift() ?? { list: [], next: null }
    },
  }
  const deps = { ledger } as unknown as Parameters<typeof readNeutralStatementPart>[0]
  const exported = { userId: 'player', requestedAt: new Date(), language: 'pt_BR' as const }
  const first = await readNeutralStatementPart(deps, exported, { section: 0, after: null })
  const second = await readNeutralStatementPart(deps, exported, first.next ?? { section: 0, after: null })
  expect(cursors).toEqual([undefined, '17'])
  expect([first.lines, second.lines, second.next]).toEqual([2, 2, null])
  const at = '2027-03-10T12:00:00.000Z,play'
  expect(first.text + second.text).toBe(
    [
      'time,kind,reference,cash,bonus,cash_balance,bonus_balance,order_code',
      `${at},round:a,-0.50,0.00,940.00,,199`,
      `${at},"round:b""c,d",0.05,0.07,940.00,0.07,199`,
      `${at},"round:e\nf",0.00,0.00,940.00,0.00,199`,
      `${at},"round:g\r\nh",0.01,0.01,940.00,0.01,199`,
      '',
    ].join('\r\n'),
  )
})
