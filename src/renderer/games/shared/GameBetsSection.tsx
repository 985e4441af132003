import { lazy, Suspense } from 'react'
import type { OriginalGame } from '#contract/games/gameCodes.ts'
import { useNear } from '../../features/publicBets/useNear.ts'
import { PartBoundary } from '../../ui/PartBoundary.tsx'
import styles from './GameBetsSection.module.css'

const GameBets = lazy(async () => ({ default: (await import('./GameBets.tsx')).GameBets }))

/** Below the game, which fills the window: loaded, and asked for again, only while somebody looks at it. */
export function GameBetsSection({ game }: { game: OriginalGame }) {
  // Its edge is at that of the window before anybody scrolls.
  const { element, isNear, wasNear } = useNear<HTMLElement>('-24px')
  return (
    <section ref={element} className={styles.section}>
      <PartBoundary>
        <Suspense>{wasNear && <GameBets game={game} isInView={isNear} />}</Suspense>
      </PartBoundary>
    </section>
  )
}
