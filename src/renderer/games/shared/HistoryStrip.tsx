import { observer } from 'mobx-react-lite'
import { memo, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import type { Round } from '#contract/http/game.ts'
import { formatMultiplier } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import type { GameHistory, HistoryRound } from './GameHistory.ts'
import styles from './HistoryStrip.module.css'

/** The player's latest rounds; each opens its proof. */
export const HistoryStrip = observer(function HistoryStrip({
  history,
  gameCode,
  label,
}: {
  history: GameHistory
  gameCode: string
  /** The label of a round; its multiplier by default. */
  label?: (round: HistoryRound) => string
}) {
  const { t } = useTranslation()
  const { language, session } = useStores()
  const isEmpty = history.isLoaded || !session.isLoggedIn
  // Rendered after the field, which shows the same round: both together take longer than one frame on a slow phone.
  const rounds = useDeferredValue(history.rounds)
  return (
    <ul className={styles.strip} aria-label={t('games.history')}>
      {rounds.length === 0 && <li className={styles.empty}>{isEmpty && t('games.historyEmpty')}</li>}
      {rounds.map((round) => (
        <Entry
          key={round.id}
          id={round.id}
          status={round.status}
          gameCode={gameCode}
          text={label?.(round) ?? formatMultiplier(round.multiplier, language.selected)}
        />
      ))}
    </ul>
  )
})

/** Memoised, so that a new round renders only its own row. */
const Entry = memo(function Entry(props: {
  id: string
  status: Round['status']
  gameCode: string
  text: string
}) {
  const { id, status, gameCode, text } = props
  const { overlays } = useStores()
  return (
    <li>
      <button
        type="button"
        className={styles.round}
        data-status={status}
        onClick={() => overlays.open('fairness', { gameCode, roundId: id })}
      >
        {text}
      </button>
    </li>
  )
})
