import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '#contract/http/sports.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useMessage } from '../../i18n/useMessage.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import type { CashOut } from './CashOut.ts'
import styles from './CashOutButton.module.css'

interface CashOutButtonProps {
  ticket: Ticket
  cashOut: CashOut
}

/** Cashes a ticket out with two presses in two places, so that a double tap does nothing. */
export const CashOutButton = observer(function CashOutButton({ ticket, cashOut }: CashOutButtonProps) {
  const { t } = useTranslation()
  const message = useMessage()
  const { language } = useStores()
  const { armed, note } = cashOut
  const isArmed = armed?.ticketId === ticket.id
  const hasNote = note?.ticketId === ticket.id
  if (ticket.cashOut === null && !isArmed && !hasNote) return null
  return (
    <div className={styles.cashOut}>
      <p role="status" className={styles.note}>
        {hasNote && message(note.message)}
      </p>
      {isArmed ? (
        <div className={styles.choice}>
          <Button disabled={cashOut.isBusy} onClick={() => cashOut.cancel()}>
            {t('sports.tickets.keep')}
          </Button>
          <Button
            variant="reward"
            className={styles.fresh}
            loading={cashOut.isBusy}
            onClick={() => void cashOut.confirm()}
          >
            {t('sports.tickets.confirm', { amount: formatMoney(armed.amount, language.selected) })}
          </Button>
        </div>
      ) : (
        ticket.cashOut !== null && (
          <Button full className={styles.offer} onClick={() => cashOut.arm(ticket)}>
            {t('sports.tickets.cashOut', { amount: formatMoney(ticket.cashOut, language.selected) })}
          </Button>
        )
      )}
    </div>
  )
})
