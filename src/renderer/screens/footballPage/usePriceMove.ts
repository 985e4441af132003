import { useEffect, useState } from 'react'

export type PriceMove = 'up' | 'down'
/** How long a change stays marked, in ms. */
const highlightMs = 2_400

/**
 * The direction of a price's last change; null when it has not changed lately, and for the first price of
 * another option. It ends by a timer rather than an animation, so that it also shows with reduced motion.
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
    const timer = setTimeout(() => setSeen((now) => ({ ...now, move: null })), highlightMs)
    return () => clearTimeout(timer)
    // Another change in the same direction restarts the timer.
  }, [move, odds])
  return move
}
