import { lazy, Suspense } from 'react'
import { useNear } from '../../../features/publicBets/useNear.ts'
import { PartBoundary } from '../../../ui/PartBoundary.tsx'
import styles from './PublicBets.module.css'

const PublicBets = lazy(async () => ({ default: (await import('./PublicBets.tsx')).PublicBets }))

/** Loads the list when the page is scrolled near it: the first view makes no call for it. */
export function PublicBetsSection() {
  const { element, wasNear } = useNear<HTMLElement>('200px')
  return (
    <section ref={element} className={styles.section}>
      <PartBoundary>
        <Suspense>{wasNear && <PublicBets />}</Suspense>
      </PartBoundary>
    </section>
  )
}
