/** A feed that has said nothing for this long, in ms, may know nothing of the last goal: its prices are locked. */
export const SILENCE_MS = 15_000

/** When the source fell silent last, and when it spoke again; ms since 1970. `since` is null while it speaks. */
export interface Silence {
  since: number | null
  spokeAt: number | null
}

export const neverSilent: Silence = { since: null, spokeAt: null }

/** The last moment that the feed knows about. */
export function knownUntil({ since }: Silence, now: number): number {
  return since === null ? now : Math.min(now, since)
}

/** The match without bets while the feed has been silent for too long. Locking and unlocking are changes of the match. */
export function lockedIfSilent<Match extends { version: number; isSuspended: boolean }>(
  snapshot: Match,
  { since, spokeAt }: Silence,
  now: number,
): Match {
  const lockedAt = since === null ? Infinity : since + SILENCE_MS
  const isLocked = now >= lockedAt
  const version = Math.max(snapshot.version, isLocked ? lockedAt : 0, spokeAt ?? 0)
  return { ...snapshot, version, isSuspended: snapshot.isSuspended || isLocked }
}
