import { useEffect, useRef, useState, type RefObject } from 'react'

/**
 * Whether the element is near the window, and whether it ever was: what it shows is loaded then, not with the first view. `margin` is
 * that of an IntersectionObserver.
 */
export function useNear<E extends HTMLElement>(
  margin: string,
): { element: RefObject<E | null>; isNear: boolean; wasNear: boolean } {
  const element = useRef<E>(null)
  const [isNear, setNear] = useState(false)
  const [wasNear, setWasNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const watcher = new IntersectionObserver(
      (entries) => {
        const isInside = entries.at(-1)?.isIntersecting ?? false
        setNear(isInside)
        if (isInside) setWasNear(true)
      },
      { rootMargin: margin },
    )
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [margin])
  return { element, isNear, wasNear }
}
