import { fromWireRebate, rewardCalls, type Rebate } from '#contract/http/rewards.ts'
import { ClaimStore, quietOptions } from '../../features/rewards/ClaimStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** The daily game rebate of /gamebouns, claimed for yesterday's bets; visible to everybody. */
export class RebateStore extends ClaimStore<Rebate> {
  constructor(root: RootStore) {
    super(root, 'rewards.rebate.claimed')
  }

  get rebate(): Rebate | null {
    return this.data
  }

  protected async fetch(): Promise<Rebate> {
    return fromWireRebate(await this.root.api.call(rewardCalls.rebate, {}, quietOptions))
  }

  protected sendClaim(): Promise<{ amount: number }> {
    return this.root.api.call(rewardCalls.rebateClaim, { body: {} })
  }
}
