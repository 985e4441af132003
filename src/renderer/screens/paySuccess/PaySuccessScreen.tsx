import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { GuestState } from '../../features/rewards/GuestState.tsx'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './PaySuccessScreen.module.css'
import { Receipt } from './Receipt.tsx'
import { receiptArt } from './receiptArt.ts'
import { ReceiptStore } from './ReceiptStore.ts'

/**
 * /paySuccess: the receipt of the last order or of `?order=`; inside the payment frame only the confirmation.
 */
export const PaySuccessScreen = observer(function PaySuccessScreen() {
  // The provider redirects its page here when it is done; the frame around it closes by itself.
  const isFramed = window.self !== window.top
  const { t } = useTranslation()
  const [params] = useSearchParams()
  // Another order in the address is another receipt.
  const order = params.get('order')
  const { session } = useStores()
  const isGuest = !isFramed && !session.isLoggedIn
  return (
    <div className={classes(styles.screen, isGuest && styles.guest)}>
      <h1>
        <VisuallyHidden>{t('account.receipt.title')}</VisuallyHidden>
      </h1>
      {isFramed ? <InFrame key={order} /> : <OwnPage key={order} />}
    </div>
  )
})

/** Loads the order that the address names. */
function useReceipt(): ReceiptStore {
  const [params] = useSearchParams()
  const orderId = params.get('order')
  const receipt = useOwnStore((root) => new ReceiptStore(root, orderId))
  useEffect(() => receipt.start(document), [receipt])
  return receipt
}

/** Confirms only a paid order: a page that was cancelled also returns here. */
const InFrame = observer(function InFrame() {
  const { t } = useTranslation()
  const receipt = useReceipt()
  const outcome = receipt.state === 'ready' ? receipt.outcome : 'pending'
  return (
    <div role="status">
      <EmptyState
        illustration={receiptArt[outcome]}
        title={t(`account.receipt.${outcome}`)}
        text={t(outcome === 'paid' ? 'account.receipt.framed' : `account.receipt.${outcome}Text`)}
      />
    </div>
  )
})

const OwnPage = observer(function OwnPage() {
  const { t } = useTranslation()
  const root = useStores()
  const receipt = useReceipt()
  if (!root.session.isLoggedIn) {
    return (
      <>
        <Link to="/home" className={styles.home} aria-label={t('actions.home')}>
          <Logo />
        </Link>
        <GuestState illustration={emptyArt.records} title={t('account.receipt.login')} />
      </>
    )
  }
  switch (receipt.state) {
    case 'loading':
      return (
        <div role="status" aria-label={t('status.loading')} className={styles.loading}>
          <Skeleton width="1.6rem" height="1.2rem" radius="l" />
          <Skeleton width="2.2rem" height="0.28rem" />
          <Skeleton height="2.4rem" radius="l" />
        </div>
      )
    case 'failed':
      return (
        <ErrorState
          illustration={emptyArt.offline}
          text={t('account.receipt.failed')}
          retryLabel={t('actions.retry')}
          onRetry={() => void receipt.load()}
        />
      )
    case 'none':
      return (
        <EmptyState
          illustration={emptyArt.records}
          title={t('account.receipt.none')}
          text={t('account.receipt.noneText')}
          action={
            <div className={styles.actions}>
              <Button variant="primary" full onClick={() => root.openDeposit()}>
                {t('account.receipt.deposit')}
              </Button>
              <LinkButton to="/home" variant="ghost" full>
                {t('actions.home')}
              </LinkButton>
            </div>
          }
        />
      )
    case 'ready':
      return <Receipt receipt={receipt} />
  }
})
