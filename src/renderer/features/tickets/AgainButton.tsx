import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '#contract/http/sports.ts'
import { BetResult } from '#contract/statusCodes.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { SlipStore } from '../betSlip/SlipStore.ts'

/** Puts what is still open of a finished ticket into the slip again, with its stake. */
export const AgainButton = observer(function AgainButton({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const slip = useStores().feature(SlipStore)
  const isOver = ticket.legs.every(({ result }) => result !== BetResult.accepted)
  if (ticket.settledAt === null || isOver) return null
  return (
    <Button
      full
      icon={<RotateCcw aria-hidden />}
      disabled={slip.isBusy}
      onClick={() => void slip.repeat(ticket)}
    >
      {t('sports.tickets.again')}
    </Button>
  )
})
