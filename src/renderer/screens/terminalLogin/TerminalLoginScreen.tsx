import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { WhereOn } from '../../features/houseSwitches/WhereOn.tsx'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './TerminalLoginScreen.module.css'
import { TerminalLoginStore } from './TerminalLoginStore.ts'

/** /totem{code}: the address in the QR code of a terminal's login. The player approves it with a press. */
export function TerminalLoginScreen({ value }: { value: string }) {
  return (
    <WhereOn any={['kiosk']} to="/home">
      <Approval value={value} />
    </WhereOn>
  )
}

const Approval = observer(function Approval({ value }: { value: string }) {
  const { t } = useTranslation()
  const { session, overlays } = useStores()
  const login = useOwnStore((root) => new TerminalLoginStore(root, value))
  const { isLoggedIn } = session
  useEffect(() => {
    if (isLoggedIn) void login.load()
  }, [login, isLoggedIn])
  const home = (
    <LinkButton full to="/home">
      {t('actions.home')}
    </LinkButton>
  )
  if (!isLoggedIn) {
    return (
      <EmptyState
        illustration={emptyArt.kyc}
        title={t('kiosk.phone.approve.login')}
        action={
          <Button variant="primary" onClick={() => overlays.open('login')}>
            {t('top.login')}
          </Button>
        }
      />
    )
  }
  return (
    <div className={styles.page}>
      {login.state === 'loading' && <Skeleton height="3rem" />}
      {(login.state === 'asking' || login.state === 'approving') && (
        <Card padding="l">
          <div className={styles.ask}>
            <h1>{t('kiosk.phone.approve.title')}</h1>
            <p>{t('kiosk.phone.approve.ask', { terminal: login.terminal })}</p>
            <p>{t('kiosk.phone.approve.number')}</p>
            <strong className={styles.number}>{login.number}</strong>
            <div className={styles.actions}>
              <Button
                variant="primary"
                size="l"
                full
                loading={login.state === 'approving'}
                onClick={() => void login.approve()}
              >
                {t('kiosk.phone.approve.yes')}
              </Button>
              <LinkButton variant="ghost" full to="/home">
                {t('kiosk.phone.approve.no')}
              </LinkButton>
            </div>
          </div>
        </Card>
      )}
      {login.state === 'approved' && (
        <EmptyState
          illustration={emptyArt.success}
          title={t('kiosk.phone.approve.done')}
          text={t('kiosk.phone.approve.doneText')}
          action={home}
        />
      )}
      {login.state === 'expired' && (
        <EmptyState
          illustration={emptyArt.closed}
          title={t('kiosk.phone.approve.expiredTitle')}
          text={t('kiosk.phone.approve.expiredText')}
          action={home}
        />
      )}
      {login.state === 'failed' && (
        <ErrorState
          illustration={emptyArt.offline}
          text={t('auth.link.failed')}
          retryLabel={t('actions.retry')}
          onRetry={() => void login.load()}
        />
      )}
    </div>
  )
})
