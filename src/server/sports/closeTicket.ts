import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { holdDecided } from '../domain/payments/suspendedPrizes.ts'
import { updateVipLevel } from '../domain/rewards/vipProgress.ts'
import type { Actor } from '../ledger/ledger.ts'
import { publishTicket } from './announce.ts'
import { heldUntilOf } from './heldUntil.ts'
import { countedOfTicket } from './countedStake.ts'
import { auditTicket } from './ticketAudit.ts'
import type { TicketEnd } from './ticketEnd.ts'
import type { TicketRow } from './ticketRows.ts'

/** Ends an open ticket that `tx` has locked: settles or refunds its stake, once. Returns the ended ticket. */
export async function closeTicket(
  deps: AppDeps,
  tx: Tx,
  actor: Actor,
  ticket: TicketRow,
  end: TicketEnd,
): Promise<TicketRow> {
  const { state, result, payout, isRefund = false, isCashedOut = false, reason } = end
  const { id, user_id: userId, wallet } = ticket
  const ref = { userId, actor, roundId: id, refType: 'ticket' } as const
  const before = ticket.suspended && (await deps.ledger.wallet(tx, userId))
  if (isRefund) await deps.ledger.refundRound(tx, ref)
  else {
    const counted = await countedOfTicket(tx, ticket, { payout, isCashedOut })
    const settled = await deps.ledger.settleRound(tx, { ...ref, payout, wallet, counted, game: 'sports' })
    await updateVipLevel(deps, tx, { userId, actor }, settled, ticket.stake)
  }
  if (before) await holdDecided(deps, tx, { userId, ticketId: id, actor }, { before, payout, isRefund })
  const settledAt = deps.clock.now()
  tx.sendWithCommit(
    `update tickets set state = $2, result = $3, payout = $4, cashed_out = $5, reason = $6, settled_at = $7, held_until = $8
      where id = $1 and user_id = $9`,
    [
      id,
      state,
      result,
      payout,
      isCashedOut,
      reason ?? null,
      settledAt,
      heldUntilOf(deps, ticket, end),
      userId,
    ],
  )
  const cause = isCashedOut ? 'cashOut' : reason ? 'refused' : 'result'
  auditTicket(deps, tx, ticket, { number: 1, cause, end, paid: payout })
  publishTicket(deps, tx, ticket)
  return {
    ...ticket,
    state,
    result,
    payout,
    cashed_out: isCashedOut,
    reason: reason ?? null,
    settled_at: settledAt,
  }
}
