import { cents } from '#contract/money.ts'
import { ticketNumber } from '#contract/rules/sports.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { sendMessage } from '../domain/accounts/messages.ts'
import type { Actor } from '../ledger/ledger.ts'
import { publishTicket } from './announce.ts'
import type { TicketEnd } from './ticketEnd.ts'
import { auditTicket, lastAudit } from './ticketAudit.ts'
import type { TicketRow } from './ticketRows.ts'

/**
 * Moves a decided ticket to another end. What the player has too much is taken back as far as the wallet of the bet
 * still has it (docs/product.md, "Settlement"); a message to the player says what has changed and why. Returns the ticket as it is then.
 */
export async function changeTicket(
  deps: AppDeps,
  tx: Tx,
  actor: Actor,
  ticket: TicketRow,
  end: TicketEnd,
): Promise<TicketRow> {
  const { id, user_id: userId, wallet, stake } = ticket
  const last = await lastAudit(tx, id)
  const isRefund = end.isRefund ?? false
  const betChange = Number(last.refunded) - Number(isRefund)
  const moved = await deps.ledger.correctTicket(tx, {
    userId,
    actor,
    ticketId: id,
    number: last.number + 1,
    wallet,
    change: cents(end.payout - last.paid),
    stake: cents(betChange * stake),
  })
  await tx.query('update tickets set state = $2, result = $3, payout = $4 where id = $1', [
    id,
    end.state,
    end.result,
    end.payout,
  ])
  auditTicket(deps, tx, ticket, {
    number: last.number + 1,
    cause: 'correction',
    end,
    paid: cents(last.paid + moved),
  })
  await sendMessage(deps, tx, userId, {
    kind: end.payout > ticket.payout ? 'ticketRaised' : 'ticketLowered',
    params: { ticket: ticketNumber(id), amount: end.payout, moved: cents(Math.abs(moved)) },
  })
  publishTicket(deps, tx, ticket)
  return { ...ticket, state: end.state, result: end.result, payout: end.payout }
}
