import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { CheckInCalendar } from '#contract/http/rewards.ts'
import { formatDay } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import styles from './MonthCalendar.module.css'

/** The days of this month with the checked-in ones marked, and what they paid. */
export const MonthCalendar = observer(function MonthCalendar({ calendar }: { calendar: CheckInCalendar }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const id = useId()
  const month = calendar.today.slice(0, 7)
  const first = new Date(`${month}-01T00:00:00Z`)
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const days = Array.from({ length }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
  return (
    <Card as="section" aria-labelledby={id} className={styles.card}>
      <div className={styles.head}>
        <h2 id={id}>{t('rewards.checkIn.calendar')}</h2>
        <p>
          <span>{t('rewards.checkIn.total')}</span>{' '}
          <strong translate="no">{formatMoney(calendar.total, language.selected)}</strong>
        </p>
      </div>
      <ol className={styles.days}>
        {days.map((day, index) => {
          const isChecked = calendar.checked.includes(day)
          return (
            <li
              key={day}
              style={index === 0 ? { gridColumnStart: first.getUTCDay() + 1 } : undefined}
              data-checked={isChecked || undefined}
              data-today={day === calendar.today || undefined}
            >
              {isChecked ? (
                <span
                  role="img"
                  aria-label={t('rewards.checkIn.checkedDay', { day: formatDay(day, language.selected) })}
                >
                  {index + 1}
                </span>
              ) : (
                <span>{index + 1}</span>
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
})
