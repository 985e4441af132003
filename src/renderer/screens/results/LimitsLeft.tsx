import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { PlayLimit } from '#contract/http/limits.ts'
import { useLimitAmount } from '../../features/limits/limitAmount.ts'
import { Card } from '../../ui/Card.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Progress } from '../../ui/Progress.tsx'
import type { ResultsStore } from './ResultsStore.ts'
import styles from './Results.module.css'

/** The player's limits and what is left of each, with the way to change them. */
export const LimitsLeft = observer(function LimitsLeft({ store }: { store: ResultsStore }) {
  const { t } = useTranslation()
  return (
    <Card as="section" className={styles.card} aria-label={t('own.results.limits')}>
      <h2>{t('own.results.limits')}</h2>
      {store.setLimits.length === 0 ? (
        <p className={styles.note}>{t('own.results.noLimits')}</p>
      ) : (
        <ul className={styles.limits}>
          {store.setLimits.map((limit) => (
            <li key={`${limit.kind} ${limit.period}`}>
              <Limit limit={limit} />
            </li>
          ))}
        </ul>
      )}
      <LinkButton variant="secondary" to="/jogoResponsavel">
        {t('own.results.changeLimits')}
      </LinkButton>
    </Card>
  )
})

const Limit = observer(function Limit({ limit }: { limit: PlayLimit & { amount: number } }) {
  const { t } = useTranslation()
  const write = useLimitAmount(limit.kind)
  const left = Math.max(0, limit.amount - limit.used)
  const name = `${t(`limits.limits.kinds.${limit.kind}`)} · ${t(`limits.limits.periods.${limit.period}`)}`
  // A negative loss is a win: nothing of the limit is used.
  const used = t('limits.limits.of', { used: write(Math.max(0, limit.used)), limit: write(limit.amount) })
  return (
    <>
      <span className={styles.line}>
        <span>{name}</span>
        <strong data-spent={left === 0 || undefined}>{t('own.results.left', { left: write(left) })}</strong>
      </span>
      <Progress
        aria-label={name}
        value={limit.used}
        max={limit.amount}
        valueText={used}
        tone={left === 0 ? 'danger' : 'action'}
        size="s"
      />
      <span className={styles.note}>{used}</span>
    </>
  )
})
