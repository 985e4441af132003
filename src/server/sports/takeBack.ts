import { cents, max, min, subtract, ZERO, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { freePrizeOf, takenOfTicket } from '../domain/payments/suspendedPrizes.ts'
import { provideCash } from '../domain/payments/provideCash.ts'
import type { Actor } from '../ledger/ledger.ts'
import type { TicketRow } from './ticketRows.ts'

/** What a correction takes back from each wallet, and what of it the player owes. */
interface Taken {
  cash: Cents
  bonus: Cents
  owed: Cents
}

/**
 * Provides `amount`, which a correction takes back, in the player's wallets, of which the caller takes it: from the wallet of
 * the bet, and what was paid as bonus also from cash, as far as bonus has become cash since. Withdrawals that nobody has
 * decided, and suspended prizes of other bets, give up what is missing in cash; the ticket's own suspended prize gives first. The rest is a
 * debt. What a player has lost of a bonus is not owed.
 *
 * Of what the ticket has `paid` in all the house may have taken a part by a decision: no more is provided than the player has got
 * beyond that. A decision stays in force when the result changes: after any corrections the player keeps what the ticket pays then,
 * less what was taken, and never owes what the house has.
 */
export async function provideTaken(
  deps: AppDeps,
  tx: Tx,
  actor: Actor,
  ticket: TicketRow,
  { amount: wanted, paid, number }: { amount: Cents; paid: Cents; number: number },
): Promise<Taken> {
  const { id: ticketId, user_id: userId, wallet } = ticket
  const got = max(ZERO, subtract(paid, await takenOfTicket(tx, userId, ticketId)))
  const amount = min(wanted, got)
  await freePrizeOf(deps, tx, { userId, ticketId, amount, actor })
  const bonus = wallet === 'bonus' ? min(amount, (await deps.ledger.wallet(tx, userId)).bonus) : ZERO
  const rest = subtract(amount, bonus)
  const cash = wallet === 'bonus' ? min(rest, await releasedSince(tx, ticket)) : rest
  if (cash === ZERO) return { cash, bonus, owed: ZERO }
  await provideCash(deps, tx, { userId, actor, wanted: cash, refusal: 'resultCorrected' })
  const owed = subtract(cash, min(cash, (await deps.ledger.wallet(tx, userId)).cash))
  if (owed > ZERO) {
    await deps.ledger.oweForTicket(tx, { userId, actor, ticketId, number, amount: owed })
    await tx.query(
      'insert into ticket_debts (user_id, ticket_id, number, amount, at) values ($1, $2, $3, $4, $5)',
      [userId, ticketId, number, owed, deps.clock.now()],
    )
    tx.afterCommit(() => deps.log.warn({ ticketId, cents: owed }, 'a corrected ticket left a debt'))
  }
  return { cash, bonus, owed }
}

/** The bonus that has become cash since the ticket was settled, with that posting or later. */
async function releasedSince(tx: Tx, { id, user_id }: TicketRow): Promise<Cents> {
  const [row] = await tx.query<{ released: number }>(
    `select coalesce(sum((r.args ->> 'amount')::bigint), 0)::bigint as released
      from transfers s join transfers r on r.user_id = s.user_id and r.kind = 'release' and r.id > s.id
      where s.key = $1 and s.user_id = $2`,
    [`close:ticket:${id}`, user_id],
  )
  return cents(row?.released ?? 0)
}
