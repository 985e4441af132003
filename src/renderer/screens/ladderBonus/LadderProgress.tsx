import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { LadderStore } from '../../features/referrals/LadderStore.ts'
import { formatMoney, formatNumber } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Progress } from '../../ui/Progress.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './LadderProgress.module.css'

/** How many valid invited players there are, and how many the next step needs. */
export const LadderProgress = observer(function LadderProgress({ store }: { store: LadderStore }) {
  const { t } = useTranslation()
  const language = useStores().language.selected
  if (store.state === 'failed') return null
  if (store.state === 'loading') return <Skeleton height="1.3rem" radius="l" />
  const { nextStep, validPeople } = store
  const text = nextStep
    ? t('loyalty.ladder.next', {
        count: nextStep.people - validPeople,
        reward: formatMoney(nextStep.reward, language),
      })
    : t('loyalty.ladder.done')
  return (
    <section className={styles.card} aria-label={t('loyalty.ladder.valid')}>
      <p className={styles.label}>{t('loyalty.ladder.valid')}</p>
      <p className={styles.count}>{formatNumber(validPeople, language)}</p>
      {nextStep && (
        <Progress
          aria-label={t('loyalty.ladder.valid')}
          value={validPeople}
          max={nextStep.people}
          valueText={t('loyalty.ladder.locked', {
            valid: formatNumber(validPeople, language),
            people: formatNumber(nextStep.people, language),
          })}
        />
      )}
      <p className={styles.next}>{text}</p>
    </section>
  )
})
