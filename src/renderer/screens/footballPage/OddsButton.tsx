import Lock from 'lucide-react/icons/lock'
import Zap from 'lucide-react/icons/zap'
import { observer } from 'mobx-react-lite'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Match, MatchMarket, MatchOption } from '#contract/http/sports.ts'
import { OneTapStore } from '../../features/betSlip/OneTapStore.ts'
import { SlipStore } from '../../features/betSlip/SlipStore.ts'
import { OddsStore } from '../../features/odds/OddsStore.ts'
import { marketText, optionText } from '../../features/odds/optionText.ts'
import { PriceMoves } from '../../features/odds/PriceMoves.ts'
import { useStores } from '../../stores/useStores.ts'
import { classes } from '../../ui/classes.ts'
import styles from './OddsButton.module.css'
import { pickOf } from './pickOf.ts'

/** A label of so many letters fits in three lines of the narrowest button. */
const shortLength = 12

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
  const isLocked = match.suspended || market.suspended || option.suspended === true
  const odds = root.feature(OddsStore).text(option.odds)
  const plain =
    option.boostedFrom === undefined || isLocked ? null : root.feature(OddsStore).text(option.boostedFrom)
  const said = plain === null ? odds : `${odds}, ${t('sports.boost.was', { odds: plain })}`
  const move = root.feature(PriceMoves).of(match.id, option.key)
  const isPicked = slip.has(match.id, option.key)
  const { sport, home, away } = match
  const language = root.language.selected
  const name = useMemo(
    () =>
      `${marketText(t, option.key, sport)}: ${optionText(t, option.key, { sport, home, away }, language)}`,
    [t, option.key, sport, home, away, language],
  )
  const press = () => {
    // A selection can be removed even while it is suspended.
    if (isLocked && !isPicked) return
    const pick = pickOf(match, option)
    if (isPicked || !root.feature(OneTapStore).press(pick)) slip.toggle(pick)
  }
  return (
    <button
      type="button"
      className={classes(styles.button, isLocked ? styles.locked : move && styles[move])}
      aria-label={isLocked ? `${name}, ${t('sports.match.suspended')}` : `${name} ${said}`}
      aria-pressed={isPicked}
      aria-disabled={isLocked && !isPicked ? true : undefined}
      data-move={move ?? undefined}
      data-boosted={plain !== null || undefined}
      onClick={press}
    >
      <span className={classes(styles.label, label.length > shortLength && styles.long)}>{label}</span>
      {plain !== null && <Zap className={styles.bolt} aria-hidden />}
      {isLocked ? (
        <Lock className={styles.lock} aria-hidden />
      ) : (
        <span className={styles.odds}>
          {plain !== null && <s className={styles.plain}>{plain}</s>}
          <span translate="no">{odds}</span>
        </span>
      )}
    </button>
  )
})
