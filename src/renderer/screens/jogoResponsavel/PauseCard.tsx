import CirclePause from 'lucide-react/icons/circle-pause'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isWithoutEnd } from '#contract/rules/limits.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { useStores } from '../../stores/useStores.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Select } from '../../ui/Select.tsx'
import type { LimitsStore } from './LimitsStore.ts'
import styles from './PauseCard.module.css'

const timeOutDays = [1, 3, 7, 14, 28, 42]
/** Null is without end. */
const exclusionMonths = [6, 12, 24, 60, null]

/** Time-out and self-exclusion; both ask for confirmation, because nobody can revoke them. */
export const PauseCard = observer(function PauseCard({ store }: { store: LimitsStore }) {
  const { t } = useTranslation()
  const { device, language } = useStores()
  const [days, setDays] = useState(timeOutDays[0] ?? 1)
  const [months, setMonths] = useState<number | null>(6)
  const [asking, setAsking] = useState<'timeOut' | 'exclude' | null>(null)
  const writeDays = (count: number) => {
    if (count < 7) return count === 1 ? t('own.pause.day') : t('own.pause.days', { count })
    const weeks = count / 7
    return weeks === 1 ? t('own.pause.week') : t('own.pause.weeks', { count: weeks })
  }
  const writeMonths = (count: number | null) =>
    count === null
      ? t('own.pause.forever')
      : count > 12
        ? t('own.pause.years', { count: count / 12 })
        : t('own.pause.months', { count })
  const confirm = async () => {
    await (asking === 'timeOut' ? store.takeTimeOut(days) : store.selfExclude(months))
    setAsking(null)
  }
  const until = store.overview?.excludedUntil ?? null
  const stateExclusion = device.info?.helpLines.find(({ about }) => about === 'stateExclusion')
  return (
    <Card as="section" className={styles.card} aria-label={t('own.pause.title')}>
      <h2>{t('own.pause.title')}</h2>
      <p className={styles.text}>{t('own.pause.text')}</p>
      {until !== null && (
        <p className={styles.active} role="status">
          <CirclePause aria-hidden />
          <span>
            <strong>{t('limits.pause.active')}</strong>{' '}
            <span>
              {isWithoutEnd(until)
                ? t('limits.pause.activeForever')
                : t('limits.pause.activeText', { date: formatDateTime(until, language.selected) })}
            </span>
          </span>
        </p>
      )}
      <div className={styles.pair}>
        <Select
          label={t('own.pause.timeOut')}
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
          options={timeOutDays.map((count) => ({ value: String(count), label: writeDays(count) }))}
        />
        <Button onClick={() => setAsking('timeOut')}>{t('own.pause.timeOutStart')}</Button>
      </div>
      <div className={styles.pair}>
        <Select
          label={t('own.pause.exclude')}
          value={String(months)}
          onChange={({ target }) =>
            setMonths(exclusionMonths.find((count) => String(count) === target.value) ?? null)
          }
          options={exclusionMonths.map((count) => ({ value: String(count), label: writeMonths(count) }))}
        />
        <Button variant="danger" onClick={() => setAsking('exclude')}>
          {t('own.pause.excludeStart')}
        </Button>
      </div>
      {stateExclusion?.url && (
        <p className={styles.text}>
          <span>{t('own.pause.stateExclusion')}</span>{' '}
          <a href={stateExclusion.url} target="_blank" rel="noopener noreferrer">
            {stateExclusion.name}
          </a>
        </p>
      )}
      {asking && (
        <AlertDialog
          title={t(asking === 'timeOut' ? 'own.pause.timeOutStart' : 'own.pause.excludeStart')}
          text={
            asking === 'timeOut'
              ? t('own.pause.confirmTimeOut', { duration: writeDays(days) })
              : months === null
                ? t('own.pause.confirmForever')
                : t('own.pause.confirmExclude', { duration: writeMonths(months) })
          }
          tone="danger"
          confirmLabel={t('own.pause.confirm')}
          cancelLabel={t('own.pause.cancel')}
          busy={store.isBusy}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(null)}
        />
      )}
    </Card>
  )
})
