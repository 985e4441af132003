import Share2 from 'lucide-react/icons/share-2'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '#contract/http/sports.ts'
import { ticketNumber } from '#contract/rules/sports.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { OddsStore } from '../odds/OddsStore.ts'
import { optionText } from '../odds/optionText.ts'
import { ShareTicket } from './ShareTicket.ts'

/** Shares a picture of a ticket that has won more than its stake. */
export const ShareButton = observer(function ShareButton({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const root = useStores()
  const { language, host } = root
  const store = useOwnStore((stores) => new ShareTicket(stores))
  // What a kiosk saved would stay there.
  if (ticket.settledAt === null || ticket.payout <= ticket.stake || host.kiosk) return null
  const share = () =>
    store.share({
      headline: t('sports.tickets.states.win'),
      payout: formatMoney(ticket.payout, language.selected),
      odds: t('sports.slip.odds', { odds: root.feature(OddsStore).text(ticket.odds) }),
      number: t('sports.tickets.number', { number: ticketNumber(ticket.id) }),
      legs: ticket.legs.map((leg) => ({
        option: optionText(t, leg.key, leg, language.selected),
        match: `${leg.home} × ${leg.away}`,
      })),
    })
  return (
    <Button full icon={<Share2 aria-hidden />} loading={store.isBusy} onClick={() => void share()}>
      {t('sports.tickets.share')}
    </Button>
  )
})
