import type { AppDeps } from '../../deps.ts'
import type { Tx, Writer } from '../../db/client.ts'
import { lockWallet } from '../../ledger/walletLock.ts'
import { Refusal } from '../../texts/refusal.ts'
import { hasUnfinishedMoney } from '../payments/unfinishedMoney.ts'
import { keepExclusion } from '../protection/exclusions.ts'
import { countAttempt, loginLimit, refuseOverLimit } from '../protection/rateLimits.ts'
import { endSessions } from './sessions.ts'
import { verifyPassword } from './passwords.ts'

/**
 * Closes the account and erases the personal data. The ledger is kept anonymously, and so are the exclusions
 * (domain/protection/exclusions.ts). Cannot be undone. Throws `badCredentials` (counted as a failed login),
 * `tooManyAttempts`, or `eraseHasMoney` while there is money in the wallet, or an unfinished withdrawal, order,
 * round or ticket.
 */
export async function erasePersonalData(
  deps: AppDeps,
  userId: string,
  password: string,
  ip: string,
): Promise<void> {
  const [user] = await deps.db.read<{ email: string; password_hash: string }>(
    'select lower(email) as email, password_hash from users where id = $1',
    [userId],
  )
  const subject = { email: user?.email ?? '', ip }
  await refuseOverLimit(deps, loginLimit, subject)
  if (!(await verifyPassword(deps, user?.password_hash, password)) || !user) {
    await countAttempt(deps, loginLimit, subject)
    throw new Refusal('badCredentials')
  }
  await deps.db.tx((tx) => eraseAccount(deps, tx, userId, user.email))
}

/** Erases an account as `erasePersonalData` does, without its password. Throws `eraseHasMoney`. */
export async function eraseAccount(
  deps: Pick<AppDeps, 'clock' | 'config' | 'bus'>,
  tx: Tx,
  userId: string,
  email: string,
): Promise<void> {
  await lockWallet(tx, userId)
  if (await hasUnfinishedMoney(tx, userId)) throw new Refusal('eraseHasMoney')
  await keepExclusion(deps, tx, userId)
  await erase(tx, userId, email.toLowerCase(), deps.clock.now())
  await endSessions(deps, tx, { userId })
}

async function erase(tx: Writer, userId: string, email: string, now: Date): Promise<void> {
  await tx.write(
    `update users set email = 'erased-' || id, phone = '', country = '', name = '', kyc_name = '',
       password_hash = '', test_password = null, cpf_encrypted = null, cpf_index = null, origin_index = null, kyc = 0,
       messenger = '', email_confirmed_at = null, monthly_statement = false, marketing_email = false, marketing_push = false, gift = false, erased_at = $2
     where id = $1`,
    [userId, now],
  )
  await tx.write('delete from payout_destinations where user_id = $1', [userId])
  await tx.write(
    `update withdrawals set key_encrypted = '', key_masked = '', holder = '', whatsapp = '' where user_id = $1`,
    [userId],
  )
  await tx.write(`update sessions set device_id = '', browser_id = null where user_id = $1`, [userId])
  await tx.write('delete from password_resets where user_id = $1', [userId])
  await tx.write('delete from identity_checks where user_id = $1', [userId])
  await tx.write('delete from player_notes where user_id = $1', [userId])
  await tx.write('delete from email_confirmations where user_id = $1', [userId])
  await tx.write('delete from login_links where user_id = $1', [userId])
  await tx.write('delete from idempotency_keys where user_id = $1', [userId])
  await tx.write('delete from exports where user_id = $1', [userId])
  await tx.write('delete from messages where user_id = $1', [userId])
  await tx.write('delete from chat_messages where user_id = $1', [userId])
  await tx.write('delete from chat_conversations where user_id = $1', [userId])
  await tx.write('delete from outbox where lower("to") = $1', [email])
  await tx.write('delete from attempts where key = any($1)', [
    ['login', 'reset', 'resetCheck', 'resetCheckDay', 'confirmEmail', 'identity'].map(
      (name) => `${name}:account:${email}`,
    ),
  ])
}
