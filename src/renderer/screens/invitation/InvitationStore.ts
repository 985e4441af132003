import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromWireInvitation, type Invitation, referralCalls } from '#contract/http/referrals.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** /y{code}: stores the code for the registration and loads who invites. */
export class InvitationStore {
  state: 'loading' | 'ready' | 'unknown' | 'failed' = 'loading'
  invitation: Invitation | null = null
  readonly #root: Pick<RootStore, 'api' | 'storages' | 'session' | 'overlays'>
  readonly #code: string

  constructor(root: Pick<RootStore, 'api' | 'storages' | 'session' | 'overlays'>, code: string) {
    this.#root = root
    this.#code = code
    makeAutoObservable(this, { invitation: observableRef })
  }

  /**
   * Stores the code before the server responds, so that a bad network loses no invitation. An unknown code is
   * removed again, because it would make the registration fail. Opens the registration form.
   */
  async load(): Promise<void> {
    this.state = 'loading'
    if (!this.#root.session.isLoggedIn) this.#root.storages.local.set('inviteCode', this.#code)
    try {
      const wire = await this.#root.api.call(
        referralCalls.invitation,
        { params: { code: this.#code } },
        { ownFailure: true, loading: false, isAwaited: true },
      )
      runInAction(() => {
        this.invitation = fromWireInvitation(wire)
        this.state = 'ready'
      })
      if (!this.#root.session.isLoggedIn) this.#root.overlays.open('register')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isUnknown = error.httpStatus >= 400 && error.httpStatus < 429
      if (isUnknown) this.#root.storages.local.set('inviteCode', undefined)
      runInAction(() => (this.state = isUnknown ? 'unknown' : 'failed'))
    }
  }
}
