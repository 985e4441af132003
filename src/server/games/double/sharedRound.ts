import { setTimeout as delay } from 'node:timers/promises'
import { announceDouble } from './announce.ts'
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
import type { Db, Reader, Tx } from '../../db/client.ts'
import { isDistributed } from '../../db/distributed.ts'
import { jobActor } from '../../ledger/ledger.ts'
import { tryLockRound, type RoundRow } from '../roundRows.ts'
import { settleOpen } from '../rounds.ts'
import { nextLink } from './chain.ts'
import { deleteExposure } from './exposure.ts'

/** Key of the advisory lock that lets one process at a time start the next round. */
const startLock = 5_250_040
/** Key of the advisory lock that bets share, and that whoever closes a round has alone. */
const closeLock = 5_250_041
const settleBatch = 200
/** How long a run waits for commits that have not arrived; the next run looks again. */
const arrivalMs = 200
/** How far the clocks of servers may differ. */
const skewMs = 5_000
/** A round that has waited for commits for this long is reported, once a minute at most. */
const longWaitMs = 30_000
const reportEveryMs = 60_000

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
  // Slightly before the start: another process's clock is ahead. A whole round before: the clock was moved back.
  if (age >= DOUBLE_ROUND_MS || age < -DOUBLE_ROUND_MS) return 'over'
  if (age >= DOUBLE_LANDS_MS) return 'result'
  return age >= DOUBLE_BETTING_MS ? 'spinning' : 'betting'
}

export async function latestRound(db: Reader): Promise<SharedRoundRow | undefined> {
  const [row] = await db.read<SharedRoundRow>(
    `select ${columns} from double_rounds order by sequence desc limit 1`,
  )
  return row
}

/**
 * The latest round, which nobody closes until the transaction ends, so that a bet in it still counts. A lock of its row would be one
 * of every copy where players are spread over nodes, on which bets of one moment meet in different orders.
 */
export async function lockLatestRound(tx: Tx): Promise<SharedRoundRow | undefined> {
  const [, round] = await Promise.all([
    tx.query(`select pg_advisory_xact_lock_shared(${closeLock})`),
    latestRound(tx),
  ])
  return round
}

/**
 * Closes a round whose betting is over, and starts the next one after its end, on the 15 s grid of the
 * server's clock. Safe to call in every process at any time. Returns the current round.
 */
export async function advanceRounds(deps: AppDeps): Promise<SharedRoundRow> {
  const now = deps.clock.now()
  const latest = await latestRound(deps.db)
  const phase = latest && clockPhase(latest, now)
  if (latest && phase !== 'betting') await closeRound(deps, latest)
  if (latest && phase !== 'over') return (await latestRound(deps.db)) ?? latest
  return deps.db.tx((tx) => startNextRound(deps, tx))
}

const last = '(select max(sequence) from double_rounds)'
/** Whether rounds begin, close or are settled now: unless the last one takes bets ({@link clockPhase}) and is the only one that is open. `$1`: now. */
export const roundsDueSql = `not exists (select from double_rounds where sequence = ${last} and closed_at is null
    and starts_at > $1::timestamptz - interval '${DOUBLE_BETTING_MS} ms' and starts_at <= $1::timestamptz + interval '${DOUBLE_ROUND_MS} ms')
  or exists (select from double_rounds where settled_at is null and sequence < ${last})`

/** Prevents other transactions from starting a round until this one ends. */
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
  // No process was running when the round began and its betting time is over: start it closed.
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
  if (!row) throw new Error('inserting the round returned no row')
  tx.afterCommit(() => announceDouble(deps))
  return row
}

/** Settles all bets of rounds whose wheel has stopped, and of rounds that are no longer the latest. */
export async function settleDueRounds(deps: AppDeps): Promise<void> {
  const now = deps.clock.now()
  const rounds = await deps.db.read<SharedRoundRow & { is_last: boolean }>(
    `select ${columns}, sequence = (select max(sequence) from double_rounds) as is_last
      from double_rounds where settled_at is null order by sequence`,
  )
  const waiting: Waiting[] = []
  for (const round of rounds) {
    const phase = clockPhase(round, now)
    if (round.is_last && phase !== 'result' && phase !== 'over') continue
    await closeRound(deps, round)
    const awaited = await awaitCommits(deps, round)
    if (!awaited) await settleBets(deps, round)
    else if (now.getTime() - round.starts_at.getTime() > DOUBLE_LANDS_MS + longWaitMs)
      waiting.push({ round: round.sequence, ...awaited })
  }
  reportWaiting(deps, waiting, now)
}

/**
 * Closes the betting of a round. Waits for bets in progress; after that no bet is accepted, and the seed may be
 * revealed.
 */
async function closeRound(deps: AppDeps, round: SharedRoundRow): Promise<void> {
  if (round.closed_at) return
  const closed = await deps.db.tx(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${closeLock})`)
    // The time is that after the lock, so that every bet in it was prepared before.
    return tx.query(
      'update double_rounds set closed_at = $2 where sequence = $1 and closed_at is null returning 1 as closed',
      [round.sequence, deps.clock.now()],
    )
  })
  if (closed.length > 0) announceDouble(deps)
}

/** What a round waits for: the names of prepared transactions, or null when a node does not say. */
interface Awaited {
  gids: string[] | null
}
type Waiting = Awaited & { round: number }

/**
 * Where players are spread over nodes, a transaction that has committed may be prepared only on the node of its player, which shows
 * nothing of it until it is told. Waits a moment until all that may have a bet on the closed round are shown, and returns what is still missing.
 */
async function awaitCommits(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  round: SharedRoundRow,
): Promise<Awaited | undefined> {
  if (!(await isDistributed(db))) return undefined
  const awaited = await preparedDuring(db, round, clock.now())
  for (let waitMs = 1; awaited && awaited.size > 0 && waitMs < arrivalMs; waitMs *= 2) {
    await delay(waitMs)
    const left = await preparedDuring(db, round, clock.now())
    for (const name of awaited) if (left && !left.has(name)) awaited.delete(name)
  }
  return awaited?.size === 0 ? undefined : { gids: awaited ? [...awaited] : null }
}

/**
 * Transactions that were prepared on the nodes while the round took bets, and still are; undefined when a node does not say. An older one
 * that nobody ends has no bet on this round, and does not stop it. Each node measures ages by its own clock.
 */
async function preparedDuring(
  db: Db,
  { starts_at, closed_at }: SharedRoundRow,
  now: Date,
): Promise<Set<string> | undefined> {
  const most = now.getTime() - starts_at.getTime() + skewMs
  const least = closed_at ? now.getTime() - closed_at.getTime() - skewMs : 0
  const nodes = await db.write<{ success: boolean; result: string }>(
    `select success, result from run_command_on_all_nodes(format(
      $$select coalesce(json_agg(gid), '[]') from pg_prepared_xacts where database = current_database()
        and prepared between clock_timestamp() - %s * interval '1 millisecond' and clock_timestamp() - %s * interval '1 millisecond'$$,
      $1::bigint, $2::bigint))`,
    [most, Math.max(least, 0)],
  )
  if (nodes.some(({ success }) => !success)) return undefined
  return new Set(nodes.flatMap(({ result }) => JSON.parse(result) as string[]))
}

const reportedAt = new WeakMap<Db, number>()

function reportWaiting(
  { db, log }: Pick<AppDeps, 'db' | 'log'>,
  waiting: readonly Waiting[],
  now: Date,
): void {
  if (waiting.length === 0 || now.getTime() - (reportedAt.get(db) ?? -Infinity) < reportEveryMs) return
  reportedAt.set(db, now.getTime())
  log.error({ waiting }, 'rounds of double wait for transactions that are prepared on the nodes')
}

/** Returns how much of a bet counts for the turnover. */
type CountBet = (bet: { user_id: string; stake: Cents }) => Cents

/**
 * Settles one bet. Returns false when another process is settling it or has settled it, and after an error, which
 * is logged so that the other bets continue.
 */
async function settleBet(
  deps: AppDeps,
  open: Pick<RoundRow, 'id' | 'user_id'>,
  outcome: { slot: number; colour: DoubleColour },
  countBet: CountBet,
): Promise<boolean> {
  try {
    return await deps.db.tx(async (tx) => {
      const bet = await tryLockRound(tx, open)
      if (!bet || bet.status !== 'open') return false
      const colour = bet.params['colour'] as DoubleColour
      const { payout, multiplier } = settleDouble(bet.stake, { colour }, outcome)
      const counted = countBet(bet)
      await settleOpen(deps, tx, jobActor('doubleSettlement'), bet, {
        payout,
        multiplier: multiplierNumber(multiplier),
        counted,
      })
      return true
    })
  } catch (error) {
    deps.log.error(error, `settling double bet ${open.id} failed`)
    return false
  }
}

async function settleBets(deps: AppDeps, round: SharedRoundRow): Promise<void> {
  const outcome = { slot: round.slot, colour: doubleColour(round.slot) }
  const countBet = await createCountBet(deps, round.sequence)
  for (;;) {
    const open = await deps.db.read<{ id: string; user_id: string }>(
      `select id, user_id from game_rounds where double_round = $1 and status = 'open' limit ${settleBatch}`,
      [round.sequence],
    )
    let settled = 0
    for (const each of open) {
      if (await settleBet(deps, each, outcome, countBet)) settled++
    }
    if (open.length === 0) break
    // The rest failed or is being settled by another process; that process or the next run ends the round.
    if (settled === 0) return
  }
  await deps.db.write(`update double_rounds set settled_at = $2 where sequence = $1 and settled_at is null`, [
    round.sequence,
    deps.clock.now(),
  ])
  await deleteExposure(deps, round.sequence)
}

/**
 * Returns how much of each bet on a closed round counts for the turnover. All bets of a player on the round are
 * combined, so that opposite bets on red and black hardly count.
 */
async function createCountBet(deps: AppDeps, sequence: number): Promise<CountBet> {
  const rows = await deps.db.read<{ user_id: string; colour: DoubleColour; stakes: number }>(
    `select user_id, params ->> 'colour' as colour, sum(stake)::bigint as stakes from game_rounds
      where double_round = $1 group by 1, 2`,
    [sequence],
  )
  const stakesByPlayer = new Map<string, Partial<Record<DoubleColour, Cents>>>()
  for (const { user_id, colour, stakes } of rows) {
    stakesByPlayer.set(user_id, { ...stakesByPlayer.get(user_id), [colour]: cents(stakes) })
  }
  return ({ user_id, stake }) => {
    const stakes = stakesByPlayer.get(user_id) ?? {}
    return shareOf(doubleCounted(stakes), stake, add(...Object.values(stakes)))
  }
}
