import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './RealityCheckOverlay.module.css'
import { RealityCheckStore } from './RealityCheckStore.ts'

/** Shows the session's duration and net result, and offers to go on or to set limits. */
export const RealityCheckOverlay = observer(function RealityCheckOverlay() {
  const { t } = useTranslation()
  const { language } = useStores()
  const store = useOwnStore((root) => new RealityCheckStore(root))
  useEffect(() => void store.load(), [store])
  const { summary } = store
  const [hours, minutes] = [Math.floor((summary?.minutes ?? 0) / 60), (summary?.minutes ?? 0) % 60]
  const time =
    hours > 0 ? t('limits.check.hours', { hours, minutes }) : t('limits.check.minutes', { minutes })
  return (
    <AlertDialog
      title={t('limits.check.title')}
      text={
        summary
          ? t('limits.check.text', { time })
          : t(store.hasFailed ? 'limits.check.failed' : 'status.loading')
      }
      confirmLabel={t('limits.check.continue')}
      cancelLabel={t('limits.check.limits')}
      onConfirm={() => store.continuePlaying()}
      onCancel={() => store.setLimits()}
      // Who only closes it goes on where they are.
      onEscape={() => store.continuePlaying()}
    >
      {store.hasFailed && <Button onClick={() => void store.load()}>{t('actions.retry')}</Button>}
      {summary && (
        <dl className={styles.net}>
          <dt>{t('limits.check.net')}</dt>
          <dd translate="no">{formatMoney(summary.net, language.selected)}</dd>
        </dl>
      )}
    </AlertDialog>
  )
})
