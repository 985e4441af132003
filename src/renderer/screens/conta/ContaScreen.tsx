import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
// In the page: fetched, it would be the last thing that a slow network shows.
import loginPicture from '../../assets/empty/kyc.svg?inline'
import { emptyArt } from '../../assets/emptyArt.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { AccountActions } from './AccountActions.tsx'
import { AccountSkeleton } from './AccountSkeleton.tsx'
import { AccountStore } from './AccountStore.ts'
import { BalanceCard } from './BalanceCard.tsx'
import styles from './ContaScreen.module.css'
import { LastEntries } from './LastEntries.tsx'
import { LimitsCard } from './LimitsCard.tsx'

/** /conta: balances, what is locked and why, limits, money in and out, the last entries. */
export const ContaScreen = observer(function ContaScreen() {
  const { t } = useTranslation()
  const { session } = useStores()
  const account = useOwnStore((root) => new AccountStore(root))
  useEffect(() => account.start(), [account])
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('account.conta.title')}</h1>
      {session.isLoggedIn ? <Account account={account} /> : <Guest />}
    </div>
  )
})

const Account = observer(function Account({ account }: { account: AccountStore }) {
  const { t } = useTranslation()
  if (account.state === 'loading') return <AccountSkeleton />
  if (account.state === 'failed') {
    return (
      <ErrorState
        illustration={emptyArt.offline}
        text={t('account.conta.loadFailed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void account.load()}
      />
    )
  }
  return (
    <>
      <BalanceCard account={account} />
      <AccountActions />
      <LimitsCard account={account} />
      <LastEntries account={account} />
    </>
  )
})

function Guest() {
  const { t } = useTranslation()
  const { overlays } = useStores()
  return (
    <EmptyState
      illustration={loginPicture}
      title={t('account.conta.login')}
      text={t('account.conta.loginText')}
      action={
        <div className={styles.guest}>
          <Button variant="primary" size="l" full onClick={() => overlays.open('login')}>
            {t('account.conta.loginAction')}
          </Button>
          <Button size="l" full onClick={() => overlays.open('register')}>
            {t('account.conta.registerAction')}
          </Button>
        </div>
      }
    />
  )
}
