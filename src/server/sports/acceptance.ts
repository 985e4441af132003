import { BetResult, BetState } from '#contract/statusCodes.ts'
import type { AppDeps } from '../app.ts'
import type { Bus } from '../bus.ts'
import type { Tx } from '../db/client.ts'
import { publishTicket } from './announce.ts'
import { closeTicket } from './closeTicket.ts'
import { priceLeg, refusalOf, selectionAt, type PricedLeg } from './slip.ts'
import { saveLegs, type LegRow, type TicketRow } from './ticketRows.ts'
import { eachTicket, TICKETS_A_TURN } from './ticketTurn.ts'

/** Accepts or refuses the live bets whose delay is over, at the odds of now. Every process may run it. */
export async function acceptTickets(deps: AppDeps): Promise<void> {
  const due = await deps.db.query<{ id: string }>(
    `select id from tickets where state = -10 and accept_at <= $1 order by accept_at limit ${TICKETS_A_TURN}`,
    [deps.clock.now()],
  )
  await eachTicket(
    deps,
    due.map(({ id }) => id),
    (tx, ticket) => decide(deps, tx, ticket),
  )
}

async function decide(deps: AppDeps, tx: Tx, ticket: TicketRow): Promise<void> {
  // Another process was faster.
  if (ticket.state !== BetState.placed) return
  const now = deps.clock.now()
  const priced = ticket.legs.map((leg) => {
    const option = { selection: leg.selection, gameTime: leg.game_time }
    return priceLeg(deps.feed, { matchId: leg.match_id, key: leg.option_key, odds: leg.odds }, option, now)
  })
  const reason = refusalOf(ticket.policy, priced)
  if (reason) {
    await saveLegs(
      tx,
      ticket.id,
      ticket.legs.map((leg) => ({ ...leg, result: BetResult.refund })),
    )
    await closeTicket(deps, tx, ticket, {
      state: BetState.exception,
      result: BetResult.refund,
      payout: ticket.stake,
      isRefund: true,
      reason,
    })
    return
  }
  await saveLegs(
    tx,
    ticket.id,
    ticket.legs.map((leg, i) => acceptedLeg(leg, priced[i])),
  )
  await tx.query('update tickets set state = $2 where id = $1', [ticket.id, BetState.pending])
  publishTicket(deps, tx, ticket)
}

/** At the odds of now, and counted from the score of now. */
function acceptedLeg(leg: LegRow, priced: PricedLeg | undefined): LegRow {
  if (!priced?.match || priced.now === null) throw new Error(`a leg without a price: ${leg.option_key}`)
  return {
    ...leg,
    odds: priced.now,
    live: leg.live || priced.match.isLive,
    selection: selectionAt(priced.option, priced.match),
  }
}

const wakers = new WeakMap<Bus, (at: Date) => void>()

/**
 * Decides the bets that this process has placed at their moment, not up to a second later; the jobs of every
 * second do those of processes that are gone. Answers a function that stops it and waits for what is under way.
 */
export function startAcceptance(deps: AppDeps): () => Promise<void> {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let turn: Promise<void> = Promise.resolve()
  wakers.set(deps.bus, (at) => {
    const run = () => {
      timers.delete(timer)
      turn = turn
        .then(() => acceptTickets(deps))
        .catch((error: unknown) => console.error('acceptance failed', error))
    }
    // A timer may be early by a millisecond.
    const timer = setTimeout(run, Math.max(0, at.getTime() - deps.clock.now().getTime()) + 5)
    timer.unref()
    timers.add(timer)
  })
  return async () => {
    wakers.delete(deps.bus)
    for (const timer of timers) clearTimeout(timer)
    await turn
  }
}

/** Wants the bets of that moment decided then, if this process does that (startAcceptance). */
export function wakeAcceptance(deps: Pick<AppDeps, 'bus'>, at: Date): void {
  wakers.get(deps.bus)?.(at)
}
