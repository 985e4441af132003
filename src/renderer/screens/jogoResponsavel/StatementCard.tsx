import Download from 'lucide-react/icons/download'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import type { LimitsStore } from './LimitsStore.ts'
import styles from './PauseCard.module.css'

/** Every movement of the player's money, as a file. */
export const StatementCard = observer(function StatementCard({ store }: { store: LimitsStore }) {
  const { t } = useTranslation()
  return (
    <Card as="section" className={styles.card} aria-label={t('limits.statement.title')}>
      <h2>{t('limits.statement.title')}</h2>
      <p className={styles.text}>{t('limits.statement.text')}</p>
      <Button
        full
        icon={<Download aria-hidden />}
        loading={store.isBusy}
        onClick={() => void store.exportStatement()}
      >
        {t('limits.statement.export')}
      </Button>
    </Card>
  )
})
