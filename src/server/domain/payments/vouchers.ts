import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { add, cents, ZERO, type Cents } from '#contract/money.ts'
import { turnoverOfDeposit } from '#contract/rules/turnover.ts'
import {
  formatVoucherCode,
  parseVoucherCode,
  voucherAlphabet,
  voucherRandomLength,
  withCheckCharacters,
} from '#contract/rules/vouchers.ts'
import { sealedAs } from '../../config/sealedColumns.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx, Writer } from '../../db/client.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { Refusal } from '../../texts/refusal.ts'
import { playerActor, type Wallet } from '../../ledger/ledger.ts'
import { barColumns, refuseBarred, type Bar } from '../protection/barred.ts'
import { refuseDeposit } from '../protection/limits.ts'
import { openPrincipal } from './orders.ts'
import { updateVipLevel } from '../rewards/vipProgress.ts'

interface Row {
  id: string
  signature: Buffer
  amount: number
  created_at: Date
  expires_at: Date
  redeemed_by: string | null
  redeemed_at: Date | null
  voided_at: Date | null
  paid_at: Date | null
  withdrawal_id: string | null
}

/** A voucher as staff see it; its code is shown once. */
export interface Voucher {
  id: string
  amount: Cents
  createdAt: Date
  expiresAt: Date
  state: 'open' | 'redeemed' | 'paid' | 'expired' | 'void'
  redeemedAt: Date | null
}

const listLength = 50
/** Authenticated together with the sealed code. */

/** What is shown of a voucher once: `url` is for its QR code. */
export interface VoucherCode {
  code: string
  url: string
}

/**
 * Issues a voucher. The code is returned and not stored: the database has only its hash. With `keepsCode` it is stored
 * sealed too, until `takeVoucherCode` shows it: whoever gets the answer is not who hands it out.
 */
export async function issueVoucher(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  voucher: {
    amount: Cents
    lifetimeMs: number
    issuedBy?: string
    keepsCode?: boolean
    /** A player takes it out: the code is kept for this session. */
    withdrawal?: { id: string; sessionId: string }
  },
  on: Writer = deps.db,
): Promise<VoucherCode & { id: string; expiresAt: Date }> {
  const { amount, lifetimeMs, issuedBy = null, withdrawal } = voucher
  if (!withdrawal && !profileOf(deps).vouchers) throw new Refusal('notFound')
  const keepsCode = voucher.keepsCode === true || withdrawal !== undefined
  const random = Array.from(
    { length: voucherRandomLength },
    () => voucherAlphabet[randomInt(voucherAlphabet.length)],
  )
  const code = withCheckCharacters(random.join(''))
  const id = randomUUID()
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await on.write(
    `insert into vouchers (id, code_hash, signature, amount, created_at, expires_at, issued_by, sealed, withdrawal_id, session_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      hashOf(code),
      signatureOf(deps, code, amount, expiresAt),
      amount,
      now,
      expiresAt,
      issuedBy,
      keepsCode ? deps.config.secrets.vault.seal(code, sealedAs.voucher) : null,
      withdrawal?.id ?? null,
      withdrawal?.sessionId ?? null,
    ],
  )
  return { id, ...shown(deps, code), expiresAt }
}

/**
 * The code that was kept, once. Throws notFound, and conflict for a voucher whose code was shown before or that is no
 * longer open.
 */
export async function takeVoucherCode(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  tx: Tx,
  id: string,
): Promise<VoucherCode> {
  const [row] = await tx.query<Row & { sealed: Buffer | null }>(
    'select * from vouchers where id = $1 and withdrawal_id is null for update',
    [id],
  )
  if (!row) throw new Refusal('notFound')
  if (!row.sealed || stateOfVoucher(row, deps.clock.now()) !== 'open') throw new Refusal('conflict')
  await tx.query('update vouchers set sealed = null where id = $1', [id])
  return shown(deps, deps.config.secrets.vault.open(row.sealed, sealedAs.voucher))
}

export async function listVouchers({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<Voucher[]> {
  const rows = await db.read<Row>('select * from vouchers order by created_at desc, id limit $1', [
    listLength,
  ])
  return rows.map((row) => ({
    id: row.id,
    amount: cents(row.amount),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    state: stateOfVoucher(row, clock.now()),
    redeemedAt: row.redeemed_at,
  }))
}

/**
 * Throws conflict for a voucher that was redeemed or voided, or that a player has taken out and whose money is the player's;
 * notFound for an unknown one.
 */
export async function voidVoucher(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  id: string,
  { on = db, by = null }: { on?: Writer; by?: string | null } = {},
): Promise<void> {
  const voided = await on.write(
    `update vouchers set voided_at = $2, voided_by = $3, sealed = null
      where id = $1 and redeemed_at is null and voided_at is null and withdrawal_id is null returning id`,
    [id, clock.now(), by],
  )
  if (voided.length > 0) return
  const known = await on.read('select 1 from vouchers where id = $1', [id])
  throw new Refusal(known.length > 0 ? 'conflict' : 'notFound')
}

function shown({ config }: Pick<AppDeps, 'config'>, code: string): VoucherCode {
  const text = formatVoucherCode(code)
  return { code: text, url: `${config.publicUrl}/vale${text}` }
}

/** What a code is worth. Throws the same refusals as redeeming it. */
export async function lookAtVoucher(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  text: string,
): Promise<{ amount: Cents; expiresAt: Date }> {
  const row = await findOpen(deps, deps.db, text)
  return { amount: cents(row.amount), expiresAt: row.expires_at }
}

/**
 * Credits a voucher to the player, once, under the rules of a deposit: identity, limits, turnover. The caller has locked
 * the wallet. Throws voucherUnknown, voucherUsed, voucherExpired or voucherVoid.
 */
export async function redeemVoucher(
  deps: AppDeps,
  tx: Tx,
  { userId, code }: { userId: string; code: string },
): Promise<{ amount: Cents; wallet: Wallet }> {
  const row = await findOpen(deps, tx, code, 'for update')
  const amount = cents(row.amount)
  // One's own money that comes back is no deposit.
  const wallet = await putBackOwn(deps, tx, userId, row)
  if (wallet) return { amount, wallet }
  await refusePlayer(deps, tx, userId)
  // An order that waits may be paid any time: what was promised to it is not there for a voucher.
  await refuseDeposit(deps, tx, userId, add(amount, await openPrincipal(deps, tx, userId)))
  await tx.query('update vouchers set redeemed_by = $2, redeemed_at = $3, sealed = null where id = $1', [
    row.id,
    userId,
    deps.clock.now(),
  ])
  const actor = playerActor(userId)
  const credited = await deps.ledger.redeemVoucher(tx, {
    userId,
    actor,
    voucherId: row.id,
    amount,
    turnover: turnoverOfDeposit(amount, ZERO),
  })
  await updateVipLevel(deps, tx, { userId, actor }, credited)
  return { amount, wallet: credited }
}

/** The caller has locked the wallet and the voucher, which is not ended. Null: somebody else has taken it out, or nobody. */
async function putBackOwn(
  deps: Pick<AppDeps, 'clock' | 'ledger'>,
  tx: Tx,
  userId: string,
  { id, amount, withdrawal_id: withdrawalId }: Pick<Row, 'id' | 'amount' | 'withdrawal_id'>,
): Promise<Wallet | null> {
  if (withdrawalId === null) return null
  const returned = await tx.query(
    `update withdrawals set status = 'returned', decided_at = $3 where id = $1 and user_id = $2 and status = 'paid' returning id`,
    [withdrawalId, userId, deps.clock.now()],
  )
  if (returned.length === 0) return null
  await tx.query('update vouchers set voided_at = $2, sealed = null where id = $1', [id, deps.clock.now()])
  return deps.ledger.returnWithdrawal(tx, {
    userId,
    actor: playerActor(userId),
    withdrawalId,
    amount: cents(amount),
    fee: ZERO,
  })
}

/**
 * Puts the money of a voucher that the player has taken out back into the wallet, which the caller has locked: also after it has
 * expired. Throws notFound for a voucher of somebody else, voucherUsed for one that was redeemed, paid or put back.
 */
export async function putBackVoucher(
  deps: Pick<AppDeps, 'clock' | 'ledger'>,
  tx: Tx,
  { userId, voucherId }: { userId: string; voucherId: string },
): Promise<{ amount: Cents; wallet: Wallet }> {
  const [row] = await tx.query<Row>(
    `select v.* from vouchers v join withdrawals w on w.id = v.withdrawal_id
      where v.id = $1 and w.user_id = $2 for update of v`,
    [voucherId, userId],
  )
  if (!row) throw new Refusal('notFound')
  if (!['open', 'expired'].includes(stateOfVoucher(row, deps.clock.now()))) throw new Refusal('voucherUsed')
  const wallet = await putBackOwn(deps, tx, userId, row)
  if (!wallet) throw new Refusal('voucherUsed')
  return { amount: cents(row.amount), wallet }
}

export interface OwnVoucher {
  id: string
  amount: Cents
  createdAt: Date
  expiresAt: Date
  isExpired: boolean
  /** Null: another session has taken it out. */
  code: VoucherCode | null
}

/** What the player has taken out as vouchers and can still put back, newest first. */
export async function ownVouchers(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<OwnVoucher[]> {
  const rows = await deps.db.read<Row & { sealed: Buffer | null; session_id: string | null }>(
    `select v.* from vouchers v join withdrawals w on w.id = v.withdrawal_id
      where w.user_id = $1 and w.type = 'VOUCHER' and w.status = 'paid'
        and v.redeemed_at is null and v.voided_at is null and v.paid_at is null
      order by v.created_at desc, v.id limit $2`,
    [userId, listLength],
  )
  const now = deps.clock.now()
  return rows.map((row) => {
    const isExpired = row.expires_at <= now
    const isShown = row.session_id === sessionId && row.sealed !== null && !isExpired
    return {
      id: row.id,
      amount: cents(row.amount),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      isExpired,
      code:
        isShown && row.sealed
          ? shown(deps, deps.config.secrets.vault.open(row.sealed, sealedAs.voucher))
          : null,
    }
  })
}

/**
 * Pays a voucher that a player has taken out, in cash at the counter, once. Returns its id. Throws as redeeming it does, and
 * conflict for one that staff have issued: it is voided instead.
 */
export async function payVoucher(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  tx: Tx,
  { code, staffId }: { code: string; staffId: string },
): Promise<string> {
  const row = await findOpen(deps, tx, code, 'for update')
  if (row.withdrawal_id === null) throw new Refusal('conflict')
  await tx.query('update vouchers set paid_at = $2, paid_by = $3, sealed = null where id = $1', [
    row.id,
    deps.clock.now(),
    staffId,
  ])
  return row.id
}

/** Play money and vouchers do not mix. */
async function refusePlayer({ clock }: Pick<AppDeps, 'clock'>, tx: Tx, userId: string): Promise<void> {
  const [player] = await tx.query<Bar & { kyc: number; test_flag: boolean }>(
    `select kyc, test_flag, ${barColumns} from users where id = $1`,
    [userId],
  )
  if (!player) throw new Refusal('loggedOut')
  refuseBarred(player, clock.now())
  if (player.test_flag) throw new Refusal('forbidden')
  if (player.kyc !== 1) throw new Refusal('kycRequired')
}

/** The row lock makes a second player wait, who then finds it redeemed. */
async function findOpen(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  on: Reader,
  text: string,
  lock: '' | 'for update' = '',
): Promise<Row> {
  const code = parseVoucherCode(text)
  if (code === null) throw new Refusal('voucherUnknown')
  const [row] = await on.read<Row>(`select * from vouchers where code_hash = $1 ${lock}`, [hashOf(code)])
  // One's own money taken out as paper comes back under any profile.
  if (!row || (row.withdrawal_id === null && !profileOf(deps).vouchers)) throw new Refusal('voucherUnknown')
  if (!timingSafeEqual(row.signature, signatureOf(deps, code, cents(row.amount), row.expires_at))) {
    throw new Refusal('voucherUnknown')
  }
  switch (stateOfVoucher(row, deps.clock.now())) {
    case 'redeemed':
    case 'paid':
      throw new Refusal('voucherUsed')
    case 'void':
      throw new Refusal('voucherVoid')
    case 'expired':
      throw new Refusal('voucherExpired')
    case 'open':
      return row
  }
}

export function stateOfVoucher(
  row: Pick<Row, 'redeemed_at' | 'voided_at' | 'paid_at' | 'expires_at'>,
  now: Date,
): Voucher['state'] {
  if (row.redeemed_at) return 'redeemed'
  if (row.voided_at) return 'void'
  if (row.paid_at) return 'paid'
  return row.expires_at <= now ? 'expired' : 'open'
}

/** 69 random bits need no salt. */
function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

function signatureOf(
  { config }: Pick<AppDeps, 'config'>,
  code: string,
  amount: Cents,
  expiresAt: Date,
): Buffer {
  return config.secrets.vault.index(`${code}|${amount}|${expiresAt.toISOString()}`, 'voucher')
}
