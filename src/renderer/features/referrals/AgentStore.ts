import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { fromWireAgent, type AgentOverview, referralCalls } from '#contract/http/referrals.ts'
import { add, fromWireAmount, max, ZERO, type Cents } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** The agent dashboard of /agentJl and /share: team, commissions by day, claim. */
export class AgentStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  overview: AgentOverview | null = null
  isClaiming = false
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { overview: observableRef })
  }

  /** The days of the chart with the total that each earned, in cents. */
  get days(): { day: string; amount: Cents; isClaimed: boolean; amounts: Cents[] }[] {
    return (this.overview?.days ?? []).map((day) => ({ ...day, amount: add(...day.amounts) }))
  }

  /** The highest daily total in cents, which fills the chart's height; 0 without commissions. */
  get peak(): Cents {
    return this.days.reduce((best, { amount }) => max(best, amount), ZERO)
  }

  get canClaim(): boolean {
    return (this.overview?.available ?? ZERO) > 0
  }

  /** Loads after a login and again after a reconnect. Returns its cleanup. */
  start(): () => void {
    const { session, realtime } = this.#root
    const stops = [
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => (isLoggedIn ? void this.load() : this.clear()),
        { fireImmediately: true },
      ),
      reaction(
        () => realtime.reconnects,
        () => void this.load(true),
      ),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** `quiet`: keeps the current figures on screen until the response arrives. */
  async load(quiet = false): Promise<void> {
    if (!this.#root.session.isLoggedIn) return
    if (!quiet) this.state = 'loading'
    try {
      const wire = await this.#root.api.call(
        referralCalls.agentOverview,
        {},
        { loading: false, ownFailure: true },
      )
      runInAction(() => {
        this.overview = fromWireAgent(wire)
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      if (!quiet) runInAction(() => (this.state = 'failed'))
    }
  }

  /** Claims the commissions of all finished days, then loads the figures again, also after a refusal. */
  async claim(): Promise<void> {
    if (this.isClaiming || !this.canClaim) return
    this.isClaiming = true
    try {
      const { amount } = await this.#root.api.call(referralCalls.agentClaim, { body: {} })
      const text = formatMoney(fromWireAmount(amount), this.#root.language.selected)
      this.#root.alerts.toast({ key: 'loyalty.claimed', params: { amount: text } })
      await this.#root.session.refresh()
    } catch (error) {
      ignoreCallError(error)
    } finally {
      runInAction(() => (this.isClaiming = false))
      await this.load(true)
    }
  }

  private clear(): void {
    this.overview = null
    this.state = 'loading'
  }
}
