import { makeAutoObservable } from 'mobx'
import { applyTextScale, textScales } from '../../services/textScale.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** The text size: a choice applies at once and stays on this device. */
export class TextSizeStore {
  readonly scales = textScales
  /** Per cent of the designed size. */
  scale: number
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    this.scale = applyTextScale(root.storages.local.get('textScale'))
    makeAutoObservable(this, { scales: false })
  }

  choose(scale: number): void {
    this.#root.storages.local.set('textScale', scale)
    this.scale = applyTextScale(scale)
  }
}
