import { computed, makeAutoObservable, observableRef, reaction, runInAction, when } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { appInfoCalls } from '#contract/http/appInfo.ts'
import { pagePaths } from '#contract/pages.ts'
import type { ServerEvents } from '#contract/realtime.ts'
import type { NoticePlace } from '#contract/rules/content.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { onSessionEnd } from '../../stores/sessionEnd.ts'

export interface Notice {
  id: string
  text: string
  place: NoticePlace
  /** How long it stays in a game. */
  seconds: number
}

const gamePages = ['mines', 'dice', 'limbo', 'luckyColor', 'double', 'rowDouble', 'play'] as const
const gamePaths = new Set<string>(gamePages.map((name) => pagePaths[name]))
const homePaths = new Set(['/', '/main', pagePaths.home])
/** A notice without an id: it was sent to this player, and is not the operator's. */
const direct = 'direct'
const directSeconds = 10
/** Longer timers would end at once. */
const longestTimerMs = 2 ** 31 - 1
const maxIds = 50

/**
 * The notices that are shown now: those of the operator, loaded and then pushed, and what was sent to this player. On a page
 * the newest one is shown until the player closes it or its time is over; in a game each one once, between two
 * rounds and for its seconds.
 */
export class NoticeStore {
  /** Newest first. */
  list: Notice[] = []
  /** The notice in the game that is open. */
  inGame: Notice | null = null
  /** Ids of notices that the player has closed, also on earlier pages. */
  private closed: string[]
  /** Ids of notices that were shown in a game. */
  private shownInGame: string[]
  #ends = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    this.closed = idsOf(root.storages.local.get('closedNotices'))
    this.shownInGame = idsOf(root.storages.session.get('gameNotices'))
    makeAutoObservable<this, 'closed' | 'shownInGame'>(this, {
      list: observableRef,
      inGame: observableRef,
      closed: observableRef,
      shownInGame: observableRef,
    })
    // It was sent to the player who has left.
    onSessionEnd(root, () => this.remove(direct))
  }

  /** Loads now, and for another player, language or connection; follows what is pushed. Returns its cleanup. */
  start(): () => void {
    const { session, language, realtime } = this.#root
    const stops = [
      reaction(
        () => [session.isLoggedIn, language.code, realtime.reconnects],
        () => void this.load(),
        { fireImmediately: true },
      ),
      reaction(
        () => realtime.notice,
        (notice) => notice && this.receive(notice),
        { fireImmediately: true },
      ),
      realtime.onTopicEvent((event) => {
        if (event.name === 'notice:end') this.remove(event.payload.id)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      for (const timer of this.#ends.values()) clearTimeout(timer)
      this.#ends.clear()
    }
  }

  /** What a page that is no game shows. */
  on(pathname: string): Notice | null {
    if (gamePaths.has(pathname)) return null
    const isHome = homePaths.has(pathname)
    return (
      this.list.find(
        ({ id, place }) =>
          !this.closed.includes(id) && (place === 'everywhere' || (place === 'home' && isHome)),
      ) ?? null
    )
  }

  close(id: string): void {
    if (id === direct) return this.remove(id)
    this.closed = [...this.closed, id].slice(-maxIds)
    this.#root.storages.local.set('closedNotices', this.closed)
    if (this.inGame?.id === id) this.inGame = null
  }

  /** A game is open: notices are shown in it, one after the other. Returns its cleanup. */
  enterGame(): () => void {
    const { rounds } = this.#root
    const next = computed(() =>
      this.inGame === null && !rounds.isRunning
        ? this.list.find(
            ({ id, place }) =>
              place !== 'home' && !this.closed.includes(id) && !this.shownInGame.includes(id),
          )
        : undefined,
    )
    let stopWaiting: () => void = () => undefined
    const stop = reaction(
      () => next.get(),
      (notice) => {
        if (!notice) return
        this.showInGame(notice)
        stopWaiting()
        const timer = setTimeout(() => {
          // A board that grows back in a round would move under the player's finger.
          stopWaiting = when(
            () => !rounds.isRunning,
            () => this.leaveGame(notice.id),
          )
        }, notice.seconds * 1_000)
        stopWaiting = () => clearTimeout(timer)
      },
      { fireImmediately: true },
    )
    return () => {
      stop()
      stopWaiting()
      runInAction(() => (this.inGame = null))
    }
  }

  private showInGame(notice: Notice): void {
    this.inGame = notice
    this.shownInGame = [...this.shownInGame.filter((id) => id !== notice.id), notice.id].slice(-maxIds)
    this.#root.storages.session.set('gameNotices', this.shownInGame)
  }

  private leaveGame(id: string): void {
    if (this.inGame?.id === id) this.inGame = null
    if (id === direct) this.remove(id)
  }

  private async load(): Promise<void> {
    try {
      const { list } = await this.#root.api.call(
        appInfoCalls.notices,
        {},
        { loading: false, ownFailure: true },
      )
      runInAction(() => {
        const own = this.list.filter(({ id }) => id === direct)
        this.list = [...own, ...list]
        for (const { id, leftMs } of list) this.endIn(id, leftMs)
      })
    } catch (error) {
      // The connection's next start loads them again, and no notice is worth an alert.
      if (!(error instanceof CallError)) throw error
    }
  }

  private receive(event: ServerEvents['notice']): void {
    const { id = direct, text, texts, place = 'everywhere', seconds = directSeconds, leftMs = null } = event
    const own = texts?.[this.#root.language.code] ?? text
    // It has changed: those who closed the earlier text see it.
    this.closed = this.closed.filter((known) => known !== id)
    this.shownInGame = this.shownInGame.filter((known) => known !== id)
    if (this.inGame?.id === id) this.inGame = null
    this.list = [{ id, text: own, place, seconds }, ...this.list.filter((known) => known.id !== id)]
    this.endIn(id, leftMs)
  }

  private endIn(id: string, leftMs: number | null): void {
    clearTimeout(this.#ends.get(id))
    this.#ends.delete(id)
    if (leftMs === null || leftMs > longestTimerMs) return
    this.#ends.set(
      id,
      setTimeout(() => this.remove(id), leftMs),
    )
  }

  private remove(id: string): void {
    this.list = this.list.filter((notice) => notice.id !== id)
    if (this.inGame?.id === id) this.inGame = null
  }
}

function idsOf(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}
