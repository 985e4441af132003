import { makeAutoObservable, observable, reaction, runInAction } from 'mobx'
import { sportsCalls, type BoardMarksWire } from '#contract/http/sports.ts'
import { mostMarks } from '#contract/rules/sports.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

const kinds = ['matches', 'leagues', 'folded'] as const
type Kind = (typeof kinds)[number]

/**
 * What somebody has marked on the board: favourite matches and leagues, and folded leagues. A guest's are kept in this
 * browser, a player's with the account: a login adds the guest's to them.
 */
export class BoardMarks {
  readonly matches = observable.set<string>()
  readonly leagues = observable.set<string>()
  readonly folded = observable.set<string>()
  /** Whether the account's marks have come. */
  private isLoaded = false
  private isSaving = false
  private isChanged = false

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root' | 'isLoaded' | 'isSaving' | 'isChanged'>(this, {
      root: false,
      matches: false,
      leagues: false,
      folded: false,
      isLoaded: false,
      isSaving: false,
      isChanged: false,
    })
    this.readGuests()
  }

  /** Follows logins and logouts; returns the function that stops it. */
  follow(): () => void {
    return reaction(
      () => this.root.session.isLoggedIn,
      (isLoggedIn) => {
        if (isLoggedIn) this.load().catch(ignoreCallError)
        else if (this.isLoaded) this.forget()
      },
      { fireImmediately: true },
    )
  }

  toggle(kind: Kind, name: string): void {
    const names = this[kind]
    if (!names.delete(name)) names.add(name)
    this.limit()
    this.keep()
  }

  private async load(): Promise<void> {
    if (this.isLoaded) return
    const stored = await this.root.api.call(sportsCalls.board, {}, { loading: false, ownFailure: true })
    runInAction(() => {
      if (!this.root.session.isLoggedIn) return
      this.isLoaded = true
      const isNew = kinds.some((kind) => [...this[kind]].some((name) => !stored[kind].includes(name)))
      for (const kind of kinds) {
        const added = [...this[kind]]
        this[kind].clear()
        for (const name of [...stored[kind], ...added]) this[kind].add(name)
      }
      this.limit()
      if (isNew) this.keep()
      else this.forgetGuests()
    })
  }

  /** After a logout, which has emptied local storage. */
  private forget(): void {
    this.isLoaded = false
    for (const kind of kinds) this[kind].clear()
  }

  /** The oldest are forgotten: matches end, and nothing else takes them out. */
  private limit(): void {
    for (const kind of kinds) {
      const names = this[kind]
      for (const oldest of [...names].slice(0, Math.max(0, names.size - mostMarks))) names.delete(oldest)
    }
  }

  private keep(): void {
    if (this.isLoaded) this.save().catch(ignoreCallError)
    else this.root.storages.local.set('sportsBoard', this.wire)
  }

  /** One call at a time; the last one has the last marks. */
  private async save(): Promise<void> {
    this.isChanged = true
    if (this.isSaving) return
    this.isSaving = true
    try {
      while (this.isChanged) {
        this.isChanged = false
        await this.root.api.call(sportsCalls.saveBoard, { body: this.wire }, { loading: false })
      }
      this.forgetGuests()
    } finally {
      this.isSaving = false
    }
  }

  /** Not before the account has them: a page that closes in between would lose them. */
  private forgetGuests(): void {
    this.root.storages.local.set('sportsBoard', undefined)
  }

  private get wire(): BoardMarksWire {
    return { matches: [...this.matches], leagues: [...this.leagues], folded: [...this.folded] }
  }

  private readGuests(): void {
    const stored = this.root.storages.local.get('sportsBoard')
    if (typeof stored !== 'object' || stored === null) return
    for (const kind of kinds) {
      const names = (stored as Partial<Record<Kind, unknown>>)[kind]
      if (Array.isArray(names)) this[kind].replace(names.filter((name) => typeof name === 'string'))
    }
  }
}
