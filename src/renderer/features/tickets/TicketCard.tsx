import Clock from 'lucide-react/icons/clock'
import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '#contract/http/sports.ts'
import { ticketNumber } from '#contract/rules/sports.ts'
import { formatDateTime, formatMoment } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Badge, type BadgeProps } from '../../ui/Badge.tsx'
import { PrintReceipt } from '../receipts/PrintReceipt.tsx'
import { OddsStore } from '../odds/OddsStore.ts'
import { RulesLinks } from '../odds/RulesLinks.tsx'
import { AgainButton } from './AgainButton.tsx'
import { AutoCashOutRow } from './AutoCashOutRow.tsx'
import type { CashOut } from './CashOut.ts'
import { CashOutButton } from './CashOutButton.tsx'
import { PartCashOutRow } from './PartCashOutRow.tsx'
import { ShareButton } from './ShareButton.tsx'
import { ShareLinkButton } from './ShareLinkButton.tsx'
import styles from './TicketCard.module.css'
import { TicketLeg } from './TicketLeg.tsx'
import { ticketLabel, type TicketLabel } from './ticketState.ts'

const tones: Record<TicketLabel, BadgeProps['tone']> = {
  waiting: 'reward',
  notDrawn: 'reward',
  accepted: 'info',
  win: 'success',
  winHalf: 'success',
  refund: 'neutral',
  loseHalf: 'danger',
  lose: 'danger',
  void: 'neutral',
  refused: 'danger',
  cashedOut: 'info',
}

/** One ticket: kind, state, legs, amounts and cash-out. */
export const TicketCard = observer(function TicketCard({
  ticket,
  cashOut,
  onChange,
}: {
  ticket: Ticket
  /** Of its owner; without it nothing can be done with the ticket. */
  cashOut?: CashOut
  onChange?: (ticket: Ticket) => void
}) {
  const { t } = useTranslation()
  const { language, clock } = useStores()
  const id = useId()
  const { suspended } = ticket
  const label = ticketLabel(ticket)
  return (
    <li className={styles.card} data-word={label} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>
          {ticket.kind === 'single'
            ? t('sports.tickets.single')
            : t('sports.tickets.parlay', { number: ticket.legs.length })}
        </h2>
        <p className={styles.when}>
          <time dateTime={ticket.time}>{formatDateTime(ticket.time, language.selected)}</time>
          <span>{t('sports.tickets.number', { number: ticketNumber(ticket.id) })}</span>
        </p>
        <Badge tone={tones[label]}>{t(`sports.tickets.states.${label}`)}</Badge>
      </div>
      <ul className={styles.legs}>
        {ticket.legs.map((leg) => (
          <TicketLeg key={`${leg.matchId} ${leg.key}`} leg={leg} />
        ))}
      </ul>
      {ticket.reason && <p className={styles.reason}>{ticket.reason}</p>}
      {suspended && (
        <p className={styles.suspended}>
          <Clock aria-hidden />
          <span>
            {t(ticket.settledAt === null ? 'sports.tickets.suspendedOpen' : 'sports.tickets.suspended', {
              time: formatMoment(suspended.until, new Date(clock.now()), language.selected),
              reason: t(`sports.tickets.prizeReasons.${suspended.reason}`),
            })}
          </span>
        </p>
      )}
      {ticket.cashedStake > 0 && (
        <p className={styles.parts}>
          {t('sports.tickets.part.before', {
            stake: formatMoney(ticket.cashedStake, language.selected),
            amount: formatMoney(ticket.cashedPaid, language.selected),
          })}
        </p>
      )}
      <RulesLinks className={styles.rules} of={ticket.legs} />
      <Sums ticket={ticket} />
      {cashOut && (
        <>
          <CashOutButton ticket={ticket} cashOut={cashOut} />
          {onChange && <PartCashOutRow ticket={ticket} onChange={onChange} />}
          {onChange && <AutoCashOutRow ticket={ticket} onChange={onChange} />}
          <div className={styles.print}>
            <AgainButton ticket={ticket} />
            <ShareButton ticket={ticket} />
            {ticket.settledAt === null && <ShareLinkButton ticketId={ticket.id} />}
            <PrintReceipt kind="ticket" id={ticket.id} />
          </div>
        </>
      )}
    </li>
  )
})

const Sums = observer(function Sums({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const root = useStores()
  const { language } = root
  const isOpen = ticket.settledAt === null
  const amount = isOpen ? ticket.potential : ticket.payout
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t(ticket.wallet === 'bonus' ? 'sports.tickets.bonusStake' : 'sports.tickets.stake')}</dt>
        <dd translate="no" className="num">
          {formatMoney(ticket.stake, language.selected)}
        </dd>
      </div>
      <div>
        <dt>{t('sports.tickets.odds')}</dt>
        <dd translate="no" className="num">
          {root.feature(OddsStore).text(ticket.odds)}
        </dd>
      </div>
      <div data-won={(!isOpen && amount > ticket.stake) || undefined}>
        <dt>{t(isOpen ? 'sports.tickets.potential' : 'sports.tickets.payout')}</dt>
        <dd translate="no" className="num">
          {formatMoney(amount, language.selected)}
        </dd>
      </div>
    </dl>
  )
})
