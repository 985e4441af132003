import {
  DOUBLE_BETTING_MS,
  DOUBLE_LANDS_MS,
  DOUBLE_ROUND_MS,
  doubleColour,
  doubleCounted,
  settleDouble,
  type DoubleColour,
} from '#contract/games/double.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { add, cents, type Cents } from '#contract/money.ts'
import { shareOf } from '#contract/rules/turnoverWeight.ts'
import type { AppDeps } from '../../deps.ts'
import type { Db, Tx } from '../../db/client.ts'
import { tryLockRound } from '../roundRows.ts'
import { settleOpen } from '../rounds.ts'
import { nextLink } from './chain.ts'
import { announceDouble } from './announce.ts'
import { deleteExposure } from './exposure.ts'

/** Advisory lock that makes processes start the next round one after the other. */
const startLock = 5_250_040
const settleBatch = 200

export interface SharedRoundRow {
  sequence: number
  chain_id: number
  chain_index: number
  slot: number
  starts_at: Date
  closed_at: Date | null
  settled_at: Date | null
}

const columns = 'sequence, chain_id, chain_index, slot, starts_at, closed_at, settled_at'

/** The phase of a round by the clock; `over` means that another round is due. */
export function clockPhase(
  { starts_at }: Pick<SharedRoundRow, 'starts_at'>,
  now: Date,
): 'betting' | 'spinning' | 'result' | 'over' {
  const age = now.getTime() - starts_at.getTime()
  // A little before its start, another process's clock is ahead; longer before, the clock was moved back.
  if (age >= DOUBLE_ROUND_MS || age < -DOUBLE_ROUND_MS) return 'over'
  if (age >= DOUBLE_LANDS_MS) return 'result'
  return age >= DOUBLE_BETTING_MS ? 'spinning' : 'betting'
}

export async function latestRound(on: Tx | Db): Promise<SharedRoundRow | undefined> {
  const [row] = await on.query<SharedRoundRow>(
    `select ${columns} from double_rounds order by sequence desc limit 1`,
  )
  return row
}

/** The latest round, which cannot be closed until the transaction ends, so that a bet in it still counts. */
export async function lockLatestRound(tx: Tx): Promise<SharedRoundRow | undefined> {
  const [row] = await tx.query<SharedRoundRow>(
    `select ${columns} from double_rounds order by sequence desc limit 1 for share`,
  )
  return row
}

/**
 * Closes a round whose betting is over, and starts the next one after its end, on the 15 s grid of the
 * server's clock. All processes may call it at any time. Returns the current round.
 */
export async function advanceRounds(deps: AppDeps): Promise<SharedRoundRow> {
  const now = deps.clock.now()
  const latest = await latestRound(deps.db)
  const phase = latest && clockPhase(latest, now)
  if (latest && phase !== 'betting') await closeRound(deps, latest, now)
  if (latest && phase !== 'over') return (await latestRound(deps.db)) ?? latest
  return deps.db.tx((tx) => startNextRound(deps, tx))
}

/** Keeps others from starting a round until the transaction ends. */
export async function lockRoundStart(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${startLock})`)
}

/**
 * Starts the next round, unless another process just did, and returns it. Its seed and outcome are decided
 * and stored now.
 */
export async function startNextRound(deps: AppDeps, tx: Tx): Promise<SharedRoundRow> {
  await lockRoundStart(tx)
  const now = deps.clock.now()
  const latest = await latestRound(tx)
  if (latest && clockPhase(latest, now) !== 'over') return latest
  const link = await nextLink(tx, latest, now)
  const startsAt = new Date(Math.floor(now.getTime() / DOUBLE_ROUND_MS) * DOUBLE_ROUND_MS)
  // Nobody was there to start it in time: its betting time is over already, so nobody can bet on it.
  const isLate = clockPhase({ starts_at: startsAt }, now) !== 'betting'
  const [row] = await tx.query<SharedRoundRow>(
    `insert into double_rounds
       (sequence, chain_id, chain_index, server_seed, server_seed_hash, slot, starts_at, closed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
    [
      (latest?.sequence ?? 0) + 1,
      link.chainId,
      link.index,
      link.serverSeed,
      link.serverSeedHash,
      link.outcome.slot,
      startsAt,
      isLate ? now : null,
    ],
  )
  if (!row) throw new Error('the round was not stored')
  tx.afterCommit(() => announceDouble(deps))
  return row
}

/** Pays every bet of the rounds whose wheel has stopped, and of those that a later round has followed. */
export async function settleDueRounds(deps: AppDeps): Promise<void> {
  const now = deps.clock.now()
  const rounds = await deps.db.query<SharedRoundRow & { is_last: boolean }>(
    `select ${columns}, sequence = (select max(sequence) from double_rounds) as is_last
      from double_rounds where settled_at is null order by sequence`,
  )
  for (const round of rounds) {
    const phase = clockPhase(round, now)
    if (round.is_last && phase !== 'result' && phase !== 'over') continue
    await closeRound(deps, round, now)
    await settleBets(deps, round)
  }
}

/**
 * Closes the betting of a round. Waits for bets in progress; afterwards none is accepted, and the seed may be
 * revealed.
 */
async function closeRound(deps: AppDeps, round: SharedRoundRow, now: Date): Promise<void> {
  if (round.closed_at) return
  const closed = await deps.db.query(
    'update double_rounds set closed_at = $2 where sequence = $1 and closed_at is null returning 1 as closed',
    [round.sequence, now],
  )
  if (closed.length > 0) announceDouble(deps)
}

/** How much of a bet counts for the turnover. */
type CountBet = (bet: { user_id: string; stake: Cents }) => Cents

/**
 * Pays one bet. Returns false when another process pays it or has paid it, and after an error, which is logged:
 * the bets of the other players go on.
 */
async function settleBet(
  deps: AppDeps,
  id: string,
  outcome: { slot: number; colour: DoubleColour },
  counts: CountBet,
): Promise<boolean> {
  try {
    return await deps.db.tx(async (tx) => {
      const bet = await tryLockRound(tx, id)
      if (!bet || bet.status !== 'open') return false
      const colour = bet.params['colour'] as DoubleColour
      const { payout, multiplier } = settleDouble(bet.stake, { colour }, outcome)
      const counted = counts(bet)
      await settleOpen(deps, tx, bet, { payout, multiplier: multiplierNumber(multiplier), counted })
      return true
    })
  } catch (error) {
    deps.log.error(error, `bet ${id} on double failed`)
    return false
  }
}

async function settleBets(deps: AppDeps, round: SharedRoundRow): Promise<void> {
  const outcome = { slot: round.slot, colour: doubleColour(round.slot) }
  const counts = await countsOf(deps, round.sequence)
  for (;;) {
    const open = await deps.db.query<{ id: string }>(
      `select id from game_rounds where double_round = $1 and status = 'open' limit ${settleBatch}`,
      [round.sequence],
    )
    let settled = 0
    for (const { id } of open) {
      if (await settleBet(deps, id, outcome, counts)) settled++
    }
    if (open.length === 0) break
    // Another process pays the rest, or they failed; it, or the next run, ends the round.
    if (settled === 0) return
  }
  await deps.db.query(`update double_rounds set settled_at = $2 where sequence = $1 and settled_at is null`, [
    round.sequence,
    deps.clock.now(),
  ])
  await deleteExposure(deps, round.sequence)
}

/**
 * How much of each bet on a closed round counts for the turnover: all bets of a player on it count together, so
 * that red against black counts next to nothing.
 */
async function countsOf(deps: AppDeps, sequence: number): Promise<CountBet> {
  const rows = await deps.db.query<{ user_id: string; colour: DoubleColour; stakes: number }>(
    `select user_id, params ->> 'colour' as colour, sum(stake)::bigint as stakes from game_rounds
      where double_round = $1 group by 1, 2`,
    [sequence],
  )
  const players = new Map<string, Partial<Record<DoubleColour, Cents>>>()
  for (const { user_id, colour, stakes } of rows) {
    players.set(user_id, { ...players.get(user_id), [colour]: cents(stakes) })
  }
  return ({ user_id, stake }) => {
    const stakes = players.get(user_id) ?? {}
    return shareOf(doubleCounted(stakes), stake, add(...Object.values(stakes)))
  }
}
