import CircleCheck from 'lucide-react/icons/circle-check'
import Repeat from 'lucide-react/icons/repeat'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '#contract/http/sports.ts'
import { ticketNumber } from '#contract/rules/sports.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { OddsStore } from '../odds/OddsStore.ts'
import { optionText } from '../odds/optionText.ts'
import { ShareLinkButton } from '../tickets/ShareLinkButton.tsx'
import { ticketsPath } from '../tickets/ticketsPath.ts'
import styles from './SlipReceipt.module.css'
import type { SlipStore } from './SlipStore.ts'

/** The tickets just placed, and the way to them. */
export const SlipReceipt = observer(function SlipReceipt({ slip }: { slip: SlipStore }) {
  const { t } = useTranslation()
  const { navigation } = useStores()
  const [first, ...others] = slip.receipts
  const only = others.length === 0 ? first : undefined
  const showTickets = () => {
    slip.close()
    navigation.go(ticketsPath)
  }
  return (
    <div className={styles.receipt}>
      <p role="status" className={styles.title}>
        <CircleCheck aria-hidden />
        <span>{t('sports.slip.receipt')}</span>
      </p>
      <ul className={styles.list}>
        {slip.receipts.map((ticket) => (
          <Line key={ticket.id} ticket={ticket} />
        ))}
      </ul>
      {only && (
        <div className={styles.actions}>
          <Button full icon={<Repeat aria-hidden />} onClick={() => void slip.repeat(only)}>
            {t('sports.slip.keep')}
          </Button>
          <ShareLinkButton ticketId={only.id} />
        </div>
      )}
      <Button full variant={slip.legs.length > 0 ? 'secondary' : 'primary'} onClick={showTickets}>
        {t('sports.slip.seeTickets')}
      </Button>
    </div>
  )
})

const Line = observer(function Line({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const root = useStores()
  const { language } = root
  const [first] = ticket.legs
  const name =
    ticket.kind === 'parlay' || !first
      ? t('sports.tickets.parlay', { number: ticket.legs.length })
      : optionText(t, first.key, first, language.selected)
  return (
    <li>
      <span className={styles.what}>
        <b>{name}</b>
        <small className="num">
          {`${formatMoney(ticket.stake, language.selected)} · ${t('sports.slip.odds', { odds: root.feature(OddsStore).text(ticket.odds) })}`}
        </small>
        <small className="num">{t('sports.tickets.number', { number: ticketNumber(ticket.id) })}</small>
      </span>
      <span className={styles.return}>
        <small>{t('sports.slip.potential')}</small>
        <b translate="no" className="num">
          {formatMoney(ticket.potential, language.selected)}
        </b>
      </span>
    </li>
  )
})
