import { makeAutoObservable, observable } from 'mobx'
import type { Storages } from '../../services/storage.ts'

const kinds = ['matches', 'leagues', 'folded'] as const
type Kind = (typeof kinds)[number]

/** The oldest are forgotten: matches end, and nothing else takes them out. */
const maxKept = 100

/** What the player has marked on the board, kept in this browser: favourite matches and leagues, and folded leagues. */
export class BoardMarks {
  readonly matches = observable.set<string>()
  readonly leagues = observable.set<string>()
  readonly folded = observable.set<string>()

  constructor(private readonly storages: Storages) {
    makeAutoObservable<this, 'storages'>(this, {
      storages: false,
      matches: false,
      leagues: false,
      folded: false,
    })
    const stored = storages.local.get('sportsBoard')
    if (typeof stored !== 'object' || stored === null) return
    for (const kind of kinds) {
      const names = (stored as Partial<Record<Kind, unknown>>)[kind]
      if (Array.isArray(names)) this[kind].replace(names.filter((name) => typeof name === 'string'))
    }
  }

  toggle(kind: Kind, name: string): void {
    const names = this[kind]
    if (!names.delete(name)) names.add(name)
    for (const oldest of [...names].slice(0, Math.max(0, names.size - maxKept))) names.delete(oldest)
    const { matches, leagues, folded } = this
    this.storages.local.set('sportsBoard', {
      matches: [...matches],
      leagues: [...leagues],
      folded: [...folded],
    })
  }
}
