import type { SlipLeg } from '#renderer/features/betSlip/SlipLeg.ts'
import type { SlipPick, SlipStore } from '#renderer/features/betSlip/SlipStore.ts'
import type { TicketWire } from '#contract/http/sports.ts'

export const betPath = '/api/app/sports/bet'
export const quotePath = '/api/app/sports/quote'
export const ticketPath = '/api/app/sports/ticket/t1'
export const ticketsPath = '/api/app/sports/tickets'
export const cashOutPath = '/api/app/sports/cashOut'

/** The home side of a match, at 2.00 by default. */
export function pickOf(matchId: string, changes: Partial<SlipPick> = {}): SlipPick {
  return {
    matchId,
    sport: 'football',
    home: 'Aurora',
    away: 'Litoral',
    startsAt: '2030-01-01T20:00:00Z',
    isLive: false,
    key: 'winner:1:home:3',
    odds: 2,
    ...changes,
  }
}

/** What `quote` returns for a pick. */
export function quoteOf(matchId: string, changes: { odds?: number | null; period?: number } = {}) {
  const { odds = 2, period = 0 } = changes
  return { matchId, key: 'winner:1:home:3', odds, live: false, homeScore: 0, awayScore: 0, period }
}

/** An accepted single of 10.00 that is open. */
export function ticketWire(changes: Partial<TicketWire> = {}): TicketWire {
  return {
    ticketId: 't1',
    kind: 'single',
    amount: 10,
    wallet: 'balance',
    state: 0,
    result: null,
    reason: null,
    odds: 2,
    potential: 20,
    payout: 0,
    cashOut: null,
    cashedOut: false,
    cashedStake: 0,
    cashedPaid: 0,
    autoCashOut: null,
    time: '2030-01-01T10:00:00Z',
    settledTime: null,
    legs: [],
    ...changes,
  }
}

export const shownPage = {
  hidden: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}

/** What a player does with the slip of a test. */
export function slipHands(slip: () => SlipStore) {
  return {
    fill: (...picks: SlipPick[]) => picks.forEach((pick) => slip().toggle(pick)),
    stakeAll: (text: string) => slip().legs.forEach((leg) => leg.type(text)),
    legOf(index: number): SlipLeg {
      const leg = slip().legs[index]
      if (!leg) throw new Error(`no leg ${index}`)
      return leg
    },
  }
}
