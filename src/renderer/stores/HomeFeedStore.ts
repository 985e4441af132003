import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromWireHome, mainCalls, type HomeFeed } from '#contract/http/main.ts'
import { JITTER_MAX, JITTER_MIN, onlineCount } from '#contract/rules/onlineCount.ts'
import type { RootStore } from './RootStore.ts'

const refreshMs = 30_000
/** An answer younger than this needs no second one because the connection came up. */
const freshMs = 5_000

/** Shown until the server has its own: the first paint waits for nothing. */
const firstBanners: HomeFeed['banners'] = [
  { id: 'deposit', target: '/conta' },
  { id: 'fair', target: '/fair' },
]

/** The moving parts of /home: banners, big wins, how many are online (PRODUCT.md section 4). */
export class HomeFeedStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  banners = firstBanners
  wins: HomeFeed['bigWins'] = []
  /** The figure to be shown (spec §9); null before the first answer. */
  online: number | null = null
  private askedAt = -Infinity

  constructor(private readonly root: Pick<RootStore, 'api' | 'realtime'>) {
    makeAutoObservable<this, 'root' | 'askedAt'>(this, {
      root: false,
      askedAt: false,
      banners: observableRef,
      wins: observableRef,
    })
  }

  /** Loads now, after each reconnect, and every half minute that the page is looked at. */
  start(): () => void {
    void this.load()
    const timer = setInterval(() => {
      if (!document.hidden) void this.load()
    }, refreshMs)
    const end = reaction(
      () => this.root.realtime.reconnects,
      () => {
        if (Date.now() - this.askedAt > freshMs) void this.load()
      },
    )
    return () => {
      clearInterval(timer)
      end()
    }
  }

  /** What was shown stays when it fails: nothing here is worth an alert. */
  async load(): Promise<void> {
    this.askedAt = Date.now()
    try {
      const wire = await this.root.api.call(mainCalls.home, {}, { loading: false, ownFailure: true })
      const feed = fromWireHome(wire)
      runInAction(() => {
        if (feed.banners.length > 0) this.banners = keep(this.banners, feed.banners)
        this.wins = keep(this.wins, feed.bigWins)
        this.online = onlineCount(feed.online, drawJitter(), feed.onlineRule)
        this.state = 'ready'
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      runInAction(() => {
        if (this.state === 'loading') this.state = 'failed'
      })
    }
  }
}

const made = new WeakMap<RootStore, HomeFeedStore>()

/** One feed for as long as the app runs: coming back to /home shows it at once. */
export function homeFeedOf(root: RootStore): HomeFeedStore {
  const known = made.get(root) ?? new HomeFeedStore(root)
  made.set(root, known)
  return known
}

/** The same object when nothing changed, so that nothing is drawn again. */
function keep<Value>(shown: Value, next: Value): Value {
  return JSON.stringify(shown) === JSON.stringify(next) ? shown : next
}

/** A random number of two digits, each equally likely. */
export function drawJitter(random: (bytes: Uint8Array<ArrayBuffer>) => unknown = fill): number {
  const count = JITTER_MAX - JITTER_MIN + 1
  const bytes = new Uint8Array(1)
  do random(bytes)
  while ((bytes[0] ?? 0) >= 256 - (256 % count))
  return JITTER_MIN + ((bytes[0] ?? 0) % count)
}

function fill(bytes: Uint8Array<ArrayBuffer>): void {
  crypto.getRandomValues(bytes)
}
