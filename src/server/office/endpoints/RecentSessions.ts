import { LRUCache } from 'lru-cache'
import { hashSecret, type OfficeSession } from '../identity/sessions.ts'

const most = 1_000
const keptMs = 60_000

/** The sessions of the last minute as this process has seen them: good for beginning a read, never for answering it. */
export class RecentSessions {
  readonly #sessions = new LRUCache<string, OfficeSession>({ max: most, ttl: keptMs })

  session(token: string | undefined): OfficeSession | undefined {
    return token === undefined ? undefined : this.#sessions.get(keyOf(token))
  }

  /** Undefined: there is none any more. */
  remember(token: string, session: OfficeSession | undefined): void {
    if (session) this.#sessions.set(keyOf(token), session)
    else this.#sessions.delete(keyOf(token))
  }
}

function keyOf(token: string): string {
  return hashSecret(token).toString('base64')
}
