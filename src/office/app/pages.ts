import {
  ArrowDownLeft,
  ArrowUpRight,
  ChartLine,
  CircleCheckBig,
  CirclePause,
  ContactRound,
  IdCard,
  Dices,
  DoorOpen,
  FileCheck2,
  Gavel,
  GitCompareArrows,
  Inbox,
  Landmark,
  Mail,
  MessagesSquare,
  MonitorSmartphone,
  Newspaper,
  PackageCheck,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  Ticket,
  TriangleAlert,
  Trophy,
  UserRound,
  UserRoundMinus,
  UserRoundX,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { officePages, type Permission } from '#contract/office/permissions.ts'
import type { QueueKind } from '#contract/office/queue.ts'
import type { HouseSwitch } from '#contract/rules/houseSwitches.ts'
import type { TextKey } from '../i18n/i18n.ts'

export interface Page {
  /** Address; `:name` marks a parameter. */
  path: string
  permission: Permission
  load: () => Promise<{ default: ComponentType }>
  /** In the navigation and the palette; pages of one record have none. */
  entry?: {
    label: TextKey
    icon: LucideIcon
    group: TextKey
    /** What it is about: one that the jurisdiction forbids altogether has no entry. */
    needs?: readonly HouseSwitch[]
    /** Its count stands beside the name. */
    queue?: QueueKind
  }
}

/**
 * Every page of the office. To add one: its call and permission in contract/office, a component in pages/<noun>, a line
 * here, and its texts in both dictionaries. Whoever lacks the permission sees no way to it.
 */
export const pages: readonly Page[] = [
  {
    ...officePages.queue,
    load: () => import('../pages/queue/QueuePage.tsx'),
    entry: { label: 'pages.queue', icon: Inbox, group: 'groups.work' },
  },
  {
    path: '/approvals',
    permission: 'session.own',
    load: () => import('../pages/approvals/ApprovalsPage.tsx'),
    entry: { label: 'pages.approvals', icon: CircleCheckBig, group: 'groups.work', queue: 'approvals' },
  },
  {
    path: '/approvals/:id',
    permission: 'session.own',
    load: () => import('../pages/approvals/ApprovalPage.tsx'),
  },
  {
    ...officePages.players,
    load: () => import('../pages/players/PlayersPage.tsx'),
    entry: { label: 'pages.players', icon: ContactRound, group: 'groups.players' },
  },
  {
    path: '/players/:id',
    permission: officePages.players.permission,
    load: () => import('../pages/players/PlayerPage.tsx'),
  },
  {
    ...officePages.identities,
    load: () => import('../pages/identities/IdentitiesPage.tsx'),
    entry: { label: 'pages.identities', icon: IdCard, group: 'groups.players', queue: 'identities' },
  },
  {
    ...officePages.exclusions,
    load: () => import('../pages/exclusions/ExclusionsPage.tsx'),
    entry: { label: 'pages.exclusions', icon: UserRoundX, group: 'groups.players' },
  },
  {
    ...officePages.blockedPlayers,
    load: () => import('../pages/blockedPlayers/BlockedPlayersPage.tsx'),
    entry: { label: 'pages.blockedPlayers', icon: UserRoundMinus, group: 'groups.players' },
  },
  {
    ...officePages.suspendedPrizes,
    load: () => import('../pages/suspendedPrizes/SuspendedPrizesPage.tsx'),
    entry: { label: 'pages.suspendedPrizes', icon: CirclePause, group: 'groups.players' },
  },
  {
    ...officePages.withdrawals,
    load: () => import('../pages/withdrawals/WithdrawalsPage.tsx'),
    entry: { label: 'pages.withdrawals', icon: ArrowUpRight, group: 'groups.money', queue: 'withdrawals' },
  },
  {
    path: '/withdrawals/:id',
    permission: officePages.withdrawals.permission,
    load: () => import('../pages/withdrawals/WithdrawalPage.tsx'),
  },
  {
    ...officePages.deposits,
    load: () => import('../pages/deposits/DepositsPage.tsx'),
    entry: { label: 'pages.deposits', icon: ArrowDownLeft, group: 'groups.money' },
  },
  {
    path: '/deposits/:id',
    permission: officePages.deposits.permission,
    load: () => import('../pages/deposits/DepositPage.tsx'),
  },
  {
    ...officePages.reconciliation,
    load: () => import('../pages/reconciliation/ReconciliationPage.tsx'),
    entry: {
      label: 'pages.reconciliation',
      icon: GitCompareArrows,
      group: 'groups.money',
      queue: 'reconciliation',
    },
  },
  {
    path: '/reconciliation/:id',
    permission: officePages.reconciliation.permission,
    load: () => import('../pages/reconciliation/DifferencePage.tsx'),
  },
  {
    ...officePages.adjustments,
    load: () => import('../pages/adjustments/AdjustmentsPage.tsx'),
    entry: { label: 'pages.adjustments', icon: Scale, group: 'groups.money' },
  },
  {
    ...officePages.games,
    load: () => import('../pages/games/GamesPage.tsx'),
    entry: { label: 'pages.games', icon: Dices, group: 'groups.play' },
  },
  {
    ...officePages.content,
    load: () => import('../pages/content/ContentPage.tsx'),
    entry: { label: 'pages.content', icon: Newspaper, group: 'groups.communication' },
  },
  {
    path: '/content/new/:kind',
    permission: 'content.change',
    load: () => import('../pages/content/ContentItemPage.tsx'),
  },
  {
    path: '/content/:id',
    permission: officePages.content.permission,
    load: () => import('../pages/content/ContentItemPage.tsx'),
  },
  {
    ...officePages.support,
    load: () => import('../pages/support/SupportPage.tsx'),
    entry: { label: 'pages.support', icon: MessagesSquare, group: 'groups.communication', queue: 'chats' },
  },
  {
    path: '/support/canned',
    permission: officePages.support.permission,
    load: () => import('../pages/support/CannedPage.tsx'),
  },
  {
    path: '/support/:id',
    permission: officePages.support.permission,
    load: () => import('../pages/support/SupportPage.tsx'),
  },
  {
    ...officePages.mails,
    load: () => import('../pages/mails/MailsPage.tsx'),
    entry: { label: 'pages.mails', icon: Mail, group: 'groups.communication' },
  },
  {
    ...officePages.terminals,
    load: () => import('../pages/terminals/TerminalsPage.tsx'),
    entry: { label: 'pages.terminals', icon: MonitorSmartphone, group: 'groups.venue', needs: ['kiosk'] },
  },
  {
    path: '/terminals/:id',
    permission: officePages.terminals.permission,
    load: () => import('../pages/terminals/TerminalPage.tsx'),
  },
  {
    ...officePages.releases,
    load: () => import('../pages/releases/ReleasesPage.tsx'),
    entry: { label: 'pages.releases', icon: PackageCheck, group: 'groups.venue', needs: ['kiosk'] },
  },
  {
    ...officePages.vouchers,
    load: () => import('../pages/vouchers/VouchersPage.tsx'),
    entry: {
      label: 'pages.vouchers',
      icon: Ticket,
      group: 'groups.venue',
      needs: ['vouchers', 'voucherWithdrawals'],
    },
  },
  {
    path: '/vouchers/:id',
    permission: officePages.vouchers.permission,
    load: () => import('../pages/vouchers/VoucherPage.tsx'),
  },
  {
    ...officePages.service,
    load: () => import('../pages/service/ServicePage.tsx'),
    entry: { label: 'pages.service', icon: DoorOpen, group: 'groups.operation' },
  },
  {
    ...officePages.laundering,
    load: () => import('../pages/laundering/LaunderingPage.tsx'),
    entry: { label: 'pages.laundering', icon: Gavel, group: 'groups.players' },
  },
  {
    ...officePages.sports,
    load: () => import('../pages/sports/MatchesPage.tsx'),
    entry: { label: 'pages.sports', icon: Trophy, group: 'groups.play', queue: 'overdueMatches' },
  },
  {
    path: '/sports/rules',
    permission: officePages.sports.permission,
    load: () => import('../pages/sports/SportsRulesPage.tsx'),
  },
  {
    path: '/sports/names',
    permission: officePages.sports.permission,
    load: () => import('../pages/sports/FeedNamesPage.tsx'),
  },
  {
    path: '/sports/:id',
    permission: officePages.sports.permission,
    load: () => import('../pages/sports/MatchPage.tsx'),
  },
  {
    ...officePages.risk,
    load: () => import('../pages/risk/ExposurePage.tsx'),
    entry: { label: 'pages.risk', icon: TriangleAlert, group: 'groups.play', queue: 'riskHits' },
  },
  {
    path: '/risk/hits',
    permission: officePages.risk.permission,
    load: () => import('../pages/risk/RiskHitsPage.tsx'),
  },
  {
    path: '/risk/bets',
    permission: officePages.risk.permission,
    load: () => import('../pages/risk/BigBetsPage.tsx'),
  },
  {
    path: '/risk/wins',
    permission: officePages.risk.permission,
    load: () => import('../pages/risk/BigWinsPage.tsx'),
  },
  {
    path: '/risk/rules',
    permission: officePages.risk.permission,
    load: () => import('../pages/risk/RiskRulesPage.tsx'),
  },
  {
    path: '/risk/players/:id',
    permission: officePages.risk.permission,
    load: () => import('../pages/risk/RiskPlayerPage.tsx'),
  },
  {
    ...officePages.reports,
    load: () => import('../pages/reports/ReportsPage.tsx'),
    entry: { label: 'pages.reports', icon: ChartLine, group: 'groups.money' },
  },
  {
    ...officePages.prizes,
    load: () => import('../pages/prizes/PrizesPage.tsx'),
    entry: { label: 'pages.prizes', icon: Landmark, group: 'groups.money' },
  },
  {
    ...officePages.regulator,
    load: () => import('../pages/regulator/RegulatorPage.tsx'),
    entry: { label: 'pages.regulator', icon: FileCheck2, group: 'groups.money' },
  },
  {
    path: '/regulator/overdue',
    permission: officePages.regulator.permission,
    load: () => import('../pages/regulator/OverduePage.tsx'),
  },
  {
    path: '/regulator/:id',
    permission: officePages.regulator.permission,
    load: () => import('../pages/regulator/LotPage.tsx'),
  },
  {
    ...officePages.staff,
    load: () => import('../pages/staff/StaffPage.tsx'),
    entry: { label: 'pages.staff', icon: UsersRound, group: 'groups.operation' },
  },
  {
    path: '/staff/:id',
    permission: officePages.staff.permission,
    load: () => import('../pages/staff/StaffMemberPage.tsx'),
  },
  {
    path: '/roles',
    permission: officePages.staff.permission,
    load: () => import('../pages/staff/RolesPage.tsx'),
    entry: { label: 'pages.roles', icon: ShieldCheck, group: 'groups.operation' },
  },
  {
    ...officePages.audit,
    load: () => import('../pages/audit/AuditPage.tsx'),
    entry: { label: 'pages.audit', icon: ScrollText, group: 'groups.operation' },
  },
  {
    path: '/audit/:id',
    permission: officePages.audit.permission,
    load: () => import('../pages/audit/AuditEntryPage.tsx'),
  },
  {
    ...officePages.settings,
    load: () => import('../pages/settings/SettingsPage.tsx'),
    entry: { label: 'pages.settings', icon: Settings, group: 'groups.operation' },
  },
  {
    ...officePages.account,
    load: () => import('../pages/account/AccountPage.tsx'),
    entry: { label: 'pages.account', icon: UserRound, group: 'groups.operation' },
  },
]
