import Lock from 'lucide-react/icons/lock'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Match, MatchMarket, MatchOption } from '#contract/http/sports.ts'
import { SlipStore } from '../../features/betSlip/SlipStore.ts'
import { OddsStore } from '../../features/odds/OddsStore.ts'
import { marketText, optionText } from '../../features/odds/optionText.ts'
import { useStores } from '../../stores/useStores.ts'
import { classes } from '../../ui/classes.ts'
import styles from './OddsButton.module.css'
import { usePriceMove } from './usePriceMove.ts'

export interface OddsButtonProps {
  match: Match
  market: MatchMarket
  option: MatchOption
  /** The option's short label: '1', 'Empate', '-0,5'. The accessible name is complete. */
  label: string
}

/** A price that the player adds to the slip or removes from it. A suspended price shows a lock. */
export const OddsButton = observer(function OddsButton(props: OddsButtonProps) {
  const { match, market, option, label } = props
  const { t } = useTranslation()
  const root = useStores()
  const slip = root.feature(SlipStore)
  const odds = root.feature(OddsStore).text(option.odds)
  const move = usePriceMove(option.key, option.odds)
  const isPicked = slip.has(match.id, option.key)
  const isLocked = match.suspended || market.suspended
  const name = `${marketText(t, option.key, match.sport)}: ${optionText(t, option.key, match, root.language.selected)}`
  const press = () => {
    // A selection can be removed even while it is suspended.
    if (isLocked && !isPicked) return
    const { id, sport, home, away, startsAt, live } = match
    slip.toggle({
      matchId: id,
      sport,
      home,
      away,
      startsAt,
      isLive: live,
      key: option.key,
      odds: option.odds,
    })
  }
  return (
    <button
      type="button"
      className={classes(styles.button, move && styles[move], isLocked && styles.locked)}
      aria-label={isLocked ? `${name}, ${t('sports.match.suspended')}` : `${name} ${odds}`}
      aria-pressed={isPicked}
      aria-disabled={isLocked && !isPicked ? true : undefined}
      data-move={move ?? undefined}
      onClick={press}
    >
      <span className={styles.label}>{label}</span>
      {isLocked ? (
        <Lock className={styles.lock} aria-hidden />
      ) : (
        <span className={styles.odds}>
          {odds}
          {move && <span className={styles.arrow} />}
        </span>
      )}
    </button>
  )
})
