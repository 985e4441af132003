import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { fromWireHome, type HomeFeed, appInfoCalls } from '#contract/http/appInfo.ts'
import { JITTER_MAX, JITTER_MIN, onlineCount } from '#contract/rules/onlineCount.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

const refreshMs = 30_000
/** A response younger than this, in ms, is not requested again because the connection opened. */
const freshMs = 5_000

/** Shown until the server's banners arrive, so that the first paint does not wait. As many as a new server has: nothing moves. */
const firstBanners: HomeFeed['banners'] = [
  { id: 'deposit', picture: 'deposit', target: '/conta', texts: null },
  { id: 'fair', picture: 'fair', target: '/fair', texts: null },
  { id: 'sports', picture: 'sports', target: '/footballPage', texts: null },
]

/** The moving parts of /home: banners, big wins, number of players online. */
export class HomeFeedStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  banners = firstBanners
  wins: HomeFeed['bigWins'] = []
  /** The number to show; null before the first response. */
  online: number | null = null
  #requestedAt = -Infinity
  readonly #root: Pick<RootStore, 'api' | 'realtime' | 'language'>

  constructor(root: Pick<RootStore, 'api' | 'realtime' | 'language'>) {
    this.#root = root
    makeAutoObservable(this, { banners: observableRef, wins: observableRef })
  }

  /** Loads now, in another language, after each reconnect, and every 30 s while the page is visible. Returns its cleanup. */
  start(): () => void {
    void this.load()
    const timer = setInterval(() => {
      if (!document.hidden) void this.load()
    }, refreshMs)
    const { realtime, language } = this.#root
    const stops = [
      reaction(
        () => realtime.reconnects,
        () => {
          const isOld = performance.now() - this.#requestedAt > freshMs
          if (this.state === 'failed' || isOld) void this.load()
        },
      ),
      // The texts of the operator's banners come in the language of the call.
      reaction(
        () => language.code,
        () => void this.load(),
      ),
    ]
    return () => {
      clearInterval(timer)
      stops.forEach((stop) => stop())
    }
  }

  /** What is shown stays when loading fails; nothing here is worth an alert. */
  async load(): Promise<void> {
    this.#requestedAt = performance.now()
    try {
      const wire = await this.#root.api.call(appInfoCalls.home, {}, { loading: false, ownFailure: true })
      const feed = fromWireHome(wire)
      runInAction(() => {
        this.banners = reuseIfEqual(this.banners, feed.banners)
        this.wins = reuseIfEqual(this.wins, feed.bigWins)
        this.online = onlineCount(feed.online, drawJitter(), feed.onlineRule)
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => {
        if (this.state === 'loading') this.state = 'failed'
      })
    }
  }
}

/** Returns the same object when nothing has changed, so that nothing renders. */
function reuseIfEqual<Value>(shown: Value, next: Value): Value {
  return JSON.stringify(shown) === JSON.stringify(next) ? shown : next
}

/** A random number of two digits, all equally likely. */
function drawJitter(): number {
  const count = JITTER_MAX - JITTER_MIN + 1
  let byte: number
  do [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  while (byte >= 256 - (256 % count))
  return JITTER_MIN + (byte % count)
}
