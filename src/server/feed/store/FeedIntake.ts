import { setTimeout as pause } from 'node:timers/promises'
import { LIVE_DELAY_MS } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type {
  FeedMessage,
  FeedPosition,
  FeedProvider,
  FeedSink,
  ToldFixture,
  ToldMarket,
  ToldMarkets,
} from '../../providers/feed/FeedProvider.ts'
import { marketCode } from '../desk/Desk.ts'
import { isOver } from '../shownMatch.ts'
import { commonNow } from '../../time/clock.ts'
import type { FeedNames } from './FeedNames.ts'
import type { FeedStore, FeedStoreDeps } from './FeedStore.ts'
import { areOtherSides, matchWithFixture, matchWithState } from './matchAfter.ts'
import {
  beginning,
  end,
  MarketCodes,
  type Batch,
  type StoredCancel,
  type StoredMarket,
  type StoredMatch,
} from './rows.ts'
import { isKnown, type Held, type HeldMatch, type StoredFeed } from './StoredFeed.ts'

/** Messages of this many ms are stored together: each batch costs a commit. */
const batchMs = 20
/** So many changes are in a batch at most. */
const mostChanges = 4_000
/** A sign of life is stored this often, in ms. */
const aliveMs = 3_000
const pruneMs = 30_000
/** So long bets on the sides that were told before may still come in, in ms: other processes read it later, and live bets are taken at the end of their delay. */
const otherSidesMs = LIVE_DELAY_MS + 2_000

interface Taken {
  messages: readonly FeedMessage[]
  position: FeedPosition | undefined
  isCurrent: boolean
  stored: () => void
  failed: (error: unknown) => void
}

interface IntakeParts {
  provider: FeedProvider
  store: FeedStore
  names: FeedNames
  memory: StoredFeed
  /** After each batch. */
  onStored: (version: number, batch: Batch, heardAt: number) => void
  /** New names are shown. */
  onNames: () => Promise<void>
}

/** The markets of a batch, by where the memory has them: faster than by name. Those that it does not have are there by name. */
type ToldMarketsOf = Map<Held | string, StoredMarket>

class IntakeLostError extends Error {
  constructor() {
    super('another process takes in the feed')
    this.name = 'IntakeLostError'
  }
}

/** Stores what a provider tells, batch by batch, for as long as no other process does. */
export class FeedIntake implements FeedSink {
  readonly #deps: FeedStoreDeps
  readonly #parts: IntakeParts
  readonly #ending = new AbortController()
  readonly #codes = new MarketCodes()
  #queue: Taken[] = []
  #epoch = 0
  #version = 0
  #isWriting = false
  /** Resolves when everything that was taken is stored, or refused. */
  #writing: Promise<void> = Promise.resolve()
  #heardAt = 0
  #failure: unknown
  /** Told about, though no fixture of theirs is known. */
  readonly #unknown = new Set<string>()

  constructor(deps: FeedStoreDeps, parts: IntakeParts) {
    this.#deps = deps
    this.#parts = parts
  }

  /**
   * Takes in until `signal` is aborted, or the provider ends. `onBegin` is called when no other process stores any more, and
   * brings the memory up to date. Rejects when the provider fails or another process has taken over.
   */
  async run(signal: AbortSignal, onBegin: () => Promise<void>): Promise<void> {
    const { provider, store, names, memory } = this.#parts
    const { epoch, version, position } = await store.begin()
    this.#epoch = epoch
    this.#version = version
    await names.load()
    await onBegin()
    if (provider.tellsAllPrices) await this.#closeAll()
    const signals = AbortSignal.any([signal, this.#ending.signal])
    const upkeep = setInterval(() => this.#prune(), pruneMs).unref()
    try {
      await provider.run({
        sink: this,
        position,
        signal: signals,
        unfinished: () => memory.unfinished(commonNow(this.#deps.clock).getTime()),
      })
    } finally {
      clearInterval(upkeep)
      await this.#writing
    }
    if (this.#failure !== undefined) throw this.#failure
  }

  take(messages: readonly FeedMessage[], position?: FeedPosition, isCurrent = true): Promise<void> {
    return new Promise((stored, failed) => {
      this.#queue.push({ messages, position, isCurrent, stored, failed })
      if (!this.#isWriting) this.#writing = this.#writeAll()
    })
  }

  alive(): void {
    const now = commonNow(this.#deps.clock).getTime()
    const age = now - this.#heardAt
    // The sandbox moves the clock back, too.
    if (age >= 0 && age < aliveMs) return
    this.#heardAt = now
    this.#parts.store.alive({ epoch: this.#epoch, version: this.#version }, now).then(
      (isOurs) => {
        if (!isOurs) this.#end(new IntakeLostError())
      },
      (error: unknown) => this.#end(error),
    )
  }

  /** What was told to an earlier run may have changed, or be gone. */
  async #closeAll(): Promise<void> {
    const { memory } = this.#parts
    const open = memory.openMarkets().map((market) => ({ ...market, isSuspended: true }))
    for (let from = 0; from < open.length; from += mostChanges) {
      const markets = open.slice(from, from + mostChanges)
      await this.#store({ matches: [], markets, cancels: [] }, commonNow(this.#deps.clock).getTime(), null)
    }
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    while (this.#queue.length > 0) {
      const began = performance.now()
      const taken = this.#nextOf()
      try {
        if (this.#failure !== undefined) throw this.#failure
        await this.#write(taken)
        for (const { stored } of taken) stored()
      } catch (error) {
        this.#end(error)
        for (const { failed } of taken) failed(error)
      }
      const left = batchMs - (performance.now() - began)
      if (left > 0) await pause(left)
    }
    // In the same turn as the look at the queue: what is taken a moment later begins anew.
    this.#isWriting = false
  }

  #nextOf(): Taken[] {
    let changes = 0
    let count = 0
    for (const { messages } of this.#queue) {
      for (const message of messages) changes += message.kind === 'markets' ? message.markets.length : 1
      count++
      if (changes >= mostChanges) break
    }
    return this.#queue.splice(0, count)
  }

  async #write(taken: readonly Taken[]): Promise<void> {
    const { names, onNames } = this.#parts
    const now = commonNow(this.#deps.clock)
    const time = now.getTime()
    const messages = taken.flatMap((each) => each.messages)
    const fixtures = messages.filter((message): message is ToldFixture => message.kind === 'fixture')
    if (await names.add(fixtures, now)) await onNames()
    const batch = this.#batchOf(messages, time)
    const position = taken.findLast((each) => each.position !== undefined)?.position ?? null
    const isCurrent = taken.every((each) => each.isCurrent)
    if (isEmpty(batch) && position === null) {
      if (isCurrent) this.alive()
      return
    }
    if (isCurrent) this.#heardAt = time
    await this.#store(batch, time, position)
  }

  async #store(batch: Batch, now: number, position: FeedPosition): Promise<void> {
    const { store, onStored } = this.#parts
    const last = { epoch: this.#epoch, version: this.#version }
    const version = await store.write(last, batch, { now, heardAt: this.#heardAt, position })
    if (version === undefined) throw new IntakeLostError()
    this.#version = version
    onStored(version, batch, this.#heardAt)
  }

  /** What these messages change, each match and market once. */
  #batchOf(messages: readonly FeedMessage[], now: number): Batch {
    const { memory } = this.#parts
    const matches = new Map<string, StoredMatch>()
    const markets: ToldMarketsOf = new Map()
    const cancels = new Map<string, StoredCancel>()
    const keep = (known: StoredMatch | undefined, match: StoredMatch) => {
      // A provider that is asked tells the same again and again.
      if (JSON.stringify(known) !== JSON.stringify(match)) matches.set(match.fixture.id, match)
    }
    for (const message of messages) {
      const { matchId } = message
      if (message.kind === 'markets') {
        const changed = matches.get(matchId)
        const held = memory.held(matchId)
        const isDone = changed ? isOver(changed.period) : held?.isOver
        if (isDone === false) this.#addMarkets(markets, message, held)
        else if (isDone === undefined) this.#noteUnknown(matchId, message)
        continue
      }
      const known = matches.get(matchId) ?? memory.stored(matchId)
      if (message.kind === 'fixture') {
        keep(known, matchWithFixture(known, message, now))
        if (known && areOtherSides(known, message) && this.#areRefunded(known, message)) {
          const cancel = cancelOfOthers(matchId, now)
          cancels.set(keyOfCancel(cancel), cancel)
          const none: ToldMarkets = { kind: 'markets', matchId, markets: [], areAll: true }
          this.#addMarkets(markets, none, memory.held(matchId))
        }
      } else if (!known) this.#noteUnknown(matchId, message)
      else if (message.kind === 'state') keep(known, matchWithState(known, message, now))
      else {
        const cancel = cancelOf(message, now)
        cancels.set(keyOfCancel(cancel), cancel)
      }
    }
    // When it was told, its match was not over; it may be by what was told after it.
    const ended = new Set(
      [...matches.values()].filter(({ period }) => isOver(period)).map(({ fixture }) => fixture.id),
    )
    const open: StoredMarket[] = []
    for (const [known, market] of markets)
      if (!ended.has(market.matchId) && !isKnown(typeof known === 'string' ? undefined : known, market))
        open.push(market)
    return { matches: [...matches.values()], markets: open, cancels: [...cancels.values()] }
  }

  /** Without functions or lists of its own for what is told: this runs for every price. */
  #addMarkets(
    markets: ToldMarketsOf,
    { matchId, markets: told, areAll }: ToldMarkets,
    held: HeldMatch | undefined,
  ): void {
    if (areAll) {
      const pending = [...markets.values()].filter((market) => market.matchId === matchId)
      const known = new Set([...(held?.markets.keys() ?? []), ...pending.map(({ code }) => code)])
      for (const code of known)
        addMarket(markets, held, { matchId, code, isMain: false, isSuspended: true, options: undefined })
    }
    for (const market of told) {
      const { isMain, isSuspended, options } = market
      const code = this.#codes.of(market)
      addMarket(markets, held, { matchId, code, isMain, isSuspended, options: withRounded(options) })
    }
  }

  /**
   * Whether bets on the teams that were told before are refunded. Not after the match: it was played under the teams that were bet
   * on, and a provider that merges two entries of a team gives its past matches the id of the other one. Each time, also when the
   * former sides are told again: what was bet meanwhile would otherwise be decided by the result of the other team.
   */
  #areRefunded({ fixture, period, homeId, awayId }: StoredMatch, { home, away }: ToldFixture): boolean {
    const isRefunded = !isOver(period)
    this.#deps.log.warn(
      {
        matchId: fixture.id,
        feed: this.#parts.provider.name,
        before: [homeId, awayId],
        after: [home.id, away.id],
      },
      isRefunded
        ? 'the feed tells other sides of a match: its bets so far are refunded'
        : 'the feed tells other sides of a match that is over: its bets stay as they are',
    )
    return isRefunded
  }

  #noteUnknown(matchId: string, message: FeedMessage): void {
    // A provider may cancel what it has never told of.
    if (message.kind === 'state' && message.period === MatchPeriod.cancelled) return
    if (this.#unknown.has(matchId)) return
    this.#unknown.add(matchId)
    this.#deps.log.warn(
      { matchId, feed: this.#parts.provider.name },
      'the feed tells about a match whose fixture is unknown',
    )
  }

  #prune(): void {
    this.#parts.store
      .prune()
      .catch((error: unknown) => this.#deps.log.error(error, 'deleting old batches of the feed failed'))
  }

  #end(error: unknown): void {
    this.#failure ??= error
    this.#ending.abort(error)
  }
}

function addMarket(markets: ToldMarketsOf, held: HeldMatch | undefined, market: StoredMarket): void {
  markets.set(held?.markets.get(market.code) ?? `${market.matchId} ${market.code}`, market)
}

function withRounded(options: ToldMarket['options']): ToldMarket['options'] {
  if (areRounded(options)) return options
  return Object.fromEntries(
    Object.entries(options).map(([key, odds]) => [key, odds === null ? null : rounded(odds)]),
  )
}

function areRounded(options: ToldMarket['options']): boolean {
  for (const key in options) {
    const odds = options[key] ?? null
    if (odds !== null && odds !== rounded(odds)) return false
  }
  return true
}

/** Down to two decimals: what is shown is what is paid. At 1.00 nothing can be won. */
function rounded(odds: number): number | null {
  // Floating-point error must not turn 2.05 into 2.04.
  const price = Math.floor(odds * 100 + 1e-9) / 100
  return price > 1 ? price : null
}

function cancelOf(
  {
    kind,
    matchId,
    market,
    from = beginning,
    until = end,
  }: Extract<FeedMessage, { kind: 'betCancel' | 'betRestore' }>,
  now: number,
): StoredCancel {
  const code = market ? marketCode(market.market, market.gameTime) : ''
  return { matchId, market: code, from, until, isRestored: kind === 'betRestore', changedAt: now }
}

/** Bets on the teams that were told until now. */
function cancelOfOthers(matchId: string, now: number): StoredCancel {
  const until = now + otherSidesMs
  return { matchId, market: '', from: beginning, until, isRestored: false, changedAt: now }
}

function keyOfCancel({ matchId, market, from, until }: StoredCancel): string {
  return JSON.stringify([matchId, market, from, until])
}

function isEmpty({ matches, markets, cancels }: Batch): boolean {
  return matches.length + markets.length + cancels.length === 0
}
