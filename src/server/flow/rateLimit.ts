/**
 * Returns a function that counts a message and returns false when there were `limit` within the last second.
 * It uses real time, because the sandbox moves the server's clock.
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
