import Share2 from 'lucide-react/icons/share-2'
import Smartphone from 'lucide-react/icons/smartphone'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '#contract/http/sports.ts'
import { ticketNumber } from '#contract/rules/sports.ts'
import { formatDate } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { OddsStore } from '../odds/OddsStore.ts'
import { optionText } from '../odds/optionText.ts'
import type { PosterShape } from '../poster/drawPoster.ts'
import { ShareTicket } from './ShareTicket.ts'
import styles from './ShareButton.module.css'
import { resultLabel } from './ticketState.ts'

/** Shares a picture of a ticket that has won more than its stake. */
export const ShareButton = observer(function ShareButton({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const root = useStores()
  const { language, host } = root
  const store = useOwnStore((stores) => new ShareTicket(stores))
  // What a kiosk saved would stay there.
  if (ticket.settledAt === null || ticket.payout <= ticket.stake || host.kiosk) return null
  const share = (shape: PosterShape) =>
    store.share(
      ticket.id,
      {
        headline: t('sports.tickets.states.win'),
        amount: formatMoney(ticket.payout, language.selected),
        chain: {
          stake: formatMoney(ticket.stake, language.selected),
          odds: t('sports.slip.odds', { odds: root.feature(OddsStore).text(ticket.odds) }),
        },
        foot: `${t('sports.tickets.number', { number: ticketNumber(ticket.id) })} · ${formatDate(ticket.time, language.selected)}`,
        factor: ticket.payout / ticket.stake,
        rows: ticket.legs.map((leg) => ({
          text: optionText(t, leg.key, leg, language.selected),
          note: `${leg.home} × ${leg.away}`,
          score: leg.score ? `${leg.score.home}–${leg.score.away}` : '',
          isWon: resultLabel(leg.result) === 'win',
        })),
      },
      shape,
    )
  return (
    <div className={styles.shapes}>
      <Button full icon={<Share2 aria-hidden />} loading={store.isBusy} onClick={() => void share('post')}>
        {t('sports.tickets.share')}
      </Button>
      <Button icon={<Smartphone aria-hidden />} disabled={store.isBusy} onClick={() => void share('story')}>
        {t('sports.tickets.story')}
      </Button>
    </div>
  )
})
