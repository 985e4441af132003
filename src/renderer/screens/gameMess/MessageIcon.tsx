import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Crown from 'lucide-react/icons/crown'
import FileCheck from 'lucide-react/icons/file-check'
import Gift from 'lucide-react/icons/gift'
import PartyPopper from 'lucide-react/icons/party-popper'
import type { InboxMessage } from '#contract/http/messages.ts'

const icons = {
  welcome: PartyPopper,
  depositPaid: ArrowDownLeft,
  depositReturned: CircleAlert,
  withdrawalPaid: ArrowUpRight,
  withdrawalRefused: CircleAlert,
  levelUp: Crown,
  rewardClaimed: Gift,
  dataReady: FileCheck,
  statementReady: FileCheck,
  ticketRaised: ArrowDownLeft,
  ticketLowered: CircleAlert,
} as const

export function MessageIcon({ kind }: { kind: InboxMessage['kind'] }) {
  const Icon = icons[kind]
  return <Icon aria-hidden data-tone={Icon === CircleAlert ? 'warning' : undefined} />
}
