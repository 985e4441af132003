import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { fromWireSessions, userCalls, type OpenSession } from '#contract/http/user.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { runUnlessBusy } from '../../stores/runUnlessBusy.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** The player's sessions, and closing the account (LGPD, art. 18). */
export class PrivacyStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  sessions: OpenSession[] = []
  isBusy = false
  /** The last confirmation before the account is closed. */
  isConfirming = false
  password = ''
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { sessions: observableRef })
  }

  get hasOthers(): boolean {
    return this.sessions.some(({ isCurrent }) => !isCurrent)
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      const wire = await this.#root.api.call(userCalls.sessions, {}, { loading: false, ownFailure: true })
      runInAction(() => {
        this.sessions = fromWireSessions(wire)
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.state = 'failed'))
    }
  }

  /** Logs out one other session, or all of them. */
  async endSessions(sessionId?: string): Promise<void> {
    await runUnlessBusy(this, async () => {
      const body = sessionId === undefined ? {} : { sessionId }
      const wire = await this.#root.api.call(userCalls.endSessions, { body })
      runInAction(() => (this.sessions = fromWireSessions(wire)))
      this.#root.alerts.toast({ key: 'account.privacy.ended' })
    })
  }

  setConfirming(isAsking: boolean): void {
    this.isConfirming = isAsking
    this.password = ''
  }

  type(password: string): void {
    this.password = password
  }

  /** Closes the account for good. A refusal (money left, wrong password) is shown and changes nothing. */
  async erase(): Promise<void> {
    if (this.password === '') return
    await runUnlessBusy(this, async () => {
      let text = ''
      const options = { onMessage: (message: string) => void (text = message) }
      await this.#root.api.call(userCalls.erasePersonalData, { body: { pwd: this.password } }, options)
      this.setConfirming(false)
      await this.#root.session.end()
      this.#root.overlays.close()
      this.#root.navigation.go('/home')
      this.#root.alerts.alert({ text })
    })
  }
}
