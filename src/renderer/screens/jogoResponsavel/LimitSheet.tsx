import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlayLimit } from '#contract/http/limits.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './LimitSheet.module.css'
import type { LimitsStore } from './LimitsStore.ts'

/** Edits one limit: its amount, or none. */
export const LimitSheet = observer(function LimitSheet(props: { store: LimitsStore; limit: PlayLimit }) {
  const { store, limit } = props
  const { t } = useTranslation()
  const { language } = useStores()
  const field = useRef<HTMLInputElement>(null)
  const isTime = limit.kind === 'time'
  return (
    <Sheet
      title={t('limits.edit.title', {
        kind: t(`limits.limits.kinds.${limit.kind}`),
        period: t(`limits.limits.periods.${limit.period}`),
      })}
      closeLabel={t('actions.close')}
      onClose={() => store.cancelEdit()}
      initialFocus={field}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void store.save()
        }}
      >
        <TextField
          ref={field}
          numeric
          label={t(isTime ? 'limits.edit.minutes' : 'limits.edit.amount')}
          prefix={isTime ? undefined : language.selected.symbol}
          inputMode={isTime ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={store.typed}
          onChange={(event) => store.type(event.target.value)}
          hint={t('limits.edit.note')}
          error={
            store.isInvalid ? t(isTime ? 'limits.edit.invalidMinutes' : 'limits.edit.invalid') : undefined
          }
        />
        <Button type="submit" variant="primary" size="l" full loading={store.isBusy}>
          {t('limits.edit.save')}
        </Button>
        {limit.amount !== null && (
          <Button variant="ghost" full onClick={() => void store.remove()}>
            {t('limits.edit.remove')}
          </Button>
        )}
      </form>
    </Sheet>
  )
})
