import { makeAutoObservable } from 'mobx'
import type { RootStore } from '../../stores/RootStore.ts'

type ToolPanel = 'session' | 'keys'

/** What opens below a game's toolbar, and whether keys play: a choice of this device. */
export class GameTools {
  panel: ToolPanel | null = null
  areHotkeysOn: boolean

  constructor(private readonly root: RootStore) {
    this.areHotkeysOn = root.storages.local.get('hotkeys') === true
    makeAutoObservable<this, 'root'>(this, { root: false })
  }

  toggle(panel: ToolPanel): void {
    this.panel = this.panel === panel ? null : panel
  }

  close(): void {
    this.panel = null
  }

  setHotkeys(on: boolean): void {
    this.areHotkeysOn = on
    this.root.storages.local.set('hotkeys', on || undefined)
  }
}
