import type { FeedProvider } from '../../providers/feed/FeedProvider.ts'
import { commonNow } from '../../time/clock.ts'
import type { Feed } from '../Feed.ts'
import type { FeedSource } from '../FeedSource.ts'
import { SILENCE_MS, type Silence } from '../silence.ts'
import { ScriptedFeed } from '../ScriptedFeed.ts'
import { SimulatedSource } from '../SimulatedSource.ts'
import { FeedIntake } from './FeedIntake.ts'
import { FeedNames, feedNamesChanged } from './FeedNames.ts'
import { feedStored, FeedStore, type FeedStoreDeps, type StoredSign } from './FeedStore.ts'
import type { Batch } from './rows.ts'
import { StoredFeed } from './StoredFeed.ts'

/** So many signs of life wait at most for the memory to have their version. */
const mostSigns = 1_000

/**
 * Delivers what a provider tells. One process takes it in and stores it; each process reads what has changed since the
 * version that it knows, when a message says that there is more, and everything after a longer gap.
 */
export class StoredSource implements FeedSource {
  readonly name: string
  readonly feed: Feed
  /** What is stored, without the scripts of the sandbox. */
  readonly memory: StoredFeed
  /** Matches that the sandbox directs; undefined where there is no sandbox. */
  readonly scripts: SimulatedSource | undefined
  readonly #deps: FeedStoreDeps
  readonly #provider: FeedProvider
  readonly #store: FeedStore
  readonly #names: FeedNames
  readonly #listeners = new Set<() => void>()
  #silence: Silence = { since: 0, spokeAt: null }
  /** Signs of life whose version this process does not have yet, the oldest first. */
  #signs: StoredSign[] = []
  #lastRead: Promise<void> = Promise.resolve()
  #isReadQueued = false
  #takesIn = false
  #unsubscribe: () => void = () => undefined

  constructor(deps: FeedStoreDeps, provider: FeedProvider, { isSandbox }: { isSandbox: boolean }) {
    this.name = provider.name
    this.#deps = deps
    this.#provider = provider
    this.#store = new FeedStore({ ...deps, provider: provider.name })
    this.#names = new FeedNames(deps.db, provider.name)
    this.memory = new StoredFeed({ isSimulated: !provider.isReal })
    this.scripts = isSandbox ? new SimulatedSource(deps) : undefined
    this.feed = this.scripts ? new ScriptedFeed(this.memory, this.scripts.feed) : this.memory
  }

  async start(): Promise<void> {
    const { bus, log } = this.#deps
    const report = (error: unknown) => log.error(error, 'reading the feed failed')
    this.#unsubscribe = bus.subscribe((message) => {
      if (message.type === 'gap') this.recover().catch(report)
      if (message.type !== 'broadcast') return
      if (message.name === feedNamesChanged) this.#readNames().catch(report)
      if (message.name !== feedStored) return
      const { version, heardAt } = message.payload as StoredSign
      this.#signs.push({ version, heardAt })
      if (this.#signs.length > mostSigns) this.#signs.shift()
      this.#hearSigns()
      // What this process has stored itself is in its memory already, or will be in a moment.
      if (!this.#takesIn && version > this.memory.version) this.#readSoon(report)
    })
    await this.scripts?.start()
    await this.recover()
  }

  async recover(): Promise<void> {
    await this.scripts?.recover()
    await this.#readNames()
    // One after the other: an older read must not overtake a newer one.
    this.#lastRead = this.#lastRead.catch(() => undefined).then(() => this.#read())
    await this.#lastRead
  }

  async close(): Promise<void> {
    this.#unsubscribe()
    this.#listeners.clear()
    await this.scripts?.close()
    await this.#lastRead.catch(() => undefined)
  }

  readonly takeIn = async (signal: AbortSignal): Promise<void> => {
    const intake = new FeedIntake(this.#deps, {
      provider: this.#provider,
      store: this.#store,
      names: this.#names,
      memory: this.memory,
      onStored: (version, batch, heardAt) => this.#applyOwn(version, batch, heardAt),
      onNames: () => this.#readNames(),
    })
    try {
      await intake.run(signal, async () => {
        await this.recover()
        this.#takesIn = true
      })
    } finally {
      this.#takesIn = false
      if (!signal.aborted) await this.recover()
    }
  }

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #applyOwn(version: number, batch: Batch, heardAt: number): void {
    this.memory.apply(version, batch)
    this.#hear(heardAt)
    this.#hearSigns()
    this.#changed()
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }

  /** A process that cannot read what was told has not heard the provider, though the messages arrive. */
  #hearSigns(): void {
    const { version: known } = this.memory
    const heard = this.#signs.filter(({ version }) => version <= known)
    if (heard.length === 0) return
    this.#signs = this.#signs.filter(({ version }) => version > known)
    for (const { heardAt } of heard) this.#hear(heardAt)
  }

  #hear(heardAt: number): void {
    const { since, spokeAt } = this.#silence
    if (since !== null && heardAt <= since) return
    const now = commonNow(this.#deps.clock).getTime()
    const wasLocked = since !== null && since > 0 && now >= since + SILENCE_MS
    this.#silence = { since: heardAt, spokeAt: wasLocked ? now : spokeAt }
    this.memory.setSilence(this.#silence)
    if (wasLocked) this.#changed()
  }

  /** One read at a time, and one that waits. */
  #readSoon(report: (error: unknown) => void): void {
    if (this.#isReadQueued) return
    this.#isReadQueued = true
    this.#lastRead = this.#lastRead
      .catch(() => undefined)
      .then(() => {
        this.#isReadQueued = false
        return this.#read()
      })
    this.#lastRead.catch(report)
  }

  async #read(): Promise<void> {
    const { memory } = this
    const batches = memory.version === 0 ? undefined : await this.#store.since(memory.version)
    if (!batches) {
      const { state, batch } = await this.#store.everything(commonNow(this.#deps.clock).getTime())
      memory.load(state.version, batch)
      this.#hear(state.heardAt ?? 0)
      memory.setSilence(this.#silence)
      // Rows may be newer than the version that was read before them.
      for (const next of (await this.#store.since(state.version)) ?? [])
        memory.apply(next.version, next.batch)
      this.#hearSigns()
      this.#changed()
      return
    }
    for (const { version, batch } of batches) if (version > memory.version) memory.apply(version, batch)
    this.#hearSigns()
    if (batches.length > 0) this.#changed()
  }

  async #readNames(): Promise<void> {
    const { names, changedAt } = await this.#names.shown()
    this.memory.setNames(names, changedAt)
    this.#changed()
  }
}
