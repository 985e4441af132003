import { makeAutoObservable } from 'mobx'
import type { RootStore } from '../../stores/RootStore.ts'

type ToolPanel = 'session' | 'keys'

/** The id of the panel with the result of the visit, which is beside the fields of the bet. */
export const sessionPanelId = 'session-panel'

/** What a game's toolbar opens, and whether keys play: a choice of this device. */
export class GameTools {
  panel: ToolPanel | null = null
  areHotkeysOn: boolean
  #isWelcome = true
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    this.areHotkeysOn = root.storages.local.get('hotkeys') === true
    makeAutoObservable(this)
  }

  /** A desktop has room for the result of the visit: it is there until the player closes it. */
  welcome(): void {
    if (!this.#isWelcome) return
    this.#isWelcome = false
    this.panel ??= 'session'
  }

  toggle(panel: ToolPanel): void {
    this.panel = this.panel === panel ? null : panel
  }

  close(): void {
    this.panel = null
  }

  setHotkeys(on: boolean): void {
    this.areHotkeysOn = on
    this.#root.storages.local.set('hotkeys', on || undefined)
  }
}
