import { makeAutoObservable } from 'mobx'
import type { RootStore } from '../../stores/RootStore.ts'

type ToolPanel = 'session' | 'keys'

/** What opens below a game's toolbar, and whether keys play: a choice of this device. */
export class GameTools {
  panel: ToolPanel | null = null
  areHotkeysOn: boolean
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    this.areHotkeysOn = root.storages.local.get('hotkeys') === true
    makeAutoObservable(this)
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
