import { makeAutoObservable } from 'mobx'
import type { RootStore } from '../../stores/RootStore.ts'
import { formatOdds, oddsFormats, type OddsFormat } from './oddsFormat.ts'

/** The format in which odds are shown, stored on this device. */
export class OddsStore {
  format: OddsFormat
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    const stored = root.storages.local.get('oddsFormat')
    this.format = oddsFormats.find((known) => known === stored) ?? 'decimal'
    makeAutoObservable(this)
  }

  choose(format: OddsFormat): void {
    this.#root.storages.local.set('oddsFormat', format)
    this.format = format
  }

  /** Decimal odds in the chosen format, written in the selected language: '1,85'. */
  text(odds: number): string {
    return formatOdds(odds, this.format, this.#root.language.selected.locale)
  }
}
