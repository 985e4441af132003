import { randomUUID } from 'node:crypto'
import { ZERO, type Cents } from '#contract/money.ts'
import type { StatusReason } from '#contract/rules/playerStatus.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { jobActor, playerActor } from '../../ledger/ledger.ts'
import { lockWallet } from '../../ledger/walletLock.ts'
import { Refusal } from '../../texts/refusal.ts'
import { debtsSql } from '../payments/debts.ts'
import { payDebtsWithRest } from '../payments/writeOffDebts.ts'
import { endBonuses } from '../payments/endBonuses.ts'
import { hasUnfinishedMoney, unfinishedMoneySql } from '../payments/unfinishedMoney.ts'
import { notifyPlayer } from '../payments/withdrawalRows.ts'
import { withoutEnd } from '#contract/rules/limits.ts'
import { countAttempt, passwordLimit, refuseOverLimit } from '../protection/rateLimits.ts'
import { refuseBarred } from '../protection/barred.ts'
import { verifyPassword } from './passwords.ts'
import { eraseAccount } from './personalData.ts'
import { endSessions } from './sessions.ts'

/** At most so many accounts in one run of the job. */
const atOnce = 100

/**
 * Closes the player's account for good. Without money in it the person is erased at once: returns `erased`. With money it
 * is closed to deposits, bets and offers, and what is the player's stays payable, whatever its turnover and the minimum:
 * returns `closing`; a job erases the person when nothing is left. With `giveUp`, which must be all the cash there is, the
 * player leaves it to the house, which takes from it what the player owes. Who owes something else is closed too, and erased when
 * nothing is owed any more (`owing`, `closingOwing` with money): another account of the person would owe nothing. Calling it again for an account that is closing has the same effect. Throws
 * `badCredentials` (counted apart from failed logins), `tooManyAttempts`, `restChanged` when there is another amount of cash,
 * `accountClosed` for an account that the operator has closed, or `suspended` for one that the operator looks into.
 */
export async function closeAccount(
  deps: AppDeps,
  userId: string,
  { password, giveUp }: { password: string; giveUp: Cents | null },
  ip: string,
): Promise<ClosingResult> {
  const [user] = await deps.db.read<{ email: string; password_hash: string }>(
    'select lower(email) as email, password_hash from users where id = $1',
    [userId],
  )
  const subject = { email: user?.email ?? '', ip }
  await refuseOverLimit(deps, passwordLimit, subject)
  if (!(await verifyPassword(deps, user?.password_hash, password)) || !user) {
    await countAttempt(deps, passwordLimit, subject)
    throw new Refusal('badCredentials')
  }
  return deps.db.tx((tx) => close(deps, tx, { userId, email: user.email, giveUp }))
}

type ClosingResult = 'erased' | 'closing' | 'closingOwing' | 'owing'

interface Closing {
  userId: string
  email: string
  giveUp: Cents | null
}

async function close(deps: AppDeps, tx: Tx, { userId, email, giveUp }: Closing): Promise<ClosingResult> {
  await lockWallet(tx, userId)
  const [user] = await tx.query<{
    test_flag: boolean
    closed_at: Date | null
    suspended_until: Date | null
    status_reason: StatusReason | null
    erase_when_settled: boolean
  }>(
    `select test_flag, closed_at, suspended_until, status_reason, erase_when_settled from users
      where id = $1 and erased_at is null for update`,
    [userId],
  )
  if (!user) throw new Refusal('loggedOut')
  // Another account of the person would be free of what the operator has decided.
  if (!user.erase_when_settled) refuseBarred({ ...user, excluded_until: null }, deps.clock.now())
  await endBonuses(deps, tx, userId, playerActor(userId))
  const { cash } = await deps.ledger.wallet(tx, userId)
  // What a test account has is no money: nothing is paid out.
  const given = user.test_flag ? cash : giveUp
  if (given !== null && given !== cash) throw new Refusal('restChanged')
  if (given !== null && given > ZERO) await giveUpCash(deps, tx, userId, given)
  const hasMoney = await hasUnfinishedMoney(tx, userId)
  const isOwing = await owes(tx, userId)
  if (!hasMoney && !isOwing) {
    await eraseAccount(deps, tx, userId, email)
    return 'erased'
  }
  if (!user.closed_at) await closeWithMoney(deps, tx, userId)
  await notifyPlayer(deps, tx, userId)
  if (!hasMoney) return 'owing'
  return isOwing ? 'closingOwing' : 'closing'
}

/** SQL: whether the player of the row `u` of `users` owes something. What a test account owes is no money. */
const owesSql = `(not u.test_flag and ${debtsSql('u.id')} > 0)`

/** Whether the player owes something. The caller has the wallet's lock, so that no debt comes about meanwhile. */
export async function owes(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx.query(`select from users u where u.id = $1 and ${owesSql}`, [userId])
  return rows.length > 0
}

/** The player leaves the cash to the house: one posting, and a row for the office. It pays what the player owes. */
async function giveUpCash(
  deps: Pick<AppDeps, 'clock' | 'ledger'>,
  tx: Tx,
  userId: string,
  amount: Cents,
): Promise<void> {
  const id = randomUUID()
  await deps.ledger.giveUp(tx, { userId, actor: playerActor(userId), refId: id, amount })
  await tx.query(
    `insert into adjustments (id, user_id, account, amount, kind, reason, made_by, created_at)
     values ($1, $2, 'cash', $3, 'givenUp', '', 'player', $4)`,
    [id, userId, -amount, deps.clock.now()],
  )
  await payDebtsWithRest(deps, tx, { userId, amount })
}

async function closeWithMoney(deps: Pick<AppDeps, 'clock'>, tx: Tx, userId: string): Promise<void> {
  const now = deps.clock.now()
  await tx.query(
    `update users set closed_at = $2, suspended_until = $3, status_reason = 'request', erase_when_settled = true,
       gift = false, marketing_email = false, marketing_push = false where id = $1`,
    [userId, now, withoutEnd],
  )
  await tx.query(
    `insert into player_status_changes (user_id, id, status, until, reason, note, made_by, created_at)
     values ($1, $2, 'closed', null, 'request', '', 'player', $3)`,
    [userId, randomUUID(), now],
  )
}

/** Whether {@link finishClosedAccounts} may have something to do. */
export const closedAccountsSql =
  'exists (select from users where closed_at is not null and erased_at is null)'
/** Whether {@link endBarredBonuses} may; `$1`: now. */
export const barredPlayersSql = `(${closedAccountsSql} or exists (select from users where excluded_until > $1))`

/**
 * Finishes what was closed with money and has none left: erases the accounts that the player closed and that owe nothing, and logs
 * the others out. One that fails does not keep the others. Safe to run in every process.
 */
export async function finishClosedAccounts(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'bus' | 'failedRows'>,
  signal: AbortSignal,
): Promise<void> {
  const now = deps.clock.now()
  const failed = deps.failedRows.of('finishClosedAccounts')
  const rows = await deps.db.read<{ id: string; email: string }>(
    `select u.id, u.email from users u join wallets w on w.user_id = u.id
      where u.closed_at is not null and u.erased_at is null and not ${unfinishedMoneySql} and u.id <> all($2)
        and (u.erase_when_settled and not ${owesSql} or exists (
          select from sessions s where s.user_id = u.id and s.revoked_at is null and s.expires_at > $1))
      order by u.closed_at limit ${atOnce}`,
    [now, failed.idsAt(now)],
  )
  await failed.workOff(rows, { now, signal }, ({ id, email }) =>
    deps.db.tx(async (tx) => {
      await lockWallet(tx, id)
      const [user] = await tx.query<{ erase_when_settled: boolean }>(
        'select erase_when_settled from users where id = $1 and closed_at is not null and erased_at is null for update',
        [id],
      )
      if (!user || (await hasUnfinishedMoney(tx, id))) return
      if (user.erase_when_settled && !(await owes(tx, id))) await eraseAccount(deps, tx, id, email)
      else await endSessions(deps, tx, { userId: id })
    }),
  )
}

/**
 * Ends the bonuses of players whose account is closing or in a pause: what a bet from before pays into the bonus wallet, and what
 * was there when a pause began without the player (a kept exclusion, the register of blocked persons). One that fails does not
 * keep the others. Safe to run in every process.
 */
export async function endBarredBonuses(
  deps: Pick<AppDeps, 'db' | 'clock' | 'ledger' | 'failedRows'>,
  signal: AbortSignal,
): Promise<void> {
  const now = deps.clock.now()
  const failed = deps.failedRows.of('endBarredBonuses')
  const rows = await deps.db.read<{ id: string }>(
    `select u.id from users u join wallets w on w.user_id = u.id
      where (u.excluded_until > $1 or (u.closed_at is not null and u.erase_when_settled)) and u.erased_at is null
        and (w.bonus > 0 or w.turnover_left > 0) and u.id <> all($2)
      limit ${atOnce}`,
    [now, failed.idsAt(now)],
  )
  await failed.workOff(rows, { now, signal }, ({ id }) =>
    deps.db.tx((tx) => endBonuses(deps, tx, id, jobActor('endBarredBonuses'))),
  )
}
