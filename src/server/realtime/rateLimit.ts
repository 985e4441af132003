/**
 * A sliding second: answers false once more than `limit` messages came within it. Real time on purpose,
 * whatever the sandbox does to the server's clock.
 */
export function createRateLimit(limit: number, now: () => number = () => performance.now()): () => boolean {
  const times: number[] = []
  return () => {
    const time = now()
    while (times.length > 0 && time - (times[0] ?? 0) >= 1_000) times.shift()
    if (times.length >= limit) return false
    times.push(time)
    return true
  }
}
