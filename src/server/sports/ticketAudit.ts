import type { Cents } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import type { TicketEnd } from './ticketEnd.ts'
import type { TicketRow } from './ticketRows.ts'

interface Audit {
  number: number
  cause: 'result' | 'cashOut' | 'refused' | 'correction'
  end: TicketEnd
  /** What the player has been paid for the ticket in all. */
  paid: Cents
}

/** Records how a ticket was decided or corrected; such a row never changes. */
export function auditTicket(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  ticket: TicketRow,
  { number, cause, end, paid }: Audit,
): void {
  const legs = ticket.legs.map(
    ({
      position,
      match_id,
      option_key,
      odds,
      result,
      score_home,
      score_away,
      rules_version,
      correction,
    }) => ({
      position,
      match_id,
      option_key,
      odds,
      result,
      score: score_home === null || score_away === null ? null : [score_home, score_away],
      rules_version,
      ...(correction && { correction }),
    }),
  )
  tx.sendWithCommit(
    `insert into ticket_settlements (ticket_id, number, user_id, at, cause, state, result, payout, paid, refunded, legs)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ticket.id,
      number,
      ticket.user_id,
      deps.clock.now(),
      cause,
      end.state,
      end.result,
      end.payout,
      paid,
      end.isRefund ?? false,
      JSON.stringify(legs),
    ],
  )
}

/** The last row about a ticket that has been decided. */
export async function lastAudit(
  tx: Tx,
  { id, user_id: userId }: Pick<TicketRow, 'id' | 'user_id'>,
): Promise<{ number: number; paid: Cents; refunded: boolean }> {
  const [row] = await tx.query<{ number: number; paid: Cents; refunded: boolean }>(
    'select number, paid, refunded from ticket_settlements where user_id = $1 and ticket_id = $2 order by number desc limit 1',
    [userId, id],
  )
  if (!row) throw new Error(`ticket ${id} was decided without an audit row`)
  return row
}
