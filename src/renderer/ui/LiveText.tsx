import { useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from './VisuallyHidden.tsx'

const intervalMs = 1000

/**
 * A status text that shows at once and is announced at most once a second: texts in between are skipped, the
 * last one is always announced.
 */
export function LiveText(props: {
  label: string
  text: string
  /** What is seen, where it is not what is announced. */
  shown?: string | undefined
  className?: string
}) {
  const { label, text, shown = text, className } = props
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
        {shown}
      </span>
      <VisuallyHidden>
        <span role="status" aria-label={label}>
          {spoken}
        </span>
      </VisuallyHidden>
    </>
  )
}
