import type { z } from 'zod'
import { fromWireAmount, type Cents } from '../money.ts'
import { get, post } from './call.ts'
import type * as schema from './rewards.schema.ts'

type RebateWire = z.output<typeof schema.rebate.data>
type CheckInWire = z.output<typeof schema.checkIn.data>
type Empty = { body: Record<string, never> }

const money = { idempotent: 'optional' } as const

/** The daily game rebate, the daily check-in, and the gift. */
export const rewardCalls = {
  rebate: get<object, RebateWire>('/api/app/rewards/rebate', { auth: 'optional' }),
  rebateClaim: post<Empty, z.output<typeof schema.rebateClaim.data>>('/api/app/rewards/rebate/claim', money),
  checkIn: get<object, CheckInWire>('/api/app/rewards/signIn', { auth: 'optional' }),
  checkInClaim: post<Empty, z.output<typeof schema.checkInClaim.data>>(
    '/api/app/rewards/signIn/claim',
    money,
  ),
  userGift: get<object, 0 | 1>('/api/app/main/userGift'),
  claimGift: post<Empty, z.output<typeof schema.claimGift.data>>('/api/app/main/claimGift', money),
}

/** The daily rebate. Amounts in cents, rates as fractions, `day` as YYYY-MM-DD in Brasília. */
export interface Rebate {
  state: RebateWire['state']
  day: string
  bets: Cents
  amount: Cents
  level: number
  rate: number
  today: { bets: Cents; amount: Cents }
  nextAt: string
  table: { level: number; rate: number }[]
  history: { day: string; bets: Cents; rate: number; amount: Cents; time: string }[]
}

export function fromWireRebate(wire: RebateWire): Rebate {
  return {
    ...wire,
    bets: fromWireAmount(wire.bets),
    amount: fromWireAmount(wire.amount),
    today: { bets: fromWireAmount(wire.today.bets), amount: fromWireAmount(wire.today.amount) },
    history: wire.history.map((claim) => ({
      ...claim,
      bets: fromWireAmount(claim.bets),
      amount: fromWireAmount(claim.amount),
    })),
  }
}

/** The check-in calendar. Amounts in cents, `today` and `checked` as YYYY-MM-DD in Brasília. */
export interface CheckInCalendar {
  state: CheckInWire['state']
  today: string
  streak: number
  days: { day: number; amount: Cents; state: 'done' | 'today' | 'later' }[]
  checked: string[]
  total: Cents
  /** Yesterday's bets as far as they count, and how much of them a check-in requires. */
  counted: Cents
  required: Cents
  nextAt: string
}

export function fromWireCheckIn(wire: CheckInWire): CheckInCalendar {
  return {
    ...wire,
    total: fromWireAmount(wire.total),
    counted: fromWireAmount(wire.counted),
    required: fromWireAmount(wire.required),
    days: wire.days.map((day) => ({ ...day, amount: fromWireAmount(day.amount) })),
  }
}
