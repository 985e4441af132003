import type { AppDeps } from '../deps.ts'
import type { TicketEnd } from './ticketEnd.ts'
import type { TicketRow } from './ticketRows.ts'

/**
 * Until when what a ticket pays cannot be withdrawn: as long as a result that decided it may be corrected. Null for what no
 * result decided (a refund, a cash-out) and when no correction is to be expected.
 */
export function heldUntilOf(
  { feed, clock }: Pick<AppDeps, 'feed' | 'clock'>,
  { legs }: Pick<TicketRow, 'legs'>,
  { payout, isRefund, isCashedOut, reason }: TicketEnd,
): Date | null {
  if (payout === 0 || isRefund || isCashedOut || reason) return null
  const now = clock.now()
  const ends = legs.map(({ match_id }) => feed.correctableUntil(match_id, now)?.getTime() ?? 0)
  const last = Math.max(...ends)
  return last > now.getTime() ? new Date(last) : null
}
