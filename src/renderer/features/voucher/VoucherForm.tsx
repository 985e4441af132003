import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useMessage } from '../../i18n/useMessage.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './VoucherForm.module.css'
import type { VoucherStore } from './VoucherStore.ts'

/** The code of a voucher, typed or scanned, and the button that redeems it. */
export const VoucherForm = observer(function VoucherForm({ voucher }: { voucher: VoucherStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const message = useMessage()
  const { worth, error } = voucher
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void voucher.redeem()
      }}
    >
      <TextField
        label={t('money.voucher.field')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        // A scanner types the whole address.
        maxLength={300}
        data-takes-codes
        value={voucher.text}
        error={error ? message(error) : undefined}
        hint={t('money.voucher.hint')}
        onChange={(event) => voucher.setText(event.target.value)}
      />
      {worth && (
        <p className={styles.worth} role="status">
          {t('money.voucher.worth', {
            amount: formatMoney(worth.amount, language.selected),
            time: formatDateTime(worth.expiresAt, language.selected),
          })}
        </p>
      )}
      <Button type="submit" variant="primary" full loading={voucher.isBusy}>
        {t('money.voucher.redeem')}
      </Button>
    </form>
  )
})
