import { makeAutoObservable } from 'mobx'
import { gameCalls } from '#contract/http/game.ts'
import type { RootStore } from '../../../stores/RootStore.ts'
import { runUnlessBusy } from '../../../stores/runUnlessBusy.ts'
import { CatalogueStore } from './CatalogueStore.ts'

/** Ends all unfinished rounds of the player: what was won is paid, untouched stakes come back. */
export class RoundEndStore {
  isBusy = false
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this)
  }

  async endRounds(): Promise<void> {
    await runUnlessBusy(this, async () => {
      await this.#root.api.call(gameCalls.stopGame, {}, { loading: false })
      await Promise.all([this.#root.session.refresh(), this.#root.feature(CatalogueStore).load()])
    })
  }
}
