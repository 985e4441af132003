import {
  ArrowDownLeft,
  ArrowUpRight,
  ChartLine,
  CircleCheckBig,
  GitCompareArrows,
  Inbox,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  UserRound,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { officePages, type Permission } from '#contract/office/permissions.ts'
import type { QueueKind } from '#contract/office/queue.ts'
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
    ...officePages.reports,
    load: () => import('../pages/reports/ReportsPage.tsx'),
    entry: { label: 'pages.reports', icon: ChartLine, group: 'groups.money' },
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
