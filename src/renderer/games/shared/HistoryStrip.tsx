import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Round } from '#contract/http/game.ts'
import { formatMultiplier } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import type { GameHistory } from './GameHistory.ts'
import styles from './HistoryStrip.module.css'

/** The player's last rounds; each opens its proof. */
export const HistoryStrip = observer(function HistoryStrip({
  history,
  gameCode,
  label,
}: {
  history: GameHistory
  gameCode: string
  /** What a round is called here; its multiplier by default. */
  label?: (round: Round) => string
}) {
  const { t } = useTranslation()
  const { overlays, language } = useStores()
  return (
    <ul className={styles.strip} aria-label={t('games.history')}>
      {history.rounds.length === 0 && <li className={styles.empty}>{t('games.historyEmpty')}</li>}
      {history.rounds.map((round) => (
        <li key={round.id}>
          <button
            type="button"
            className={styles.round}
            data-status={round.status}
            onClick={() => overlays.open('fairness', { gameCode, roundId: round.id })}
          >
            {label?.(round) ?? formatMultiplier(round.multiplier, language.selected)}
          </button>
        </li>
      ))}
    </ul>
  )
})
