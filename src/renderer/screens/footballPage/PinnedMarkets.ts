import { makeAutoObservable, observableRef } from 'mobx'
import type { Market } from '#contract/rules/sports.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** The markets that the player wants first on the page of a match, stored on this device. */
export class PinnedMarkets {
  private pinned: readonly string[]
  readonly #root: Pick<RootStore, 'storages'>

  constructor(root: Pick<RootStore, 'storages'>) {
    this.#root = root
    const stored = root.storages.local.get('pinnedMarkets')
    this.pinned = Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
    makeAutoObservable<this, 'pinned'>(this, { pinned: observableRef })
  }

  has(market: Market): boolean {
    return this.pinned.includes(market)
  }

  toggle(market: Market): void {
    this.pinned = this.has(market) ? this.pinned.filter((each) => each !== market) : [...this.pinned, market]
    this.#root.storages.local.set('pinnedMarkets', this.pinned)
  }

  /** Pinned ones first, the others in their order. */
  sort<Group extends { market: Market }>(groups: readonly Group[]): Group[] {
    return [...groups].sort((a, b) => Number(this.has(b.market)) - Number(this.has(a.market)))
  }
}
