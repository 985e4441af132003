import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { WhereOn } from '../../features/houseSwitches/WhereOn.tsx'
import { VoucherForm } from '../../features/voucher/VoucherForm.tsx'
import { VoucherStore } from '../../features/voucher/VoucherStore.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import styles from './VoucherScreen.module.css'

/** /vale{code}: the address in a voucher's QR code. The player redeems it with a press. */
export function VoucherScreen({ value }: { value: string }) {
  return (
    <WhereOn any={['vouchers', 'voucherWithdrawals']} to="/home">
      <Voucher value={value} />
    </WhereOn>
  )
}

const Voucher = observer(function Voucher({ value }: { value: string }) {
  const { t } = useTranslation()
  const { session, overlays, navigation } = useStores()
  const voucher = useOwnStore((root) => new VoucherStore(root, value))
  const { isLoggedIn } = session
  useEffect(() => {
    if (isLoggedIn) void voucher.look()
  }, [voucher, isLoggedIn])
  const { isRedeemed } = voucher
  useEffect(() => {
    if (isRedeemed) navigation.go('/home', { replace: true })
  }, [isRedeemed, navigation])
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
    <Page title={t('money.voucher.title')}>
      <Card padding="l" className={styles.card}>
        <img className={styles.picture} src={emptyArt.gift} alt="" />
        <VoucherForm voucher={voucher} />
      </Card>
    </Page>
  )
})
