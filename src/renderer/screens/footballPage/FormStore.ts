import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { formCalls, type MatchForm } from '#contract/http/form.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** What both sides of a match have played before it. Without an answer of the server the page has nothing about it. */
export class FormStore {
  form: MatchForm | null = null
  isLoading = true
  readonly #root: RootStore

  constructor(
    root: RootStore,
    readonly id: string,
  ) {
    this.#root = root
    makeAutoObservable(this, { id: false, form: observableRef })
  }

  async load(): Promise<void> {
    const options = { loading: false, ownFailure: true }
    try {
      const form = await this.#root.api.call(formCalls.form, { params: { matchId: this.id } }, options)
      runInAction(() => (this.form = form))
    } catch (error) {
      ignoreCallError(error)
    } finally {
      runInAction(() => (this.isLoading = false))
    }
  }
}
