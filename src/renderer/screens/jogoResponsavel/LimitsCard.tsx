import ChevronRight from 'lucide-react/icons/chevron-right'
import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlayLimit } from '#contract/http/limits.ts'
import { limitKinds } from '#contract/rules/limits.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { SegmentedTabs } from '../../ui/SegmentedTabs.tsx'
import { useLimitAmount } from '../../features/limits/limitAmount.ts'
import styles from './LimitsCard.module.css'
import { LimitSheet } from './LimitSheet.tsx'
import type { LimitsStore } from './LimitsStore.ts'

/** Deposit, loss and time limits by day, week and month, and how much of each is used. */
export const LimitsCard = observer(function LimitsCard({ store }: { store: LimitsStore }) {
  const { t } = useTranslation()
  return (
    <Card as="section" className={styles.card} aria-label={t('limits.limits.title')}>
      <h2>{t('limits.limits.title')}</h2>
      <p className={styles.text}>{t('limits.limits.text')}</p>
      <SegmentedTabs
        aria-label={t('limits.limits.kindsLabel')}
        tabs={limitKinds.map((kind) => ({ value: kind, label: t(`limits.limits.kinds.${kind}`) }))}
        value={store.kind}
        onChange={(kind) => store.choose(kind)}
      >
        <ul className={styles.list}>
          {store.visibleLimits.map((limit) => (
            <li key={limit.period}>
              <Row limit={limit} onEdit={() => store.edit(limit)} />
            </li>
          ))}
        </ul>
      </SegmentedTabs>
      <LinkButton variant="secondary" to="/resultados">
        {t('own.results.title')}
      </LinkButton>
      {store.editing && <LimitSheet store={store} limit={store.editing} />}
    </Card>
  )
})

const Row = observer(function Row({ limit, onEdit }: { limit: PlayLimit; onEdit: () => void }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const write = useLimitAmount(limit.kind)
  const pendingId = useId()
  const period = t(`limits.limits.periods.${limit.period}`)
  const used = write(limit.used)
  const state =
    limit.amount === null
      ? t('limits.limits.none')
      : t('limits.limits.of', { used, limit: write(limit.amount) })
  const date = limit.next && formatDateTime(limit.next.from, language.selected)
  return (
    <button
      type="button"
      className={styles.row}
      aria-label={`${t('limits.limits.edit', { kind: t(`limits.limits.kinds.${limit.kind}`), period })}: ${state}`}
      aria-describedby={limit.next ? pendingId : undefined}
      onClick={onEdit}
    >
      <span className={styles.line}>
        <span className={styles.period}>{period}</span>
        <span className={styles.state}>{state}</span>
        <ChevronRight aria-hidden />
      </span>
      {limit.amount !== null && (
        <Progress
          aria-label={period}
          value={limit.used}
          max={limit.amount}
          tone={limit.used >= limit.amount ? 'danger' : 'action'}
          size="s"
        />
      )}
      {limit.next && (
        <span id={pendingId} className={styles.next}>
          {limit.next.amount === null
            ? t('limits.limits.pendingNone', { date })
            : t('limits.limits.pending', { amount: write(limit.next.amount), date })}
        </span>
      )}
    </button>
  )
})
