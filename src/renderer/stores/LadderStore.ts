import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { fromWireLadder, growthCalls, type Ladder } from '#contract/http/growth.ts'
import { fromWireAmount } from '#contract/money.ts'
import { formatMoney } from '../i18n/format.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

/** The ladder of rewards for valid invitees; it shows itself to everybody. */
export class LadderStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  ladder: Ladder | null = null
  /** The step whose claim is under way. */
  claiming: number | null = null

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root'>(this, { root: false, ladder: observableRef })
  }

  get steps(): Ladder['steps'] {
    return this.ladder?.steps ?? []
  }

  get validPeople(): number {
    return this.ladder?.validPeople ?? 0
  }

  /** The next step to reach; undefined when all are reached. */
  get nextStep(): Ladder['steps'][number] | undefined {
    return this.steps.find(({ people }) => people > this.validPeople)
  }

  /** Loads now and whenever somebody logs in or out. Returns its undoing. */
  start(): () => void {
    return reaction(
      () => this.root.session.isLoggedIn,
      () => void this.load(),
      { fireImmediately: true },
    )
  }

  /** `quiet`: what is on the screen stays until the answer comes. */
  async load(quiet = false): Promise<void> {
    if (!quiet) this.state = 'loading'
    try {
      const wire = await this.root.api.call(growthCalls.ladder, {}, { loading: false, ownFailure: true })
      runInAction(() => {
        this.ladder = fromWireLadder(wire)
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      if (!quiet) runInAction(() => (this.state = 'failed'))
    }
  }

  /** Claims a step; a refusal is shown, and the ladder is asked for again. */
  async claim(people: number): Promise<void> {
    if (this.claiming !== null) return
    this.claiming = people
    try {
      const { amount } = await this.root.api.call(growthCalls.ladderClaim, { body: { people } })
      const text = formatMoney(fromWireAmount(amount), this.root.language.selected)
      this.root.alerts.toast({ key: 'growth.claimed', params: { amount: text } })
      await this.root.session.refresh()
    } catch (error) {
      ignoreCallError(error)
    } finally {
      runInAction(() => (this.claiming = null))
      await this.load(true)
    }
  }
}
