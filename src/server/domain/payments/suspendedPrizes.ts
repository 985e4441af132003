import { randomUUID } from 'node:crypto'
import { cents, max, min, subtract, ZERO, type Cents } from '#contract/money.ts'
import {
  longestSuspensionDays,
  type PrizeReason,
  type SuspendedPrize,
} from '#contract/rules/prizeSuspension.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { jobActor, staffActor, type Actor } from '../../ledger/ledger.ts'
import { lockWallet } from '../../ledger/walletLock.ts'
import { mailWords } from '../../texts/texts.ts'
import { Refusal } from '../../texts/refusal.ts'
import { sendMessage } from '../accounts/messages.ts'
import { amountParams, mailPlayer, timeParams } from '../accounts/outbox.ts'
import { notifyPlayer } from './withdrawalRows.ts'

const dayMs = 24 * 3_600_000
const atOnce = 100

type PrizeDeps = Pick<AppDeps, 'clock' | 'config' | 'ledger' | 'queue' | 'bus'>

/** A bet that was decided, and what of its prize is still in the player's cash. */
export interface Prize {
  userId: string
  refType: 'ticket' | 'round'
  refId: string
  amount: Cents
}

/** Why no prize can be suspended: there is no such bet, it has paid nothing as cash, or nothing of it is left there. */
export type NoPrize = 'unknown' | 'unpaid' | 'spent'

/** Finds the prize of a decided bet by the id of the ticket or round. Bets with bonus are none: what they pay is no money yet. */
export async function findPrize(
  { ledger }: Pick<AppDeps, 'ledger'>,
  db: Reader,
  betId: string,
): Promise<Prize | NoPrize> {
  const [bet] = await db.read<{
    ref_type: 'ticket' | 'round'
    user_id: string
    wallet: string
    payout: number
    is_decided: boolean
  }>(
    `select 'ticket' as ref_type, user_id, wallet, payout, result is not null as is_decided from tickets where id = $1
     union all
     select 'round', user_id, wallet, payout, status = 'settled' from game_rounds where id = $1`,
    [betId],
  )
  if (!bet) return 'unknown'
  if (!bet.is_decided || bet.wallet !== 'cash' || bet.payout === 0) return 'unpaid'
  const { cash } = await ledger.wallet(db, bet.user_id)
  const amount = min(cents(bet.payout), cash)
  return amount === ZERO ? 'spent' : { userId: bet.user_id, refType: bet.ref_type, refId: betId, amount }
}

/**
 * Takes a prize out of the player's reach until `until`, and tells the player why. The ledger moves the money, so it can be
 * neither bet nor withdrawn meanwhile, and it is there when it comes back. Throws badRequest for a term that is over or too long, and
 * conflict for a prize that is suspended already.
 */
export async function suspendPrize(
  deps: PrizeDeps,
  tx: Tx,
  suspension: {
    betId: string
    reason: PrizeReason
    until: Date
    note: string
    staffId: string
  },
): Promise<{ id: string; prize: Prize }> {
  const { betId, reason, until, note, staffId } = suspension
  const now = deps.clock.now()
  if (until <= now || until.getTime() > now.getTime() + longestSuspensionDays * dayMs)
    throw new Refusal('badRequest')
  const found = await findPrize(deps, tx, betId)
  if (typeof found === 'string') throw new Refusal(found === 'unknown' ? 'notFound' : 'conflict')
  await lockWallet(tx, found.userId)
  // What is left may have changed before the wallet was locked.
  const prize = await findPrize(deps, tx, betId)
  if (typeof prize === 'string') throw new Refusal('conflict')
  const { userId, refType, refId, amount } = prize
  const id = randomUUID()
  const rows = await tx.query(
    `insert into prize_suspensions (user_id, id, ref_type, ref_id, amount, reason, note, made_by, created_at, until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (user_id, ref_type, ref_id) where ended_at is null do nothing returning id`,
    [userId, id, refType, refId, amount, reason, note, staffId, now, until],
  )
  if (rows.length === 0) throw new Refusal('conflict')
  await deps.ledger.holdPrize(tx, { userId, actor: staffActor(staffId), suspensionId: id, amount })
  await mailPlayer(deps, tx, userId, {
    key: 'prizeSuspended',
    params: {
      ...amountParams(amount),
      ...timeParams(until),
      reason: (language) => mailWords(language).statusReasons[reason],
    },
  })
  await sendMessage(deps, tx, userId, {
    kind: 'prizeSuspended',
    params: { amount, prize: reason, until: until.toISOString() },
  })
  await notifyPlayer(deps, tx, userId)
  return { id, prize }
}

interface OpenRow {
  id: string
  user_id: string
  amount: number
}

/** Gives a suspended prize back, and tells the player. Throws notFound, and conflict when it has come back already. */
export async function releasePrize(
  deps: PrizeDeps,
  tx: Tx,
  { id, staffId }: { id: string; staffId: string },
): Promise<void> {
  const [row] = await tx.query<OpenRow>('select id, user_id, amount from prize_suspensions where id = $1', [
    id,
  ])
  if (!row) throw new Refusal('notFound')
  if (!(await end(deps, tx, row, staffActor(staffId), staffId))) throw new Refusal('conflict')
  await tellBack(deps, tx, row)
}

/** Gives back the prizes whose term is over. One that fails does not keep the others. Safe to run in every process. */
export async function endPrizeSuspensions(deps: PrizeDeps & Pick<AppDeps, 'db' | 'log'>): Promise<void> {
  const due = await deps.db.read<OpenRow>(
    `select id, user_id, amount from prize_suspensions where ended_at is null and until <= $1 order by until limit ${atOnce}`,
    [deps.clock.now()],
  )
  const errors: unknown[] = []
  for (const row of due)
    try {
      await deps.db.tx(async (tx) => {
        if (await end(deps, tx, row, jobActor(endPrizeSuspensions.name), 'term'))
          await tellBack(deps, tx, row)
      })
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} prizes were not given back`)
}

/** What takes money out of a suspended prize before its term: `ended_by` of the row that it ends. */
type TakenBy = 'correction' | 'reversal'

interface KeptRow extends OpenRow {
  ref_type: Prize['refType']
  ref_id: string
  reason: PrizeReason
  note: string
  made_by: string
  until: Date
}

const keptColumns = 'id, user_id, amount, ref_type, ref_id, reason, note, made_by, until'

/**
 * Brings at most `amount` of a ticket's suspended prize back to cash, which `tx` has locked, for a correction of its result. The
 * player is told of the correction, and not of this.
 */
export async function freePrizeOf(
  deps: PrizeDeps,
  tx: Tx,
  { userId, ticketId, amount, actor }: { userId: string; ticketId: string; amount: Cents; actor: Actor },
): Promise<void> {
  const [row] = await tx.query<KeptRow>(
    `select ${keptColumns} from prize_suspensions
      where user_id = $1 and ref_type = 'ticket' and ref_id = $2 and ended_at is null`,
    [userId, ticketId],
  )
  if (row) await freePart(deps, tx, row, { part: amount, actor, by: 'correction' })
}

/**
 * Brings suspended prizes of the player back to cash, which `tx` has locked, the newest first, until cash has `wanted`: what a
 * player owes does not wait for the end of a term, after which the prize could be withdrawn.
 */
export async function freePrizes(
  deps: PrizeDeps,
  tx: Tx,
  { userId, wanted, actor, by }: { userId: string; wanted: Cents; actor: Actor; by: TakenBy },
): Promise<void> {
  const rows = await tx.query<KeptRow>(
    `select ${keptColumns} from prize_suspensions where user_id = $1 and ended_at is null order by created_at desc, id`,
    [userId],
  )
  for (const row of rows) {
    const { cash } = await deps.ledger.wallet(tx, userId)
    if (cash >= wanted) return
    await freePart(deps, tx, row, { part: subtract(wanted, cash), actor, by })
  }
}

/** Ends a suspension, and suspends what is left of it for the same reason and term; each has one posting that holds and one that frees. */
async function freePart(
  deps: PrizeDeps,
  tx: Tx,
  row: KeptRow,
  { part, actor, by }: { part: Cents; actor: Actor; by: TakenBy },
): Promise<void> {
  if (part === ZERO || !(await end(deps, tx, row, actor, by))) return
  const rest = max(ZERO, subtract(cents(row.amount), part))
  if (rest === ZERO) return
  const now = deps.clock.now()
  if (row.until <= now) {
    await tellBack(deps, tx, { ...row, amount: rest })
    return
  }
  const id = randomUUID()
  await tx.query(
    `insert into prize_suspensions (user_id, id, ref_type, ref_id, amount, reason, note, made_by, created_at, until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [row.user_id, id, row.ref_type, row.ref_id, rest, row.reason, row.note, row.made_by, now, row.until],
  )
  await deps.ledger.holdPrize(tx, { userId: row.user_id, actor, suspensionId: id, amount: rest })
}

/** Returns whether it was still suspended. */
async function end(
  deps: PrizeDeps,
  tx: Tx,
  { id, user_id: userId, amount }: OpenRow,
  actor: Actor,
  endedBy: string,
): Promise<boolean> {
  await lockWallet(tx, userId)
  const ended = await tx.query(
    `update prize_suspensions set ended_at = $3, ended_by = $4 where user_id = $1 and id = $2 and ended_at is null
      returning id`,
    [userId, id, deps.clock.now(), endedBy],
  )
  if (ended.length === 0) return false
  await deps.ledger.freePrize(tx, { userId, actor, suspensionId: id, amount: cents(amount) })
  return true
}

async function tellBack(deps: PrizeDeps, tx: Tx, { user_id: userId, amount }: OpenRow): Promise<void> {
  await mailPlayer(deps, tx, userId, { key: 'prizeReleased', params: amountParams(cents(amount)) })
  await sendMessage(deps, tx, userId, { kind: 'prizeReleased', params: { amount: cents(amount) } })
  await notifyPlayer(deps, tx, userId)
}

/** The player's suspended prizes, the first to end first. */
export async function readSuspendedPrizes(
  db: Reader,
  userId: string,
): Promise<SuspendedPrize<Cents, Date>[]> {
  const rows = await db.read<{ amount: number; until: Date; reason: PrizeReason }>(
    `select amount, until, reason from prize_suspensions where user_id = $1 and ended_at is null order by until, id`,
    [userId],
  )
  return rows.map((row) => ({ ...row, amount: cents(row.amount) }))
}
