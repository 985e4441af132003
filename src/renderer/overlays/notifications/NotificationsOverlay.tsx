import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { pushKinds } from '#contract/push.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import styles from './NotificationsOverlay.module.css'
import { NotificationsStore } from './NotificationsStore.ts'

/** A switch for each kind of notice; the first that is turned on makes the browser ask. */
export const NotificationsOverlay = observer(function NotificationsOverlay() {
  const { t } = useTranslation()
  const { overlays } = useStores()
  const store = useOwnStore((root) => new NotificationsStore(root))
  useEffect(() => void store.load(), [store])
  const { state } = store
  return (
    <Sheet title={t('notices.title')} closeLabel={t('actions.close')} onClose={() => overlays.close()}>
      <div className={styles.body}>
        <p className={styles.text}>{t('notices.text')}</p>
        {state === 'loading' && (
          <div role="status" aria-label={t('status.loading')}>
            <Skeleton height="1.6rem" radius="m" />
          </div>
        )}
        {state === 'failed' && (
          <ErrorState
            compact
            text={t('notices.failed')}
            retryLabel={t('actions.retry')}
            onRetry={() => void store.load()}
          />
        )}
        {(state === 'unsupported' || state === 'off' || state === 'denied') && (
          <p role="status" className={styles.note}>
            {t(`notices.${state}`)}
          </p>
        )}
        {state === 'ready' &&
          pushKinds.map((kind) => (
            <Switch
              key={kind}
              label={t(`notices.${kind}`)}
              hint={t(`notices.${kind}Note`)}
              checked={store.kinds.includes(kind)}
              disabled={store.isBusy}
              onChange={(event) => void store.turn(kind, event.target.checked)}
            />
          ))}
        {store.hasFailed && (
          <p role="alert" className={styles.note}>
            {t('notices.failed')}
          </p>
        )}
      </div>
    </Sheet>
  )
})
