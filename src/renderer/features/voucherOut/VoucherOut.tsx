import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cents } from '#contract/money.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useMessage } from '../../i18n/useMessage.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { WithdrawalAmount } from '../payment/WithdrawalAmount.tsx'
import styles from './VoucherOut.module.css'
import { VoucherOutStore, type VoucherOut as Voucher } from './VoucherOutStore.ts'

/** Cash on paper, at a terminal with a printer; `maximum` is the most of one voucher. */
export const VoucherOut = observer(function VoucherOut({ maximum }: { maximum: Cents }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const message = useMessage()
  const out = useOwnStore((root) => new VoucherOutStore(root))
  useEffect(() => void out.load(), [out])
  return (
    <div className={styles.out}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void out.withdraw()
        }}
      >
        <p>{t('kiosk.out.text', { max: formatMoney(maximum, language.selected) })}</p>
        <WithdrawalAmount
          enterKeyHint="next"
          value={out.amountText}
          error={out.error ? message(out.error) : undefined}
          onChange={(event) => out.setAmount(event.target.value)}
        />
        <PasswordField
          label={t('auth.password')}
          autoComplete="current-password"
          showLabel={t('auth.show')}
          hideLabel={t('auth.hide')}
          value={out.password}
          onChange={(event) => out.setPassword(event.target.value)}
        />
        <Button type="submit" variant="primary" full loading={out.isBusy}>
          {t('kiosk.out.submit')}
        </Button>
      </form>
      {out.vouchers.length > 0 && (
        <ul className={styles.list}>
          {out.vouchers.map((voucher) => (
            <OpenVoucher key={voucher.id} out={out} voucher={voucher} />
          ))}
        </ul>
      )}
    </div>
  )
})

const OpenVoucher = observer(function OpenVoucher({
  out,
  voucher,
}: {
  out: VoucherOutStore
  voucher: Voucher
}) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { id, amount, expiresAt, isExpired, code, qr } = voucher
  return (
    <li className={styles.voucher}>
      <p className={styles.worth}>
        {t('money.voucher.worth', {
          amount: formatMoney(amount, language.selected),
          time: formatDateTime(expiresAt, language.selected),
        })}
      </p>
      {code === null || qr === null ? (
        <p>{t(isExpired ? 'kiosk.out.expired' : 'kiosk.out.elsewhere')}</p>
      ) : (
        <>
          <QrCode matrix={qr} label={t('money.voucher.field')} className={styles.qr} />
          <p className={styles.code}>{code}</p>
          <Button full loading={out.printing.isBusy} onClick={() => void out.printing.print('voucher', id)}>
            {t('kiosk.out.again')}
          </Button>
        </>
      )}
      <Button full variant="ghost" disabled={out.isBusy} onClick={() => void out.putBack(voucher)}>
        {t('kiosk.out.putBack')}
      </Button>
    </li>
  )
})
