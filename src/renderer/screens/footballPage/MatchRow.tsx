import ChevronRight from 'lucide-react/icons/chevron-right'
import Lock from 'lucide-react/icons/lock'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from '../../ui/Link.tsx'
import { useStores } from '../../stores/useStores.ts'
import type { BoardStore } from './BoardStore.ts'
import { FavouriteButton } from './FavouriteButton.tsx'
import { MatchClock } from './MatchClock.tsx'
import styles from './MatchRow.module.css'
import { mainMarket, shortLabel, sidesOf } from '../../features/odds/matchTexts.ts'
import { OddsButton } from './OddsButton.tsx'

/** With this state the match's back button uses the browser history. */
const fromBoard = { isFromBoard: true }

/** One match of the board: time, sides, score, and its main prices. */
export const MatchRow = observer(function MatchRow({ board, id }: { board: BoardStore; id: string }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const match = board.match(id)
  if (!match) return null
  const market = mainMarket(match)
  const more = match.marketCount - (market ? 1 : 0)
  const to = `/footballPage?match=${encodeURIComponent(id)}`
  const score = (goals: number) => match.live && <span className={styles.score}>{goals}</span>
  return (
    <article className={styles.row} aria-label={sidesOf(match)}>
      <div className={styles.head}>
        <MatchClock match={match} />
        <FavouriteButton marks={board.marks} kind="matches" id={id} name={sidesOf(match)} />
        <Link
          to={to}
          state={fromBoard}
          className={styles.more}
          aria-label={more > 0 ? t('sports.board.more', { count: more }) : sidesOf(match)}
        >
          {more > 0 && `+${more}`}
          <ChevronRight aria-hidden />
        </Link>
      </div>
      <Link to={to} state={fromBoard} className={styles.sides}>
        <span className={styles.side}>
          <span className={styles.name}>{match.home}</span>
          {score(match.homeScore)}
        </span>
        <span className={styles.side}>
          <span className={styles.name}>{match.away}</span>
          {score(match.awayScore)}
        </span>
      </Link>
      <div className={styles.odds}>
        {market ? (
          market.options.map((option) => (
            <OddsButton
              key={option.side}
              match={match}
              market={market}
              option={option}
              label={shortLabel(t, match, market, option, language.selected)}
            />
          ))
        ) : (
          <span className={styles.paused}>
            <Lock aria-hidden />
            {t('sports.match.paused')}
          </span>
        )}
      </div>
    </article>
  )
})
