import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Crown from 'lucide-react/icons/crown'
import FileCheck from 'lucide-react/icons/file-check'
import Gift from 'lucide-react/icons/gift'
import PartyPopper from 'lucide-react/icons/party-popper'
import type { LucideIcon } from 'lucide-react'
import type { InboxMessage } from '#contract/http/messages.ts'
import { isKnownKind } from './messageTexts.ts'
import styles from './MessageIcon.module.css'

type Tone = 'gain' | 'loss' | 'reward' | 'news'

const icons: Record<InboxMessage['kind'], [icon: LucideIcon, tone: Tone]> = {
  welcome: [PartyPopper, 'news'],
  depositPaid: [ArrowDownLeft, 'gain'],
  depositReturned: [CircleAlert, 'loss'],
  depositReversed: [CircleAlert, 'loss'],
  withdrawalPaid: [ArrowUpRight, 'news'],
  withdrawalRefused: [CircleAlert, 'loss'],
  withdrawalReturned: [CircleAlert, 'loss'],
  levelUp: [Crown, 'reward'],
  rewardClaimed: [Gift, 'reward'],
  dataReady: [FileCheck, 'news'],
  statementReady: [FileCheck, 'news'],
  ticketRaised: [ArrowDownLeft, 'gain'],
  ticketLowered: [CircleAlert, 'loss'],
  ticketOwed: [CircleAlert, 'loss'],
  accountSuspended: [CircleAlert, 'loss'],
  accountRestored: [FileCheck, 'news'],
  identityConfirmed: [FileCheck, 'news'],
  identityRefused: [CircleAlert, 'loss'],
  personBlocked: [CircleAlert, 'loss'],
  prizeSuspended: [CircleAlert, 'loss'],
  prizeReleased: [ArrowDownLeft, 'gain'],
  prizeTaken: [CircleAlert, 'loss'],
  betSuspended: [CircleAlert, 'loss'],
  betReleased: [FileCheck, 'news'],
}

/** What a message is about, and whether it is good news: green money in, red what was refused or taken back, amber rewards. */
export function MessageIcon({ kind, size }: { kind: InboxMessage['kind']; size: 'row' | 'page' }) {
  const [Icon, tone] = icons[isKnownKind(kind) ? kind : 'dataReady']
  return (
    <span className={styles.icon} data-tone={tone} data-size={size}>
      <Icon aria-hidden />
    </span>
  )
}
