import { makeAutoObservable, reaction } from 'mobx'
import { userCalls } from '#contract/http/user.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

const minuteMs = 60_000
const tickMs = 1_000
/** How long before the end the player is asked. */
const warningMs = minuteMs
/** A player who only reads or watches is here as well: the server hears of it this often. */
const tellMs = 5 * minuteMs

/**
 * Where the jurisdiction asks for it, a session without use is closed: the player is asked a minute before,
 * anything they do goes on, and afterwards they are told why. The server closes it by itself too; this one
 * knows of a player who reads.
 */
export class IdleStore {
  /** Whole seconds until the session closes, while the player is asked; null at all other times. */
  secondsLeft: number | null = null
  private usedAt = 0
  private toldAt = 0

  constructor(
    private readonly root: RootStore,
    private readonly now: () => number = Date.now,
  ) {
    makeAutoObservable<this, 'root' | 'now' | 'usedAt' | 'toldAt'>(this, {
      root: false,
      now: false,
      usedAt: false,
      toldAt: false,
    })
  }

  private get limitMs(): number | null {
    const minutes = this.root.device.info?.idleCloseMinutes ?? null
    return minutes === null || !this.root.session.isLoggedIn ? null : minutes * minuteMs
  }

  /** Follows what the player does. Returns its undoing. */
  start(): () => void {
    let timer: ReturnType<typeof setInterval> | undefined
    const use = () => this.use()
    const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const
    const stop = reaction(
      () => this.limitMs,
      (limitMs) => {
        clearInterval(timer)
        for (const input of inputs) removeEventListener(input, use)
        this.goOn()
        if (limitMs === null) return
        this.toldAt = this.now()
        for (const input of inputs) addEventListener(input, use, { passive: true })
        timer = setInterval(() => this.tick(), tickMs)
      },
      { fireImmediately: true },
    )
    return () => {
      stop()
      clearInterval(timer)
      for (const input of inputs) removeEventListener(input, use)
    }
  }

  /** The player is here: by the button, or by anything else that they do. */
  goOn(): void {
    this.usedAt = this.now()
    this.secondsLeft = null
  }

  /** Looks at the clock: a device that slept finds its session over when it wakes. */
  tick(): void {
    const { limitMs } = this
    if (limitMs === null) return
    const leftMs = this.usedAt + limitMs - this.now()
    if (leftMs <= 0) void this.close(limitMs / minuteMs)
    else this.secondsLeft = leftMs <= warningMs ? Math.ceil(leftMs / 1_000) : null
  }

  /** A time that is over is over: who comes back after it does not find the session open. */
  private use(): void {
    this.tick()
    if (this.limitMs === null) return
    this.goOn()
    if (this.now() - this.toldAt < tellMs) return
    this.toldAt = this.now()
    const options = { loading: false, ownFailure: true }
    this.root.api.call(userCalls.getBalance, { query: {} }, options).catch(ignoreCallError)
  }

  private async close(minutes: number): Promise<void> {
    this.secondsLeft = null
    this.usedAt = this.now()
    this.root.alerts.alert({ key: 'limits.idle.closed', params: { minutes } })
    await this.root.logout()
  }
}
