import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { LedgerRecord, RecordTab } from '#contract/http/order.ts'
import { languages } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'
import { RecordRow } from '#renderer/screens/registros/RecordRow.tsx'

const round: LedgerRecord = {
  id: 'r1',
  time: '2030-01-01T12:00:00Z',
  type: 'game',
  title: 'dice',
  amount: cents(5),
  stake: cents(5_00),
  payout: cents(5_05),
  fee: null,
  status: '10',
  wallet: 'cash',
  detail: { multiplier: 1.0102, odds: 1.85 },
} as LedgerRecord

const texts = { title: () => 'Dice', status: () => 'Finalizada' }

/** The texts of the cells that a desktop has between time and status. */
const cells = (tab: RecordTab, record: LedgerRecord) =>
  [
    ...renderToStaticMarkup(
      <RecordRow
        tab={tab}
        record={record}
        language={languages.pt_BR}
        texts={texts}
        onOpen={() => undefined}
      />,
    ).matchAll(/<span translate="no">(.*?)<\/span>/g),
  ].map(([, text]) => text?.replace('\u00a0', ' '))

it('stake and multiplier, or odds, are columns of their own, also where there is none', () => {
  expect(cells('rounds', round)).toEqual(['R$ 5,00', '1,01x'])
  expect(cells('rounds', { ...round, status: '00' })).toEqual(['R$ 5,00', ''])
  expect(cells('bets', round)).toEqual(['R$ 5,00', '1,85'])
  expect(cells('deposits', { ...round, stake: null })).toEqual([])
})
