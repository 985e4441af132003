import { useTranslation } from 'react-i18next'
import { formatAmount } from '#contract/moneyTexts.ts'
import { ZERO } from '#contract/money.ts'
import { useStores } from '../../stores/useStores.ts'
import { TextField, type TextFieldProps } from '../../ui/TextField.tsx'

/** The field for what a player takes out, in the notation of the language. */
export function WithdrawalAmount(
  props: Pick<TextFieldProps, 'value' | 'hint' | 'error' | 'enterKeyHint' | 'onChange'>,
) {
  const { t } = useTranslation()
  const { language } = useStores()
  return (
    <TextField
      label={t('money.withdraw.amount')}
      prefix={language.selected.symbol}
      numeric
      inputMode="decimal"
      autoComplete="off"
      placeholder={formatAmount(ZERO, language.selected)}
      {...props}
    />
  )
}
