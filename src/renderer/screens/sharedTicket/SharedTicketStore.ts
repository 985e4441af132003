import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromWireTicket, sportsCalls, type Ticket } from '#contract/http/sports.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** /bilhete{code}: a ticket for everybody who has its address. */
export class SharedTicketStore {
  state: 'loading' | 'ready' | 'missing' | 'failed' = 'loading'
  ticket: Ticket | null = null
  readonly #root: Pick<RootStore, 'api'>
  readonly #code: string

  constructor(root: Pick<RootStore, 'api'>, code: string) {
    this.#root = root
    this.#code = code
    makeAutoObservable(this, { ticket: observableRef })
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      const params = { code: this.#code }
      const options = { loading: false, isAwaited: true, ownFailure: true }
      const wire = await this.#root.api.call(sportsCalls.sharedTicket, { params }, options)
      runInAction(() => {
        this.ticket = fromWireTicket(wire)
        this.state = 'ready'
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isRetryable = error.kind === 'network' || error.httpStatus >= 429
      runInAction(() => (this.state = isRetryable ? 'failed' : 'missing'))
    }
  }
}
