import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limitPeriods } from '#contract/rules/limits.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { SegmentedTabs } from '../../ui/SegmentedTabs.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './RequiredLimitsForm.module.css'
import { RequiredLimitsStore } from './RequiredLimitsStore.ts'

interface RequiredLimitsFormProps {
  /** Called when the limits are set. */
  onDone?: () => void
  /** Shown below the button: a way to skip the form. */
  children?: ReactNode
}

/** Period and amounts of the limits that are set before the first deposit. */
export const RequiredLimitsForm = observer(function RequiredLimitsForm(props: RequiredLimitsFormProps) {
  const { onDone, children } = props
  const { t } = useTranslation()
  const { language } = useStores()
  const store = useOwnStore((root) => new RequiredLimitsStore(root))
  return (
    <form
      className={styles.form}
      noValidate
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
        <div className={styles.fields}>
          {store.kinds.map((kind) => (
            <TextField
              key={kind}
              numeric
              label={t(`limits.asked.${kind}`)}
              {...(kind !== 'time' && { prefix: language.selected.symbol })}
              inputMode={kind === 'time' ? 'numeric' : 'decimal'}
              autoComplete="off"
              value={store.typed[kind] ?? ''}
              onChange={(event) => store.type(kind, event.target.value)}
              error={
                store.invalid.includes(kind)
                  ? t(kind === 'time' ? 'limits.edit.invalidMinutes' : 'limits.askedInvalid')
                  : undefined
              }
            />
          ))}
          <p className={styles.text}>{t('limits.edit.note')}</p>
        </div>
      </SegmentedTabs>
      <Button type="submit" variant="primary" size="l" full loading={store.isBusy}>
        {t(store.kinds.length > 1 ? 'limits.askedSave' : 'limits.edit.save')}
      </Button>
      {children}
    </form>
  )
})
