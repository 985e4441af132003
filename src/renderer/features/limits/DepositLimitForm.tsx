import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limitPeriods } from '#contract/rules/limits.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { SegmentedTabs } from '../../ui/SegmentedTabs.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './DepositLimitForm.module.css'
import { DepositLimitStore } from './DepositLimitStore.ts'

interface DepositLimitFormProps {
  /** Called when the limit is set. */
  onDone?: () => void
  /** Shown below the button: a way to skip the form. */
  children?: ReactNode
}

/** Amount and period of the deposit limit that is set before the first deposit. */
export const DepositLimitForm = observer(function DepositLimitForm(props: DepositLimitFormProps) {
  const { onDone, children } = props
  const { t } = useTranslation()
  const { language } = useStores()
  const store = useOwnStore((root) => new DepositLimitStore(root))
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void store.save().then((isDone) => isDone && onDone?.())
      }}
    >
      <p className={styles.text}>{t('limits.askedText')}</p>
      <SegmentedTabs
        aria-label={t('limits.askedPeriod')}
        value={store.period}
        onChange={(period) => store.choose(period)}
        tabs={limitPeriods.map((value) => ({ value, label: t(`limits.limits.periods.${value}`) }))}
      >
        <TextField
          numeric
          label={t('limits.edit.amount')}
          prefix={language.selected.symbol}
          inputMode="decimal"
          autoComplete="off"
          value={store.typed}
          onChange={(event) => store.type(event.target.value)}
          hint={t('limits.edit.note')}
          error={store.isInvalid ? t('limits.askedInvalid') : undefined}
        />
      </SegmentedTabs>
      <Button type="submit" variant="primary" size="l" full loading={store.isBusy}>
        {t('limits.edit.save')}
      </Button>
      {children}
    </form>
  )
})
