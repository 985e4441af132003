import {
  CircleCheckBig,
  Inbox,
  ScrollText,
  ShieldCheck,
  TriangleAlert,
  Trophy,
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
    ...officePages.sports,
    load: () => import('../pages/sports/MatchesPage.tsx'),
    entry: { label: 'pages.sports', icon: Trophy, group: 'groups.play' },
  },
  {
    path: '/sports/rules',
    permission: officePages.sports.permission,
    load: () => import('../pages/sports/SportsRulesPage.tsx'),
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
    ...officePages.account,
    load: () => import('../pages/account/AccountPage.tsx'),
    entry: { label: 'pages.account', icon: UserRound, group: 'groups.operation' },
  },
]
