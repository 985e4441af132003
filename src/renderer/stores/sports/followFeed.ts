import { reaction } from 'mobx'
import type { MatchWire } from '#contract/http/sports.ts'
import type { RootStore } from '../RootStore.ts'

/** What is used of the document: nothing is asked for while nobody looks. */
export type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

export interface FeedFollower {
  /** Matches as they are now, pushed. */
  receive(matches: MatchWire[]): void
  /** Asks the server; settles when the answer, or the failure, has been shown. */
  refresh(): Promise<void>
}

/** Between two questions without a connection; with one, for what is not pushed (what begins within a day). */
const betweenMs = { offline: 5_000, online: 30_000 }

/**
 * Keeps what a store shows of the feed fresh until the answered function is called: pushes as long as there is a
 * connection, and asking for everything after it was lost; for guests, who have none, asking every 5 s.
 */
export function followFeed(root: RootStore, page: Page, follower: FeedFollower): () => void {
  const { realtime } = root
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const wait = () => {
    clearTimeout(timer)
    if (isOver || page.hidden) return
    timer = setTimeout(ask, realtime.status === 'online' ? betweenMs.online : betweenMs.offline)
  }
  const ask = () => {
    clearTimeout(timer)
    void follower.refresh().then(wait)
  }
  const look = () => (page.hidden ? clearTimeout(timer) : ask())
  const undo = [
    realtime.onPart((event) => {
      if (event.name === 'feed:matches') follower.receive(event.payload.matches)
    }),
    reaction(() => realtime.reconnects, ask),
    reaction(() => realtime.status, wait),
    () => page.removeEventListener('visibilitychange', look),
  ]
  page.addEventListener('visibilitychange', look)
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
    for (const stop of undo) stop()
  }
}
