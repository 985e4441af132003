import { makeAutoObservable, reaction } from 'mobx'
import type { RootStore } from '../../stores/RootStore.ts'
import { formatOdds, oddsFormats, type OddsFormat } from './oddsFormat.ts'

/** The format in which the player reads odds, kept on this device until the logout. */
export class OddsStore {
  format: OddsFormat

  constructor(private readonly root: RootStore) {
    this.format = this.stored
    makeAutoObservable<this, 'root' | 'stored'>(this, { root: false, stored: false })
    // A logout empties local storage: the next player starts with decimal odds.
    reaction(
      () => root.session.isLoggedIn,
      () => this.setFormat(this.stored),
    )
  }

  choose(format: OddsFormat): void {
    this.root.storages.local.set('oddsFormat', format)
    this.format = format
  }

  /** Decimal odds in the chosen format, written in the selected language: '1,85'. */
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
