import { makeAutoObservable, reaction } from 'mobx'
import { userCalls } from '#contract/http/user.ts'
import { FrameActivity } from '../features/activity/FrameActivity.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { ignoreCallError } from '../stores/SessionStore.ts'

const minuteMs = 60_000
const tickMs = 1_000
/** How long before the end the warning opens, in ms. */
const warningMs = minuteMs
/** How often the activity of a player who only reads is reported to the server, in ms. */
const reportEveryMs = 5 * minuteMs
/** How often the other tabs are told of activity, in ms: the pointer moves far more often. */
const shareEveryMs = 5_000

/**
 * Closes an idle session where the jurisdiction requires it: a warning opens a minute before, any action
 * continues the session, and a message afterwards explains the logout. The server closes idle sessions too, so
 * this store reports the activity of players who only read.
 */
export class IdleStore {
  /** Whole seconds until the session closes while the warning is open, otherwise null. */
  secondsLeft: number | null = null
  #activeAt = 0
  #sharedAt = 0
  #reportedAt = 0
  readonly #root: RootStore
  readonly #now: () => number

  constructor(root: RootStore, now: () => number = Date.now) {
    this.#root = root
    this.#now = now
    makeAutoObservable(this)
  }

  private get limitMs(): number | null {
    const minutes = this.#root.device.info?.idleCloseMinutes ?? null
    return minutes === null || !this.#root.session.isLoggedIn ? null : minutes * minuteMs
  }

  /** Follows the player's activity. Returns the cleanup. */
  start(): () => void {
    let timer: ReturnType<typeof setInterval> | undefined
    const onInput = () => this.handleInput()
    const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const
    const stopFrames = reaction(() => this.#root.feature(FrameActivity).count, onInput)
    const stop = reaction(
      () => this.limitMs,
      (limitMs) => {
        clearInterval(timer)
        for (const input of inputs) removeEventListener(input, onInput)
        this.#sharedAt = 0
        this.recordActivity()
        if (limitMs === null) return
        this.#reportedAt = this.#now()
        for (const input of inputs) addEventListener(input, onInput, { passive: true })
        timer = setInterval(() => this.tick(), tickMs)
      },
      { fireImmediately: true },
    )
    return () => {
      stop()
      stopFrames()
      clearInterval(timer)
      for (const input of inputs) removeEventListener(input, onInput)
    }
  }

  /** Records activity: the button of the warning or any other action. */
  recordActivity(): void {
    this.#activeAt = this.#now()
    this.secondsLeft = null
    this.share()
  }

  /** Checks the clock, so that a device that slept finds its session closed. */
  tick(): void {
    const { limitMs } = this
    if (limitMs === null) return
    if (this.#activeAt + limitMs - this.#now() <= warningMs) this.readOtherTabs()
    const leftMs = this.#activeAt + limitMs - this.#now()
    if (leftMs <= 0) void this.close(limitMs / minuteMs)
    else this.secondsLeft = leftMs <= warningMs ? Math.ceil(leftMs / 1_000) : null
  }

  /** Activity after the deadline does not reopen the session. */
  private handleInput(): void {
    this.tick()
    if (this.limitMs === null) return
    this.recordActivity()
    if (this.#now() - this.#reportedAt < reportEveryMs) return
    this.#reportedAt = this.#now()
    const options = { loading: false, ownFailure: true }
    this.#root.api.call(userCalls.getBalance, { query: {} }, options).catch(ignoreCallError)
  }

  /**
   * The session is that of all tabs: while the player plays in one, the others do not end it. Stored, not sent: a tab that the
   * browser has frozen looks at the clock before it hears of anything.
   */
  private share(): void {
    if (this.limitMs === null || this.#activeAt - this.#sharedAt < shareEveryMs) return
    this.#sharedAt = this.#activeAt
    this.#root.storages.local.set('activeAt', this.#activeAt)
  }

  private readOtherTabs(): void {
    const stored = Number(this.#root.storages.local.get('activeAt'))
    if (stored <= this.#now()) this.#activeAt = Math.max(this.#activeAt, stored)
  }

  private async close(minutes: number): Promise<void> {
    this.secondsLeft = null
    this.#activeAt = this.#now()
    this.#root.alerts.alert({ key: 'limits.idle.closed', params: { minutes } }, { outlivesSession: true })
    await this.#root.logout()
  }
}
