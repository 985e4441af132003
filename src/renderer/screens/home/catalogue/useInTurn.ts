import { useEffect, useState } from 'react'

const waiting: (() => void)[] = []
const drawn = new Set<string>()

/**
 * The address of a picture once it is its turn, undefined until then. The drawings in the program are parsed as soon as
 * they are in the page: those of all games take one long task, in turn they take short ones. What has been drawn before
 * is there at once.
 */
export function useInTurn(address: string): string | undefined {
  const [isDue, setDue] = useState(drawn.has(address))
  useEffect(() => {
    if (isDue) return
    const draw = () => {
      drawn.add(address)
      setDue(true)
    }
    if (waiting.push(draw) === 1) setTimeout(drawNext)
    return () => {
      const at = waiting.indexOf(draw)
      if (at >= 0) waiting.splice(at, 1)
    }
  }, [address, isDue])
  return isDue ? address : undefined
}

function drawNext(): void {
  waiting[0]?.()
  waiting.shift()
  if (waiting.length > 0) setTimeout(drawNext)
}
