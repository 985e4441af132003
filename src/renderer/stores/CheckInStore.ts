import { fromWireCheckIn, rewardCalls, type CheckInCalendar } from '#contract/http/rewards.ts'
import { ClaimStore, quietly } from './ClaimStore.ts'
import type { RootStore } from './RootStore.ts'

/** The daily check-in of /signInSheet; it shows itself to everybody. */
export class CheckInStore extends ClaimStore<CheckInCalendar> {
  constructor(root: RootStore) {
    super(root, 'rewards.checkIn.claimed')
  }

  get calendar(): CheckInCalendar | null {
    return this.data
  }

  protected async read(): Promise<CheckInCalendar> {
    return fromWireCheckIn(await this.root.api.call(rewardCalls.checkIn, {}, quietly))
  }

  protected take(): Promise<{ amount: number }> {
    return this.root.api.call(rewardCalls.checkInClaim, { body: {} })
  }
}
