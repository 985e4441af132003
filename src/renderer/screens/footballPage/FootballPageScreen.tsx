import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { SlipDock } from '../../parts/sports/SlipDock.tsx'
import { boardOf } from '../../stores/sports/BoardStore.ts'
import { useStores } from '../../stores/useStores.ts'
import { Board } from './Board.tsx'
import { MatchView } from './MatchView.tsx'

/**
 * /footballPage (PRODUCT.md section 8): the board, with `?sport=` another sport's, with `?match=` one match, with
 * `?tickets=` the player's own bets.
 */
export const FootballPageScreen = observer(function FootballPageScreen() {
  const [query, setQuery] = useSearchParams()
  const matchId = query.get('match')
  const sport = query.get('sport')
  const board = boardOf(useStores())
  const showTickets = (shown: boolean) => setQuery(shown ? { tickets: 'open' } : {}, { replace: true })
  useEffect(() => (matchId ? undefined : board.start(sport)), [board, matchId, sport])
  return (
    <>
      {matchId ? (
        <MatchView key={matchId} id={matchId} />
      ) : (
        <Board board={board} showsTickets={query.has('tickets')} showTickets={showTickets} />
      )}
      <SlipDock />
    </>
  )
})
