import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { fromWireSession, limitCalls, type SessionSummary } from '#contract/http/limits.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** The reality check: the session's duration and net result. */
export class RealityCheckStore {
  summary: SessionSummary | null = null
  hasFailed = false
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { summary: observableRef })
  }

  async load(): Promise<void> {
    this.hasFailed = false
    try {
      const wire = await this.#root.api.call(limitCalls.session, {}, { loading: false, ownFailure: true })
      runInAction(() => (this.summary = fromWireSession(wire)))
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.hasFailed = true))
    }
  }

  continuePlaying(): void {
    this.#root.overlays.close()
  }

  setLimits(): void {
    this.#root.overlays.close()
    this.#root.navigation.go('/jogoResponsavel')
  }
}
