import { useEffect, useState } from 'react'

export type PriceMove = 'up' | 'down'
/** How long a change stays marked. */
const markedMs = 2_400

/**
 * Which way a price has just gone; null when it stands, and for the first price of another option. By a timer, not
 * by an animation: with reduced motion the mark is to be seen as well.
 */
export function usePriceMove(key: string, odds: number): PriceMove | null {
  const [seen, setSeen] = useState<{ key: string; odds: number; move: PriceMove | null }>({
    key,
    odds,
    move: null,
  })
  if (seen.key !== key) setSeen({ key, odds, move: null })
  else if (seen.odds !== odds) setSeen({ key, odds, move: odds > seen.odds ? 'up' : 'down' })
  const { move } = seen
  useEffect(() => {
    if (!move) return
    const timer = setTimeout(() => setSeen((now) => ({ ...now, move: null })), markedMs)
    return () => clearTimeout(timer)
    // Another change in the same direction is marked as long as the first.
  }, [move, odds])
  return move
}
