import { LRUCache } from 'lru-cache'
import type { AppDeps } from '../../deps.ts'
import type { Session } from './sessions.ts'

const maxSessions = 20_000
/** Below the minute by which activity is recorded, so that recording goes on. */
const validMs = 30_000

/**
 * Sessions that were found in the database a moment ago, by token. For calls whose own statement checks that the
 * session is still open; no other call may trust it.
 */
export class RecentSessions {
  readonly #clock: AppDeps['clock']
  readonly #sessions = new LRUCache<string, { session: Session; foundAt: number }>({ max: maxSessions })

  constructor({ clock }: Pick<AppDeps, 'clock'>) {
    this.#clock = clock
  }

  add(token: string, session: Session): void {
    this.#sessions.set(token, { session, foundAt: this.#clock.now().getTime() })
  }

  find(token: string): Session | undefined {
    const found = this.#sessions.get(token)
    if (!found) return undefined
    const age = this.#clock.now().getTime() - found.foundAt
    return age >= 0 && age < validMs ? found.session : undefined
  }

  forget(token: string): void {
    this.#sessions.delete(token)
  }
}
