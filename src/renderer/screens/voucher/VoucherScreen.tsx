import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { emptyArt } from '../../assets/emptyArt.ts'
import { VoucherForm } from '../../features/voucher/VoucherForm.tsx'
import { VoucherStore } from '../../features/voucher/VoucherStore.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './VoucherScreen.module.css'

/** /vale{code}: the address in a voucher's QR code. The player redeems it with a press. */
export const VoucherScreen = observer(function VoucherScreen({ value }: { value: string }) {
  const { t } = useTranslation()
  const { session, overlays, navigation, device } = useStores()
  const voucher = useOwnStore((root) => new VoucherStore(root, value))
  const { isLoggedIn } = session
  useEffect(() => {
    if (isLoggedIn) void voucher.look()
  }, [voucher, isLoggedIn])
  const { isRedeemed } = voucher
  useEffect(() => {
    if (isRedeemed) navigation.go('/home', { replace: true })
  }, [isRedeemed, navigation])
  if (device.info?.vouchers === false && device.info.voucherWithdrawal === null)
    return <Navigate to="/home" replace />
  if (!isLoggedIn) {
    return (
      <EmptyState
        illustration={emptyArt.gift}
        title={t('money.voucher.login')}
        action={
          <Button variant="primary" onClick={() => overlays.open('login')}>
            {t('top.login')}
          </Button>
        }
      />
    )
  }
  return (
    <div className={styles.screen}>
      <h1>{t('money.voucher.title')}</h1>
      <Card padding="l">
        <VoucherForm voucher={voucher} />
      </Card>
    </div>
  )
})
