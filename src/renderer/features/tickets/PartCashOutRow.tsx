import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '#contract/http/sports.ts'
import type { Cents } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useMessage } from '../../i18n/useMessage.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { PartCashOut, shareStep } from './PartCashOut.ts'
import styles from './PartCashOutRow.module.css'

interface PartCashOutRowProps {
  ticket: Ticket
  onChange: (ticket: Ticket) => void
}

/** Cashes out a part of an open ticket: how much of its stake, what that pays now and what stays in play. */
export const PartCashOutRow = observer(function PartCashOutRow({ ticket, onChange }: PartCashOutRowProps) {
  const { t } = useTranslation()
  const message = useMessage()
  const { language } = useStores()
  const form = useOwnStore((root) => new PartCashOut(root, onChange))
  const offer = form.offer(ticket)
  if (!offer) {
    // The form closes with the offer, but says why.
    return form.isOpen ? (
      <p role="status" className={styles.note}>
        {message(form.note ?? { key: 'sports.tickets.cashOutGone' })}
      </p>
    ) : null
  }
  if (!form.isOpen) {
    return (
      <Button variant="ghost" size="s" className={styles.open} onClick={() => form.open(ticket)}>
        {t('sports.tickets.part.open')}
      </Button>
    )
  }
  const money = (amount: Cents | null) => (amount === null ? '–' : formatMoney(amount, language.selected))
  const { limits, part, share, now, rest, restPotential } = offer
  const range = t('sports.tickets.part.invalid', { least: money(limits.least), most: money(limits.most) })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void form.confirm(ticket)
      }}
    >
      <TextField
        label={t('sports.tickets.part.label')}
        numeric
        inputMode="decimal"
        autoComplete="off"
        prefix={language.selected.symbol}
        value={form.text}
        disabled={form.isBusy}
        hint={part === null ? undefined : range}
        error={part === null ? range : undefined}
        onChange={(event) => form.type(event.target.value)}
      />
      <input
        type="range"
        className={styles.range}
        aria-label={t('sports.tickets.part.share')}
        min={shareStep}
        max={100 - shareStep}
        step={shareStep}
        value={share}
        disabled={form.isBusy}
        onChange={(event) => form.setShare(ticket, Number(event.target.value))}
      />
      <dl className={styles.sums}>
        <div>
          <dt>{t('sports.tickets.part.now')}</dt>
          <dd translate="no" className={styles.now}>
            {money(now)}
          </dd>
        </div>
        <div>
          <dt>{t('sports.tickets.part.rest')}</dt>
          <dd translate="no">{money(rest)}</dd>
        </div>
        <div>
          <dt>{t('sports.tickets.part.all')}</dt>
          <dd translate="no">{money(restPotential)}</dd>
        </div>
      </dl>
      <p role="status" className={styles.note}>
        {form.note && message(form.note)}
      </p>
      <div className={styles.buttons}>
        <Button disabled={form.isBusy} onClick={() => form.close()}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" variant="reward" loading={form.isBusy} disabled={part === null}>
          {part === null
            ? t('sports.tickets.part.open')
            : t('sports.tickets.part.confirm', { part: money(part), amount: money(now) })}
        </Button>
      </div>
    </form>
  )
})
