import { cents, type Cents } from '#contract/money.ts'
import { potentialReturn } from '#contract/rules/settlement.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import { BetResult, BetState } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { Refusal } from '../texts/refusal.ts'
import { sameKeys } from './sameSelections.ts'
import { stakeRefusal, stakeThatWins } from './stakeThatWins.ts'
import type { TicketRow } from './ticketRows.ts'

/** What open tickets on a selection have staked, and what they would pay there (`exposureOf`); in cents. */
interface Exposure {
  matchId: string
  key: string
  /** The same selection under all of its names. */
  same: readonly string[]
  tickets: number
  stake: number
  payout: number
  startsAt: Date
}

/** The state of a ticket as far as exposure is concerned. */
type Exposed = Pick<TicketRow, 'user_id' | 'state' | 'stake' | 'max_return' | 'legs'>

/**
 * Adds a new ticket to the exposure of its selections, unless it is a test account's. Throws stakeTooHigh with the highest
 * stake that is taken when a selection would then exceed its limit (the desk's, or `ticketLimits.maxExposure`), and
 * selectionFull when none is. A selection that is offered under several names is one. Where the limit is far, concurrent bets on
 * a selection do not wait for each other; near the limit they do, until the end of `tx`, so that each one sees the others. So
 * the caller sends this as late as it can.
 */
export async function takeExposure(deps: Pick<AppDeps, 'desk'>, tx: Tx, ticket: TicketRow): Promise<void> {
  const changes = changesOf(null, ticket)
  const limits = limitsOf(deps, changes, ticket)
  if (await tryChange(tx, ticket.user_id, changes, limits)) return
  const most = await mostStake(tx, ticket, changes, limits)
  throw most < ticketLimits.minStake ? new Refusal('selectionFull') : stakeRefusal(most)
}

/**
 * Takes over what has changed in a ticket that `tx` has locked, as `moveExposure` does, unless a selection would exceed its limit
 * by what the ticket wins more than before; returns whether it was taken over. Without such a growth it waits for nobody.
 */
export async function growExposure(
  deps: Pick<AppDeps, 'desk'>,
  tx: Tx,
  before: Exposed,
  after: Exposed,
): Promise<boolean> {
  const changes = changesOf(before, after)
  if (changes.every(({ stake, payout }) => payout <= stake)) {
    moveExposure(tx, before, after)
    return true
  }
  return tryChange(tx, after.user_id, changes, limitsOf(deps, changes, after))
}

/** The limit of each selection; null for one that the ticket has no more. */
function limitsOf(
  { desk }: Pick<AppDeps, 'desk'>,
  changes: readonly Exposure[],
  { legs }: Exposed,
): (Cents | null)[] {
  return changes.map(({ matchId, key }) => {
    const leg = legs.find(({ match_id, option_key }) => match_id === matchId && option_key === key)
    if (!leg) return null
    return desk.termsOf({ id: matchId, sport: leg.sport, league: leg.league }, marketOfKey(key)).maxExposure
  })
}

async function tryChange(
  tx: Tx,
  userId: string,
  changes: readonly Exposure[],
  limits: readonly (Cents | null)[],
): Promise<boolean> {
  const [row] = await tx.query<{ isTaken: boolean }>(
    'select change_exposure_of($9, $1, $2, $3, $4, $5, $6, $7, $8) as "isTaken"',
    [
      changes.map(({ matchId }) => matchId),
      changes.map(({ key }) => key),
      changes.map(({ same }) => same.join(' ')),
      changes.map(({ tickets }) => tickets),
      changes.map(({ stake }) => stake),
      changes.map(({ payout }) => payout),
      changes.map(({ startsAt }) => startsAt),
      limits,
      userId,
    ],
  )
  return row?.isTaken === true
}

/** The highest stake with which every selection of the ticket stays within its limit. */
async function mostStake(
  tx: Tx,
  { legs }: TicketRow,
  changes: readonly Exposure[],
  limits: readonly (Cents | null)[],
): Promise<Cents> {
  const rows = await tx.query<{ exposure: number }>(
    `select exposure_of_any(match_id, string_to_array(same, ' ')) as exposure
      from unnest($1::text[], $2::text[]) with ordinality as u (match_id, same, i) order by i`,
    [changes.map(({ matchId }) => matchId), changes.map(({ same }) => same.join(' '))],
  )
  const stakes = changes.map(({ matchId }, i) => {
    const room = cents(Math.max(0, (limits[i] ?? 0) - (rows[i]?.exposure ?? 0)))
    return stakeThatWins(room, oddsOn(matchId, legs))
  })
  return cents(Math.min(...stakes))
}

/** Takes over what has changed in a ticket that `tx` has locked, with the commit. */
export function moveExposure(tx: Tx, before: Exposed, after: Exposed): void {
  const changes = changesOf(before, after)
  if (changes.length === 0) return
  tx.sendWithCommit('select add_exposure_of($7, $1, $2, $3, $4, $5, $6)', [
    changes.map(({ matchId }) => matchId),
    changes.map(({ key }) => key),
    changes.map(({ tickets }) => tickets),
    changes.map(({ stake }) => stake),
    changes.map(({ payout }) => payout),
    changes.map(({ startsAt }) => startsAt),
    after.user_id,
  ])
}

/** `winner:1` of `winner:1:home:3`: marketCode of the selection. */
export function marketOfKey(key: string): string {
  return key.split(':').slice(0, 2).join(':')
}

/** In the order of their locks: all transactions lock selections in this order, so that none waits for another in a circle. */
function changesOf(before: Exposed | null, after: Exposed): Exposure[] {
  const changes = new Map<string, Exposure>()
  const add = (ticket: Exposed, sign: 1 | -1) => {
    for (const exposure of exposureOf(ticket)) {
      const { tickets, stake, payout } = exposure
      const id = JSON.stringify([exposure.matchId, exposure.key])
      const known = changes.get(id) ?? { tickets: 0, stake: 0, payout: 0 }
      changes.set(id, {
        ...exposure,
        tickets: known.tickets + sign * tickets,
        stake: known.stake + sign * stake,
        payout: known.payout + sign * payout,
      })
    }
  }
  if (before) add(before, -1)
  add(after, 1)
  const lockOf = ({ matchId, same, key }: Exposure) => JSON.stringify([matchId, same[0], key])
  return [...changes.values()]
    .filter(({ tickets, stake, payout }) => tickets !== 0 || stake !== 0 || payout !== 0)
    .sort((a, b) => (lockOf(a) < lockOf(b) ? -1 : 1))
}

/**
 * What a ticket adds to each of its open selections. The undecided other matches of a parlay count with their chance, which
 * is below 1 / odds: what it pays if all win, divided by their odds. As they are won, it grows. The view open_exposure
 * computes the same.
 */
function exposureOf({ state, stake, max_return, legs }: Exposed): Exposure[] {
  if (state !== BetState.placed && state !== BetState.pending) return []
  return legs
    .filter(({ result }) => result === BetResult.accepted)
    .map((leg) => ({
      matchId: leg.match_id,
      key: leg.option_key,
      same: sameKeys(leg),
      tickets: 1,
      stake,
      payout: potentialReturn(stake, oddsOn(leg.match_id, legs), max_return),
      startsAt: leg.starts_at,
    }))
}

/** The odds of a ticket on this match, and on those that are decided. */
function oddsOn(matchId: string, legs: Exposed['legs']): number[] {
  const open = new Set(legs.flatMap((leg) => (leg.result === BetResult.accepted ? leg.match_id : [])))
  return legs.filter(({ match_id }) => match_id === matchId || !open.has(match_id)).map(({ odds }) => odds)
}

/** How long a selection without tickets is kept after its match: staff look for matches by what was bet on. */
const retentionMs = 14 * 24 * 3_600_000

/**
 * Compares the exposure of all selections with the open tickets, at one moment, and reports what differs. Deletes the rows of
 * old matches without tickets.
 */
export async function checkExposure({
  db,
  log,
  clock,
}: Pick<AppDeps, 'db' | 'log' | 'clock'>): Promise<void> {
  const differences = await db.read('select * from exposure_differences limit 20')
  if (differences.length > 0)
    log.error({ differences }, 'the exposure of selections differs from the open tickets')
  // A change that waits for these rows adds its own again.
  await db.write(
    `with old as (
       select match_id, option_key, tickets, stake, payout from selection_exposure_slots where starts_at < $1
       order by match_id, option_key, slot for update
     )
     delete from selection_exposure_slots e using (
       select match_id, option_key from old group by match_id, option_key
       having sum(tickets) = 0 and sum(stake) = 0 and sum(payout) = 0
     ) done where e.match_id = done.match_id and e.option_key = done.option_key`,
    [new Date(clock.now().getTime() - retentionMs)],
  )
}
