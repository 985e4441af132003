import Check from 'lucide-react/icons/check'
import Gift from 'lucide-react/icons/gift'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { CheckInCalendar } from '#contract/http/rewards.ts'
import { checkInTurnover } from '#contract/rules/checkIn.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Progress } from '../../ui/Progress.tsx'
import type { CheckInStore } from './CheckInStore.ts'
import styles from './StreakCard.module.css'

/** The seven days of the streak, and today's check-in button. */
export const StreakCard = observer(function StreakCard(props: {
  store: CheckInStore
  calendar: CheckInCalendar
}) {
  const { store, calendar } = props
  const { t } = useTranslation()
  const { language, clock } = useStores()
  const counts = {
    counted: formatMoney(calendar.counted, language.selected),
    required: formatMoney(calendar.required, language.selected),
  }
  if (calendar.state === 'off') return <p role="status">{t('rewards.checkIn.off')}</p>
  const today = calendar.days.find(({ state }) => state === 'today')
  // A check-in needs the bets of the day before: without them, the first one is tomorrow's.
  const isPossible = calendar.state === 'available' || calendar.state === 'claimed'
  const days = calendar.days.map((each) =>
    each.state === 'today' && !isPossible ? { ...each, state: 'later' as const } : each,
  )
  return (
    <Card as="section" className={styles.card} aria-label={t('rewards.checkIn.days')}>
      <p className={styles.streak}>
        {calendar.streak === 0 && !isPossible
          ? t('rewards.checkIn.startTomorrow')
          : t('rewards.checkIn.streak', { count: calendar.streak })}
      </p>
      <ol className={styles.days}>
        {days.map(({ day, amount, state }) => (
          <li key={day} data-state={state} aria-current={state === 'today' ? 'date' : undefined}>
            <span className={styles.name}>{t('rewards.checkIn.day', { day })}</span>
            <span className={styles.icon} aria-hidden>
              {state === 'done' ? <Check strokeWidth={3} /> : <Gift />}
            </span>
            <strong translate="no" className={styles.amount}>
              {formatMoney(amount, language.selected)}
            </strong>
            <span className={styles.state}>{t(`rewards.checkIn.state.${state}`)}</span>
          </li>
        ))}
      </ol>
      {calendar.state === 'available' && today && (
        <Button variant="reward" size="l" full loading={store.isClaiming} onClick={() => void store.claim()}>
          {t('rewards.checkIn.claim', { amount: formatMoney(today.amount, language.selected) })}
        </Button>
      )}
      {(calendar.state === 'needsDeposit' || calendar.state === 'needsBets') && (
        <p role="status">{t(`rewards.checkIn.${calendar.state}`, counts)}</p>
      )}
      {calendar.state === 'needsBets' && (
        <Progress
          aria-label={t('rewards.checkIn.yesterday')}
          value={calendar.counted}
          max={calendar.required}
          valueText={t('limits.limits.of', { used: counts.counted, limit: counts.required })}
        />
      )}
      {calendar.state === 'claimed' && (
        <p className={styles.done} role="status">
          <Check aria-hidden strokeWidth={3} />
          <span>
            <strong>{t('rewards.checkIn.done')}</strong> <span>{t('rewards.checkIn.next')}</span>{' '}
            <Countdown
              deadline={Date.parse(calendar.nextAt)}
              now={clock.now}
              aria-label={t('rewards.checkIn.next')}
              onEnd={() => void store.load(true)}
            />
          </span>
        </p>
      )}
      <p className={styles.note}>{t('rewards.checkIn.note', { ...counts, turnover: checkInTurnover })}</p>
    </Card>
  )
})
