import type { AppDeps } from '../../deps.ts'
import type { Tx, Writer } from '../../db/client.ts'
import { lockWallet } from '../../ledger/walletLock.ts'
import { Refusal } from '../../texts/refusal.ts'
import { hasUnfinishedMoney } from '../payments/unfinishedMoney.ts'
import { keepExclusion } from '../protection/exclusions.ts'
import { attemptKeys } from '../protection/rateLimits.ts'
import { keepClaims } from './claims.ts'
import { endSessions } from './sessions.ts'

/**
 * Erases the personal data of an account, and ends its sessions. The ledger is kept anonymously, and so are the exclusions
 * (domain/protection/exclusions.ts) and the keyed marks of the account (marks.ts). Cannot be undone. Throws `eraseHasMoney`
 * while there is money in the wallet, or an unfinished withdrawal, order, round or ticket.
 */
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
    `update users set email = 'erased-' || id, email_canonical = null, email_alias_of = null, phone = '', country = '', name = '', kyc_name = '',
       password_hash = '', test_password = null, cpf_encrypted = null, cpf_index = null, kyc = 0,
       messenger = '', email_confirmed_at = null, monthly_statement = false, marketing_email = false, marketing_push = false, gift = false, nickname = null, nickname_key = null,
       nickname_changed_at = null, avatar = 0, bets_shown = 'noAmounts', erased_at = $2
     where id = $1`,
    [userId, now],
  )
  await keepClaims(tx, userId)
  await tx.write('delete from payout_destinations where user_id = $1', [userId])
  await tx.write('delete from payout_keys where user_id = $1', [userId])
  await tx.write(
    `update withdrawals set key_encrypted = '', key_masked = '', holder = '', whatsapp = '' where user_id = $1`,
    [userId],
  )
  await tx.write(`update sessions set device_id = '', browser_id = null where user_id = $1`, [userId])
  await tx.write('delete from password_resets where user_id = $1', [userId])
  await tx.write('delete from identity_checks where user_id = $1', [userId])
  await tx.write('delete from player_notes where user_id = $1', [userId])
  await tx.write('delete from email_confirmations where user_id = $1', [userId])
  await tx.write('delete from push_subscriptions where user_id = $1', [userId])
  await tx.write('delete from push_messages where user_id = $1', [userId])
  await tx.write('delete from player_passkeys where user_id = $1', [userId])
  await tx.write('delete from passkey_challenges where user_id = $1', [userId])
  await tx.write('delete from login_links where user_id = $1', [userId])
  await tx.write('delete from idempotency_keys where user_id = $1', [userId])
  await tx.write('delete from exports where user_id = $1', [userId])
  await tx.write('delete from messages where user_id = $1', [userId])
  await tx.write('delete from chat_messages where user_id = $1', [userId])
  await tx.write('delete from chat_conversations where user_id = $1', [userId])
  await tx.write('delete from favourites where user_id = $1', [userId])
  await tx.write('delete from recently_played where user_id = $1', [userId])
  await tx.write('delete from sports_favourites where user_id = $1', [userId])
  await tx.write('delete from outbox where lower("to") = $1', [email])
  await tx.write('delete from attempts where key = any($1)', [attemptKeys(email)])
}
