import { makeAutoObservable, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { phoneCalls } from '#contract/http/phone.ts'
import type { RootStore } from '../../stores/RootStore.ts'

const quiet = { loading: false, isAwaited: true, ownFailure: true } as const

/** /totem{code}: lets the player who scanned a terminal's code open their account there. */
export class TerminalLoginStore {
  state: 'loading' | 'asking' | 'approving' | 'approved' | 'expired' | 'failed' = 'loading'
  terminal = ''
  number = ''
  readonly #root: Pick<RootStore, 'api'>
  readonly #code: string

  constructor(root: Pick<RootStore, 'api'>, code: string) {
    this.#root = root
    this.#code = code
    makeAutoObservable(this)
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      const login = await this.#root.api.call(phoneCalls.login, { params: { code: this.#code } }, quiet)
      runInAction(() => {
        this.terminal = login.terminal
        this.number = login.number
        this.state = 'asking'
      })
    } catch (error) {
      this.showFailure(error)
    }
  }

  async approve(): Promise<void> {
    if (this.state !== 'asking') return
    this.state = 'approving'
    try {
      await this.#root.api.call(phoneCalls.approveLogin, { body: { code: this.#code } }, quiet)
      runInAction(() => (this.state = 'approved'))
    } catch (error) {
      this.showFailure(error)
    }
  }

  private showFailure(error: unknown): void {
    if (!(error instanceof CallError)) throw error
    const isRetryable = error.kind === 'network' || error.httpStatus >= 429
    runInAction(() => (this.state = isRetryable ? 'failed' : 'expired'))
  }
}
