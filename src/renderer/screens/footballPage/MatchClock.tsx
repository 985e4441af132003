import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { zoneNote } from '#contract/houseTime.ts'
import type { Match } from '#contract/http/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import { useStores } from '../../stores/useStores.ts'
import { classes } from '../../ui/classes.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './MatchClock.module.css'
import { kickOffText, periodText } from '../../features/odds/matchTexts.ts'

interface MatchClockProps {
  match: Omit<Match, 'markets' | 'version'>
  /** The dot of a running match beats for a while. Not in a list: sixty of them are sixty layers. */
  beats?: boolean
  /** With a minute the period is only read aloud: there is no room for it. */
  isShort?: boolean
}

/** Minute and period of a running match; otherwise its kick-off, or how it ended. */
export const MatchClock = observer(function MatchClock({
  match,
  beats = false,
  isShort = false,
}: MatchClockProps) {
  const { t } = useTranslation()
  const root = useStores()
  const { live, minute, period, startsAt } = match
  if (!live && period === MatchPeriod.notOpen) {
    const now = root.clock.now()
    const text = kickOffText(t, startsAt, now, root.language.selected)
    // A list says it once, below.
    const note = beats ? zoneNote(new Date(startsAt), root.language.selected) : null
    return <span className={styles.clock}>{note === null ? text : `${text} (${note})`}</span>
  }
  return (
    <span className={styles.clock}>
      {live && <span className={classes(styles.dot, beats && styles.beating)} aria-hidden />}
      {live && minute !== null && (
        <>
          <span className={styles.minute} aria-hidden>
            {`${minute}′`}
          </span>
          <VisuallyHidden>{t('sports.match.minute', { minute })}</VisuallyHidden>
        </>
      )}
      {isShort && minute !== null ? (
        <VisuallyHidden>{periodText(t, match)}</VisuallyHidden>
      ) : (
        <span className={styles.period}>{periodText(t, match)}</span>
      )}
    </span>
  )
})
