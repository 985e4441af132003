import { makeAutoObservable, observable, reaction, runInAction } from 'mobx'
import { sportsCalls, type SportsFavouritesWire } from '#contract/http/sports.ts'
import { mostMarks } from '#contract/rules/sports.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { onSessionEnd } from '../../stores/sessionEnd.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

const kinds = ['matches', 'leagues', 'folded'] as const
type Kind = (typeof kinds)[number]

/**
 * Favourite matches and leagues on the board, and the leagues that are folded. A guest's are stored in this browser, a
 * player's with the account (`sports_favourites`); a login adds the guest's to them.
 */
export class BoardFavourites {
  /** Observable maps, so that a star renders again only when its own entry changes. */
  readonly #marked = {
    matches: observable.map<string, true>(),
    leagues: observable.map<string, true>(),
    folded: observable.map<string, true>(),
  }
  /** Whether those of the account are loaded. */
  #isLoaded = false
  /** Whether the last attempt to load them has failed. */
  #hasFailed = false
  #isSaving = false
  #isChanged = false
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { has: false, names: false })
    this.readGuests()
    // Also while no page follows the logins, and before those of the account are loaded.
    onSessionEnd(root, () => this.forget())
  }

  /** Follows logins, and tries again after a reconnect what has failed; returns the function that stops it. */
  follow(): () => void {
    const { session, realtime } = this.#root
    const load = () => {
      this.#hasFailed = false
      this.load().catch((error: unknown) => {
        ignoreCallError(error)
        this.#hasFailed = true
      })
    }
    const stops = [
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => isLoggedIn && load(),
        { fireImmediately: true },
      ),
      reaction(
        () => realtime.reconnects,
        () => session.isLoggedIn && this.#hasFailed && load(),
      ),
    ]
    return () => stops.forEach((stop) => stop())
  }

  has(kind: Kind, name: string): boolean {
    return this.#marked[kind].has(name)
  }

  /** In the order in which they were marked. */
  names(kind: Kind): string[] {
    return [...this.#marked[kind].keys()]
  }

  toggle(kind: Kind, name: string): void {
    const marked = this.#marked[kind]
    if (!marked.delete(name)) marked.set(name, true)
    this.limit()
    this.keep()
  }

  private async load(): Promise<void> {
    if (this.#isLoaded) return
    const stored = await this.#root.api.call(sportsCalls.board, {}, { loading: false, ownFailure: true })
    runInAction(() => {
      if (!this.#root.session.isLoggedIn) return
      this.#isLoaded = true
      const isNew = kinds.some((kind) => this.names(kind).some((name) => !stored[kind].includes(name)))
      for (const kind of kinds) {
        this.replace(kind, [...stored[kind], ...this.names(kind)])
      }
      this.limit()
      if (isNew) this.keep()
      else this.forgetGuests()
    })
  }

  /** After a logout, which has emptied local storage. */
  private forget(): void {
    this.#isLoaded = false
    this.#isChanged = false
    for (const kind of kinds) this.replace(kind, [])
  }

  /** Drops the oldest: matches end, and nothing else removes them. */
  private limit(): void {
    for (const kind of kinds) {
      const names = this.names(kind)
      for (const oldest of names.slice(0, Math.max(0, names.length - mostMarks)))
        this.#marked[kind].delete(oldest)
    }
  }

  private replace(kind: Kind, names: readonly string[]): void {
    this.#marked[kind].replace(names.map((name) => [name, true]))
  }

  private keep(): void {
    if (this.#isLoaded) this.save().catch(ignoreCallError)
    else this.#root.storages.local.set('sportsBoard', this.wire)
  }

  /** Sends one call at a time; the last call carries the newest state. */
  private async save(): Promise<void> {
    this.#isChanged = true
    if (this.#isSaving) return
    this.#isSaving = true
    try {
      while (this.#isChanged) {
        this.#isChanged = false
        await this.#root.api.call(sportsCalls.saveBoard, { body: this.wire }, { loading: false })
      }
      this.forgetGuests()
    } finally {
      this.#isSaving = false
    }
  }

  /** Only once the account has them, or a page that closes in between would lose them. */
  private forgetGuests(): void {
    this.#root.storages.local.set('sportsBoard', undefined)
  }

  private get wire(): SportsFavouritesWire {
    return { matches: this.names('matches'), leagues: this.names('leagues'), folded: this.names('folded') }
  }

  private readGuests(): void {
    const stored = this.#root.storages.local.get('sportsBoard')
    if (typeof stored !== 'object' || stored === null) return
    for (const kind of kinds) {
      const names = (stored as Partial<Record<Kind, unknown>>)[kind]
      if (Array.isArray(names))
        this.replace(
          kind,
          names.filter((name) => typeof name === 'string'),
        )
    }
  }
}
