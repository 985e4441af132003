import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/Card.tsx'
import { Select } from '../../ui/Select.tsx'
import type { LimitsStore } from './LimitsStore.ts'
import styles from './PauseCard.module.css'

const choices = [30, 45, 60]

/** How often the reality check appears. */
export const RealityCard = observer(function RealityCard({ store }: { store: LimitsStore }) {
  const { t } = useTranslation()
  return (
    <Card as="section" className={styles.card} aria-label={t('own.reality.title')}>
      <h2>{t('own.reality.title')}</h2>
      <p className={styles.text}>{t('own.reality.text')}</p>
      <Select
        label={t('own.reality.label')}
        value={store.overview?.realityCheck ?? 60}
        onChange={(event) => void store.setRealityCheck(Number(event.target.value))}
        options={choices.map((count) => ({
          value: String(count),
          label: t('own.reality.every', { count }),
        }))}
      />
    </Card>
  )
})
