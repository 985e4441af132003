import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { SlipDock } from '../../parts/sports/SlipDock.tsx'
import { boardOf } from '../../stores/sports/BoardStore.ts'
import { useStores } from '../../stores/useStores.ts'
import { Board } from './Board.tsx'
import { MatchView } from './MatchView.tsx'

/** /footballPage (PRODUCT.md section 8): the board, with `?sport=` another sport's, or with `?match=` one match. */
export const FootballPageScreen = observer(function FootballPageScreen() {
  const [query] = useSearchParams()
  const matchId = query.get('match')
  const sport = query.get('sport')
  const board = boardOf(useStores())
  const [showsTickets, showTickets] = useState(false)
  useEffect(() => (matchId ? undefined : board.start(sport)), [board, matchId, sport])
  return (
    <>
      {matchId ? (
        <MatchView key={matchId} id={matchId} />
      ) : (
        <Board board={board} showsTickets={showsTickets} showTickets={showTickets} />
      )}
      <SlipDock />
    </>
  )
})
