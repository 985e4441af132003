import { randomUUID } from 'node:crypto'
import { formatMoney } from '#contract/moneyTexts.ts'
import { withdrawalLimitText } from '#contract/withdrawalLimitText.ts'
import type { Destination, DestinationType, WithdrawalLimits } from '#contract/http/order.ts'
import { languages } from '#contract/languages.ts'
import { add, cents, max, min, subtract, ZERO, type Cents } from '#contract/money.ts'
import { allowedDestinations } from '#contract/rules/destination.ts'
import { withdrawableAmount } from '#contract/rules/turnover.ts'
import { vipRow } from '#contract/rules/vip.ts'
import type { RefusalCode } from '#contract/rules/withdrawalDecision.ts'
import {
  DEFAULT_WITHDRAW_MINIMUM,
  LEAST_VOUCHER,
  usdtPaidOut,
  withdrawalFee,
  withdrawalRefusal,
  type WithdrawalRefusal,
} from '#contract/rules/withdraw.ts'
import { RecordStatus } from '#contract/statusCodes.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { jobActor, playerActor, type Actor, type Wallet } from '../../ledger/ledger.ts'
import { Refusal, type TextParams } from '../../texts/refusal.ts'
import { lateSince, profileOf } from '../../config/jurisdictions.ts'
import { dayZone } from '../../time/days.ts'
import {
  listDestinations,
  ownDestination,
  resolveDestination,
  storeDestination,
  type CheckedDestination,
  type OwnAccount,
} from './destinations.ts'
import { readSavedKeys } from './savedKeys.ts'
import { reviewSharedKey, sealPayoutKey, type ReviewReason } from './payoutKeys.ts'
import { readIdentity } from '../accounts/kyc.ts'
import { storeMark } from '../accounts/marks.ts'
import { amountParams, mailPlayer } from '../accounts/outbox.ts'
import { lockWallet } from '../../ledger/walletLock.ts'
import { hasOpenAgainst } from './debts.ts'
import { endBonuses } from './endBonuses.ts'
import { heldCash, readHeldWinnings } from './heldWinnings.ts'
import { readSuspendedPrizes } from './suspendedPrizes.ts'
import { issueVoucher } from './vouchers.ts'
import { giveMoneyBack, lockWithdrawal, notifyPlayer, type WithdrawalRow } from './withdrawalRows.ts'

/** R$ for one USDT; fixed, because the sandbox has no exchange rates. */
const usdtRate = 5.4

/** After this time without a decision, the sandbox approves a withdrawal. */
const autoApprovalMs = 5_000
/** The same for one to a key that only a session has asked for. */
const newKeyWaitMs = 24 * 3_600_000
const dayMs = 24 * 3_600_000

interface Account {
  level: number
  lock: boolean
  lx: string
  kyc: number
  test_flag: boolean
  excluded_until: Date | null
  closed_at: Date | null
}

/** The minimum in a pause and for a closed account: one cent. */
const leastAmount = cents(1)

/**
 * What the player may withdraw now, in cents, and to which destinations. Test accounts may withdraw nothing. In the
 * player's own pause, and when the account is closed, all cash may go out, whatever the turnover, the minimum and the count
 * a day: it cannot be bet. What a result has paid stays until it is not likely to be corrected any more, also then.
 */
export async function withdrawalLimits(
  deps: Pick<AppDeps, 'ledger' | 'clock' | 'config'>,
  db: Reader,
  userId: string,
): Promise<Omit<WithdrawalLimits, 'asksPassword'>> {
  const account = await readAccount(db, userId)
  const wallet = await deps.ledger.wallet(db, userId)
  const payoutOnly = isPayoutOnly(deps, account)
  const held = account.test_flag ? [] : await readHeldWinnings(deps, db, userId)
  // What is held and what turnover locks may be the same money.
  const withdrawable = min(
    withdrawableAmount(wallet.cash, payoutOnly ? ZERO : wallet.turnoverLeft),
    subtract(wallet.cash, heldCash(held, wallet.cash)),
  )
  const vip = vipRow(account.level)
  const channels = channelsOf(deps, account)
  const stored = await listDestinations(db, userId)
  const destinations = Object.fromEntries(
    Object.entries(stored).filter(([type]) => channels.some((channel) => channel === type)),
  ) as typeof stored
  const { ownAccountOnly } = profileOf(deps)
  const identity = ownAccountOnly || !stored.CPF ? await readIdentity(deps, db, userId) : undefined
  if (identity && ownAccountOnly) destinations.CPF = ownDestination(identity, stored.CPF?.whatsapp)
  return {
    minimum: payoutOnly ? leastAmount : DEFAULT_WITHDRAW_MINIMUM,
    remainingToday: Math.max(
      payoutOnly ? 1 : 0,
      vip.withdrawalsPerDay - (await countToday(deps, db, userId)),
    ),
    locked: account.lock,
    withdrawable: account.test_flag ? ZERO : withdrawable,
    held,
    suspended: (await readSuspendedPrizes(db, userId)).filter(({ wallet }) => wallet === 'cash'),
    usdtRate,
    feeFraction: vip.withdrawalFee,
    destinations,
    channels,
    ownCpf: identity && !destinations.CPF ? ownDestination(identity) : null,
    // Where only the player's own account is paid to, there is nothing to choose.
    saved: ownAccountOnly
      ? []
      : (await readSavedKeys(deps, db, userId)).filter(({ type }) =>
          channels.some((channel) => channel === type),
        ),
  }
}

/**
 * Holds the amount and leaves the decision to the operator (status 00). Runs the checks of "Withdrawal checks"
 * (docs/product.md) in that order, then those of the destination, and stores the destination for the next
 * withdrawal. To a key that is not known, and that the owner does not confirm now (`isOwner`, see isOwnerActing), it waits for a
 * review: a stolen session alone moves no money out. Throws the refusals of these checks, withdrawTestAccount for test accounts, and
 * withdrawKycRequired before the identity check.
 */
export async function requestWithdrawal(
  deps: Pick<AppDeps, 'ledger' | 'clock' | 'config' | 'bus' | 'queue'>,
  tx: Tx,
  request: { userId: string; amount: Cents | null; destination: Destination; isOwner: boolean },
): Promise<{ id: string; status: string; waitsForReview: boolean }> {
  const { userId, amount, destination: requested } = request
  // One withdrawal per player at a time, so that the day's count and the balance still hold when it is inserted.
  await tx.query('select 1 from wallets where user_id = $1 for update', [userId])
  const account = await readAccount(tx, userId)
  if (account.test_flag) throw new Refusal('withdrawTestAccount')
  const limits = await withdrawalLimits(deps, tx, userId)
  const refusal = withdrawalRefusal({ ...limits, amount, type: requested.type, key: requested.key })
  if (refusal) throw new Refusal(refusal.reason, { params: refusalParams(refusal, deps.clock.now()) })
  if (amount === null) throw new Refusal('badRequest')
  if (account.kyc !== 1) throw new Refusal('withdrawKycRequired')
  const destination = await resolveDestination(deps, tx, userId, requested, {
    usdtEnabled: usdtEnabled(deps, account),
    emptyMeansStored: false,
    ownAccount: await readOwnAccount(deps, tx, userId),
  })
  if (destination.type === 'USDT') refuseUnpayable(amount, limits.feeFraction, deps.clock.now())
  const isKnown = await storeDestination(deps, tx, userId, destination, request.isOwner)
  const shared = await reviewSharedKey(tx, userId, destination.index)
  const review = shared ?? (isKnown ? null : 'newKey')

  const id = randomUUID()
  // Turnover from before pauses ended it, or from money that came in since, would keep the cash here.
  if (isPayoutOnly(deps, account)) await endBonuses(deps, tx, userId, playerActor(userId))
  await deps.ledger.holdWithdrawal(tx, { userId, actor: playerActor(userId), withdrawalId: id, amount })
  const fee = withdrawalFee(amount, limits.feeFraction)
  await insertWithdrawal(deps, tx, { id, userId, amount, fee, review, destination })
  await mailPlayer(deps, tx, userId, { key: 'withdrawalRequested', params: amountParams(amount) })
  await notifyPlayer(deps, tx, userId)
  return { id, status: RecordStatus.pending, waitsForReview: review === 'newKey' }
}

/**
 * Takes cash out as a voucher, on a venue's terminal, under the checks of a withdrawal; there is no fee. The caller has made sure that
 * it is the owner who acts. Throws as requestWithdrawal does, and forbidden where the jurisdiction has no such
 * withdrawals or the session is not that of a terminal, and voucherUnderReview while something is open against the player.
 */
export async function withdrawAsVoucher(
  deps: Pick<AppDeps, 'db' | 'ledger' | 'clock' | 'config' | 'bus' | 'queue'>,
  tx: Tx,
  { userId, sessionId, amount }: { userId: string; sessionId: string; amount: Cents },
): Promise<{ voucherId: string; wallet: Wallet }> {
  const rule = profileOf(deps).voucherWithdrawals
  if (rule === null) throw new Refusal('forbidden')
  await tx.query('select 1 from wallets where user_id = $1 for update', [userId])
  const onTerminal = await tx.query(
    'select 1 from sessions where user_id = $1 and id = $2 and terminal_id is not null',
    [userId, sessionId],
  )
  if (onTerminal.length === 0) throw new Refusal('forbidden')
  const account = await readAccount(tx, userId)
  if (account.test_flag) throw new Refusal('withdrawTestAccount')
  const limits = await withdrawalLimits(deps, tx, userId)
  const withdrawable = min(limits.withdrawable, cents(rule.maximum))
  const refusal = withdrawalRefusal({
    ...limits,
    minimum: min(limits.minimum, LEAST_VOUCHER),
    withdrawable,
    amount,
    type: 'VOUCHER',
    key: 'VOUCHER',
  })
  if (refusal) throw new Refusal(refusal.reason, { params: refusalParams(refusal, deps.clock.now()) })
  if (account.kyc !== 1) throw new Refusal('withdrawKycRequired')
  // Paid at once and cashed by an unknown person, so nobody could review it afterwards.
  if (await hasOpenAgainst(tx, userId)) throw new Refusal('voucherUnderReview')
  const actor = playerActor(userId)
  if (isPayoutOnly(deps, account)) await endBonuses(deps, tx, userId, actor)
  const withdrawalId = randomUUID()
  const now = deps.clock.now()
  await deps.ledger.holdWithdrawal(tx, { userId, actor, withdrawalId, amount })
  await tx.query(
    `insert into withdrawals (id, user_id, type, key_encrypted, key_masked, amount, created_at, decided_at, status, provider)
     values ($1, $2, 'VOUCHER', '', '', $3, $4, $4, 'paid', 'voucher')`,
    [withdrawalId, userId, amount, now],
  )
  const wallet = await deps.ledger.completeWithdrawal(tx, { userId, actor, withdrawalId, fee: ZERO })
  const { id } = await issueVoucher(
    deps,
    { amount, lifetimeMs: rule.days * dayMs, withdrawal: { id: withdrawalId, sessionId } },
    tx,
  )
  await mailPlayer(deps, tx, userId, { key: 'withdrawalRequested', params: amountParams(amount) })
  await notifyPlayer(deps, tx, userId)
  return { voucherId: id, wallet }
}

async function insertWithdrawal(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  tx: Tx,
  withdrawal: {
    id: string
    userId: string
    amount: Cents
    fee: Cents
    review: ReviewReason
    destination: CheckedDestination
  },
): Promise<void> {
  const { id, userId, amount, fee, review, destination } = withdrawal
  await tx.query(
    `insert into withdrawals
       (id, user_id, type, key_encrypted, key_index, key_masked, holder, whatsapp, amount, fee, review, created_at, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      id,
      userId,
      destination.type,
      sealPayoutKey(deps, destination.key),
      destination.index,
      destination.masked,
      destination.holder,
      destination.whatsapp,
      amount,
      fee,
      review,
      deps.clock.now(),
      review === null ? 'requested' : 'inReview',
    ],
  )
  await storeMark(deps, tx, userId, 'payoutKey', destination.index)
}

/**
 * Stores a destination without a withdrawal; an empty or masked key keeps the stored key of its type. `isOwner`: the
 * password confirms its key.
 */
export async function saveDestination(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'queue'>,
  userId: string,
  requested: Destination,
  isOwner: boolean,
  label: string | null = null,
): Promise<void> {
  await deps.db.tx(async (tx) => {
    // Like everything that may change a withdrawal.
    await lockWallet(tx, userId)
    const account = await readAccount(tx, userId)
    const destination = await resolveDestination(deps, tx, userId, requested, {
      usdtEnabled: usdtEnabled(deps, account),
      emptyMeansStored: true,
      ownAccount: await readOwnAccount(deps, tx, userId),
    })
    await storeDestination(deps, tx, userId, destination, isOwner, { label, mayBeFull: false })
  })
}

/**
 * Approves a withdrawal, which a job then sends. Throws notFound, or conflict when it was already decided.
 */
export async function approveWithdrawal(deps: AppDeps, actor: Actor, withdrawalId: string): Promise<void> {
  await decide(deps, actor, withdrawalId, { status: 'approved' })
}

/**
 * Refuses a pending withdrawal; the amount returns to the wallet, and the player is told the reason, if there is
 * one. Throws notFound, or conflict when it was already decided.
 */
export async function refuseWithdrawal(
  deps: AppDeps,
  actor: Actor,
  withdrawalId: string,
  refusal: RefusalCode | null = null,
): Promise<void> {
  await decide(deps, actor, withdrawalId, { status: 'refused', refusal })
}

/** A withdrawal for whoever decides about it. The key is masked. */
interface PendingWithdrawal {
  id: string
  username: string
  type: string
  key: string
  amount: Cents
  fee: Cents
  review: ReviewReason
  at: Date
  /** Whether it will soon have waited longer than the jurisdiction allows, or has. */
  isAlmostLate: boolean
}

/** Pending withdrawals, oldest first. */
export async function listPendingWithdrawals(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  limit = 100,
): Promise<PendingWithdrawal[]> {
  const since = lateSince(deps.config, deps.clock.now())
  const rows = await deps.db.read<{
    id: string
    email: string
    type: string
    key_masked: string
    amount: number
    fee: number
    review: ReviewReason
    created_at: Date
  }>(
    `select w.id, u.email, w.type, w.key_masked, w.amount, w.fee, w.review, w.created_at
       from withdrawals w join users u on u.id = w.user_id
      where w.status in ('requested', 'inReview') order by w.created_at, w.id limit $1`,
    [limit],
  )
  return rows.map((row) => ({
    id: row.id,
    username: row.email,
    type: row.type,
    key: row.key_masked,
    amount: cents(row.amount),
    fee: cents(row.fee),
    review: row.review,
    at: row.created_at,
    isAlmostLate: since !== null && row.created_at <= since.warn,
  }))
}

/** Whether there are withdrawals that a job may approve. */
export const undecidedWithdrawalsSql = `exists (select from withdrawals where status in ('requested', 'inReview'))`

/**
 * Sandbox: approves overdue withdrawals, except those in review; returns how many. One that waits only because its key is
 * new leaves its owner a day to see the e-mail. Safe to run in every process.
 */
export async function approveOverdueWithdrawals(deps: AppDeps): Promise<number> {
  const now = deps.clock.now().getTime()
  const rows = await deps.db.read<{ id: string }>(
    `select w.id from withdrawals w
      where ((w.status = 'requested' and w.created_at <= $1)
        or (w.status = 'inReview' and w.review = 'newKey' and w.created_at <= $2))
        and w.user_id <> all($3)
      order by w.created_at limit 50`,
    [new Date(now - autoApprovalMs), new Date(now - newKeyWaitMs), await readHeld(deps, deps.db)],
  )
  for (const { id } of rows) {
    try {
      await approveIf(deps, 'approveWithdrawals', id)
    } catch (error) {
      deps.log.error(error, `approving withdrawal ${id} failed`)
    }
  }
  return rows.length
}

/** Players whose withdrawals QA leaves to a person. Production has no such table. */
export async function readHeld({ config }: Pick<AppDeps, 'config'>, db: Reader): Promise<string[]> {
  if (!config.sandbox) return []
  const rows = await db.read<{ user_id: string }>('select user_id from sandbox.held_withdrawals')
  return rows.map(({ user_id }) => user_id)
}

/**
 * A job's approval of a withdrawal that nobody has decided. Returns whether it did: not if another process has locked the
 * withdrawal, or if it does not meet `rule`, which is asked under that lock.
 */
export function approveIf(
  deps: AppDeps,
  job: string,
  id: string,
  rule?: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  return decide(deps, jobActor(job), id, { status: 'approved', skipIfLocked: true, rule })
}

/** Decides a withdrawal that nobody has decided; returns whether it did. */
async function decide(
  deps: AppDeps,
  actor: Actor,
  id: string,
  {
    skipIfLocked = false,
    rule,
    ...decision
  }: { skipIfLocked?: boolean; rule?: ((tx: Tx) => Promise<boolean>) | undefined } & Decision,
): Promise<boolean> {
  return deps.db.tx(async (tx) => {
    const row = await lockWithdrawal(tx, id, skipIfLocked)
    if (row?.status !== 'requested' && row?.status !== 'inReview') {
      if (skipIfLocked) return false
      throw new Refusal(row ? 'conflict' : 'notFound')
    }
    if (rule && !(await rule(tx))) return false
    await applyDecision(deps, tx, row, { actor, decision })
    return true
  })
}

export type Decision = { status: 'approved' } | { status: 'refused'; refusal: RefusalCode | null }

/**
 * A person's decision about a withdrawal, in the caller's transaction: approved, it is sent by a job; refused, the amount
 * returns to the wallet and the player is told why. `seen`: why it had to be looked at when that person looked; undefined: unknown. Throws
 * notFound, or conflict when it was already decided, or is held by now for a reason that the person has not seen.
 */
export async function decideWithdrawal(
  deps: DecisionDeps,
  tx: Tx,
  id: string,
  { seen, ...by }: { actor: Actor; seen: ReviewReason | undefined; decision: Decision },
): Promise<void> {
  const row = await lockUndecided(tx, id)
  refuseUnseen(row.review, seen)
  await applyDecision(deps, tx, row, by)
}

/** Throws conflict when something stands against a withdrawal that was not there when it was looked at (undefined: unknown). */
export function refuseUnseen(review: ReviewReason, seen: ReviewReason | undefined): void {
  // What is gone meanwhile, as when the player confirms the key, does not change the decision.
  if (seen !== undefined && review !== null && review !== seen) throw new Refusal('conflict')
}

/** Keeps a withdrawal from being approved by rule, so that a person looks at it. Throws as `decideWithdrawal` does. */
export async function holdForReview(tx: Tx, id: string): Promise<void> {
  const { user_id: userId } = await lockUndecided(tx, id)
  await tx.query(
    `update withdrawals set status = 'inReview', review = case when review = 'sharedKey' then review else 'held' end
      where user_id = $1 and id = $2`,
    [userId, id],
  )
}

type DecisionDeps = Pick<AppDeps, 'clock' | 'config' | 'queue' | 'ledger' | 'bus'>

async function lockUndecided(tx: Tx, id: string): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx, id)
  if (!row) throw new Refusal('notFound')
  if (row.status !== 'requested' && row.status !== 'inReview') throw new Refusal('conflict')
  return row
}

async function applyDecision(
  deps: DecisionDeps,
  tx: Tx,
  row: WithdrawalRow,
  { actor, decision }: { actor: Actor; decision: Decision },
): Promise<void> {
  const refusal = decision.status === 'refused' ? decision.refusal : null
  await tx.query(
    'update withdrawals set status = $3, decided_at = $4, refusal = $5 where user_id = $1 and id = $2',
    [row.user_id, row.id, decision.status, deps.clock.now(), refusal],
  )
  if (decision.status === 'approved') await deps.queue.add(tx, 'sendPayout', row.id)
  else await giveMoneyBack(deps, tx, row, { actor, refusal })
}

/** Whether what is there can only be withdrawn: the player's own pause lasts, or the account is closed. */
function isPayoutOnly({ clock }: Pick<AppDeps, 'clock'>, { excluded_until, closed_at }: Account): boolean {
  return closed_at !== null || (excluded_until !== null && excluded_until > clock.now())
}

async function readAccount(db: Reader, userId: string): Promise<Account> {
  const [account] = await db.read<Account>(
    'select level, lock, lx, kyc, test_flag, excluded_until, closed_at from users where id = $1 and erased_at is null',
    [userId],
  )
  if (!account) throw new Refusal('loggedOut')
  return account
}

/** Today's withdrawals. Those whose money came back do not count. */
async function countToday(deps: Pick<AppDeps, 'clock'>, db: Reader, userId: string): Promise<number> {
  const [row] = await db.read<{ count: number }>(
    `select count(*)::int as count from withdrawals
      where user_id = $1 and status not in ('refused', 'failed', 'returned')
        and created_at >= date_trunc('day', $2::timestamptz, $3)`,
    [userId, deps.clock.now(), dayZone],
  )
  return row?.count ?? 0
}

/** Throws withdrawBelowMinimum for an amount of which the fees leave nothing: what is left in a closed account may be that small. */
function refuseUnpayable(amount: Cents, feeFraction: number, now: Date): void {
  const isPayable = (cent: Cents) => usdtPaidOut(cent, feeFraction, usdtRate) > 0
  if (isPayable(amount)) return
  let limit = amount
  while (!isPayable(limit)) limit = add(limit, leastAmount)
  const refusal = { reason: 'withdrawBelowMinimum', limit } as const
  throw new Refusal(refusal.reason, { params: refusalParams(refusal, now) })
}

/** Whether the player may withdraw to USDT: `lx` is 20, and the jurisdiction allows crypto. */
function usdtEnabled(deps: Pick<AppDeps, 'config'>, account: Account): boolean {
  return account.lx === '20' && profileOf(deps).crypto
}

/** The destination types that the player may choose from. */
function channelsOf(deps: Pick<AppDeps, 'config'>, account: Account): DestinationType[] {
  return profileOf(deps).ownAccountOnly ? ['CPF'] : allowedDestinations(usdtEnabled(deps, account))
}

/** The player's own account where the jurisdiction allows no other; undefined elsewhere. */
async function readOwnAccount(
  deps: Pick<AppDeps, 'config'>,
  db: Reader,
  userId: string,
): Promise<OwnAccount | undefined> {
  if (!profileOf(deps).ownAccountOnly) return undefined
  return { identity: await readIdentity(deps, db, userId) }
}

function refusalParams({ limit, held }: WithdrawalRefusal, now: Date): TextParams | undefined {
  if (limit === undefined) return undefined
  if (!held) return { limit: (code) => withdrawalLimitText(max(cents(0), limit), languages[code]) }
  return {
    limit: (code) => formatMoney(limit, languages[code]),
    amount: (code) => formatMoney(held.amount, languages[code]),
    time: (code) => shortTime(held.until, now, languages[code].locale),
  }
}

/** The time, with the day where it is another one. */
function shortTime(time: Date, now: Date, locale: string): string {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: dayZone })
  const date = day.format(time) === day.format(now) ? {} : ({ dateStyle: 'short' } as const)
  return new Intl.DateTimeFormat(locale, { ...date, timeStyle: 'short', timeZone: dayZone }).format(time)
}
