import { reaction } from 'mobx'
import type { MatchChange, MatchWire } from '#contract/http/sports.ts'
import type { PageVisibility } from '../../services/pageVisibility.ts'
import type { RootStore } from '../../stores/RootStore.ts'

export interface FeedFollower {
  /** Receives pushed matches. */
  receive(matches: MatchWire[]): void
  /** Receives what has changed of a match. */
  receiveChange?(change: MatchChange): void
  /** Loads from the server. Settles when the result, or the failure, is on screen. */
  refresh(): Promise<void>
  /** Whether changes of all that is shown are pushed while there is a connection; they are without it. */
  isPushed?(): boolean
}

/**
 * Time between two requests, in ms. With a connection they only cover what is not pushed (matches of the next
 * day).
 */
const intervalMs = { offline: 5_000, online: 30_000 }

/**
 * Keeps the matches of a store current. With a connection: by pushes, and a full refresh after every
 * reconnect. Without one, as for guests: by a request every 5 s. Returns its cleanup.
 */
export function followFeed(root: RootStore, page: PageVisibility, follower: FeedFollower): () => void {
  const { realtime } = root
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const isPushed = () => realtime.status === 'online' && (follower.isPushed?.() ?? true)
  const scheduleRefresh = () => {
    clearTimeout(timer)
    if (isStopped || page.hidden) return
    timer = setTimeout(refresh, isPushed() ? intervalMs.online : intervalMs.offline)
  }
  const refresh = () => {
    clearTimeout(timer)
    void follower.refresh().then(scheduleRefresh)
  }
  const onVisibility = () => (page.hidden ? clearTimeout(timer) : refresh())
  const stops = [
    realtime.onTopicEvent((event) => {
      if (event.name === 'feed:matches') follower.receive(event.payload.matches)
      if (event.name === 'feed:changes') follower.receiveChange?.(event.payload)
    }),
    reaction(() => realtime.reconnects, refresh),
    reaction(() => `${realtime.status} ${isPushed()}`, scheduleRefresh),
    () => page.removeEventListener('visibilitychange', onVisibility),
  ]
  page.addEventListener('visibilitychange', onVisibility)
  scheduleRefresh()
  return () => {
    isStopped = true
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
