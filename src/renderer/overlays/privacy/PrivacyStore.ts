import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { accountCalls, fromWireSessions, type OpenSession } from '#contract/http/account.ts'
import { toWireAmount, ZERO, type Cents } from '#contract/money.ts'
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
  /** What happens to the rest of the balance. */
  rest: 'payOut' | 'giveUp' = 'payOut'
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
        this.#root.api.call(accountCalls.sessions, {}, { loading: false, ownFailure: true }),
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
      const wire = await this.#root.api.call(accountCalls.endSessions, { body })
      runInAction(() => (this.sessions = fromWireSessions(wire)))
      this.#root.alerts.toast({ key: 'account.privacy.ended' })
    })
  }

  /** Without an answer the choice is not offered. */
  private async loadMails(): Promise<void> {
    try {
      const options = { loading: false, ownFailure: true }
      const { monthly } = await this.#root.api.call(accountCalls.mails, {}, options)
      runInAction(() => (this.monthly = monthly))
    } catch (error) {
      ignoreCallError(error)
    }
  }

  /** Turns the statement of each month on or off. A failure raises an alert and changes nothing. */
  async setMonthly(wanted: boolean): Promise<void> {
    await runUnlessBusy(this, async () => {
      const { monthly } = await this.#root.api.call(accountCalls.setMails, { body: { monthly: wanted } })
      runInAction(() => (this.monthly = monthly))
    })
  }

  /** Sends the link that confirms the e-mail address again. */
  async resend(): Promise<void> {
    await runUnlessBusy(this, async () => {
      const onMessage = (text: string) => this.#root.alerts.toast({ text })
      await this.#root.api.call(accountCalls.confirmEmail, { body: {} }, { onMessage })
    })
  }

  setConfirming(isAsking: boolean): void {
    this.isConfirming = isAsking
    this.password = ''
    this.rest = 'payOut'
  }

  type(password: string): void {
    this.password = password
  }

  /** The cash that the player decides about; play money is not anybody's. */
  get restAmount(): Cents {
    return this.#root.session.player?.isTest ? ZERO : this.#root.wallet.cash
  }

  chooseRest = (rest: 'payOut' | 'giveUp'): void => {
    this.rest = rest
  }

  /**
   * Closes the account for good. While something is left to pay out, the player stays logged in and is led to the
   * withdrawal; while something is owed, or on its way, there is nothing to withdraw. A refusal (wrong password, another balance) is shown and changes nothing.
   */
  async erase(): Promise<void> {
    if (this.password === '') return
    await runUnlessBusy(this, async () => {
      let text = ''
      const options = { onMessage: (message: string) => void (text = message) }
      const { rest, restAmount } = this
      const giveUp = rest === 'giveUp' ? { giveUp: toWireAmount(restAmount) } : {}
      const body = { pwd: this.password, ...giveUp }
      const { erased } = await this.#root.api.call(accountCalls.erasePersonalData, { body }, options)
      this.setConfirming(false)
      if (erased === 0) {
        await this.#root.session.refresh().catch(ignoreCallError)
        const hasRest = rest === 'payOut' && restAmount > ZERO
        // Without a rest the server ends the session within a second.
        this.#root.alerts.alert(
          { text },
          hasRest ? { onConfirm: () => this.#root.openWithdraw() } : { outlivesSession: true },
        )
        return
      }
      await this.#root.session.end()
      this.#root.overlays.close()
      this.#root.navigation.go('/home')
      this.#root.alerts.alert({ text })
    })
  }
}
