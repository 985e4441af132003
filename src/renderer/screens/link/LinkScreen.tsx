import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import expiredPicture from '../../assets/empty/link.svg?no-inline'
import { emptyArt } from '../../assets/emptyArt.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './LinkScreen.module.css'
import { LinkStore } from './LinkStore.ts'

/** /zgo{token}: a one-time link from support; goes home, or on with the identity check, when it is valid. */
export const LinkScreen = observer(function LinkScreen({ value }: { value: string }) {
  const { t } = useTranslation()
  const { overlays, session } = useStores()
  const store = useOwnStore((root) => new LinkStore(root, value))
  useEffect(() => void store.enter(), [store])
  return (
    <div className={styles.page}>
      <Logo className={styles.logo} />
      <h1>
        <VisuallyHidden>{t('auth.link.title')}</VisuallyHidden>
      </h1>
      {store.state === 'entering' && (
        <p className={styles.entering} role="status">
          <Spinner size="l" />
          <span>{t('auth.link.entering')}</span>
        </p>
      )}
      {store.state === 'expired' && (
        <EmptyState
          illustration={expiredPicture}
          title={t('auth.link.expiredTitle')}
          text={t(session.isLoggedIn ? 'auth.link.expiredLoggedIn' : 'auth.link.expiredText')}
          action={
            <div className={styles.actions}>
              {!session.isLoggedIn && (
                <Button variant="primary" full onClick={() => overlays.open('login')}>
                  {t('top.login')}
                </Button>
              )}
              <LinkButton variant={session.isLoggedIn ? 'primary' : 'ghost'} full to="/home">
                {t('actions.home')}
              </LinkButton>
            </div>
          }
        />
      )}
      {store.state === 'failed' && (
        <ErrorState
          illustration={emptyArt.offline}
          text={t('auth.link.failed')}
          retryLabel={t('actions.retry')}
          onRetry={() => void store.enter()}
        />
      )}
    </div>
  )
})
