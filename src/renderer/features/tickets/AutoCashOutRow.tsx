import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '#contract/http/sports.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AutoCashOut } from './AutoCashOut.ts'
import styles from './AutoCashOutRow.module.css'

interface AutoCashOutRowProps {
  ticket: Ticket
  onChange: (ticket: Ticket) => void
}

/** From which value on an open ticket is cashed out by itself: a form, and what was chosen. */
export const AutoCashOutRow = observer(function AutoCashOutRow({ ticket, onChange }: AutoCashOutRowProps) {
  const { t } = useTranslation()
  const { language } = useStores()
  const auto = useOwnStore((root) => new AutoCashOut(root, onChange))
  const { cashOut, autoCashOut, settledAt } = ticket
  if (settledAt !== null || (cashOut === null && autoCashOut === null)) return null
  const money = (amount: number) => formatMoney(amount as Ticket['stake'], language.selected)
  if (autoCashOut !== null) {
    return (
      <p className={styles.chosen}>
        <span role="status">{t('sports.tickets.auto.chosen', { amount: money(autoCashOut) })}</span>
        <Button variant="ghost" size="s" loading={auto.isBusy} onClick={() => void auto.save(ticket, null)}>
          {t('sports.tickets.auto.remove')}
        </Button>
      </p>
    )
  }
  if (!auto.isOpen) {
    return (
      <Button variant="ghost" size="s" className={styles.open} onClick={() => auto.open(ticket)}>
        {t('sports.tickets.auto.open')}
      </Button>
    )
  }
  const error = auto.error(ticket)
  const save = () => {
    if (auto.amount !== undefined && !error) void auto.save(ticket, auto.amount)
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextField
        label={t('sports.tickets.auto.from')}
        numeric
        inputMode="decimal"
        autoComplete="off"
        prefix={language.selected.symbol}
        value={auto.text}
        disabled={auto.isBusy}
        error={error ? t(`sports.tickets.auto.${error}`, { amount: money(cashOut ?? 0) }) : undefined}
        onChange={(event) => auto.type(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button disabled={auto.isBusy} onClick={() => auto.close()}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" variant="primary" loading={auto.isBusy} disabled={error !== null}>
          {t('sports.tickets.auto.save')}
        </Button>
      </div>
    </form>
  )
})
