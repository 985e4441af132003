import { LRUCache } from 'lru-cache'
import { cents } from '#contract/money.ts'
import type { Db } from '../../db/client.ts'
import { isOutage } from '../../db/faults.ts'
import type { AppDeps } from '../../deps.ts'
import { commonNow } from '../../time/clock.ts'
import { currentClosure } from '../../domain/protection/serviceClosure.ts'
import { pushWallet, type PushedWallet } from '../../domain/payments/walletEvents.ts'
import { betsPerPlayer } from '../../flow/traffic.ts'
import { instantRow, type InstantBet } from '../rounds.ts'
import { newRoundId } from '../roundIds.ts'
import type { RoundRow } from '../roundRows.ts'
import type { RoundSeeds } from '../seeds.ts'
import { readPlayerStates, type PlayerState } from './playerState.ts'

/** A player's call of an instant bet. `bodyHash` shows whether a repeated key is for the same bet. */
export interface InstantCall {
  userId: string
  sessionId: string
  key: string
  route: string
  bodyHash: string
  bet: InstantBet
  /** Builds the body of the response for the played round. */
  respond: (round: RoundRow) => string
}

interface Waiting {
  call: InstantCall
  done: (body: string | undefined) => void
}

interface Prepared {
  waiting: Waiting
  call: InstantCall
  state: PlayerState
  seeds: RoundSeeds
  round: RoundRow
  counted: number
  body: string
  isMarked: boolean
}

/** Maximum number of bets in one statement. With more, the first ones would wait too long. */
const maxBatch = 64
/** Batches in the database at the same time: while one waits for the disk, another is executed and a third is parsed. */
const maxWriters = 3
/** How long bets gather for a second writer, in ms: a statement costs as much as several bets. */
const gatherMs = 1
/** Maximum number of players whose state is cached. A missing one costs a read. */
const maxPlayers = 20_000
/** How long a node is left out after it could not be reached, in ms. */
const unreachedMs = 5_000
/** Minimum interval at which bets on a game move it to the front of the player's recently played games. */
const markEveryMs = 60_000

/** Separates the texts of a column. Ids, codes and JSON cannot contain it; a bet whose key does goes the usual way. */
const separator = '\u001f'

/** The columns of a batch, in the order of play_instant_bets_of. */
const columns: {
  type: 'text' | 'bigint' | 'numeric' | 'boolean'
  of: (bet: Prepared) => string | number | boolean
}[] = [
  { type: 'text', of: ({ call }) => call.sessionId },
  { type: 'text', of: ({ call }) => call.userId },
  { type: 'text', of: ({ call }) => call.key },
  { type: 'text', of: ({ call }) => call.route },
  { type: 'text', of: ({ call }) => call.bodyHash },
  { type: 'text', of: ({ body }) => body },
  { type: 'text', of: ({ call }) => call.bet.game },
  { type: 'text', of: ({ call }) => call.bet.wallet },
  { type: 'text', of: ({ round }) => round.id },
  { type: 'bigint', of: ({ round }) => round.stake },
  { type: 'bigint', of: ({ round }) => round.payout },
  { type: 'bigint', of: ({ counted }) => counted },
  { type: 'text', of: ({ round }) => JSON.stringify(round.params) },
  { type: 'text', of: ({ round }) => JSON.stringify(round.outcome) },
  { type: 'numeric', of: ({ round }) => round.multiplier ?? 0 },
  { type: 'text', of: ({ seeds }) => seeds.pairId },
  { type: 'bigint', of: ({ seeds }) => seeds.nonce },
  { type: 'bigint', of: ({ state }) => state.depositSum },
  { type: 'bigint', of: ({ state }) => state.levelBets },
  { type: 'boolean', of: ({ isMarked }) => isMarked },
]

/** Each column is one parameter: quoting every text for an array would cost this process more than all else of a batch. */
const parametersSql = `($1, ${columns
  .map(({ type }, index) =>
    type === 'text' ? `string_to_array($${index + 2}, U&'\\001F')` : `$${index + 2}::${type}[]`,
  )
  .join(', ')}, $${columns.length + 2}, $${columns.length + 3})`

/** Plays a batch where there is one PostgreSQL, or by way of the coordinator, which finds the node. */
const playSql = `select * from play_instant_bets_of${parametersSql}`

/** The same on the node that has this shard (db/distributed/020.functions.sql). */
const playOfShardSql = (shard: number) => `select * from play_shard_bets_${shard}${parametersSql}`

interface PlayedRow {
  /** The bet's position in the batch. */
  played: number
  cash: number
  bonus: number
  deposit_sum: number
  bet_sum: number
  version: number
}

function walletOf(row: PlayedRow): PushedWallet {
  return {
    cash: cents(row.cash),
    bonus: cents(row.bonus),
    depositSum: cents(row.deposit_sum),
    betSum: cents(row.bet_sum),
    version: row.version,
  }
}

/** The column as a parameter of `playSql`. */
function parameterOf({ type, of }: (typeof columns)[number], bets: readonly Prepared[]): string {
  const between = type === 'text' ? separator : ','
  let list = ''
  for (const [index, bet] of bets.entries()) list += index === 0 ? of(bet) : between + String(of(bet))
  return type === 'text' ? list : `{${list}}`
}

/**
 * Plays instant bets in batches: bets that arrive while batches are being written form the next one, which is one
 * statement (instantBets.sql). A single bet does not wait. A player's bets are in at most one of the batches that are being
 * written, in the order in which they arrived. Where players are spread over nodes, so are those of a shard: what comes meanwhile
 * is the shard's next batch.
 *
 * It handles ordinary bets only. `play` returns undefined for a bet that needs further rules (limits, levels, refusals,
 * repeated keys), which then had no effect, or when it is unknown whether the statement was committed. The caller then
 * plays the bet through `idempotent`, which finds the stored response by the key if there is one.
 */
export class InstantBets {
  readonly #deps: AppDeps
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #states = new LRUCache<string, PlayerState>({ max: maxPlayers })
  /** Nodes whose bets go the usual way for a while. */
  readonly #unreached = new LRUCache<string, true>({ max: 1_000, ttl: unreachedMs })
  /** Players whose bet is being written. */
  readonly #busy = new Set<string>()
  /** Shards of other nodes with a batch that is being written. */
  readonly #busyShards = new Set<number>()
  /** How many of a player's bets are being played the usual way. */
  readonly #alone = new Map<string, number>()
  #writers = 0

  constructor(deps: AppDeps) {
    this.#deps = deps
    deps.metrics.queue('bets', () => {
      let waiting = 0
      for (const queue of this.#waiting.values()) waiting += queue.length
      return waiting
    })
  }

  /** The body of the response; undefined when the bet was not posted, or when that is unknown. */
  async play(call: InstantCall): Promise<string | undefined> {
    // A batch has one time, that of everybody.
    if (this.#deps.clock.shiftMs?.()) return undefined
    if (call.key.includes(separator) || (await currentClosure(this.#deps))) return undefined
    return new Promise((done) => {
      const queue = this.#waiting.get(call.userId)
      if (queue) queue.push({ call, done })
      else this.#waiting.set(call.userId, [{ call, done }])
      this.#startWriter()
    })
  }

  /**
   * Plays a bet that `play` did not post. Until it ends, no batch takes this player's bets: they would find the wallet
   * locked or the nonce taken, and all would go this way for as long as bets keep coming.
   */
  async playAlone<T>(userId: string, work: () => Promise<T>): Promise<T> {
    this.#alone.set(userId, (this.#alone.get(userId) ?? 0) + 1)
    try {
      return await work()
    } finally {
      const others = (this.#alone.get(userId) ?? 1) - 1
      if (others > 0) this.#alone.set(userId, others)
      else this.#alone.delete(userId)
      this.#startWriter()
    }
  }

  #hasFree(): boolean {
    for (const userId of this.#waiting.keys()) if (this.#isFree(userId)) return true
    return false
  }

  #isFree(userId: string): boolean {
    if (this.#busy.has(userId) || this.#alone.has(userId)) return false
    const state = this.#states.get(userId)
    return state === undefined || !this.#busyShards.has(state.shard)
  }

  /**
   * A second writer first gathers bets for a moment: the next batch forms while the first is executed. Not when the first
   * has the bets of one player only: then there is no crowd to gather, and another player's bet would only wait.
   */
  #startWriter(): void {
    if (this.#writers === maxWriters || !this.#hasFree()) return
    this.#writers++
    const write = () => void this.#write()
    // By then all requests that arrived together have been parsed.
    if (this.#writers === 1 || this.#busy.size <= 1) setImmediate(write)
    else setTimeout(write, gatherMs)
  }

  async #write(): Promise<void> {
    const { batch, shard } = this.#takeBatch()
    let played = new Map<Waiting, string>()
    if (shard !== undefined) this.#busyShards.add(shard)
    try {
      if (batch.length > 0) played = await this.#playBatch(batch)
    } catch (error) {
      // The callers then play each bet individually, so that only the player whose bet is invalid gets the error.
      this.#deps.log.warn(error, 'a batch of bets failed')
      for (const { call } of batch) this.#states.delete(call.userId)
    }
    if (shard !== undefined) this.#busyShards.delete(shard)
    for (const { call } of batch) this.#busy.delete(call.userId)
    for (const waiting of batch) waiting.done(played.get(waiting))
    this.#writers--
    this.#startWriter()
  }

  /**
   * The first bets of each waiting player who has none under way; of one shard, because those of another would be a statement of
   * their own, and more of them gather meanwhile. `shard`: of another node.
   */
  #takeBatch(): { batch: Waiting[]; shard: number | undefined } {
    const batch: Waiting[] = []
    let shard: number | undefined
    let isSpread = false
    for (const [userId, queue] of [...this.#waiting]) {
      if (!this.#isFree(userId)) continue
      const state = this.#states.get(userId)
      shard ??= state?.shard
      if (state !== undefined && state.shard !== shard) continue
      isSpread ||= typeof state?.node === 'string'
      const taken = queue.splice(0, sendable(queue))
      // Deleted and set again: the player moves to the end of the queue, so that players take turns.
      this.#waiting.delete(userId)
      if (queue.length > 0) this.#waiting.set(userId, queue)
      this.#busy.add(userId)
      batch.push(...taken)
      if (batch.length >= maxBatch) break
    }
    return { batch, shard: isSpread ? shard : undefined }
  }

  async #playBatch(batch: Waiting[]): Promise<Map<Waiting, string>> {
    await this.#readStates(batch)
    // The call that started this batch may be of a player with another time.
    const now = commonNow(this.#deps.clock)
    const before = new Map<string, number>()
    const prepared = batch.flatMap((waiting) => {
      const { userId } = waiting.call
      const state = this.#states.get(userId)
      if (!state) return []
      const earlier = before.get(userId) ?? 0
      before.set(userId, earlier + 1)
      return [prepare(waiting, state, later(state.seeds, earlier), now)]
    })
    const posted = await Promise.all(
      groupsOf(prepared, ({ state }) => state.shard).map((bets) => this.#postOrForget(bets, now)),
    )
    const played = new Map<Waiting, string>()
    for (const bet of posted.flat()) {
      const { call, state, seeds } = bet
      const cached = this.#states.get(call.userId)
      if (cached) cached.seeds = later(seeds, 1)
      if (bet.isMarked) state.playedAt.set(call.bet.game, now.getTime())
      countBet(this.#deps, bet)
      played.set(bet.waiting, bet.body)
    }
    return played
  }

  /** Returns the bets that were posted; a failure concerns the players of this shard only. */
  async #postOrForget(bets: Prepared[], now: Date): Promise<Prepared[]> {
    let posted = new Set<number>()
    try {
      posted = await this.#post(bets, now)
    } catch (error) {
      const node = bets[0]?.state.node ?? null
      if (node !== null && isOutage(error)) this.#unreached.set(node, true)
      // The callers then play each bet individually, so that only the player whose bet is invalid gets the error.
      this.#deps.log.warn(error, 'a batch of bets failed')
    }
    return bets.filter(({ call }, index) => {
      const isPosted = posted.has(index + 1)
      if (!isPosted) this.#states.delete(call.userId)
      return isPosted
    })
  }

  async #readStates(batch: Waiting[]): Promise<void> {
    const missing = batch.map(({ call }) => call.userId).filter((userId) => !this.#states.has(userId))
    if (missing.length === 0) return
    for (const [userId, state] of await readPlayerStates(this.#deps.db, missing))
      this.#states.set(userId, state)
  }

  /** Where the rows of these players are, unless that node could not be reached a moment ago, and what plays bets there. */
  #at({ node, shard }: Pick<PlayerState, 'node' | 'shard'>): { at: Pick<Db, 'write'>; sql: string } {
    const { db } = this.#deps
    if (node === null || this.#unreached.has(node)) return { at: db, sql: playSql }
    return { at: db.at(node), sql: playOfShardSql(shard) }
  }

  /** Returns the positions of the bets that were posted, from 1; sends the players' wallets. */
  async #post(bets: Prepared[], now: Date): Promise<Set<number>> {
    const [first] = bets
    if (!first) return new Set()
    const { db, bus, log } = this.#deps
    const channel = bets.some(({ call }) => this.#deps.presence.mayBeConnected(call.userId))
      ? bus.channel
      : undefined
    const { at, sql } = this.#at(first.state)
    const rows = await at.write<PlayedRow>(sql, [
      first.call.userId,
      ...columns.map((column) => parameterOf(column, bets)),
      now,
      channel ?? null,
    ])
    if (channel === undefined) {
      // The last one of each player.
      const wallets = new Map(rows.map((row) => [bets[row.played - 1]?.call.userId ?? '', walletOf(row)]))
      for (const [userId, wallet] of wallets)
        pushWallet(this.#deps, db, userId, wallet, true).catch((error: unknown) => {
          log.error(error, 'a wallet could not be sent')
        })
    }
    return new Set(rows.map(({ played }) => played))
  }
}

/** Lists of what has the same key, in the order of their first. */
function groupsOf<T>(all: readonly T[], keyOf: (each: T) => number): T[][] {
  const groups = new Map<number, T[]>()
  for (const each of all) {
    const group = groups.get(keyOf(each))
    if (group) group.push(each)
    else groups.set(keyOf(each), [each])
  }
  return [...groups.values()]
}

/** How many of the player's first bets go in one batch: a repeated key waits until the bet before it has its response. */
function sendable(queue: readonly Waiting[]): number {
  const keys = new Set<string>()
  for (const { call } of queue.slice(0, betsPerPlayer)) {
    if (keys.has(call.key)) break
    keys.add(call.key)
  }
  return keys.size
}

function countBet({ metrics }: AppDeps, { call: { bet }, round }: Prepared): void {
  metrics.moved('stake', round.stake)
  metrics.moved('payout', round.payout)
  metrics.betTaken(bet.game)
  metrics.roundSettled(bet.game)
}

/** The seeds of the round that is played `rounds` after this one. */
function later(
  { pairId, serverSeed, serverSeedHash, clientSeed, nonce }: RoundSeeds,
  rounds: number,
): RoundSeeds {
  return { pairId, serverSeed, serverSeedHash, clientSeed, nonce: nonce + rounds }
}

function prepare(waiting: Waiting, state: PlayerState, seeds: RoundSeeds, now: Date): Prepared {
  const { bet, userId } = waiting.call
  const settled = bet.decide(seeds)
  const round = instantRow({ id: newRoundId(), userId, bet, seeds, settled, now })
  const playedAt = state.playedAt.get(bet.game)
  return {
    waiting,
    call: waiting.call,
    state,
    seeds,
    round,
    counted: settled.counted,
    body: waiting.call.respond(round),
    isMarked: playedAt === undefined || Math.abs(now.getTime() - playedAt) >= markEveryMs,
  }
}
