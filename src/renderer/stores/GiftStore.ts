import { makeAutoObservable, reaction, runInAction } from 'mobx'
import { rewardCalls } from '#contract/http/rewards.ts'
import type { Api } from '../services/api.ts'
import type { DeviceStore } from './DeviceStore.ts'
import { ignoreCallError, type SessionStore } from './SessionStore.ts'

const startDelayMs = 1_000

/**
 * Whether an unclaimed gift waits for the player. Checked 1 s after the start and whenever the token changes,
 * only for a logged-in player. Where the messenger link contains 'manager', a manager gives the gifts, and none is shown.
 */
export class GiftStore {
  isWaiting = false
  readonly #api: Api
  readonly #session: SessionStore
  readonly #device: DeviceStore

  constructor(api: Api, session: SessionStore, device: DeviceStore) {
    this.#api = api
    this.#session = session
    this.#device = device
    makeAutoObservable(this)
  }

  start(): void {
    const check = () => {
      this.check().catch(ignoreCallError)
    }
    setTimeout(() => {
      check()
      reaction(() => this.#session.hasToken, check)
    }, startDelayMs)
  }

  /** The server responds again: without a network at the start, nothing of the device is known yet. */
  retry(): void {
    if (!this.#device.info) this.check().catch(ignoreCallError)
  }

  /** The award popup was closed or the gift was claimed. */
  dismiss(): void {
    this.isWaiting = false
  }

  private async check(): Promise<void> {
    if (!this.#session.hasToken) this.dismiss()
    await this.#device.load()
    if (!this.#session.hasToken || !this.isOffered) return
    const gift = await this.#api.call(rewardCalls.userGift, {}, { loading: false, ownFailure: true })
    runInAction(() => (this.isWaiting = this.#session.hasToken && gift === 1))
  }

  private get isOffered(): boolean {
    return !this.#device.messenger?.includes('manager')
  }
}
