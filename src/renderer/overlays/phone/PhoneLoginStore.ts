import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { phoneCalls } from '#contract/http/phone.ts'
import { qrMatrix } from '../../services/qrMatrix.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { Countdown } from './Countdown.ts'

/** How often the page polls: a guest has no connection for events. */
const askMs = 2_000
const tooManyCalls = 429

/** A terminal's login by phone: shows a code, and waits until the player has approved it on the phone. */
export class PhoneLoginStore {
  state: 'loading' | 'shown' | 'expired' | 'failed' = 'loading'
  qr: boolean[][] | null = null
  number = ''
  readonly countdown = new Countdown()
  /** What the session is collected with: never shown, never stored. */
  #secret = ''
  /** Grows with each code, and when the overlay closes: a response to an earlier request is dropped. */
  #generation = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { countdown: false, qr: observableRef })
  }

  /** Returns the cleanup. */
  start(): () => void {
    void this.create()
    return () => this.forget()
  }

  async create(): Promise<void> {
    this.forget()
    const generation = this.#generation
    this.state = 'loading'
    this.qr = null
    try {
      const options = { loading: false, isAwaited: true, ownFailure: true }
      const login = await this.#root.api.call(phoneCalls.startLogin, { body: {} }, options)
      const qr = await qrMatrix(login.url)
      if (generation !== this.#generation) return
      runInAction(() => {
        this.qr = qr
        this.number = login.number
        this.state = 'shown'
      })
      this.#secret = login.secret
      this.countdown.start(login.secondsLeft, () => this.expire())
      this.askLater()
    } catch (error) {
      ignoreCallError(error)
      if (generation === this.#generation) runInAction(() => (this.state = 'failed'))
    }
  }

  private askLater(): void {
    this.#timer = setTimeout(() => void this.ask(), askMs)
  }

  private async ask(): Promise<void> {
    const { api, session, overlays, alerts } = this.#root
    const secret = this.#secret
    try {
      const options = { loading: false, isAwaited: true, ownFailure: true }
      const hasBegun = await session.enter(async () => {
        const { state } = await api.call(phoneCalls.collectLogin, { body: { secret } }, options)
        return state !== 'waiting'
      })
      if (secret !== this.#secret) return
      if (!hasBegun) return this.askLater()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (secret !== this.#secret) return
      if (!session.hasToken) {
        const isOver = error.kind !== 'network' && error.httpStatus !== tooManyCalls
        return isOver ? this.expire() : this.askLater()
      }
      // The session was opened and only loading the user info failed.
    }
    this.forget()
    overlays.close()
    if (session.player)
      alerts.toast({ key: 'kiosk.phone.welcome', params: { name: session.player.username } })
  }

  private expire(): void {
    this.forget()
    this.state = 'expired'
  }

  private forget(): void {
    this.#generation++
    clearTimeout(this.#timer)
    this.countdown.stop()
    this.#secret = ''
  }
}
