import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { SlipDock } from '../../features/betSlip/SlipDock.tsx'
import { useStores } from '../../stores/useStores.ts'
import { Board } from './Board.tsx'
import { BoardStore } from './BoardStore.ts'
import styles from './FootballPageScreen.module.css'
import { MatchSkeleton } from './MatchSkeleton.tsx'

/** Not with the board, which so shows its prices earlier. */
const MatchView = lazy(async () => ({ default: (await import('./MatchView.tsx')).MatchView }))

/**
 * /footballPage: the board; `?sport=` chooses the sport, `?match=` shows one match, `?tickets=` the player's
 * own bets; `?match=…&pick=` puts a price of the match on the slip.
 */
export const FootballPageScreen = observer(function FootballPageScreen() {
  const [query, setQuery] = useSearchParams()
  const matchId = query.get('match')
  const sport = query.get('sport')
  const board = useStores().feature(BoardStore)
  const showTickets = (shown: boolean) => setQuery(shown ? { tickets: 'open' } : {}, { replace: true })
  useEffect(() => (matchId ? undefined : board.start(sport)), [board, matchId, sport])
  return (
    <div className={styles.sports}>
      {matchId ? (
        <Suspense fallback={<MatchSkeleton />}>
          <MatchView key={matchId} id={matchId} pick={query.get('pick')} />
        </Suspense>
      ) : (
        <Board board={board} showsTickets={query.has('tickets')} showTickets={showTickets} />
      )}
      <div className={styles.slip}>
        <SlipDock />
      </div>
    </div>
  )
})
