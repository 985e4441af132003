import { makeAutoObservable, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { authCalls } from '#contract/http/auth.ts'
import { userCalls } from '#contract/http/user.ts'
import { pagePaths } from '#contract/pages.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** /zgo{token}: exchanges a one-time link for a session, then goes home, or on with the identity check that waits for pictures. */
export class LinkStore {
  state: 'entering' | 'expired' | 'failed' = 'entering'
  readonly #root: Pick<RootStore, 'api' | 'session' | 'navigation'>
  readonly #token: string

  constructor(root: Pick<RootStore, 'api' | 'session' | 'navigation'>, token: string) {
    this.#root = root
    this.#token = token
    makeAutoObservable(this)
  }

  async enter(): Promise<void> {
    this.state = 'entering'
    try {
      const { api, session } = this.#root
      // The screen says itself that it is loading.
      const options = { ownFailure: true, loading: false, isAwaited: true }
      await session.enter(async () => {
        await api.call(authCalls.exchangeLink, { body: { token: this.#token } }, options)
        return true
      }, false)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // The link works once: a response that opened the session counts, even if loading the user info failed
      // afterwards.
      if (error.path !== userCalls.userInfo.path) return this.showFailure(error)
    }
    // A kiosk without a camera sends a player here for them (own.identity.kioskText).
    const next = this.#root.session.player?.needsPictures ? pagePaths.identity : pagePaths.home
    this.#root.navigation.go(next, { replace: true })
  }

  private showFailure(error: CallError): void {
    const isRetryable = error.kind === 'network' || error.httpStatus >= 429
    runInAction(() => (this.state = isRetryable ? 'failed' : 'expired'))
  }
}
