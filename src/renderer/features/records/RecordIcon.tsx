import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Dices from 'lucide-react/icons/dices'
import Gift from 'lucide-react/icons/gift'
import Ticket from 'lucide-react/icons/ticket'
import type { RecordTab } from '#contract/http/order.ts'

const icons = {
  deposits: ArrowDownLeft,
  withdrawals: ArrowUpRight,
  bets: Ticket,
  rounds: Dices,
  bonuses: Gift,
}

/** The icon of a kind of record. */
export function RecordIcon({ tab }: { tab: RecordTab }) {
  const Icon = icons[tab]
  return <Icon aria-hidden />
}
