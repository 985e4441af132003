import { z } from 'zod'
import { fromWireBalancesIn } from '#contract/http/wallet.ts'
import { amountIn, balancesIn } from '#contract/http/wire.schema.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { lockWallet } from '../ledger/walletLock.ts'
import { createAccount, noteInviter } from '../domain/accounts/accounts.ts'
import { keepClaims } from '../domain/accounts/claims.ts'
import { withDuplicateRefusals } from '../domain/accounts/duplicates.ts'
import { sealIdentity } from '../domain/accounts/kyc.ts'
import { openSession, type Device } from '../domain/accounts/sessions.ts'
import { canonicalEmail } from '#contract/rules/email.ts'
import { findUserId } from '../domain/accounts/users.ts'
import { pushWallet } from '../domain/payments/walletEvents.ts'
import { Refusal } from '../texts/refusal.ts'
import { adjustWallet } from './adjustWallet.ts'
import { randomCpf } from './cpf.ts'
import { sandboxPasswordHash } from './passwordHashes.ts'
import { booleanFlag, isoMoment, playerStates, prepareStates, setStates } from './playerStates.ts'

/** Fields that a sandbox user may be given; amounts as on the wire. */
const playerFields = {
  ...balancesIn,
  turnover: amountIn.optional(),
  level: z.number().int().min(0).max(12).optional(),
  lx: z
    .union([z.string().max(8), z.number()])
    .transform(String)
    .optional(),
  kyc: booleanFlag.optional(),
  testFlag: booleanFlag.optional(),
  inviteCode: z
    .string()
    .regex(/^[A-Za-z0-9]{1,32}$/)
    .optional(),
  lock: booleanFlag.optional(),
  payDiscount: z
    .strictObject({ discount: z.number().gt(0).lt(1), expiredTime: isoMoment.optional() })
    .nullable()
    .optional(),
  gift: booleanFlag.optional(),
  messenger: z.string().max(500).nullable().optional(),
  ...playerStates,
}

export const newUserSchema = z.strictObject({
  username: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(256),
  ...playerFields,
})

export const userChangesSchema = z.strictObject({
  username: z.string().trim().min(1).max(254).optional(),
  password: z.string().min(1).max(256).optional(),
  ...playerFields,
})

type Changes = z.output<typeof userChangesSchema>

const defaultDiscountMs = 60 * 60_000

/** Creates a player in any state, logs them in, and returns the session's token. Throws `emailTaken`. */
export async function createSandboxUser(
  deps: AppDeps,
  input: z.output<typeof newUserSchema>,
  origin: Device & { language: LanguageCode },
): Promise<{ userId: string; token: string }> {
  const { username, password, ...changes } = input
  const passwordHash = await sandboxPasswordHash(deps, password)
  return withDuplicateRefusals(() =>
    deps.db.tx(async (tx) => {
      const email = username.toLowerCase()
      const userId = await createAccount(deps, tx, { email, passwordHash, language: origin.language })
      // The address of a sandbox user may be anything, and nobody opens its mails.
      await tx.query('update users set email_confirmed_at = created_at where id = $1', [userId])
      await storePassword(tx, userId, password)
      await applyChanges(deps, tx, userId, changes)
      await keepClaims(tx, userId)
      const token = await openSession(deps, tx, { userId, device: origin, byPassword: true })
      return { userId, token }
    }),
  )
}

/** Sets the same fields on an existing player and notifies the player's clients. Throws `notFound`. */
export async function changeSandboxUser(deps: AppDeps, username: string, changes: Changes): Promise<string> {
  const userId = await findUserId(deps.db, username)
  if (userId === undefined) throw new Refusal('notFound')
  await prepareStates(deps, userId, changes)
  const passwordHash =
    changes.password === undefined ? undefined : await sandboxPasswordHash(deps, changes.password)
  await withDuplicateRefusals(() =>
    deps.db.tx(async (tx) => {
      await lockWallet(tx, userId)
      if (changes.password !== undefined && passwordHash !== undefined) {
        await storePassword(tx, userId, changes.password)
        await tx.query('update users set password_hash = $2 where id = $1', [userId, passwordHash])
      }
      if (changes.username !== undefined) {
        const email = changes.username.toLowerCase()
        await tx.query(
          'update users set email = $2, email_canonical = $3, email_alias_of = null where id = $1',
          [userId, email, canonicalEmail(email)],
        )
      }
      await applyChanges(deps, tx, userId, changes)
      await deps.bus.publish(tx, { type: 'event', userId, event: { name: 'updateUserInfo', payload: {} } })
    }),
  )
  return userId
}

async function applyChanges(deps: AppDeps, tx: Tx, userId: string, changes: Changes): Promise<void> {
  const money = {
    ...fromWireBalancesIn(changes),
    turnoverLeft: changes.turnover,
    depositSum: changes.paySumAmount,
    betSum: changes.gameSumAmount,
  }
  if (Object.values(money).some((amount) => amount !== undefined)) {
    await pushWallet(deps, tx, userId, await adjustWallet(tx, { userId, ...money }, deps.clock.now()))
  }
  await tx.query(
    `update users set level = coalesce($2, level), lx = coalesce($3, lx), lock = coalesce($4, lock),
       gift = coalesce($5, gift), messenger = coalesce($6, messenger) where id = $1`,
    [
      userId,
      changes.level ?? null,
      changes.lx ?? null,
      changes.lock ?? null,
      changes.gift ?? null,
      changes.messenger === undefined ? null : (changes.messenger ?? ''),
    ],
  )
  if (changes.kyc !== undefined) await setIdentity(deps, tx, userId, changes.kyc)
  await setTestAccount(tx, userId, changes.testFlag)
  if (changes.inviteCode !== undefined) await setInvite(tx, userId, changes.inviteCode)
  await setStates(deps, tx, userId, changes)
  if (changes.payDiscount !== undefined) {
    const until = new Date(deps.clock.now().getTime() + defaultDiscountMs)
    await tx.query('update users set pay_discount = $2, pay_discount_expires_at = $3 where id = $1', [
      userId,
      changes.payDiscount?.discount ?? null,
      changes.payDiscount === null ? null : (changes.payDiscount.expiredTime ?? until),
    ])
  }
}

/**
 * Verifies a player with a test name and a random CPF, as the identity check would, or removes the identity.
 */
async function setIdentity(deps: AppDeps, tx: Tx, userId: string, verified: boolean): Promise<void> {
  if (!verified) {
    await tx.query(
      `update users set kyc = 0, kyc_name = '', cpf_encrypted = null, cpf_index = null where id = $1`,
      [userId],
    )
    return
  }
  const [user] = await tx.query<{ kyc: number }>('select kyc from users where id = $1', [userId])
  if (user?.kyc !== 1) await sealIdentity(deps, tx, userId, { name: 'Jogador de Teste', cpf: randomCpf() })
}

async function setTestAccount(tx: Tx, userId: string, isTest: boolean | undefined): Promise<void> {
  await tx.query(
    `update users set test_flag = coalesce($2, test_flag),
       test_password = case when coalesce($2, test_flag)
         then coalesce((select password from sandbox.users where user_id = $1), test_password) end
      where id = $1`,
    [userId, isTest ?? null],
  )
}

/**
 * With another player's code, that player becomes the inviter; an unused code becomes this player's own.
 */
async function setInvite(tx: Tx, userId: string, code: string): Promise<void> {
  const [owner] = await tx.query<{ id: string }>(
    'select id from users where upper(invite_code) = upper($1)',
    [code],
  )
  if (owner === undefined) await tx.query('update users set invite_code = $2 where id = $1', [userId, code])
  else if (owner.id !== userId) {
    await tx.query('update users set invited_by = $2 where id = $1', [userId, owner.id])
    await noteInviter(tx, owner.id)
  }
}

async function storePassword(tx: Tx, userId: string, password: string): Promise<void> {
  await tx.query(
    `insert into sandbox.users (user_id, password) values ($1, $2)
     on conflict (user_id) do update set password = excluded.password`,
    [userId, password],
  )
}
