import { makeAutoObservable } from 'mobx'
import { applyTextScale, textScales } from '../services/textScale.ts'
import type { RootStore } from './RootStore.ts'

/** How large texts are: a choice counts at once, and stays on this device until the logout. */
export class TextSizeStore {
  readonly scales = textScales
  /** In per cent of the drawn size. */
  scale: number

  constructor(private readonly root: RootStore) {
    this.scale = applyTextScale(root.storages.local.get('textScale'))
    makeAutoObservable<this, 'root'>(this, { root: false, scales: false })
  }

  choose(scale: number): void {
    this.root.storages.local.set('textScale', scale)
    this.scale = applyTextScale(scale)
  }
}
