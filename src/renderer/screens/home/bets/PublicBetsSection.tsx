import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { PartBoundary } from '../../../ui/PartBoundary.tsx'
import styles from './PublicBets.module.css'

const PublicBets = lazy(async () => ({ default: (await import('./PublicBets.tsx')).PublicBets }))

/** Loads the list when the page is scrolled near it: the first view makes no call for it. */
export function PublicBetsSection() {
  const section = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!section.current || isNear) return
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '200px' },
    )
    watcher.observe(section.current)
    return () => watcher.disconnect()
  }, [isNear])
  return (
    <section ref={section} className={styles.section}>
      <PartBoundary>
        <Suspense>{isNear && <PublicBets />}</Suspense>
      </PartBoundary>
    </section>
  )
}
