import { houseDay } from '#contract/houseTime.ts'
import type { Promotion } from '#contract/http/promotions.ts'

/** What runs on a day. */
export interface DayOffer {
  id: string
  /** Missing: the rebate or the check-in, which are there every day. */
  promotion?: Promotion
  what: 'daily' | 'open' | 'until' | 'counts' | 'claim'
  lastDay?: string
}

export type DailyOffer = 'checkIn' | 'rebate'

const dayMs = 86_400_000
const shownDays = 7

/** Today and the days after it, as YYYY-MM-DD. */
export function weekFrom(today: string): string[] {
  const start = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: shownDays }, (_, index) =>
    new Date(start + index * dayMs).toISOString().slice(0, 10),
  )
}

/** The day after a day. */
export function dayAfter(day: string): string {
  return weekFrom(day)[1] as string
}

/** What a player can use on a day, as far as it is known today. `daily` is what this operator has every day. */
export function offersOn(
  day: string,
  promotions: readonly Promotion[],
  daily: readonly DailyOffer[],
): DayOffer[] {
  return [
    ...promotions.flatMap((promotion) => offerOf(promotion, day) ?? []),
    ...daily.map((id) => ({ id, what: 'daily' as const })),
  ]
}

function offerOf(promotion: Promotion, day: string): DayOffer | undefined {
  const { id, kind, state } = promotion
  if (kind === 'weekendCashback') return weekendOn(promotion, day)
  if (state === 'claimed' || state === 'expired') return undefined
  const lastDay = lastDayOf(promotion)
  if (lastDay === undefined) return { id, promotion, what: 'open' }
  return day <= lastDay ? { id, promotion, what: 'until', lastDay } : undefined
}

/** Bets of Saturday and Sunday count; from Monday to Friday their cashback is claimed. */
function weekendOn(promotion: Promotion, day: string): DayOffer | undefined {
  const { id, state, startsAt } = promotion
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday === 0 || weekday === 6) return { id, promotion, what: 'counts' }
  const lastDay = lastDayOf(promotion)
  const isOpen = lastDay !== undefined && day <= lastDay && state === 'available'
  const opensBy = startsAt === null ? undefined : dayOf(startsAt)
  // What next week brings is not known before its weekend is over.
  const isNext = state !== 'available' && opensBy !== undefined && day >= opensBy
  return isOpen || isNext ? { id, promotion, what: 'claim' } : undefined
}

/** The end is the moment after the last day, or within it. */
function lastDayOf({ endsAt }: Promotion): string | undefined {
  return endsAt === null ? undefined : dayOf(new Date(Date.parse(endsAt) - 1).toISOString())
}

/** The server's day at a moment. */
export function dayOf(iso: string): string {
  return houseDay(new Date(iso))
}
