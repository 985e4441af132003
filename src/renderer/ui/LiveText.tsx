import { useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from './VisuallyHidden.tsx'

const intervalMs = 1000

/**
 * A status text that shows at once and is announced at most once a second: texts in between are skipped, the
 * last one is always announced.
 */
export function LiveText({ label, text, className }: { label: string; text: string; className?: string }) {
  const [spoken, setSpoken] = useState(text)
  const announcedAt = useRef(-Infinity)
  useEffect(() => {
    const announce = () => {
      announcedAt.current = performance.now()
      setSpoken(text)
    }
    const wait = announcedAt.current + intervalMs - performance.now()
    if (wait <= 0) return announce()
    const timer = setTimeout(announce, wait)
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
