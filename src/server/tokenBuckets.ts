import { randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Bus, BusMessage } from './bus.ts'
import type { BucketName, Buckets, BucketSize } from './bucketSizes.ts'
import type { Db } from './db/client.ts'
import { Refusal } from './errors.ts'
import type { Log } from './log.ts'

/** How often a process tells the others what was taken here, in ms. */
const tellMs = 500
/** What is at most this share of a bucket's gain is not told: a player at normal speed costs no message. */
const untoldShare = 0.1
/** Buckets in one message, which must stay below 8,000 bytes. */
const bucketsInMessage = 120
/** Buckets that a process remembers; beyond that the longest unused one is forgotten, and full again. */
const mostBuckets = 100_000
const messageName = 'internal:taken'

interface Bucket {
  size: BucketSize
  /** Below zero when other processes took more than there was. */
  tokens: number
  /** When `tokens` was right, in ms of the process. */
  at: number
  /** Taken here since the others were last told. */
  taken: number
}

interface Taken {
  process: string
  taken: [name: BucketName, owner: string, tokens: number][]
}

/**
 * Token buckets in this process's memory: a call costs no statement. Every half second each process tells the others,
 * in one statement for all buckets, what was taken from it, and they take it from theirs. With P processes an owner
 * thus gets in t seconds at most `burst * P + perSecond * t * (1 + P / 10)` calls through: the burst once in each
 * process before they have told each other, and a tenth of the gain that is not told. It runs on real time, because the
 * sandbox moves the clock.
 */
export class TokenBuckets {
  readonly #deps: { bus: Bus; db: Db; log: Log }
  readonly #sizes: Buckets | null
  readonly #process = randomUUID()
  readonly #buckets = new Map<string, Bucket>()
  readonly #unsubscribe: () => void
  #timer: NodeJS.Timeout | undefined

  /** With `sizes` null nothing is limited. */
  constructor(deps: { bus: Bus; db: Db; log: Log }, sizes: Buckets | null) {
    this.#deps = deps
    this.#sizes = sizes
    this.#unsubscribe = sizes
      ? deps.bus.subscribe((message) => this.#takeElsewhere(message))
      : () => undefined
  }

  /** Takes a token of the owner (a user id or an address). Throws tooManyCalls when there is none. */
  take(name: BucketName, owner: string): void {
    if (!this.#sizes) return
    const bucket = this.#fill(name, ownerOf(owner), this.#sizes[name])
    if (bucket.tokens < 1) {
      const seconds = Math.ceil((1 - bucket.tokens) / bucket.size.perSecond)
      throw new Refusal('tooManyCalls', { params: { seconds }, retryAfter: seconds })
    }
    bucket.tokens--
    bucket.taken++
    this.#timer ??= setInterval(() => this.#tell(), tellMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#unsubscribe()
  }

  /** The owner's bucket with what it gained meanwhile, as the most recently used one. */
  #fill(name: BucketName, owner: string, size: BucketSize): Bucket {
    const key = `${name} ${owner}`
    const now = performance.now()
    const bucket = this.#buckets.get(key) ?? { size, tokens: size.burst, at: now, taken: 0 }
    bucket.tokens = tokensAt(bucket, now)
    bucket.at = now
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    if (this.#buckets.size > mostBuckets) {
      const [oldest] = this.#buckets.keys()
      if (oldest !== undefined) this.#buckets.delete(oldest)
    }
    return bucket
  }

  #takeElsewhere(message: BusMessage): void {
    if (message.type !== 'broadcast' || message.name !== messageName || !this.#sizes) return
    const { process, taken } = message.payload as Taken
    if (process === this.#process) return
    for (const [name, owner, tokens] of taken) this.#fill(name, owner, this.#sizes[name]).tokens -= tokens
  }

  #tell(): void {
    const taken: Taken['taken'] = []
    const now = performance.now()
    for (const [key, bucket] of this.#buckets) {
      const untold = bucket.size.perSecond * (tellMs / 1000) * untoldShare
      const [name = '', owner = ''] = key.split(' ')
      if (bucket.taken > untold) taken.push([name as BucketName, owner, bucket.taken])
      bucket.taken = 0
      if (tokensAt(bucket, now) === bucket.size.burst) this.#buckets.delete(key)
    }
    if (this.#buckets.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    const messages: BusMessage[] = []
    for (let at = 0; at < taken.length; at += bucketsInMessage) {
      const payload: Taken = { process: this.#process, taken: taken.slice(at, at + bucketsInMessage) }
      messages.push({ type: 'broadcast', name: messageName, payload })
    }
    // Lost news only lets more through for a moment.
    this.#deps.bus
      .publishAll(this.#deps.db, messages)
      .catch((error: unknown) => this.#deps.log.error(error, 'the other processes were not told of calls'))
  }
}

function tokensAt({ size, tokens, at }: Bucket, now: number): number {
  return Math.min(size.burst, tokens + ((now - at) / 1000) * size.perSecond)
}

/** An IPv6 subscriber has a whole /64, so all its addresses are one owner. */
function ownerOf(owner: string): string {
  if (!isIPv6(owner) || owner.includes('.')) return owner
  const [head = '', tail = ''] = owner.split('%')[0]?.split('::') ?? []
  const [left, right] = [head, tail].map((part) => (part === '' ? [] : part.split(':')))
  const zeros = owner.includes('::') ? 8 - (left?.length ?? 0) - (right?.length ?? 0) : 0
  const groups = [...(left ?? []), ...Array<string>(zeros).fill('0'), ...(right ?? [])]
  return groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
}
