import { LRUCache } from 'lru-cache'
import type { Bus } from '../messaging/bus.ts'
import { BoundedQueue } from './BoundedQueue.ts'
import { CallGate } from './callGate.ts'
import type { ServerConfig } from '../config/config.ts'
import type { Db } from '../db/client.ts'
import type { Log } from '../observe/log.ts'
import { SharedRuns } from './sharedRuns.ts'
import { TokenBuckets } from './tokenBuckets.ts'

/** Concurrent calls per player, for reads and writes each: more would only wait for the lock of the same wallet. */
const callsPerPlayer = 2
/**
 * Concurrent instant bets per player: all in one batch, which takes one connection (games/instant/InstantBets.ts). With
 * more, another player's bet would wait longer for the batch before its own.
 */
export const betsPerPlayer = 2
/** Concurrent guest writes per IP address, which a whole venue may share. */
const callsPerAddress = 4

/** Concurrent captchas per address, so that one address cannot fill the queue of all (captcha.ts). */
const captchasPerAddress = 2

/** Concurrent downloads per player. They have places of their own, because a slow client takes minutes for a file. */
const downloadsPerPlayer = 1

/** Captchas that may be made or wait in this process. */
const captchasAtOnce = 30
/** So few that the last one waits for less than a request's time limit, even in a busy process (CpuPool.ts). */
const passwordsAtOnce = 30

/** Limits that prevent one caller from stalling all others ("Floods" in docs/operator.md). */
export interface Traffic {
  buckets: TokenBuckets
  gate: CallGate
  /** Two queues: anybody may ask for captchas, and logins must not wait for them. */
  captchas: BoundedQueue
  passwords: BoundedQueue
  /** Shared session lookups by token, so that a flood of calls with one token does not flood the database. */
  lookups: SharedRuns
  /**
   * The players of tokens that were found lately, so that a flood is refused before its session is looked up. They
   * prove nothing: the session may have ended.
   */
  owners: LRUCache<string, string>
}

const maxOwners = 20_000

/** An instant bet waits for a place among `bet`, and, when it cannot go in a batch, for one among `write` too. */
export type CallKind = 'read' | 'write' | 'bet'

const placesOf = (kind: CallKind) => (kind === 'bet' ? betsPerPlayer : callsPerPlayer)

/** Runs a player's call when a place is free. Throws tooManyCalls when too many of the player's calls are waiting. */
export function runForPlayer<T>(
  { gate }: Pick<Traffic, 'gate'>,
  userId: string,
  kind: CallKind,
  work: () => Promise<T>,
): Promise<T> {
  return gate.run(`${kind} ${userId}`, placesOf(kind), work)
}

/** Throws tooManyCalls when so many of the player's calls are waiting that a further one would be refused. */
export function refuseWhenFull({ gate }: Pick<Traffic, 'gate'>, userId: string, kind: CallKind): void {
  gate.refuseWhenFull(`${kind} ${userId}`, placesOf(kind))
}

/** Runs a guest's write when a place is free. Throws tooManyCalls when too many calls of the address are waiting. */
export function runForAddress<T>(
  { gate }: Pick<Traffic, 'gate'>,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  return gate.run(`address ${address}`, callsPerAddress, work)
}

/** Makes a captcha for an address when a place is free. Throws tooManyCalls when too many of them are waiting. */
export function runCaptcha<T>(
  { gate }: Pick<Traffic, 'gate'>,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  return gate.run(`captcha ${address}`, captchasPerAddress, work)
}

/** Runs a player's download when the one before has ended. Throws tooManyCalls when too many of them are waiting. */
export function runDownload<T>(
  { gate }: Pick<Traffic, 'gate'>,
  userId: string,
  work: () => Promise<T>,
): Promise<T> {
  return gate.run(`download ${userId}`, downloadsPerPlayer, work)
}

/** Call `buckets.stop()` when the server ends. */
export function createTraffic(deps: {
  bus: Bus
  db: Db
  log: Log
  config: Pick<ServerConfig, 'buckets'>
}): Traffic {
  return {
    buckets: new TokenBuckets(deps, deps.config.buckets),
    gate: new CallGate(),
    captchas: new BoundedQueue(captchasAtOnce),
    passwords: new BoundedQueue(passwordsAtOnce),
    lookups: new SharedRuns(),
    owners: new LRUCache({ max: maxOwners }),
  }
}
