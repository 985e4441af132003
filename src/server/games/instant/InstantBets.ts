import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { AppDeps } from '../../deps.ts'
import { writing } from '../../db/client.ts'
import { publishBalances } from '../../domain/payments/walletEvents.ts'
import { instantRow, type InstantBet } from '../rounds.ts'
import type { RoundRow } from '../roundRows.ts'
import { readPlayerStates, type PlayerState } from './playerState.ts'

/** A player's call of an instant bet. `bodyHash` tells whether a repeated key stands for the same bet. */
export interface InstantCall {
  userId: string
  sessionId: string
  key: string
  route: string
  bodyHash: string
  bet: InstantBet
  /** The body of the response for the played round. */
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
  round: RoundRow
  counted: number
  body: string
  isMarked: boolean
}

/** Bets of one statement. More would make the first ones wait for long. */
const maxBatch = 64
/** Players whose state is kept. One that is missing costs a read. */
const maxPlayers = 20_000
/** A game that is played on and on is moved to the front of the recently played ones once in this time. */
const markEveryMs = 60_000

const playSql = `${writing} select play_instant_bets($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
  $16, $17, $18, $19, $20, $21) as played`

/**
 * Plays instant bets in batches: whatever arrives while one batch is being written goes into the next one, in one
 * statement (instantBets.sql). A bet that is alone does not wait. A batch has at most one bet of each player; a
 * player's bets are played in the order in which they came.
 *
 * It covers the ordinary bet only. `play` returns undefined, with nothing done, for a bet that needs the other rules
 * (limits, levels, refusals, repeated keys), or when nobody knows whether the statement was committed: the caller then
 * plays it through `idempotent`, where the key tells.
 */
export class InstantBets {
  readonly #deps: AppDeps
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #states = new LRUCache<string, PlayerState>({ max: maxPlayers })
  #running = false

  constructor(deps: AppDeps) {
    this.#deps = deps
  }

  /** The body of the response, or undefined: nothing was done, or nobody knows. */
  play(call: InstantCall): Promise<string | undefined> {
    return new Promise((done) => {
      const queue = this.#waiting.get(call.userId)
      if (queue) queue.push({ call, done })
      else this.#waiting.set(call.userId, [{ call, done }])
      if (this.#running) return
      this.#running = true
      // The requests that arrived together are all read by then.
      setImmediate(() => void this.#run())
    })
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = this.#takeBatch()
      let played = new Map<Waiting, string>()
      try {
        played = await this.#playBatch(batch)
      } catch (error) {
        // The caller plays each bet by itself; what is wrong with one of them is then told to its player alone.
        this.#deps.log.warn(error, 'a batch of bets failed')
        for (const { call } of batch) this.#states.delete(call.userId)
      }
      for (const waiting of batch) waiting.done(played.get(waiting))
    }
    this.#running = false
  }

  /** The first bet of each waiting player. */
  #takeBatch(): Waiting[] {
    const batch: Waiting[] = []
    for (const [userId, queue] of [...this.#waiting]) {
      const first = queue.shift()
      // Behind those who have waited for as long.
      this.#waiting.delete(userId)
      if (queue.length > 0) this.#waiting.set(userId, queue)
      if (first) batch.push(first)
      if (batch.length === maxBatch) break
    }
    return batch
  }

  async #playBatch(batch: Waiting[]): Promise<Map<Waiting, string>> {
    await this.#readStates(batch)
    const now = this.#deps.clock.now()
    const prepared = batch.flatMap((waiting) => {
      const state = this.#states.get(waiting.call.userId)
      return state ? [prepare(waiting, state, now)] : []
    })
    if (prepared.length === 0) return new Map()
    const posted = new Set(await this.#post(prepared, now))
    const played = new Map<Waiting, string>()
    for (const [index, bet] of prepared.entries()) {
      const { call, state } = bet
      if (!posted.has(index + 1)) {
        this.#states.delete(call.userId)
        continue
      }
      state.seeds = { ...state.seeds, nonce: state.seeds.nonce + 1 }
      if (bet.isMarked) state.playedAt.set(call.bet.game, now.getTime())
      publishBalances(this.#deps, call.userId)
      played.set(bet.waiting, bet.body)
    }
    return played
  }

  async #readStates(batch: Waiting[]): Promise<void> {
    const missing = batch.map(({ call }) => call.userId).filter((userId) => !this.#states.has(userId))
    if (missing.length === 0) return
    for (const [userId, state] of await readPlayerStates(this.#deps.db, missing))
      this.#states.set(userId, state)
  }

  /** The numbers of the bets that were posted, from 1. */
  async #post(bets: Prepared[], now: Date): Promise<number[]> {
    const column = <T>(value: (bet: Prepared) => T) => bets.map(value)
    const [row] = await this.#deps.db.query<{ played: number[] }>(playSql, [
      column(({ call }) => call.sessionId),
      column(({ call }) => call.userId),
      column(({ call }) => call.key),
      column(({ call }) => call.route),
      column(({ call }) => call.bodyHash),
      column(({ body }) => body),
      column(({ call }) => call.bet.game),
      column(({ call }) => call.bet.wallet),
      column(({ round }) => round.id),
      column(({ round }) => round.stake),
      column(({ round }) => round.payout),
      column(({ counted }) => counted),
      column(({ round }) => JSON.stringify(round.params)),
      column(({ round }) => JSON.stringify(round.outcome)),
      column(({ round }) => round.multiplier ?? 0),
      column(({ state }) => state.seeds.pairId),
      column(({ state }) => state.seeds.nonce),
      column(({ state }) => state.depositSum),
      column(({ state }) => state.levelBets),
      column(({ isMarked }) => isMarked),
      now,
    ])
    return row?.played ?? []
  }
}

function prepare(waiting: Waiting, state: PlayerState, now: Date): Prepared {
  const { bet, userId } = waiting.call
  const settled = bet.decide(state.seeds)
  const round = instantRow({ id: randomUUID(), userId, bet, seeds: state.seeds, settled, now })
  const playedAt = state.playedAt.get(bet.game)
  return {
    waiting,
    call: waiting.call,
    state,
    round,
    counted: settled.counted,
    body: waiting.call.respond(round),
    isMarked: playedAt === undefined || Math.abs(now.getTime() - playedAt) >= markEveryMs,
  }
}
