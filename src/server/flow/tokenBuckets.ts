import { randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Bus, BusMessage } from '../messaging/bus.ts'
import type { BucketName, Buckets, BucketSize } from '../config/bucketSizes.ts'
import type { Db } from '../db/client.ts'
import { Refusal } from '../texts/refusal.ts'
import type { Log } from '../observe/log.ts'

/** How often a process broadcasts the tokens that were taken from its buckets, in ms. */
const broadcastEveryMs = 500
/** Usage up to this share of a bucket's refill is not broadcast, so that a player at normal speed costs no message. */
const unreportedShare = 0.1
/** Keeps a message below the 8,000 bytes that NOTIFY allows. */
const maxBucketsPerMessage = 120
/** Beyond this number the least recently used bucket is evicted; its owner then starts with a full one. */
const maxBuckets = 100_000
/** Moving a bucket to the end of the map costs more than everything else that a call does with it, in ms. */
const movedEveryMs = 100
const messageName = 'internal:taken'

interface Bucket {
  size: BucketSize
  /** Negative when other processes took more tokens than were left. */
  tokens: number
  /** When `tokens` was last updated, in ms of `performance.now()`. */
  at: number
  /** Tokens taken in this process since the last broadcast. */
  taken: number
  /** When it last became the most recently used one. */
  movedAt: number
}

interface TakenMessage {
  process: string
  taken: [name: BucketName, owner: string, tokens: number][]
}

/**
 * Token buckets in this process's memory, so that a call costs no statement. Every half second each process broadcasts,
 * in one statement for all buckets, how many tokens were taken from it, and the other processes take as many from
 * theirs. With P processes an owner therefore gets at most `burst * P + perSecond * t * (1 + P / 10)` calls through in
 * t seconds: the burst once in each process before the first broadcast, and the tenth of the refill that is not
 * broadcast. It uses real time, because the sandbox moves the server's clock.
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
      ? deps.bus.subscribe((message) => this.#applyRemoteUsage(message))
      : () => undefined
  }

  /** Takes a token from the owner's bucket (a user id or an address). Throws tooManyCalls when it is empty. */
  take(name: BucketName, owner: string): void {
    if (!this.#sizes) return
    const bucket = this.#refill(name, ownerOf(owner), this.#sizes[name])
    if (bucket.tokens < 1) {
      const seconds = Math.ceil((1 - bucket.tokens) / bucket.size.perSecond)
      throw new Refusal('tooManyCalls', { params: { seconds }, retryAfter: seconds })
    }
    bucket.tokens--
    bucket.taken++
    this.#timer ??= setInterval(() => this.#broadcastUsage(), broadcastEveryMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#unsubscribe()
  }

  /** Refills the owner's bucket for the time since its last use, and marks it as the most recently used one. */
  #refill(name: BucketName, owner: string, size: BucketSize): Bucket {
    const key = `${name} ${owner}`
    const now = performance.now()
    const bucket = this.#buckets.get(key) ?? {
      size,
      tokens: size.burst,
      at: now,
      taken: 0,
      movedAt: -Infinity,
    }
    bucket.tokens = tokensAt(bucket, now)
    bucket.at = now
    if (now - bucket.movedAt < movedEveryMs) return bucket
    bucket.movedAt = now
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    if (this.#buckets.size > maxBuckets) {
      const [oldest] = this.#buckets.keys()
      if (oldest !== undefined) this.#buckets.delete(oldest)
    }
    return bucket
  }

  #applyRemoteUsage(message: BusMessage): void {
    if (message.type !== 'broadcast' || message.name !== messageName || !this.#sizes) return
    const { process, taken } = message.payload as TakenMessage
    if (process === this.#process) return
    for (const [name, owner, tokens] of taken) this.#refill(name, owner, this.#sizes[name]).tokens -= tokens
  }

  #broadcastUsage(): void {
    const taken: TakenMessage['taken'] = []
    const now = performance.now()
    for (const [key, bucket] of this.#buckets) {
      const threshold = bucket.size.perSecond * (broadcastEveryMs / 1000) * unreportedShare
      const [name = '', owner = ''] = key.split(' ')
      if (bucket.taken > threshold) taken.push([name as BucketName, owner, bucket.taken])
      bucket.taken = 0
      if (tokensAt(bucket, now) === bucket.size.burst) this.#buckets.delete(key)
    }
    if (this.#buckets.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    const messages: BusMessage[] = []
    for (let start = 0; start < taken.length; start += maxBucketsPerMessage) {
      const payload: TakenMessage = {
        process: this.#process,
        taken: taken.slice(start, start + maxBucketsPerMessage),
      }
      messages.push({ type: 'broadcast', name: messageName, payload })
    }
    // A lost broadcast only lets a few more calls through for a moment.
    this.#deps.bus
      .publishAll(this.#deps.db, messages)
      .catch((error: unknown) =>
        this.#deps.log.error(error, 'the usage of token buckets could not be broadcast'),
      )
  }
}

function tokensAt({ size, tokens, at }: Bucket, now: number): number {
  return Math.min(size.burst, tokens + ((now - at) / 1000) * size.perSecond)
}

/** An IPv6 subscriber has a whole /64 network, so all of its addresses share one bucket. */
function ownerOf(owner: string): string {
  // Most owners are users: looking for a colon is cheaper than parsing an address.
  if (!owner.includes(':') || owner.includes('.') || !isIPv6(owner)) return owner
  const [head = '', tail = ''] = owner.split('%')[0]?.split('::') ?? []
  const [left, right] = [head, tail].map((part) => (part === '' ? [] : part.split(':')))
  const zeros = owner.includes('::') ? 8 - (left?.length ?? 0) - (right?.length ?? 0) : 0
  const groups = [...(left ?? []), ...Array<string>(zeros).fill('0'), ...(right ?? [])]
  return groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
}
