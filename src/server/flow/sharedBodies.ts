import { LRUCache } from 'lru-cache'
import { compress, worthwhileBytes, type Encoding } from '../http/encodings.ts'
import { SharedRuns } from './sharedRuns.ts'

/** A body that many responses have, compressed once for each encoding. */
export class SharedBody {
  readonly text: string
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()

  constructor(text: string) {
    this.text = text
  }

  get isWorthCompressing(): boolean {
    return this.text.length >= worthwhileBytes
  }

  compressed(encoding: Encoding): Promise<Buffer> {
    const earlier = this.#compressed.get(encoding)
    if (earlier) return earlier
    const result = compress(Buffer.from(this.text), encoding)
    this.#compressed.set(encoding, result)
    return result
  }
}

/** The state of a source that is a function of the time: a response of the same revision is valid for a while. */
interface SourceState {
  now: Date
  revision: number
}

/** How long a body from such a source is cached, in ms. Our client asks for these every few seconds. */
const maxAgeMs = 250
/** Beyond this number the least recently used body is dropped. The largest is a match with all its markets. */
const maxBodies = 200

/** The bodies of reads that all visitors share: a flood of them costs as much as one at a time. */
export class SharedBodies {
  readonly #cached = new LRUCache<string, { body: SharedBody; at: number; revision: number }>({
    max: maxBodies,
  })
  readonly #runs = new SharedRuns()

  /** The cached body of this key, or else the result of `render`, which is cached. */
  ofState(key: string, { now, revision }: SourceState, render: () => string): SharedBody {
    const time = now.getTime()
    const cached = this.#cached.get(key)
    // The sandbox moves the clock back, too.
    const age = cached ? time - cached.at : NaN
    if (cached?.revision === revision && age >= 0 && age < maxAgeMs) return cached.body
    return this.#cache(key, render(), { at: time, revision })
  }

  /** The result of `read`. Calls with the same key that arrive during a read share the next one (SharedRuns). */
  fromDatabase(key: string, read: () => Promise<string>): Promise<SharedBody> {
    return this.#runs.run(key, async () => this.#cache(key, await read(), { at: 0, revision: 0 }))
  }

  /** A text that has not changed is not compressed again. */
  #cache(key: string, text: string, state: { at: number; revision: number }): SharedBody {
    const last = this.#cached.get(key)?.body
    const body = last?.text === text ? last : new SharedBody(text)
    this.#cached.set(key, { body, ...state })
    return body
  }
}
