import { makeAutoObservable, reaction } from 'mobx'
import type { RootStore } from '../RootStore.ts'
import { formatOdds, oddsFormats, type OddsFormat } from './oddsFormat.ts'

/** How the player reads odds: kept on this device until the logout, as the size of texts is. */
export class OddsStore {
  format: OddsFormat

  constructor(private readonly root: RootStore) {
    this.format = this.stored
    makeAutoObservable<this, 'root' | 'stored'>(this, { root: false, stored: false })
    // The logout empties local storage (spec §4): the next customer begins with decimals.
    reaction(
      () => root.session.isLoggedIn,
      () => this.setFormat(this.stored),
    )
  }

  choose(format: OddsFormat): void {
    this.root.storages.local.set('oddsFormat', format)
    this.format = format
  }

  /** A price in the chosen format and the language's own writing: '1,85'. */
  text(odds: number): string {
    return formatOdds(odds, this.format, this.root.language.selected.locale)
  }

  private setFormat(format: OddsFormat): void {
    this.format = format
  }

  private get stored(): OddsFormat {
    const stored = this.root.storages.local.get('oddsFormat')
    return oddsFormats.find((known) => known === stored) ?? 'decimal'
  }
}

const made = new WeakMap<RootStore, OddsStore>()

/** One for as long as the app runs: board, slip and tickets read the same format. */
export function oddsOf(root: RootStore): OddsStore {
  const known = made.get(root) ?? new OddsStore(root)
  made.set(root, known)
  return known
}
