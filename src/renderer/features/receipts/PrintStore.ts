import { makeAutoObservable, runInAction } from 'mobx'
import type { ReceiptKind } from '#contract/printing.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** Prints one receipt at a time and says how it ended. */
export class PrintStore {
  isBusy = false
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this)
  }

  async print(kind: ReceiptKind, id: string): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    const { platform, alerts, language } = this.#root
    const outcome = await platform.print(kind, id, language.code)
    runInAction(() => (this.isBusy = false))
    if (outcome === 'printed' || outcome === 'sent') alerts.toast({ key: `receipts.${outcome}` })
    else alerts.alert({ key: `receipts.failures.${outcome}` })
  }
}
