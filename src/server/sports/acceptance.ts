import { BetResult, BetState } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { jobActor } from '../ledger/ledger.ts'
import { Refusal } from '../texts/refusal.ts'
import { publishTicket } from './announce.ts'
import { closeTicket } from './closeTicket.ts'
import { readPlayerLimits, refuseBeyondDesk } from './deskLimits.ts'
import { growExposure, moveExposure } from './exposure.ts'
import { priceLegs, refusalOf, selectionAt, type PricedLeg } from './slip.ts'
import { saveLegs, type LegRow, type TicketReason, type TicketRow } from './ticketRows.ts'
import { forEachTicket, MAX_TICKETS_PER_RUN } from './forEachTicket.ts'

const dueSql = 'state = -10 and accept_at <= $1'
/** Whether there are tickets for {@link acceptTickets}; `$1`: now. */
export const acceptanceDueSql = `exists (select from tickets where ${dueSql})`

/** Accepts or refuses the live bets whose delay is over, at the current odds. Safe to run in every process. */
export async function acceptTickets(deps: AppDeps): Promise<void> {
  const due = await deps.db.read<{ id: string; user_id: string }>(
    `select id, user_id from tickets where ${dueSql} order by accept_at limit ${MAX_TICKETS_PER_RUN}`,
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
  if (reason) return refuse(deps, tx, ticket, reason)
  const legs = ticket.legs.map((leg, i) => acceptedLeg(leg, priced[i]))
  const accepted: TicketRow = { ...ticket, state: BetState.pending, legs }
  // The limits of the moment of the bet hold, unless it wins more by now.
  if (!(await fitsLimits(deps, tx, ticket, accepted))) return refuse(deps, tx, ticket, 'oddsChanged')
  await saveLegs(tx, ticket, legs)
  await tx.query('update tickets set state = $3 where user_id = $1 and id = $2', [
    ticket.user_id,
    ticket.id,
    BetState.pending,
  ])
  publishTicket(deps, tx, ticket)
}

async function refuse(deps: AppDeps, tx: Tx, ticket: TicketRow, reason: TicketReason): Promise<void> {
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
}

/** Takes over the exposure of the accepted ticket, unless at higher odds it exceeds a limit; returns whether it did. */
async function fitsLimits(deps: AppDeps, tx: Tx, placed: TicketRow, accepted: TicketRow): Promise<boolean> {
  const { id, user_id: userId, stake: amount, legs } = accepted
  if (legs.some(({ odds }, i) => odds > (placed.legs[i]?.odds ?? 0))) {
    const player = await readPlayerLimits(tx, userId)
    try {
      await refuseBeyondDesk(deps, tx, { id, userId, amount, legs, player })
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
  return growExposure(deps, tx, placed, accepted)
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
