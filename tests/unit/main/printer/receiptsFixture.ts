import type { DepositOrder, LedgerRecord } from '#contract/http/order.ts'
import type { Ticket } from '#contract/http/sports.ts'
import { languages, type LanguageCode } from '#contract/languages.ts'
import { cents, ZERO } from '#contract/money.ts'
import { BetResult } from '#contract/statusCodes.ts'
import type { PaperContext } from '#main/printer/receipts.ts'
import { loadTexts } from '#main/printer/texts.ts'

export async function contextIn(code: LanguageCode): Promise<PaperContext> {
  return {
    texts: await loadTexts(code),
    language: languages[code],
    now: new Date('2026-03-05T01:30:00Z'),
  }
}

export const order: DepositOrder = {
  id: 'o1',
  paymentNumber: 'PAY-77',
  url: '',
  amount: cents(12_345),
  bonus: cents(1_000),
  status: '10',
  createdAt: '2026-03-05T01:00:00Z',
  expiresAt: '2026-03-05T01:30:00Z',
  paidAt: '2026-03-05T01:10:00Z',
}

export const withdrawal: LedgerRecord = {
  id: 'w1',
  type: '11',
  title: 'CPF',
  amount: cents(-20_000),
  stake: null,
  payout: null,
  fee: cents(400),
  status: '00',
  wallet: 'cash',
  time: '2026-03-05T01:00:00Z',
  detail: { key: '***.456.789-**', holder: 'ANA', paidOut: 196, decidedAt: null },
}

export const ticket: Ticket = {
  id: 't1',
  kind: 'parlay',
  stake: cents(1_000),
  wallet: 'cash',
  state: 0,
  result: null,
  reason: null,
  odds: 3.78,
  potential: cents(3_780),
  payout: cents(0),
  cashOut: null,
  isCashedOut: false,
  cashedStake: ZERO,
  cashedPaid: ZERO,
  autoCashOut: null,
  time: '2026-03-05T01:00:00Z',
  settledAt: null,
  suspended: null,
  legs: [
    {
      matchId: 'm1',
      sport: 'football',
      league: 'Brasileirão',
      home: 'São Paulo',
      away: 'Grêmio',
      startsAt: '2026-03-05T22:00:00Z',
      key: 'handicap:1:home:-0.5',
      odds: 2.1,
      live: false,
      scoreAtBet: null,
      result: BetResult.accepted,
      distance: null,
      factor: null,
      score: null,
    },
    {
      matchId: 'm2',
      sport: 'football',
      league: 'Brasileirão',
      home: 'Flamengo',
      away: 'Atlético Mineiro com um nome muito comprido',
      startsAt: '2026-03-04T22:00:00Z',
      key: 'total:1:over:2.5',
      odds: 1.8,
      live: false,
      scoreAtBet: null,
      result: BetResult.win,
      distance: 0.5,
      factor: 1.8,
      score: { home: 2, away: 1 },
    },
  ],
}
