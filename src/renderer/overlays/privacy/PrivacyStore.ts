import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { fromWireSessions, userCalls, type OpenSession } from '#contract/http/user.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { runUnlessBusy } from '../../stores/runUnlessBusy.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** The player's sessions and e-mails, and closing the account (LGPD, art. 18). */
export class PrivacyStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  sessions: OpenSession[] = []
  /** Whether the statement of each month comes by e-mail; null while unknown. */
  monthly: boolean | null = null
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
      const [wire] = await Promise.all([
        this.#root.api.call(userCalls.sessions, {}, { loading: false, ownFailure: true }),
        this.loadMails(),
      ])
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

  /** Without an answer the choice is not offered. */
  private async loadMails(): Promise<void> {
    try {
      const options = { loading: false, ownFailure: true }
      const { monthly } = await this.#root.api.call(userCalls.mails, {}, options)
      runInAction(() => (this.monthly = monthly))
    } catch (error) {
      ignoreCallError(error)
    }
  }

  /** Turns the statement of each month on or off. A failure raises an alert and changes nothing. */
  async setMonthly(wanted: boolean): Promise<void> {
    await runUnlessBusy(this, async () => {
      const { monthly } = await this.#root.api.call(userCalls.setMails, { body: { monthly: wanted } })
      runInAction(() => (this.monthly = monthly))
    })
  }

  /** Sends the link that confirms the e-mail address again. */
  async resend(): Promise<void> {
    await runUnlessBusy(this, async () => {
      const onMessage = (text: string) => this.#root.alerts.toast({ text })
      await this.#root.api.call(userCalls.confirmEmail, { body: {} }, { onMessage })
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
