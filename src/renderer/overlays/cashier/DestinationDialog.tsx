import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { isMaskedKey } from '#contract/rules/kyc.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './DestinationDialog.module.css'
import type { DestinationStore } from './DestinationStore.ts'
import type { WithdrawStore } from './WithdrawStore.ts'

interface DestinationDialogProps {
  withdraw: WithdrawStore
  form: DestinationStore
}

/** "Destino da retirada": kind of key, key, holder, WhatsApp. */
export const DestinationDialog = observer(function DestinationDialog(props: DestinationDialogProps) {
  const { withdraw, form } = props
  const { t } = useTranslation()
  const { keyError, holderError } = form
  const canReplace = isMaskedKey(form.key) && !form.isKeyFixed
  const keyHint = canReplace
    ? t(form.isOwnCpf ? 'money.destination.ownHint' : 'money.destination.storedHint')
    : t(`money.destination.keyHint.${form.type}`)
  return (
    <Sheet
      title={t('money.destination.title')}
      closeLabel={t('actions.close')}
      onClose={() => withdraw.closeDestination()}
      closeOnOutside={false}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        <RadioCards
          aria-label={t('money.destination.type')}
          size="compact"
          columns={form.types.length === 3 ? 3 : 2}
          options={form.types.map((type) => ({ value: type, title: type }))}
          disabled={form.isKeyFixed}
          value={form.type}
          onChange={(type) => form.select(type)}
        />
        <TextField
          label={t('money.destination.key')}
          hint={keyHint}
          error={keyError ? t(`money.destination.errors.${keyError}`) : null}
          inputMode={form.isNumeric ? 'numeric' : 'text'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          disabled={form.isKeyFixed}
          value={form.key}
          onFocus={(event) => isMaskedKey(form.key) && event.target.select()}
          onChange={(event) => form.setKey(event.target.value)}
        />
        {form.hasHolder && (
          <TextField
            label={t('money.destination.holder')}
            hint={t('money.destination.holderHint')}
            error={holderError ? t(`money.destination.errors.${holderError}`) : null}
            autoComplete="name"
            value={form.holder}
            onChange={(event) => form.setHolder(event.target.value)}
          />
        )}
        <TextField
          label={t('money.destination.whatsapp')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={form.whatsapp}
          onChange={(event) => form.setWhatsapp(event.target.value)}
        />
        <TextField
          label={t('own.keys.label')}
          hint={t('own.keys.labelHint')}
          autoComplete="off"
          value={form.label}
          onChange={(event) => form.setLabel(event.target.value)}
        />
        {form.asksPassword && (
          <PasswordField
            label={t('auth.password')}
            hint={t('money.destination.passwordHint')}
            autoComplete="current-password"
            showLabel={t('auth.show')}
            hideLabel={t('auth.hide')}
            value={form.password}
            onChange={(event) => form.setPassword(event.target.value)}
          />
        )}
        {form.type === 'USDT' && <p className={styles.note}>{t('money.destination.usdtNote')}</p>}
        <Button type="submit" variant="primary" size="l" full loading={form.isSaving}>
          {t('money.destination.save')}
        </Button>
      </form>
    </Sheet>
  )
})
