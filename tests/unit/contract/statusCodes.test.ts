import { expect, it } from 'vitest'
import { EnvelopeStatus } from '#contract/errors.ts'
import {
  AwardType,
  BetResult,
  BetState,
  GameTime,
  MatchPeriod,
  OrderStatus,
  RecordStatus,
  RecordType,
} from '#contract/statusCodes.ts'

// The codes of docs/product.md, "Status codes", repeated here so that a typo in either place fails.

it('states of a bet: pending, lost, exception, placed, drawn, not drawn', () => {
  expect(BetState).toEqual({
    pending: 0,
    lost: 4,
    lostLate: -11,
    exception: -1,
    placed: -10,
    drawn: 9999,
    notDrawn: 8888,
  })
})

it('results of a bet: win, lose half, lose, win half, refund, success', () => {
  expect(BetResult).toEqual({ win: 10, loseHalf: 11, lose: 20, winHalf: 21, refund: 90, accepted: 1000 })
})

it('periods of a match, from not open to postponed', () => {
  expect(Object.values(MatchPeriod)).toEqual([0, 1, 2, 3, 4, 5, -1, -10, -11, -12, -13, -14])
})

it('game-times: full match, first half, corner kick, four quarters', () => {
  expect(Object.values(GameTime)).toEqual([1, 2, 4, 1001, 1002, 1003, 1004])
})

it('wallet records: deposit and withdrawal; pending, cancelled, credited', () => {
  expect(RecordType).toEqual({ deposit: 10, withdrawal: 11 })
  expect(RecordStatus).toEqual({ pending: '00', cancelled: '01', credited: '10' })
})

it('orders: paid, cancelled, failed, pending', () => {
  expect(OrderStatus).toEqual({ pending: '00', cancelled: '01', failed: '-01', paid: '10' })
})

it('awards: VIP upgrade and promotion', () => {
  expect(AwardType).toEqual({ vipUpgrade: 14, promotion: 141 })
})

it('envelopes: logged out, insufficient funds, service closed', () => {
  expect([EnvelopeStatus.loggedOut, EnvelopeStatus.insufficientFunds, EnvelopeStatus.serviceClosed]).toEqual([
    40101, 9999, 1403,
  ])
})
