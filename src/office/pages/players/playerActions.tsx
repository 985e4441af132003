import {
  Ban,
  Eraser,
  FileDown,
  Gauge,
  Gift,
  Lock,
  LockOpen,
  LogOut,
  MessageSquareText,
  StickyNote,
  Trash2,
  UserCog,
  UserRoundX,
} from 'lucide-react'
import { playerCalls, type Player } from '#contract/office/players.ts'
import { supportCalls } from '#contract/office/support.ts'
import {
  houseLimitKinds,
  houseLimitPeriods,
  playerStatuses,
  statusReasons,
} from '#contract/rules/playerStatus.ts'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { endOfDay } from '../../ui/list/days.ts'
import { limitNames } from './playerParts.tsx'

function endOrNone(day: string | undefined): string | null {
  return day ? endOfDay(day) : null
}

export const playerActions: readonly Action<Player>[] = [
  defineAction<typeof playerCalls.changeStatus, Player>({
    call: playerCalls.changeStatus,
    icon: UserCog,
    key: 's',
    isPrimary: true,
    explain: 'players.statusText',
    fields: [
      {
        name: 'status',
        label: 'players.statusField',
        kind: 'select',
        choices: playerStatuses.map((value) => ({ value, label: `playerStatuses.${value}` as const })),
      },
      {
        name: 'statusReason',
        label: 'players.reasonField',
        kind: 'select',
        isUnset: true,
        choices: statusReasons.map((value) => ({ value, label: `statusReasons.${value}` as const })),
      },
      {
        name: 'until',
        label: 'players.untilField',
        kind: 'date',
        isOptional: true,
        hint: 'players.untilHint',
      },
    ],
    first: ({ status, statusReason }) => ({
      status: status === 'active' ? 'suspended' : 'active',
      statusReason: status === 'active' ? '' : (statusReason ?? ''),
    }),
    request: ({ id, status: before, statusReason, until }, values) => {
      const status = playerStatuses.find((each) => each === values['status']) ?? 'suspended'
      return {
        params: { id },
        body: {
          status,
          statusReason:
            status === 'active'
              ? null
              : (statusReasons.find((each) => each === values['statusReason']) ?? null),
          until: status === 'suspended' ? endOrNone(values['until']) : null,
          seen: { status: before, statusReason, until },
          reason: values.reason,
        },
      }
    },
  }),
  defineAction<typeof playerCalls.addNote, Player>({
    call: playerCalls.addNote,
    icon: StickyNote,
    key: 'n',
    reason: 'none',
    fields: [{ name: 'text', label: 'players.note', kind: 'longText' }],
    request: ({ id }, values) => ({ params: { id }, body: { text: values['text'] ?? '' } }),
  }),
  defineAction<typeof supportCalls.write, Player>({
    call: supportCalls.write,
    icon: MessageSquareText,
    key: 'm',
    reason: 'none',
    explain: 'players.writeText',
    // Nobody can log in to read it.
    isOffered: ({ status }) => status !== 'closed',
    fields: [{ name: 'text', label: 'players.message', kind: 'longText' }],
    request: ({ id }, values) => ({ params: { id }, body: { text: values['text'] ?? '' } }),
  }),
  defineAction<typeof playerCalls.lockWithdrawals, Player>({
    call: playerCalls.lockWithdrawals,
    icon: Lock,
    explain: 'players.lockText',
    fields: [
      {
        name: 'isLocked',
        label: 'players.withdrawals',
        kind: 'select',
        choices: [
          { value: 'yes', label: 'players.lockYes' },
          { value: 'no', label: 'players.lockNo' },
        ],
      },
    ],
    first: ({ areWithdrawalsLocked }) => ({ isLocked: areWithdrawalsLocked ? 'no' : 'yes' }),
    request: ({ id }, values) => ({
      params: { id },
      body: { isLocked: values['isLocked'] === 'yes', reason: values.reason },
    }),
  }),
  defineAction<typeof playerCalls.setLimit, Player>({
    call: playerCalls.setLimit,
    icon: Gauge,
    explain: 'players.limitText',
    fields: [
      {
        name: 'limit',
        label: 'players.limitKind',
        kind: 'select',
        choices: limitNames.map((value) => ({ value, label: `houseLimitNames.${value}` as const })),
      },
      {
        name: 'amount',
        label: 'players.limitAmount',
        kind: 'money',
        isOptional: true,
        hint: 'players.limitHint',
      },
    ],
    request: ({ id }, values) => {
      const name = values['limit'] ?? 'stakeBet'
      const kind = houseLimitKinds.find((each) => name.startsWith(each)) ?? 'stake'
      const period = houseLimitPeriods.find((each) => name.toLowerCase().endsWith(each)) ?? 'bet'
      const typed = values['amount'] ?? ''
      const amount = typed === '' ? null : Number(typed) / (kind === 'time' ? 100 : 1)
      return { params: { id }, body: { kind, period, amount, reason: values.reason } }
    },
  }),
  defineAction<typeof playerCalls.giveOffer, Player>({
    call: playerCalls.giveOffer,
    icon: Gift,
    explain: 'players.offerText',
    needs: ['gift', 'discount'],
    isOffered: ({ status }) => status === 'active',
    fields: [
      {
        name: 'kind',
        label: 'players.offer',
        kind: 'select',
        choices: [
          { value: 'gift', label: 'players.offerGift', needs: 'gift' },
          { value: 'discount', label: 'players.offerDiscount', needs: 'discount' },
        ],
      },
      { name: 'percent', label: 'players.offerPercent', kind: 'number', isOptional: true },
      { name: 'until', label: 'players.offerUntil', kind: 'date', isOptional: true },
    ],
    request: ({ id }, values) => {
      const isGift = values['kind'] !== 'discount'
      const percent = values['percent'] ? Number(values['percent']) : null
      return {
        params: { id },
        body: {
          kind: isGift ? 'gift' : 'discount',
          percent: isGift ? null : percent,
          until: isGift ? null : endOrNone(values['until']),
          reason: values.reason,
        },
      }
    },
  }),
  defineAction<typeof playerCalls.writeOffDebt, Player>({
    call: playerCalls.writeOffDebt,
    icon: Eraser,
    isOffered: ({ debtCents }) => debtCents > 0,
    explain: 'players.writeOffText',
    request: ({ id, debtCents }, { reason }) => ({
      params: { id },
      body: { amountCents: debtCents, reason },
    }),
  }),
  defineAction<typeof playerCalls.endSessions, Player>({
    call: playerCalls.endSessions,
    icon: LogOut,
    isOffered: ({ sessions }) => sessions.length > 0,
    explain: 'players.endAllText',
    request: ({ id }, { reason }) => ({ params: { id }, body: { reason } }),
  }),
  defineAction<typeof playerCalls.unlock, Player>({
    call: playerCalls.unlock,
    icon: LockOpen,
    isOffered: ({ loginLockedUntil }) => loginLockedUntil !== null,
    explain: 'players.unlockText',
    request: ({ id }, { reason }) => ({ params: { id }, body: { reason } }),
  }),
  defineAction<typeof playerCalls.takeNickname, Player>({
    call: playerCalls.takeNickname,
    icon: UserRoundX,
    isOffered: ({ nickname }) => nickname !== null,
    explain: 'players.nicknameText',
    request: ({ id }, { reason }) => ({ params: { id }, body: { reason } }),
  }),
  defineAction<typeof playerCalls.prepareData, Player>({
    call: playerCalls.prepareData,
    icon: FileDown,
    explain: 'players.prepareDataText',
    request: ({ id }, { reason }) => ({ params: { id }, body: { reason } }),
  }),
  defineAction<typeof playerCalls.erase, Player>({
    call: playerCalls.erase,
    icon: Trash2,
    isDanger: true,
    explain: 'players.eraseText',
    request: ({ id }, { reason }) => ({ params: { id }, body: { reason } }),
  }),
]

/** One session of a player. */
export interface SessionOfPlayer {
  id: string
  playerId: string
}

export const sessionActions: readonly Action<SessionOfPlayer>[] = [
  defineAction<typeof playerCalls.endSessions, SessionOfPlayer>({
    call: playerCalls.endSessions,
    icon: Ban,
    request: ({ id, playerId }, { reason }) => ({
      params: { id: playerId },
      body: { sessionId: id, reason },
    }),
  }),
]
