import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { sportsCalls } from '#contract/http/sports.ts'
import type { PublishedRules } from '#contract/rules/sportRules.ts'
import { isSport, type Sport } from '#contract/rules/sports.ts'
import type { RootStore } from '../../stores/RootStore.ts'

interface Version {
  sport: Sport
  rules: PublishedRules
  /** ISO 8601. */
  since: string
  isCurrent: boolean
}

/** The rules that a bet was placed under, which its ticket links to. */
export class RulesVersionStore {
  /** `unknown`: there has never been such a version. */
  state: 'loading' | 'ready' | 'failed' | 'unknown' = 'loading'
  version: Version | null = null
  readonly #root: Pick<RootStore, 'api'>
  readonly #name: string

  constructor(root: Pick<RootStore, 'api'>, name: string) {
    this.#root = root
    this.#name = name
    makeAutoObservable(this, { version: observableRef })
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      const params = { version: this.#name }
      const options = { loading: false, isAwaited: true, ownFailure: true }
      const { sport, since, current, ...rules } = await this.#root.api.call(
        sportsCalls.rules,
        { params },
        options,
      )
      runInAction(() => {
        this.version = isSport(sport) ? { sport, rules, since, isCurrent: current } : null
        this.state = this.version ? 'ready' : 'unknown'
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      runInAction(() => (this.state = error.httpStatus === 404 ? 'unknown' : 'failed'))
    }
  }
}
