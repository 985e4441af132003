import { fromWireRebate, rewardCalls, type Rebate } from '#contract/http/rewards.ts'
import { ClaimStore, quietly } from './ClaimStore.ts'
import type { RootStore } from './RootStore.ts'

/** The daily game rebate of /gamebouns, claimed for yesterday; it shows itself to everybody. */
export class RebateStore extends ClaimStore<Rebate> {
  constructor(root: RootStore) {
    super(root, 'rewards.rebate.claimed')
  }

  get rebate(): Rebate | null {
    return this.data
  }

  protected async read(): Promise<Rebate> {
    return fromWireRebate(await this.root.api.call(rewardCalls.rebate, {}, quietly))
  }

  protected take(): Promise<{ amount: number }> {
    return this.root.api.call(rewardCalls.rebateClaim, { body: {} })
  }
}
