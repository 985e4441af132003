import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { ExportPanel } from '../../features/exports/ExportPanel.tsx'
import { ExportStore } from '../../features/exports/ExportStore.ts'
import { useOwnStore } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { Details } from '../../ui/Details.tsx'
import styles from './PauseCard.module.css'

/** Every movement of the player's money, as a file. */
export const StatementCard = observer(function StatementCard() {
  const { t } = useTranslation()
  const done = { key: 'limits.statement.done' } as const
  const store = useOwnStore((root) => new ExportStore(root, 'statement', done))
  const neutral = useOwnStore((root) => new ExportStore(root, 'neutralStatement', done))
  return (
    <Card as="section" className={styles.card} aria-label={t('limits.statement.title')}>
      <h2>{t('limits.statement.title')}</h2>
      <p className={styles.text}>{t('limits.statement.text')}</p>
      <ExportPanel store={store} label={t('limits.statement.export')} />
      {!store.isKiosk && (
        <Details summary={t('limits.statement.neutral')} lazy>
          <p className={styles.text}>{t('limits.statement.neutralText')}</p>
          <ExportPanel store={neutral} label={t('limits.statement.export')} />
        </Details>
      )}
    </Card>
  )
})
