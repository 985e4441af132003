import { useEffect, useState } from 'react'

const waiting: (() => void)[] = []
const shown = new Set<string>()

/**
 * The address of a picture once it may load, undefined until then. The browser parses an inlined drawing as soon as it is in
 * the page: all games at once would be one long task, one after the other they are short ones. A picture that has been
 * shown before is returned at once.
 */
export function useStaggered(address: string): string | undefined {
  const [isDue, setDue] = useState(shown.has(address))
  useEffect(() => {
    if (isDue) return
    const show = () => {
      shown.add(address)
      setDue(true)
    }
    if (waiting.push(show) === 1) setTimeout(showNext)
    return () => {
      const at = waiting.indexOf(show)
      if (at >= 0) waiting.splice(at, 1)
    }
  }, [address, isDue])
  return isDue ? address : undefined
}

function showNext(): void {
  waiting[0]?.()
  waiting.shift()
  if (waiting.length > 0) setTimeout(showNext)
}
