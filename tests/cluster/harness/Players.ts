import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { RealtimeConnection } from '#realtime/RealtimeConnection.ts'
import type { Db } from '#server/db/client.ts'
import { Sandbox } from '../../../scripts/Sandbox.ts'
import { dataOf, isFault, send, type Call, type CallResult } from '../../reliability/harness/send.ts'

interface Player {
  userId: string
  token: string
  /** In cents: what the acknowledged bets have made of the player's money. */
  money: number
  isOnline: boolean
  /** Balances of the socket's events, in cents. */
  seen: number[]
}

/** A bet that the server has acknowledged. */
export interface Bet {
  player: Player
  call: Call
  response: CallResult
  tries: number
  ms: number
}

const startMoney = 500_000
/** The client's own limit. */
const timeoutMs = 30_000
/** A player's pause between two bets, in ms. */
const pauseMs = 30
/** The client's pauses before it tries again; the last one repeats, as long as the player does. */
const retryMs = [400, 1_500]

/** Players who bet without end, each with a socket, and repeat a call with its key until they get its outcome. */
export class Players {
  readonly bets: Bet[] = []
  readonly #url: string
  readonly #players: Player[] = []
  #isOver = true
  #running: Promise<unknown> = Promise.resolve()
  /** When each pending call was first sent, in ms of `performance.now()`. */
  readonly #pending = new Set<number>()
  #longestMs = 0
  #faults = 0

  constructor(url: string) {
    this.#url = url
  }

  async prepare(count: number, db: Db): Promise<void> {
    const sandbox = new Sandbox(this.#url)
    for (let i = 0; i < count; i++) {
      const { username, token } = await sandbox.createUser({ balance: startMoney / 100, level: 12 })
      const [user] = await db.read<{ id: string }>('select id from users where lower(email) = lower($1)', [
        username,
      ])
      const player = { userId: user?.id ?? '', token, money: startMoney, isOnline: false, seen: [] }
      this.#players.push(player)
      await connect(this.#url, player)
    }
  }

  start(): void {
    this.#isOver = false
    this.#longestMs = 0
    this.#faults = 0
    this.#running = Promise.all(this.#players.map((player) => this.#play(player)))
  }

  /** Stops the players after their pending bets have an outcome. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  /** The longest time since `start` that a player waited for the outcome of a bet, all retries included, in ms. */
  get longestMs(): number {
    const now = performance.now()
    return Math.max(this.#longestMs, ...[...this.#pending].map((since) => now - since))
  }

  /** How many calls got a fault or no response since `start`, and were repeated. */
  get faults(): number {
    return this.#faults
  }

  async acknowledged(more: number): Promise<void> {
    const target = this.bets.length + more
    while (this.bets.length < target) await delay(5)
  }

  /** How many of the acknowledged bets are not in the database with the round and the response that the player got. */
  async lost(db: Db): Promise<number> {
    // Counted before the rows are read.
    const bets = [...this.bets]
    const keys = bets.map(({ call }) => call.key ?? '')
    const stored = await db.read<{ key: string; response: string; is_round: boolean }>(
      `select k.key, k.response, exists (select 1 from game_rounds r
         where r.user_id = k.user_id and r.id = k.response::jsonb #>> '{data,roundId}') as is_round
       from idempotency_keys k where k.key = any($1)`,
      [keys],
    )
    const byKey = new Map(stored.map((row) => [row.key, row]))
    return bets.filter(({ call, response }) => {
      const row = byKey.get(call.key ?? '')
      return !row?.is_round || !response.hasResponse || row.response !== response.text
    }).length
  }

  /** Fails unless every player has exactly the money that the acknowledged bets add up to. The players must have ended. */
  async checkMoney(db: Db): Promise<void> {
    const wallets = await db.read<{ user_id: string; money: number }>(
      'select user_id, cash + bonus as money from wallets where user_id = any($1)',
      [this.#players.map(({ userId }) => userId)],
    )
    const inWallets = new Map(wallets.map((row) => [row.user_id, row.money]))
    for (const { userId, money } of this.#players)
      assert.equal(inWallets.get(userId), money, `money of ${userId}`)
  }

  /** Each player bets once more and must get the event; returns the number of sockets that did. */
  async socketsBack(db: Db, limitMs = 15_000): Promise<number> {
    const results = await Promise.all(
      this.#players.map(async (player) => {
        player.seen = []
        await this.#bet(player)
        const [wallet] = await db.read<{ cash: number }>('select cash from wallets where user_id = $1', [
          player.userId,
        ])
        const end = performance.now() + limitMs
        while (!player.seen.includes(wallet?.cash ?? NaN) && performance.now() < end) await delay(10)
        return player.isOnline && player.seen.includes(wallet?.cash ?? NaN)
      }),
    )
    return results.filter(Boolean).length
  }

  /** The bets from this number on are no more: the database was restored to a time before them. */
  forgetSince(count: number): void {
    for (const { player, response } of this.bets.splice(count)) player.money -= changeOf(response)
  }

  get count(): number {
    return this.#players.length
  }

  async #play(player: Player): Promise<void> {
    while (!this.#isOver) {
      await this.#bet(player)
      await delay(pauseMs)
    }
  }

  async #bet(player: Player): Promise<void> {
    const call = { ...anyBet(this.bets.length), token: player.token, key: randomUUID() }
    const began = performance.now()
    this.#pending.add(began)
    let tries = 1
    let response = await send(this.#url, call, { timeoutMs })
    for (; isUnanswered(response); tries++) {
      this.#faults++
      await delay(retryMs[Math.min(tries, retryMs.length) - 1])
      response = await send(this.#url, call, { timeoutMs })
    }
    this.#pending.delete(began)
    const ms = performance.now() - began
    this.#longestMs = Math.max(this.#longestMs, ms)
    player.money += changeOf(response)
    this.bets.push({ player, call, response, tries, ms })
  }
}

/** What a bet has added to the player's money, in cents. */
function changeOf(response: CallResult): number {
  const { amount, payout, status } = dataOf<{ amount: number; payout: number; status: string }>(response)
  return (status === 'won' ? Math.round(payout * 100) : 0) - Math.round(amount * 100)
}

/** As the client sees it: no response, a proxy's error page, or a server error. */
function isUnanswered(response: CallResult): boolean {
  // Of the proxy, or of an earlier program that is stopping.
  if (
    response.hasResponse &&
    [502, 503, 504].includes(response.http) &&
    !response.text.startsWith('{"status":')
  )
    return true
  return isFault(response)
}

/** Bets that take different ways through the server: batched, and one transaction each. */
function anyBet(number: number): Call {
  const amount = 1 + (number % 20)
  const bets = [
    { kind: 'dice bet', path: 'dice/bet', body: { amount, direction: 'over', chance: 50 } },
    { kind: 'limbo bet', path: 'limbo/bet', body: { amount, target: 2 } },
    { kind: 'mines auto', path: 'mines/betPlay', body: { amount, mineCount: 3, tiles: [0, 1] } },
    { kind: 'rowDouble auto', path: 'rowDouble/betPlay', body: { amount, mode: 'hard', tiles: [0] } },
  ] as const
  const bet = bets[number % bets.length] ?? bets[0]
  return { ...bet, path: `/api/app/game/${bet.path}` }
}

/** Opens the product's own real-time connection. */
async function connect(url: string, player: Player): Promise<void> {
  await new Promise<void>((resolve) => {
    const connection = new RealtimeConnection({
      loadIo: () => Promise.resolve(io),
      serverUrl: () => url,
      token: () => player.token,
      onEvent: ({ name, payload }) => {
        if (name === 'insBalance')
          player.seen.push(Math.round((payload as { balance: number }).balance * 100))
      },
      onStatus: (status) => {
        player.isOnline = status === 'online'
        if (player.isOnline) resolve()
      },
      onLoggedOut: () => {
        throw new Error('a player was logged out')
      },
    })
    connection.connect().catch((error: unknown) => {
      throw error
    })
  })
}
