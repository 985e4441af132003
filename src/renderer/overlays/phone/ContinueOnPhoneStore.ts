import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { phoneCalls } from '#contract/http/phone.ts'
import { accountCalls } from '#contract/http/account.ts'
import { qrMatrix } from '../../services/qrMatrix.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { runUnlessBusy } from '../../stores/runUnlessBusy.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { Countdown } from './Countdown.ts'

const quiet = { loading: false, isAwaited: true, ownFailure: true } as const

/** A one-time link that opens the player's account on the phone, and what became of it. */
export class ContinueOnPhoneStore {
  state: 'loading' | 'shown' | 'used' | 'ended' | 'expired' | 'failed' = 'loading'
  qr: boolean[][] | null = null
  isBusy = false
  readonly countdown = new Countdown()
  #linkId = ''
  /** Grows with each link, and when the overlay closes: a response to an earlier request is dropped. */
  #generation = 0
  /** Of the phone, once the link was used. */
  #sessionId: string | null = null
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { countdown: false, qr: observableRef })
  }

  /** Creates a link. Returns the cleanup. */
  start(): () => void {
    const { realtime } = this.#root
    const stopEvents = realtime.onTopicEvent((event) => {
      if (event.name === 'account:linkUsed' && event.payload.linkId === this.#linkId)
        this.showUsed(event.payload.sessionId)
    })
    // The event may have come while there was no connection.
    const stopReconnects = reaction(
      () => realtime.reconnects,
      () => void this.check(),
    )
    void this.create()
    return () => {
      this.#generation++
      stopEvents()
      stopReconnects()
      this.countdown.stop()
    }
  }

  async create(): Promise<void> {
    const generation = ++this.#generation
    this.state = 'loading'
    this.qr = null
    this.#linkId = ''
    try {
      const link = await this.#root.api.call(phoneCalls.newLink, { body: {} }, quiet)
      const qr = await qrMatrix(link.url)
      if (generation !== this.#generation) return
      runInAction(() => {
        this.#linkId = link.linkId
        this.qr = qr
        this.state = 'shown'
      })
      this.countdown.start(link.secondsLeft, () => void this.check())
    } catch (error) {
      ignoreCallError(error)
      if (generation === this.#generation) runInAction(() => (this.state = 'failed'))
    }
  }

  /** Somebody else used the link: logs that phone out. */
  async disown(): Promise<void> {
    const sessionId = this.#sessionId
    if (sessionId === null) return
    await runUnlessBusy(this, async () => {
      await this.#root.api.call(accountCalls.endSessions, { body: { sessionId } })
      runInAction(() => (this.state = 'ended'))
    })
  }

  private async check(): Promise<void> {
    if (this.state !== 'shown') return
    const linkId = this.#linkId
    try {
      const { state, sessionId } = await this.#root.api.call(phoneCalls.link, { params: { linkId } }, quiet)
      if (linkId !== this.#linkId) return
      if (state === 'used' && sessionId !== null) this.showUsed(sessionId)
      if (state === 'expired') runInAction(() => (this.state = 'expired'))
    } catch (error) {
      ignoreCallError(error)
    }
    // Without an answer: the link is over all the same.
    if (this.countdown.secondsLeft === 0 && this.state === 'shown')
      runInAction(() => (this.state = 'expired'))
  }

  private showUsed(sessionId: string): void {
    this.countdown.stop()
    this.#sessionId = sessionId
    this.state = 'used'
  }
}
