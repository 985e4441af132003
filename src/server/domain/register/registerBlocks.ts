import { randomUUID } from 'node:crypto'
import { toBlockReasons, type BlockReason } from '#contract/rules/blockReasons.ts'
import type { PlayerStatus, StatusReason } from '#contract/rules/playerStatus.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import type { RegisterAnswer } from '../../providers/blockedPersons/BlockedPersons.ts'
import { mailWords } from '../../texts/texts.ts'
import { sendMessage } from '../accounts/messages.ts'
import { mailPlayer, timeParams } from '../accounts/outbox.ts'
import { changePlayerStatus } from '../protection/playerStatus.ts'
import { lockWallet } from '../../ledger/walletLock.ts'

const dayMs = 86_400_000
/** How long the player may withdraw before the account is closed, and then how long what is left may take to be paid. */
const withdrawDays = 2
const payDays = 2
/** How long an answer pauses a player: longer than until the next one, which extends it. */
const pauseDays = 31

/** Who makes a decision that follows from an answer of the register, as the history of a player's status shows it. */
export const registerActor = 'register'

type BlockDeps = Pick<AppDeps, 'clock' | 'config' | 'queue' | 'bus'>

/**
 * Applies an answer about a player. Who is blocked may neither deposit nor bet from now on, and is told why, once; open bets
 * stay and are settled by their results. Who is not blocked any more plays on as before, also when the account was closed for
 * it. Safe to repeat.
 */
export async function applyAnswer(
  deps: BlockDeps,
  tx: Tx,
  userId: string,
  answer: RegisterAnswer,
): Promise<void> {
  const now = deps.clock.now()
  await lockWallet(tx, userId)
  const [user] = await tx.query<{ excluded_until: Date | null }>(
    'select excluded_until from users where id = $1 and erased_at is null for update',
    [userId],
  )
  if (!user) return
  await tx.query(
    `update users set register_asked_at = $2, register_silent_at = null, register_ask_after = null,
       register_blocked_at = case when $3 then coalesce(register_blocked_at, $2) end where id = $1`,
    [userId, now, answer.isBlocked],
  )
  if (!answer.isBlocked) return endBlock(deps, tx, userId)
  const pauseUntil = new Date(now.getTime() + pauseDays * dayMs)
  const [extended] = await tx.query(
    `update register_blocks b set pause_until = $2 where user_id = $1 and ended_at is null returning user_id`,
    [userId, pauseUntil],
  )
  await tx.query(
    `update users set excluded_until = greatest(excluded_until, $2), gift = false, marketing_email = false,
       marketing_push = false where id = $1`,
    [userId, pauseUntil],
  )
  await publish(deps, tx, userId)
  if (extended) return
  const withdrawUntil = new Date(now.getTime() + withdrawDays * dayMs)
  await tx.query(
    `insert into register_blocks (user_id, id, blocked_at, reasons, request_id, self_excluded_at, pause_before, pause_until,
       withdraw_until, pay_until, next_step_at)
     values ($1, $10, $2, $3, $4, $5, $6, $7, $8, $9, $8)`,
    [
      userId,
      now,
      [...answer.reasons],
      answer.requestId,
      answer.selfExcludedAt,
      user.excluded_until,
      pauseUntil,
      withdrawUntil,
      new Date(withdrawUntil.getTime() + payDays * dayMs),
      randomUUID(),
    ],
  )
  const blocks = toBlockReasons(answer.reasons)
  await sendMessage(deps, tx, userId, { kind: 'personBlocked', params: { blocks } })
  await mailPlayer(deps, tx, userId, {
    key: 'personBlocked',
    params: { reason: (language) => reasonText(language, blocks), ...timeParams(withdrawUntil) },
  })
}

/** The register does not name the player any more: the pause is the player's own, if there is one, and the account is open again. */
async function endBlock(deps: BlockDeps, tx: Tx, userId: string): Promise<void> {
  const [block] = await tx.query<{ pause_before: Date | null; pause_until: Date }>(
    `update register_blocks set ended_at = $2, next_step_at = null where user_id = $1 and ended_at is null
      returning pause_before, pause_until`,
    [userId, deps.clock.now()],
  )
  if (!block) return
  // A longer pause is the player's own already.
  await tx.query('update users set excluded_until = $2 where id = $1 and excluded_until <= $3', [
    userId,
    block.pause_before,
    block.pause_until,
  ])
  const closed = await tx.query(
    `select from users where id = $1 and closed_at is not null and status_reason = 'register'`,
    [userId],
  )
  if (closed.length > 0) return reopen(deps, tx, userId)
  await sendMessage(deps, tx, userId, { kind: 'accountRestored' })
  await mailPlayer(deps, tx, userId, { key: 'accountRestored' })
  await publish(deps, tx, userId)
}

/** As the account was before the register closed it: a suspension by the house that lasts holds again. */
async function reopen(deps: BlockDeps, tx: Tx, userId: string): Promise<void> {
  const [before] = await tx.query<{ status: PlayerStatus; until: Date | null; reason: StatusReason | null }>(
    `select status, until, reason from player_status_changes where user_id = $1 and made_by <> $2
      order by created_at desc, id limit 1`,
    [userId, registerActor],
  )
  const lasts = before?.status === 'suspended' && (before.until === null || before.until > deps.clock.now())
  const decided = lasts ? before : { status: 'active' as const, until: null, reason: null }
  await changePlayerStatus(deps, tx, { ...decided, userId, note: '', staffId: registerActor })
}

async function publish({ bus }: Pick<AppDeps, 'bus'>, tx: Tx, userId: string): Promise<void> {
  await bus.publish(tx, { type: 'event', userId, event: { name: 'updateUserInfo', payload: {} } })
}

function reasonText(language: LanguageCode, reasons: readonly BlockReason[]): string {
  return reasons.map((reason) => mailWords(language).blockReasons[reason]).join(' ')
}
