import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { BalanceAmount } from '../../features/balance/BalanceAmount.tsx'
import { PaymentDialog } from '../../features/payment/PaymentDialog.tsx'
import type { OverlayProps } from '../../stores/overlays.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { SegmentedTabs } from '../../ui/SegmentedTabs.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './CashierOverlay.module.css'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { DepositPanel } from './DepositPanel.tsx'
import { DepositStore } from './DepositStore.ts'
import { SavedKeysDialog } from './SavedKeysDialog.tsx'
import { DestinationDialog } from './DestinationDialog.tsx'
import { WithdrawDoneDialog } from './WithdrawDoneDialog.tsx'
import { WithdrawInfoDialog } from './WithdrawInfoDialog.tsx'
import { WithdrawPanel } from './WithdrawPanel.tsx'
import { WithdrawStore } from './WithdrawStore.ts'

/** Deposit and withdrawal under one tab header; the overlay's name selects the tab. */
export const CashierOverlay = observer(function CashierOverlay(props: OverlayProps['deposit']) {
  const { t } = useTranslation()
  const { overlays, session, wallet } = useStores()
  const deposit = useOwnStore((root) => new DepositStore(root, props))
  const withdraw = useOwnStore((root) => new WithdrawStore(root))
  useEffect(() => deposit.start(), [deposit])
  useEffect(() => withdraw.start(), [withdraw])
  const tab = overlays.isOpen('withdraw') ? 'withdraw' : 'deposit'
  // A test account has it only where an address asked for it, and is told why there is none.
  const hasWithdraw = !session.player?.isTest || tab === 'withdraw'
  useEffect(() => (tab === 'deposit' ? deposit.enter() : withdraw.enter()), [tab, deposit, withdraw])
  const close = () => overlays.close()
  return (
    <>
      <Sheet
        title={t('money.cashier.title')}
        hideTitle
        closeLabel={t('actions.close')}
        className={styles.sheet}
        onClose={close}
        actions={
          tab === 'deposit' && (
            <p className={styles.balance}>
              <span>{t('money.cashier.balance')}</span>{' '}
              <b>
                <BalanceAmount amount={wallet.cash} />
              </b>
            </p>
          )
        }
      >
        <SegmentedTabs
          aria-label={t('money.cashier.tabs')}
          value={tab}
          onChange={(next) => overlays.open(next)}
          tabs={[
            {
              value: 'deposit',
              label: t('money.cashier.deposit'),
              content: <DepositPanel deposit={deposit} />,
            },
            ...(hasWithdraw
              ? [
                  {
                    value: 'withdraw' as const,
                    label: t('money.cashier.withdraw'),
                    content: <WithdrawPanel withdraw={withdraw} />,
                  },
                ]
              : []),
          ]}
        />
      </Sheet>
      {tab === 'deposit' && deposit.isConfirming && !deposit.payment.order && (
        <ConfirmDialog deposit={deposit} />
      )}
      {tab === 'deposit' && <PaymentDialog payment={deposit.payment} onClose={close} />}
      {tab === 'withdraw' && withdraw.areKeysOpen && <SavedKeysDialog withdraw={withdraw} />}
      {tab === 'withdraw' && withdraw.form && <DestinationDialog withdraw={withdraw} form={withdraw.form} />}
      {withdraw.requested && (
        <WithdrawDoneDialog orderId={withdraw.requested} onClose={() => withdraw.leave()} />
      )}
      {tab === 'withdraw' && withdraw.isInfoOpen && <WithdrawInfoDialog withdraw={withdraw} />}
    </>
  )
})
