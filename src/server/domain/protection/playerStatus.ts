import { randomUUID } from 'node:crypto'
import type { PlayerStatus, StatusReason } from '#contract/rules/playerStatus.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { lockWallet } from '../../ledger/walletLock.ts'
import { Refusal } from '../../texts/refusal.ts'
import { mailPlayer } from '../accounts/outbox.ts'
import { endSessions } from '../accounts/sessions.ts'
import { hasUnfinishedMoney } from '../payments/unfinishedMoney.ts'
import { sendMessage } from '../accounts/messages.ts'
import { withoutEnd } from '#contract/rules/limits.ts'
import { barColumns, realEnd, type Bar } from './barred.ts'
import { statusParams } from './protectionTexts.ts'

/** What the operator has decided about a player now. */
export interface CurrentStatus {
  status: PlayerStatus
  /** End of a suspension; null: none, or without end. */
  until: Date | null
  reason: StatusReason | null
}

/** A decision about a player, as the history shows it. */
export interface StatusChange extends CurrentStatus {
  id: string
  note: string
  /** Name of the member of staff. */
  madeBy: string
  at: Date
}

export interface NewStatus {
  userId: string
  status: PlayerStatus
  /** For `suspended`: its end; null is without end. */
  until: Date | null
  /** Needed unless the status is `active`. */
  reason: StatusReason | null
  /** For the staff only. */
  note: string
  staffId: string
}

/**
 * Decides what a player may do, tells the player why, and returns what held before. A suspended player's sessions stay
 * open, and so do those of a closed account while it has money, which stays payable, or an unfinished payment or bet. Throws
 * notFound, and badRequest without a reason or with an end that has passed.
 */
export async function changePlayerStatus(
  deps: Pick<AppDeps, 'clock' | 'config' | 'bus' | 'queue'>,
  tx: Tx,
  change: NewStatus,
): Promise<CurrentStatus> {
  const { userId, status, reason, note, staffId } = change
  const now = deps.clock.now()
  await lockWallet(tx, userId)
  const before = await readStatus(deps, tx, userId)
  if (status !== 'active' && reason === null) throw new Refusal('badRequest')
  const until = status === 'suspended' ? (change.until ?? withoutEnd) : null
  if (until && until <= now) throw new Refusal('badRequest')
  await tx.query(
    `update users set suspended_until = $2, closed_at = $3, status_reason = $4, erase_when_settled = false
      where id = $1`,
    [
      userId,
      status === 'closed' ? withoutEnd : until,
      status === 'closed' ? now : null,
      status === 'active' ? null : reason,
    ],
  )
  await tx.query(
    `insert into player_status_changes (user_id, id, status, until, reason, note, made_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [userId, randomUUID(), status, realEnd(until), reason, note, staffId, now],
  )
  await tell(deps, tx, { userId, status, reason, until })
  if (status === 'closed' && !(await hasUnfinishedMoney(tx, userId))) await endSessions(deps, tx, { userId })
  return before
}

/** Throws notFound for an id that no player has, or whose player has erased the account. */
export async function readStatus(
  { clock }: Pick<AppDeps, 'clock'>,
  db: Reader,
  userId: string,
): Promise<CurrentStatus> {
  const [user] = await db.read<Bar>(`select ${barColumns} from users where id = $1 and erased_at is null`, [
    userId,
  ])
  if (!user) throw new Refusal('notFound')
  if (user.closed_at) return { status: 'closed', until: null, reason: user.status_reason }
  if (!user.suspended_until || user.suspended_until <= clock.now())
    return { status: 'active', until: null, reason: null }
  return { status: 'suspended', until: realEnd(user.suspended_until), reason: user.status_reason }
}

/** Whether the change frees the player sooner than what holds, or opens a closed account. */
export function isLighter(
  before: Pick<CurrentStatus, 'status' | 'until'>,
  after: Pick<CurrentStatus, 'status' | 'until'>,
): boolean {
  if (before.status === 'active') return false
  return endOf(after) < endOf(before) || (before.status === 'closed' && after.status !== 'closed')
}

function endOf({ status, until }: Pick<CurrentStatus, 'status' | 'until'>): number {
  if (status === 'active') return -Infinity
  return (status === 'suspended' && until ? until : withoutEnd).getTime()
}

/** The decisions about a player, newest first. */
export async function listStatusChanges(db: Reader, userId: string): Promise<StatusChange[]> {
  const rows = await db.read<{
    id: string
    status: PlayerStatus
    until: Date | null
    reason: StatusReason | null
    note: string
    made_by: string
    created_at: Date
  }>(
    `select id, status, until, reason, note, created_at,
       coalesce((select name from office.staff_names s where s.id = made_by), made_by) as made_by
      from player_status_changes
      where user_id = $1 order by created_at desc, id limit 200`,
    [userId],
  )
  return rows.map(({ made_by, created_at, ...row }) => ({ ...row, madeBy: made_by, at: created_at }))
}

async function tell(
  deps: Pick<AppDeps, 'clock' | 'config' | 'bus' | 'queue'>,
  tx: Tx,
  { userId, status, reason, until }: Pick<NewStatus, 'userId' | 'status' | 'reason' | 'until'>,
): Promise<void> {
  const key =
    status === 'active' ? 'accountRestored' : status === 'closed' ? 'accountClosed' : 'accountSuspended'
  await mailPlayer(deps, tx, userId, {
    key,
    ...(reason && status !== 'active' ? { params: statusParams(reason, realEnd(until)) } : {}),
  })
  if (key !== 'accountClosed')
    await sendMessage(deps, tx, userId, {
      kind: key,
      ...(reason && status !== 'active' ? { params: { status: reason } } : {}),
    })
  await deps.bus.publish(tx, { type: 'event', userId, event: { name: 'updateUserInfo', payload: {} } })
}
