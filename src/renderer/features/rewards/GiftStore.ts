import { makeAutoObservable, reaction, runInAction } from 'mobx'
import { rewardCalls } from '#contract/http/rewards.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

type GiftRoot = Pick<RootStore, 'api' | 'session' | 'device' | 'realtime' | 'language'>

/**
 * Whether an unclaimed gift waits for the player. Checked once the first page has settled and whenever the token changes,
 * only for a logged-in player. Where the messenger link contains 'manager', a manager gives the gifts, and none is shown.
 */
export class GiftStore {
  isWaiting = false
  readonly #root: GiftRoot

  constructor(root: GiftRoot) {
    this.#root = root
    makeAutoObservable(this)
  }

  /** Returns the cleanup. */
  start(): () => void {
    const { session, device, realtime, language } = this.#root
    const check = () => {
      this.check().catch(ignoreCallError)
    }
    const stops = [
      reaction(() => session.hasToken, check, { fireImmediately: true }),
      // The server responds again: without a network at the start, nothing of the device is known yet.
      reaction(
        () => realtime.reconnects,
        () => device.info ?? check(),
      ),
      // The labels of the operator's links come in the language of the call.
      reaction(
        () => language.code,
        () => void device.load().catch(ignoreCallError),
      ),
    ]
    return () => stops.forEach((stop) => stop())
  }

  /** The award popup was closed or the gift was claimed. */
  dismiss(): void {
    this.isWaiting = false
  }

  private async check(): Promise<void> {
    const { api, device, session } = this.#root
    if (!session.hasToken) this.dismiss()
    await device.load()
    if (!session.hasToken || !this.isOffered) return
    const gift = await api.call(rewardCalls.userGift, {}, { loading: false, ownFailure: true })
    runInAction(() => (this.isWaiting = session.hasToken && gift === 1))
  }

  private get isOffered(): boolean {
    return !this.#root.device.messenger?.includes('manager')
  }
}
