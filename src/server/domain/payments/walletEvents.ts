import { setTimeout as pause } from 'node:timers/promises'
import { cents } from '#contract/money.ts'
import { toWireBalanceEvents, toWireBetAmount } from '#contract/realtime.ts'
import type { AppDeps } from '../../deps.ts'
import type { Bus, BusMessage } from '../../messaging/bus.ts'
import type { Tx } from '../../db/client.ts'
import { mayBeConnected } from '../accounts/presence.ts'

type Deps = Pick<AppDeps, 'bus' | 'db' | 'log'>

interface RequestedEvents {
  wallet: boolean
  bets: boolean
}

interface Row {
  user_id: string
  cash: number
  bonus: number
  bet_sum: number
  has_deposited: boolean
  version: number
}

/**
 * The id of the last posting is the version: postings of one player are numbered in commit order.
 */
const readSql = `
  select w.user_id, w.cash, w.bonus, w.bet_sum, w.deposit_sum > 0 as has_deposited,
    (select coalesce(max(t.id), 0) from transfers t where t.user_id = w.user_id) as version
  from wallets w where w.user_id = any($1)`

/**
 * Sends the balances of both wallets after `tx` has committed. For games: the bet does not wait for the event,
 * and concurrent bets of one player are combined into few events, the last of them with the final balance.
 */
export function publishWallet(deps: Deps, tx: Tx, userId: string): void {
  tx.afterCommit(() => pusherOf(deps).push(userId, { wallet: true, bets: false }))
}

/** Sends the balances and the sum of the bets of a player whose bet has been committed. */
export function publishBalances(deps: Deps, userId: string): void {
  pusherOf(deps).push(userId, { wallet: true, bets: true })
}

/** Sends userBetAmount, the sum of the player's bets, after `tx` has committed. */
export function publishBet(deps: Deps, tx: Tx, userId: string): void {
  tx.afterCommit(() => pusherOf(deps).push(userId, { wallet: false, bets: true }))
}

/**
 * Like `publishWallet`, but inside `tx`, for deposits and withdrawals: the event is sent with the commit, even
 * when this process dies right after. Not for bets, because a transaction that issues NOTIFY makes all others
 * wait for its commit.
 */
export async function publishWalletIn(deps: Pick<AppDeps, 'bus'>, tx: Tx, userId: string): Promise<void> {
  const rows = await tx.query<Row>(readSql, [[userId]])
  await deps.bus.publishAll(
    tx,
    rows.flatMap((row) => messagesOf(row, { wallet: true, bets: false })),
  )
}

const pushers = new WeakMap<Bus, Pusher>()

function pusherOf(deps: Deps): Pusher {
  const existing = pushers.get(deps.bus)
  if (existing) return existing
  const pusher = new Pusher(deps)
  pushers.set(deps.bus, pusher)
  return pusher
}

/** Changes within this time are sent together. */
const collectMs = 25

/** Sends one batch of events at a time, for players who are connected; requests that arrive meanwhile go into the next. */
class Pusher {
  readonly #deps: Deps
  #queued = new Map<string, RequestedEvents>()
  #running = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  push(userId: string, requested: RequestedEvents): void {
    if (!mayBeConnected(this.#deps, userId)) return
    const queued = this.#queued.get(userId)
    this.#queued.set(userId, {
      wallet: requested.wallet || (queued?.wallet ?? false),
      bets: requested.bets || (queued?.bets ?? false),
    })
    if (!this.#running) void this.#run()
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#queued.size > 0) {
      const batch = this.#queued
      this.#queued = new Map()
      try {
        const rows = await this.#deps.db.read<Row>(readSql, [[...batch.keys()]])
        const messages = rows.flatMap((row) => messagesOf(row, batch.get(row.user_id)))
        await this.#deps.bus.publishAll(this.#deps.db, messages)
      } catch (error) {
        // The money has moved, and the client polls; only this event is lost.
        this.#deps.log.error(error, 'wallet push failed')
      }
      await pause(collectMs)
    }
    this.#running = false
  }
}

function messagesOf(row: Row, requested: RequestedEvents | undefined): BusMessage[] {
  const events = [
    ...(requested?.wallet
      ? toWireBalanceEvents({
          cash: cents(row.cash),
          bonus: cents(row.bonus),
          hasDeposited: row.has_deposited,
        })
      : []),
    ...(requested?.bets ? [toWireBetAmount(cents(row.bet_sum))] : []),
  ]
  return events.map((event) => ({ type: 'event', userId: row.user_id, event, version: row.version }))
}
