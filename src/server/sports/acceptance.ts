import { BetResult, BetState } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { jobActor } from '../ledger/ledger.ts'
import { publishTicket } from './announce.ts'
import { closeTicket } from './closeTicket.ts'
import { moveExposure } from './exposure.ts'
import { priceLegs, refusalOf, selectionAt, type PricedLeg } from './slip.ts'
import { saveLegs, type LegRow, type TicketRow } from './ticketRows.ts'
import { forEachTicket, MAX_TICKETS_PER_RUN } from './forEachTicket.ts'

/** Accepts or refuses the live bets whose delay is over, at the current odds. Safe to run in every process. */
export async function acceptTickets(deps: AppDeps): Promise<void> {
  const due = await deps.db.read<{ id: string; user_id: string }>(
    `select id, user_id from tickets where state = -10 and accept_at <= $1 order by accept_at limit ${MAX_TICKETS_PER_RUN}`,
    [deps.clock.now()],
  )
  await forEachTicket(deps, due, (tx, ticket) => decide(deps, tx, ticket))
}

async function decide(deps: AppDeps, tx: Tx, ticket: TicketRow): Promise<void> {
  // Another process has already decided it.
  if (ticket.state !== BetState.placed) return
  const now = deps.clock.now()
  const priced = priceLegs(
    deps.feed,
    ticket.legs.map(({ match_id: matchId, option_key: key, odds }) => ({ matchId, key, odds })),
    ticket.legs.map(({ selection, game_time: gameTime }) => ({ selection, gameTime })),
    now,
  )
  const reason = refusalOf(ticket.policy, priced)
  if (reason) {
    const legs = ticket.legs.map((leg) => ({ ...leg, result: BetResult.refund }))
    await saveLegs(tx, ticket, legs)
    const refused = await closeTicket(
      deps,
      tx,
      jobActor('ticketAcceptance'),
      { ...ticket, legs },
      {
        state: BetState.exception,
        result: BetResult.refund,
        payout: ticket.stake,
        isRefund: true,
        reason,
      },
    )
    moveExposure(tx, ticket, refused)
    return
  }
  const legs = ticket.legs.map((leg, i) => acceptedLeg(leg, priced[i]))
  await saveLegs(tx, ticket, legs)
  moveExposure(tx, ticket, { ...ticket, state: BetState.pending, legs })
  await tx.query('update tickets set state = $3 where user_id = $1 and id = $2', [
    ticket.user_id,
    ticket.id,
    BetState.pending,
  ])
  publishTicket(deps, tx, ticket)
}

/** The leg at the current odds; a live handicap counts from the current score. */
function acceptedLeg(leg: LegRow, priced: PricedLeg | undefined): LegRow {
  if (!priced?.match || priced.now === null) throw new Error(`leg without a price: ${leg.option_key}`)
  return {
    ...leg,
    odds: priced.now,
    boosted_from: priced.boostedFrom,
    live: leg.live || priced.match.isLive,
    selection: selectionAt(priced.option, priced.match),
  }
}

/**
 * Decides the bets placed in this process as soon as their delay ends; the job that runs every second picks
 * up those of processes that have died. Returns a function that stops it and waits for the run in progress.
 */
export function startAcceptance(deps: AppDeps): () => Promise<void> {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let lastRun: Promise<void> = Promise.resolve()
  deps.acceptanceTimes.listen((at) => {
    const run = () => {
      timers.delete(timer)
      lastRun = lastRun
        .then(() => acceptTickets(deps))
        .catch((error: unknown) => deps.log.error(error, 'acceptance failed'))
    }
    // A timer may fire a millisecond early.
    const timer = setTimeout(run, Math.max(0, at.getTime() - deps.clock.now().getTime()) + 5)
    timer.unref()
    timers.add(timer)
  })
  return async () => {
    deps.acceptanceTimes.listen(undefined)
    for (const timer of timers) clearTimeout(timer)
    await lastRun
  }
}
