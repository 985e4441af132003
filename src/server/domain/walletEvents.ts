import { cents, type Cents } from '#contract/money.ts'
import { toWireBalanceEvents, toWireBetAmount } from '#contract/realtime.ts'
import type { AppDeps } from '../app.ts'
import type { Bus, BusMessage } from '../bus.ts'
import type { Db, Tx } from '../db/client.ts'

type Deps = Pick<AppDeps, 'bus' | 'db'>

interface Wanted {
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

/** The last posting is the version: postings of one player are numbered in the order in which they commit. */
const readSql = `
  select w.user_id, w.cash, w.bonus, w.bet_sum, w.deposit_sum > 0 as has_deposited,
    (select coalesce(max(t.id), 0) from transfers t where t.user_id = w.user_id) as version
  from wallets w where w.user_id = any($1)`

/**
 * Pushes insBalance and freeBalance once `tx` has committed. For games: it costs the bet nothing, and many
 * bets of one player at once become few pushes, the last of them with the last balance.
 */
export function publishWallet(deps: Deps, tx: Tx, userId: string): void {
  tx.afterCommit(() => pusherOf(deps).push(userId, { wallet: true, bets: false }))
}

/** Pushes userBetAmount once `tx` has committed: what the player has bet so far. */
export function publishBet(deps: Deps, tx: Tx, userId: string): void {
  tx.afterCommit(() => pusherOf(deps).push(userId, { wallet: false, bets: true }))
}

/** Offers the bonus multiplier on `amount` (spec §3, bet-increase event); arrives when `tx` commits. */
export async function publishMultiplierOffer(
  deps: Pick<AppDeps, 'bus'>,
  tx: Tx | Db,
  userId: string,
  offer: { multiplier: number; amount: Cents },
): Promise<void> {
  await deps.bus.publish(tx, { type: 'event', userId, event: toWireBetAmount(offer.amount, offer) })
}

/**
 * The same as `publishWallet` inside `tx`, for deposits and withdrawals: what commits is pushed, even when
 * this process dies right after. Not for bets: a transaction that notifies makes all others wait to commit.
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
  const known = pushers.get(deps.bus)
  if (known) return known
  const pusher = new Pusher(deps)
  pushers.set(deps.bus, pusher)
  return pusher
}

/** One push at a time for this process; what comes meanwhile goes together into the next one. */
class Pusher {
  readonly #deps: Deps
  #waiting = new Map<string, Wanted>()
  #running = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  push(userId: string, wanted: Wanted): void {
    const before = this.#waiting.get(userId)
    this.#waiting.set(userId, {
      wallet: wanted.wallet || (before?.wallet ?? false),
      bets: wanted.bets || (before?.bets ?? false),
    })
    if (!this.#running) void this.#run()
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#waiting.size > 0) {
      const batch = this.#waiting
      this.#waiting = new Map()
      try {
        const rows = await this.#deps.db.query<Row>(readSql, [[...batch.keys()]])
        const messages = rows.flatMap((row) => messagesOf(row, batch.get(row.user_id)))
        await this.#deps.bus.publishAll(this.#deps.db, messages)
      } catch (error) {
        // The money is where it belongs, and the client asks again; only this push is lost.
        console.error('wallet push failed', error)
      }
    }
    this.#running = false
  }
}

function messagesOf(row: Row, wanted: Wanted | undefined): BusMessage[] {
  const events = [
    ...(wanted?.wallet
      ? toWireBalanceEvents({
          balance: cents(row.cash),
          bonusBalance: cents(row.bonus),
          hasDeposited: row.has_deposited,
        })
      : []),
    ...(wanted?.bets ? [toWireBetAmount(cents(row.bet_sum))] : []),
  ]
  return events.map((event) => ({ type: 'event', userId: row.user_id, event, version: row.version }))
}
