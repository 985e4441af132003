import { makeAutoObservable, runInAction } from 'mobx'
import type { RootStore } from '../../stores/RootStore.ts'

/** Whether the player's own money is hidden, a choice of this device. */
export class BalancePrivacy {
  isHidden: boolean
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    this.isHidden = root.storages.local.get('hideBalance') === true
    root.storages.local.onChange('hideBalance', (value) =>
      runInAction(() => (this.isHidden = value === true)),
    )
    makeAutoObservable(this)
  }

  toggle(): void {
    this.isHidden = !this.isHidden
    this.#root.storages.local.set('hideBalance', this.isHidden || undefined)
  }
}
