import ChevronRight from 'lucide-react/icons/chevron-right'
import Lock from 'lucide-react/icons/lock'
import { observer } from 'mobx-react-lite'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Match, MatchMarket } from '#contract/http/sports.ts'
import { useStores } from '../../stores/useStores.ts'
import type { BoardStore } from './BoardStore.ts'
import { FavouriteButton } from './FavouriteButton.tsx'
import { MatchClock } from './MatchClock.tsx'
import styles from './MatchRow.module.css'
import {
  cellLabel,
  listedMarkets,
  mainMarket,
  marketOf,
  shortLabel,
  sidesOf,
} from '../../features/odds/matchTexts.ts'
import { TeamCrest } from '../../features/odds/TeamCrest.tsx'
import { OddsButton } from './OddsButton.tsx'
import { useInView } from './useInView.ts'

/** With this state the match's back button uses the browser history. */
const fromBoard = { isFromBoard: true }

interface MatchProps {
  board: BoardStore
  id: string
  /** A row of the table has the prices of three markets, each under its head. */
  isTable: boolean
  /** No head above it says which league it is of. */
  hasLeague?: boolean
}

/** One match of the board: time, sides, score, and its main prices. */
export const MatchRow = observer(function MatchRow({ board, id, isTable, hasLeague = false }: MatchProps) {
  const { t } = useTranslation()
  const onInView = useCallback((isInView: boolean) => board.setInView(id, isInView), [board, id])
  const inView = useInView(onInView)
  const row = board.row(id)
  if (!row) return null
  const more = isTable ? row.moreThanTable : row.more
  const to = `/footballPage?match=${encodeURIComponent(id)}`
  const score = (goals: number) => row.live && <span className={styles.score}>{goals}</span>
  const name = (side: string) => (
    <span className={styles.name}>
      {isTable && <TeamCrest name={side} sport={row.sport} className={styles.crest} />}
      <span>{side}</span>
    </span>
  )
  return (
    <article ref={inView} className={styles.row} aria-label={sidesOf(row)}>
      <div className={styles.head}>
        <span className={styles.when}>
          <MatchClock match={row} isShort={hasLeague} />
          {hasLeague && <span className={styles.league}>{row.league}</span>}
        </span>
        <FavouriteButton favourites={board.favourites} kind="matches" id={id} name={sidesOf(row)} />
        <Link
          to={to}
          state={fromBoard}
          className={styles.more}
          aria-label={more > 0 ? t('sports.board.more', { count: more }) : sidesOf(row)}
        >
          {more > 0 && <span>{`+${more}`}</span>}
          <ChevronRight aria-hidden />
        </Link>
      </div>
      <Link to={to} state={fromBoard} className={styles.sides}>
        <span className={styles.side}>
          {name(row.home)}
          {score(row.homeScore)}
        </span>
        <span className={styles.side}>
          {name(row.away)}
          {score(row.awayScore)}
        </span>
      </Link>
      {isTable ? <TablePrices board={board} id={id} /> : <MatchPrices board={board} id={id} />}
    </article>
  )
})

/** Prices change more often than anything else of a match: they render without the other parts of the row. */
const MatchPrices = observer(function MatchPrices({ board, id }: Pick<MatchProps, 'board' | 'id'>) {
  const { t } = useTranslation()
  const { language } = useStores()
  const match = board.match(id)
  if (!match) return null
  const market = board.market === 'winner' ? mainMarket(match) : marketOf(match, board.market)
  if (!market) return <Paused />
  return (
    <div className={styles.odds}>
      {market.options.map((option) => (
        <OddsButton
          key={option.key}
          match={match}
          market={market}
          option={option}
          label={shortLabel(t, match, market, option, language.selected)}
        />
      ))}
    </div>
  )
})

/** The prices of the three markets that have a column. */
const TablePrices = observer(function TablePrices({ board, id }: Pick<MatchProps, 'board' | 'id'>) {
  const match = board.match(id)
  if (!match) return null
  if (match.markets.length === 0) return <Paused />
  return (
    <div className={styles.columns}>
      {listedMarkets.map((kind) => (
        <div key={kind} className={styles.odds}>
          <Column match={match} market={marketOf(match, kind)} />
        </div>
      ))}
    </div>
  )
})

const noMarket = '–'

function Column({ match, market }: { match: Match; market: MatchMarket | undefined }) {
  const { language } = useStores()
  if (!market) return <span className={styles.none}>{noMarket}</span>
  return market.options.map((option) => (
    <OddsButton
      key={option.key}
      match={match}
      market={market}
      option={option}
      label={cellLabel(option, language.selected)}
    />
  ))
}

function Paused() {
  const { t } = useTranslation()
  return (
    <div className={styles.odds}>
      <span className={styles.paused}>
        <Lock aria-hidden />
        <span>{t('sports.match.paused')}</span>
      </span>
    </div>
  )
}
