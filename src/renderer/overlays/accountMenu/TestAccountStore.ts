import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { toWireTestAccount } from '#contract/http/account.ts'
import { fromWireTestAccount, userCalls, type TestAccount } from '#contract/http/user.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** The test-account box of the account menu: shows the credentials and switches to them. */
export class TestAccountStore {
  /** Null when this is no test account, or the credentials could not be loaded. */
  account: TestAccount | null = null
  readonly #root: Pick<RootStore, 'api' | 'session' | 'storages'>

  constructor(root: Pick<RootStore, 'api' | 'session' | 'storages'>) {
    this.#root = root
    makeAutoObservable(this, { account: observableRef })
  }

  /** Only for test accounts. A failure shows no alert: the box just stays empty. */
  async load(): Promise<void> {
    const { api, session } = this.#root
    if (!session.player?.isTest) return
    this.account = session.player.testAccount
    try {
      const wire = await api.call(userCalls.getUserTest, {}, { loading: false, ownFailure: true })
      runInAction(() => (this.account = fromWireTestAccount(wire)))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }

  /** "Mudar de conta": the login form finds the credentials in session storage. */
  async switchAccount(): Promise<void> {
    if (!this.account) return
    this.#root.storages.session.set('testAccount', toWireTestAccount(this.account))
    await this.#root.session.logout()
  }
}
