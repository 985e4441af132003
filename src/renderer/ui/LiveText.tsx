import { useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from './VisuallyHidden.tsx'

const betweenMs = 1000

/**
 * A status text that shows at once and is announced at most once a second: texts in between are skipped, the
 * last one is always announced.
 */
export function LiveText({ label, text, className }: { label: string; text: string; className?: string }) {
  const [spoken, setSpoken] = useState(text)
  const lastAt = useRef(-Infinity)
  useEffect(() => {
    const say = () => {
      lastAt.current = performance.now()
      setSpoken(text)
    }
    const wait = lastAt.current + betweenMs - performance.now()
    if (wait <= 0) return say()
    const timer = setTimeout(say, wait)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <>
      <span aria-hidden="true" className={className}>
        {text}
      </span>
      <VisuallyHidden>
        <span role="status" aria-label={label}>
          {spoken}
        </span>
      </VisuallyHidden>
    </>
  )
}
