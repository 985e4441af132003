/** Refill rate in tokens per second, and capacity in tokens. A call costs one token. */
export interface BucketSize {
  perSecond: number
  burst: number
}

/**
 * The buckets and their sizes in production. `bets` and `calls` belong to a player, the others to an address, behind
 * which may be a whole venue or a mobile network.
 */
export const defaultBuckets = {
  /** Calls that move money. Automatic play sends them one at a time, about ten a second at most. */
  bets: { perSecond: 20, burst: 60 },
  /** All other calls of a logged-in player. */
  calls: { perSecond: 50, burst: 300 },
  /** Reads without a login. */
  guests: { perSecond: 100, burst: 500 },
  /** Logins, registrations, password resets, exchanges of a ticket or link. */
  logins: { perSecond: 5, burst: 50 },
  captchas: { perSecond: 5, burst: 50 },
  /** Prices of several selections on one match, for a player or an address: each blocks this process for a while. */
  combinations: { perSecond: 5, burst: 30 },
  /** Lists of matches that are rendered for a player or an address: pages after the first, searches, what is marked. */
  rareLists: { perSecond: 10, burst: 60 },
  /** New real-time connections. */
  sockets: { perSecond: 20, burst: 200 },
} as const satisfies Record<string, BucketSize>

export type BucketName = keyof typeof defaultBuckets
export type Buckets = Readonly<Record<BucketName, BucketSize>>

/**
 * Parses the setting: `on` means the defaults, `off` means no limits (null), and `bets=200/600,logins=2/10` overrides
 * single buckets (tokens per second / burst). Undefined for any other text.
 */
export function toBuckets(text: string): Buckets | null | undefined {
  if (text === 'off') return null
  const buckets: Record<BucketName, BucketSize> = { ...defaultBuckets }
  if (text === 'on') return buckets
  for (const part of text.split(',')) {
    const [, name = '', perSecond, burst] = /^\s*(\w+)=(\d+(?:\.\d+)?)\/(\d+)\s*$/.exec(part) ?? []
    if (!isBucketName(name) || Number(perSecond) === 0 || Number(burst) === 0) return undefined
    buckets[name] = { perSecond: Number(perSecond), burst: Number(burst) }
  }
  return buckets
}

function isBucketName(name: string): name is BucketName {
  return Object.hasOwn(defaultBuckets, name)
}
