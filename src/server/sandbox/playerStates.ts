import { z } from 'zod'
import { amountIn } from '#contract/http/wire.schema.ts'
import { messageKind, messageParams } from '#contract/http/messages.schema.ts'
import { languageCodes } from '#contract/languages.ts'
import { fromWireAmount } from '#contract/money.ts'
import { limitKinds, limitPeriods } from '#contract/rules/limits.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { sendMessage } from '../domain/accounts/messages.ts'
import { pauseUntil } from '../domain/protection/limits.ts'
import { prepareLossBaselines } from '../domain/protection/periodLossBaselines.ts'
import { updateVipLevel } from '../domain/rewards/vipProgress.ts'
import { sandboxStaff } from './adjustWallet.ts'

/** Accepts 0, 1, '0', '1', false and true. */
export const booleanFlag = z
  .union([z.literal([0, 1, '0', '1']), z.boolean()])
  .transform((value) => value === true || Number(value) === 1)

export const isoMoment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** Fields of a sandbox user that take a player time, money or luck to reach. */
export const playerStates = {
  holdWithdrawals: booleanFlag.optional(),
  paySumAmount: amountIn.optional(),
  gameSumAmount: amountIn.optional(),
  /** In reais, minutes for `time`; null: none. */
  limits: z
    .array(
      z.strictObject({
        kind: z.enum(limitKinds),
        period: z.enum(limitPeriods),
        amount: z.number().min(0).max(1_000_000_000).nullable(),
      }),
    )
    .max(limitKinds.length * limitPeriods.length)
    .optional(),
  pausedUntil: isoMoment.nullable().optional(),
  language: z.enum(languageCodes).optional(),
  messages: z
    .array(
      z.strictObject({
        kind: messageKind,
        params: messageParams.strict().optional(),
        isRead: z.boolean().optional(),
      }),
    )
    .max(1_000)
    .optional(),
}

type States = z.output<z.ZodObject<typeof playerStates>>

/** Before the transaction of `setStates`, for a player who may have played. */
export async function prepareStates(deps: AppDeps, userId: string, { limits = [] }: States): Promise<void> {
  if (limits.some(({ kind }) => kind === 'loss')) await prepareLossBaselines(deps, userId)
}

/** Sets these states, except the sums (adjustWallet); a sum that has reached a level raises the player unless `level` is given. */
export async function setStates(
  deps: AppDeps,
  tx: Tx,
  userId: string,
  changes: States & { level?: number | undefined },
): Promise<void> {
  const { holdWithdrawals, paySumAmount, gameSumAmount, limits = [], pausedUntil, language } = changes
  if (holdWithdrawals === true)
    await tx.query('insert into sandbox.held_withdrawals (user_id) values ($1) on conflict do nothing', [
      userId,
    ])
  if (holdWithdrawals === false)
    await tx.query('delete from sandbox.held_withdrawals where user_id = $1', [userId])
  if (language !== undefined)
    await tx.query('update users set language = $2 where id = $1', [userId, language])
  for (const { kind, period, amount } of limits)
    await tx.query(
      `insert into player_limits (user_id, kind, period, amount) values ($1, $2, $3, $4)
       on conflict (user_id, kind, period) do update
         set amount = excluded.amount, next_amount = null, next_from = null`,
      [
        userId,
        kind,
        period,
        amount === null ? null : kind === 'time' ? Math.round(amount) : fromWireAmount(amount),
      ],
    )
  if (pausedUntil === null) await tx.query('update users set excluded_until = null where id = $1', [userId])
  else if (pausedUntil) await pauseUntil(deps, tx, userId, pausedUntil)
  await addMessages(deps, tx, userId, changes.messages)
  if (changes.level === undefined && (paySumAmount ?? gameSumAmount) !== undefined) {
    const wallet = await deps.ledger.wallet(tx, userId)
    await updateVipLevel(deps, tx, { userId, actor: sandboxStaff }, wallet)
  }
}

/** Adds them to the inbox, the last one on top. */
async function addMessages(
  deps: AppDeps,
  tx: Tx,
  userId: string,
  messages: States['messages'] = [],
): Promise<void> {
  for (const { kind, params = {}, isRead = false } of messages) {
    const { amount, moved, owed, ...rest } = params
    const sums = Object.entries({ amount, moved, owed }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, fromWireAmount(value)]],
    )
    await sendMessage(deps, tx, userId, { kind, params: { ...rest, ...Object.fromEntries(sums) } })
    if (isRead)
      await tx.query(
        `update messages set read_at = created_at
          where id = (select id from messages where user_id = $1 order by seq desc limit 1)`,
        [userId],
      )
  }
}
