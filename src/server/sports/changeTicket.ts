import { cents, ZERO, type Cents } from '#contract/money.ts'
import { ticketNumber } from '#contract/rules/sports.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { sendMessage } from '../domain/accounts/messages.ts'
import { reportErasedMoney } from '../domain/payments/erasedMoney.ts'
import { holdCorrected, suspendedWalletOf } from '../domain/payments/suspendedPrizes.ts'
import { updateVipLevel } from '../domain/rewards/vipProgress.ts'
import type { Actor } from '../ledger/ledger.ts'
import { hasPausedSince } from '../ledger/pauses.ts'
import { publishTicket } from './announce.ts'
import { heldUntilOf } from './heldUntil.ts'
import { provideTaken } from './takeBack.ts'
import type { TicketEnd } from './ticketEnd.ts'
import { auditTicket, lastAudit } from './ticketAudit.ts'
import type { TicketRow } from './ticketRows.ts'

/**
 * Moves a decided ticket to another end. What the player has too much is taken back, and what is not there any more is a debt
 * (docs/product.md, "Settlement"); a message to the player says what has changed and why. Returns the ticket as it is then.
 */
export async function changeTicket(
  deps: AppDeps,
  tx: Tx,
  actor: Actor,
  ticket: TicketRow,
  end: TicketEnd,
): Promise<TicketRow> {
  const { id, user_id: userId, wallet, stake } = ticket
  const last = await lastAudit(tx, ticket)
  const isRefund = end.isRefund ?? false
  const betChange = Number(last.refunded) - Number(isRefund)
  const number = last.number + 1
  const change = cents(end.payout - last.paid)
  const posting = { userId, actor, ticketId: id, number, stake: cents(betChange * stake) }
  let owed: Cents = ZERO
  let moved = change
  if (change < 0) {
    const amount = cents(-change)
    const taken = await provideTaken(deps, tx, actor, ticket, { amount, paid: last.paid, number })
    owed = taken.owed
    moved = cents(-(taken.cash + taken.bonus))
    const back = { cash: cents(-taken.cash), bonus: cents(-taken.bonus) }
    await deps.ledger.correctTicket(tx, { ...posting, wallet, change: back })
  } else {
    // Without turnover left, the bonus that such a ticket was about has become cash, or has ended with a pause. What is suspended
    // stays in one wallet: the correction is paid to that one, and held with it.
    const before = await deps.ledger.wallet(tx, userId)
    const isOver = before.turnoverLeft === ZERO
    const to = (await suspendedWalletOf(tx, userId, id)) ?? (isOver ? 'cash' : wallet)
    if (
      wallet === 'bonus' &&
      (isOver || to === 'cash') &&
      (await hasPausedSince(tx, userId, `stake:ticket:${id}`))
    )
      moved = ZERO
    const paid = { cash: ZERO, bonus: ZERO, [to]: moved }
    await deps.ledger.correctTicket(tx, { ...posting, wallet: to, change: paid })
    if (moved > 0) {
      await holdCorrected(deps, tx, { userId, ticketId: id, actor }, { before, added: moved })
      // A debt has taken its part with the posting, and what was held is not there either.
      const grown = cents((await deps.ledger.wallet(tx, userId)).cash - before.cash)
      if (grown > 0) await reportErasedMoney(deps, tx, { userId, amount: grown, cause: 'ticketCorrected' })
    }
  }
  // A refund that becomes a bet counts; no later bet looks at more than its own stake.
  if (betChange > 0) await updateVipLevel(deps, tx, { userId, actor }, await deps.ledger.wallet(tx, userId))
  const heldUntil = heldUntilOf(deps, ticket, end)
  await tx.query(
    'update tickets set state = $3, result = $4, payout = $5, held_until = $6 where user_id = $1 and id = $2',
    [userId, id, end.state, end.result, end.payout, heldUntil],
  )
  auditTicket(deps, tx, ticket, {
    number,
    cause: 'correction',
    end,
    paid: cents(last.paid + moved),
  })
  await sendMessage(deps, tx, userId, {
    kind: owed > ZERO ? 'ticketOwed' : end.payout > ticket.payout ? 'ticketRaised' : 'ticketLowered',
    params: {
      ticket: ticketNumber(id),
      amount: end.payout,
      moved: cents(Math.abs(moved) - owed),
      ...(owed > ZERO && { owed }),
    },
  })
  publishTicket(deps, tx, ticket)
  return { ...ticket, state: end.state, result: end.result, payout: end.payout }
}
