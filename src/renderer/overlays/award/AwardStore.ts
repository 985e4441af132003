import { makeAutoObservable, runInAction } from 'mobx'
import { rewardCalls } from '#contract/http/rewards.ts'
import { fromWireAmount } from '#contract/money.ts'
import { GiftStore } from '../../features/rewards/GiftStore.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** The active-award popup: claims the waiting gift once. */
export class AwardStore {
  isClaiming = false
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this)
  }

  async claim(): Promise<void> {
    if (this.isClaiming) return
    this.isClaiming = true
    const { api, alerts, language, session } = this.#root
    try {
      const { amount } = await api.call(rewardCalls.claimGift, { body: {} })
      const text = formatMoney(fromWireAmount(amount), language.selected)
      alerts.toast({ key: 'rewards.award.claimed', params: { amount: text } })
      await session.refresh()
    } catch (error) {
      ignoreCallError(error)
    } finally {
      runInAction(() => (this.isClaiming = false))
      this.#root.feature(GiftStore).dismiss()
      this.#root.overlays.close()
    }
  }

  dismiss(): void {
    this.#root.feature(GiftStore).dismiss()
    this.#root.overlays.close()
  }
}
