import { cents, type Cents } from '#contract/money.ts'
import { partOfValue } from '#contract/rules/cashOut.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { updateVipLevel } from '../domain/rewards/vipProgress.ts'
import type { Actor } from '../ledger/ledger.ts'
import { publishTicket } from './announce.ts'
import { countedOfTicket } from './countedStake.ts'
import { moveExposure } from './exposure.ts'
import type { TicketRow } from './ticketRows.ts'

/**
 * Pays for a part of the stake of an open ticket that `tx` has locked. The rest goes on as a ticket with a smaller stake:
 * its highest return and the value at which it is cashed out by itself shrink in proportion, so that both stand for the
 * same price as before. Returns the open ticket.
 */
export async function cashOutPart(
  deps: AppDeps,
  tx: Tx,
  actor: Actor,
  ticket: TicketRow,
  { stake, payout }: { stake: Cents; payout: Cents },
): Promise<TicketRow> {
  const { id, user_id: userId } = ticket
  const rest = cents(ticket.stake - stake)
  const restOf = (amount: Cents) => cents(Math.max(1, partOfValue(amount, rest, ticket.stake)))
  const after: TicketRow = {
    ...ticket,
    stake: rest,
    max_return: restOf(ticket.max_return),
    auto_cash_out: ticket.auto_cash_out === null ? null : restOf(ticket.auto_cash_out),
    cash_outs: ticket.cash_outs + 1,
    cashed_stake: cents(ticket.cashed_stake + stake),
    cashed_paid: cents(ticket.cashed_paid + payout),
  }
  const counted = await countedOfTicket(tx, ticket, { stake, payout, isCashedOut: true })
  const wallet = await deps.ledger.cashOutPart(tx, {
    userId,
    actor,
    ticketId: id,
    number: after.cash_outs,
    stake,
    payout,
    counted,
  })
  await updateVipLevel(deps, tx, { userId, actor }, wallet, stake)
  tx.sendWithCommit(
    `update tickets set stake = $2, max_return = $3, auto_cash_out = $4, cash_outs = $5, cashed_stake = $6,
        cashed_paid = $7
      where id = $1 and user_id = $8`,
    [
      id,
      after.stake,
      after.max_return,
      after.auto_cash_out,
      after.cash_outs,
      after.cashed_stake,
      after.cashed_paid,
      userId,
    ],
  )
  moveExposure(tx, ticket, after)
  publishTicket(deps, tx, after)
  return after
}
