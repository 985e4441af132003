import { fromWireCheckIn, rewardCalls, type CheckInCalendar } from '#contract/http/rewards.ts'
import { ClaimStore, quietOptions } from '../../features/rewards/ClaimStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** The daily check-in of /signInSheet; visible to everybody. */
export class CheckInStore extends ClaimStore<CheckInCalendar> {
  constructor(root: RootStore) {
    super(root, 'rewards.checkIn.claimed')
  }

  get calendar(): CheckInCalendar | null {
    return this.data
  }

  protected async fetch(): Promise<CheckInCalendar> {
    return fromWireCheckIn(await this.root.api.call(rewardCalls.checkIn, {}, quietOptions))
  }

  protected sendClaim(): Promise<{ amount: number }> {
    return this.root.api.call(rewardCalls.checkInClaim, { body: {} })
  }
}
