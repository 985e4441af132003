import { randomUUID } from 'node:crypto'
import {
  add,
  cents,
  max,
  min,
  subtract,
  ZERO,
  type Cents,
  type WalletBalances,
  type WalletName,
} from '#contract/money.ts'
import {
  longestSuspensionDays,
  type PrizeReason,
  type SuspendedPrize,
} from '#contract/rules/prizeSuspension.ts'
import { ticketNumber } from '#contract/rules/sports.ts'
import { turnoverOfDeposit } from '#contract/rules/turnover.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { jobActor, staffActor, type Actor } from '../../ledger/ledger.ts'
import { hasPausedSince } from '../../ledger/pauses.ts'
import { lockWallet } from '../../ledger/walletLock.ts'
import { mailWords } from '../../texts/texts.ts'
import { Refusal } from '../../texts/refusal.ts'
import { sendMessage } from '../accounts/messages.ts'
import { amountParams, mailPlayer, timeParams } from '../accounts/outbox.ts'
import { updateVipLevel } from '../rewards/vipProgress.ts'
import { findPrize, type Prize } from './prizes.ts'
import { notifyPlayer } from './withdrawalRows.ts'

const dayMs = 24 * 3_600_000
const atOnce = 100

type PrizeDeps = Pick<AppDeps, 'clock' | 'config' | 'ledger' | 'queue' | 'bus'>

/**
 * What ends a suspension besides the person whose id stands in `ended_by`: its term; what takes money out of the prize
 * (`correction`, `reversal`); a bet that was given back (`void`) or has paid nothing (`unpaid`).
 */
type EndedBy = 'term' | 'correction' | 'reversal' | 'void' | 'unpaid'

interface Row {
  user_id: string
  id: string
  ref_type: Prize['refType']
  ref_id: string
  /** Zero while the bet is open: nothing is held. */
  amount: Cents
  wallet: WalletName
  reason: PrizeReason
  note: string
  made_by: string
  until: Date
}

const columns = 'user_id, id, ref_type, ref_id, amount, wallet, reason, note, made_by, until'

/**
 * Suspends a prize until `until`, and tells the player why. The ledger moves the money out of the wallet, so it can be neither bet
 * nor withdrawn meanwhile, and it is there when it comes back. An open bet is settled when its result comes, and its prize is
 * held with the posting that pays it (`holdDecided`); it cannot be cashed out until then. Throws badRequest for a term that is over
 * or too long, and conflict for a prize that is suspended already.
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
  // The bet may have been decided, and what is left may have changed, before the wallet was locked.
  const prize = await findPrize(deps, tx, betId)
  if (typeof prize === 'string') throw new Refusal('conflict')
  const { userId, refType, refId, wallet, isOpen } = prize
  // A server of an older version has paid the bet and held nothing: that suspension is over.
  if (!isOpen)
    await tx.query(
      `update prize_suspensions set ended_at = $4, ended_by = $5
        where user_id = $1 and ref_type = $2 and ref_id = $3 and ended_at is null and amount = 0`,
      [userId, refType, refId, now, staffId],
    )
  const row: Row = {
    user_id: userId,
    id: randomUUID(),
    ref_type: refType,
    ref_id: refId,
    amount: isOpen ? ZERO : prize.amount,
    wallet,
    reason,
    note,
    made_by: staffId,
    until,
  }
  if (!(await keep(deps, tx, row, staffActor(staffId)))) throw new Refusal('conflict')
  await tellSuspended(deps, tx, row)
  return { id: row.id, prize }
}

/** Gives a suspended prize back, and tells the player. Throws notFound, and conflict when it has come back already. */
export async function releasePrize(
  deps: PrizeDeps,
  tx: Tx,
  { id, staffId }: { id: string; staffId: string },
): Promise<void> {
  const userId = await lockOwner(tx, id)
  const row = await end(deps, tx, { userId, id }, { actor: staffActor(staffId), by: staffId })
  if (!row) throw new Refusal('conflict')
  await tellBack(deps, tx, row)
}

/**
 * The house takes a suspended prize by a decision, and tells the player why. Throws notFound, and conflict when it is not suspended
 * any more or its bet is open.
 */
export async function takePrize(
  deps: PrizeDeps,
  tx: Tx,
  { id, reason, staffId }: { id: string; reason: PrizeReason; staffId: string },
): Promise<void> {
  const userId = await lockOwner(tx, id)
  const [row] = await tx.query<Row>(
    `update prize_suspensions set ended_at = $3, ended_by = $4, taken = true
      where user_id = $1 and id = $2 and ended_at is null and amount > 0 returning ${columns}`,
    [userId, id, deps.clock.now(), staffId],
  )
  if (!row) throw new Refusal('conflict')
  const { wallet, amount } = row
  const actor = staffActor(staffId)
  const turnover = await turnoverOfAward(deps, tx, row)
  const after = await deps.ledger.takePrize(tx, { userId, actor, suspensionId: id, wallet, amount, turnover })
  if (wallet === 'bonus') await updateVipLevel(deps, tx, { userId, actor }, after)
  await mailPlayer(deps, tx, userId, {
    key: 'prizeTaken',
    params: { ...amountParams(amount), reason: (language) => mailWords(language).takenReasons[reason] },
  })
  await sendMessage(deps, tx, userId, { kind: 'prizeTaken', params: { amount, prize: reason } })
  await notifyPlayer(deps, tx, userId)
}

/**
 * What is left of the turnover that the bonus of a taken award has brought with it; that of the deposit itself stays, and so does what came
 * later, because bets meet the oldest turnover first. None for a prize in cash, whose turnover is met, and for an award of which a part was
 * taken before. The caller has locked the wallet.
 */
async function turnoverOfAward(
  { ledger }: Pick<PrizeDeps, 'ledger'>,
  tx: Tx,
  { user_id, id, ref_type, ref_id, wallet }: Row,
): Promise<Cents> {
  if (ref_type !== 'award' || wallet !== 'bonus') return ZERO
  const [award] = await tx.query<{ turnover: number; principal: number; added: number; taken: number }>(
    `select coalesce((t.args ->> 'turnover')::bigint, 0) as turnover, coalesce((t.args ->> 'principal')::bigint, 0) as principal,
        (select coalesce(sum((a.args ->> 'turnover')::bigint), 0)::bigint from transfers a
          where a.user_id = $1 and a.id > t.id and a.kind in ('deposit', 'voucher', 'bonus')) as added,
        (select coalesce(-sum(k.turnover), 0)::bigint from prize_suspensions s
          join transfers a on a.user_id = $1 and a.key = s.ref_id and a.id > t.id
          join transfers k on k.user_id = $1 and k.key = 'take:prize:' || s.id
          where s.user_id = $1 and s.ref_type = 'award' and s.taken) as taken
      from transfers t where t.user_id = $1 and t.key = $2 and not exists (
        select from prize_suspensions where user_id = $1 and ref_type = 'award' and ref_id = $2 and taken and id <> $3)`,
    [user_id, ref_id, id],
  )
  if (!award) return ZERO
  const brought = subtract(cents(award.turnover), turnoverOfDeposit(cents(award.principal), ZERO))
  const { turnoverLeft } = await ledger.wallet(tx, user_id)
  const later = subtract(cents(award.added), cents(award.taken))
  return max(ZERO, min(brought, subtract(turnoverLeft, later)))
}

const endedTermSql = 'ended_at is null and until <= $1'
/** Whether there are prizes for {@link endPrizeSuspensions}; `$1`: now. */
export const suspensionsDueSql = `exists (select from prize_suspensions where ${endedTermSql})`

/** Gives back the prizes whose term is over. One that fails does not keep the others. Safe to run in every process. */
export async function endPrizeSuspensions(deps: PrizeDeps & Pick<AppDeps, 'db' | 'log'>): Promise<void> {
  const due = await deps.db.read<{ id: string; user_id: string }>(
    `select id, user_id from prize_suspensions where ${endedTermSql} order by until limit ${atOnce}`,
    [deps.clock.now()],
  )
  const errors: unknown[] = []
  for (const { id, user_id: userId } of due)
    try {
      await deps.db.tx(async (tx) => {
        await lockWallet(tx, userId)
        const row = await end(
          deps,
          tx,
          { userId, id },
          { actor: jobActor(endPrizeSuspensions.name), by: 'term' },
        )
        if (row) await tellBack(deps, tx, row)
      })
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} prizes were not given back`)
}

/** A ticket whose wallet `tx` has locked, and who has posted about it. */
interface OfTicket {
  userId: string
  ticketId: string
  actor: Actor
}

/**
 * Holds what a suspended open bet has just paid. `before` is the wallet before that posting. The suspension of a bet that has paid nothing,
 * or whose stake came back, ends: there is no prize.
 */
export async function holdDecided(
  deps: PrizeDeps,
  tx: Tx,
  { userId, ticketId, actor }: OfTicket,
  { before, payout, isRefund }: { before: WalletBalances; payout: Cents; isRefund: boolean },
): Promise<void> {
  const row = await lastOfTicket(tx, userId, ticketId)
  if (!row || row.ended_at !== null) return
  if (row.until <= deps.clock.now()) {
    await end(deps, tx, { userId, id: row.id }, { actor, by: 'term' })
    return
  }
  const gained = gainedOf(before, await deps.ledger.wallet(tx, userId), payout)
  if (isRefund || gained.amount === ZERO) {
    await end(deps, tx, { userId, id: row.id }, { actor, by: isRefund ? 'void' : 'unpaid' })
    return
  }
  await tx.query(
    'update prize_suspensions set amount = $3, wallet = $4, held_at = $5 where user_id = $1 and id = $2',
    [userId, row.id, gained.amount, gained.wallet, deps.clock.now()],
  )
  await deps.ledger.holdPrize(tx, { userId, actor, suspensionId: row.id, ...gained })
  await tellSuspended(deps, tx, { ...row, ...gained })
}

/**
 * Holds what a correction has added to a ticket whose prize is suspended; also when the suspension had ended because there was no
 * prize, or the house had taken it, as long as its term lasts. `before` is the wallet before the correction's posting.
 */
export async function holdCorrected(
  deps: PrizeDeps,
  tx: Tx,
  { userId, ticketId, actor }: OfTicket,
  { before, added }: { before: WalletBalances; added: Cents },
): Promise<void> {
  const row = await lastOfTicket(tx, userId, ticketId)
  if (!row || row.until <= deps.clock.now()) return
  const isActive = row.ended_at === null
  if (!isActive && !row.taken && !['void', 'unpaid', 'correction'].includes(row.ended_by ?? '')) return
  if (isActive) await end(deps, tx, { userId, id: row.id }, { actor, by: 'correction' })
  const gained = gainedOf(
    before,
    await deps.ledger.wallet(tx, userId),
    isActive ? add(row.amount, added) : added,
  )
  if (gained.amount === ZERO) return
  const kept = { ...row, ...gained, id: randomUUID() }
  await keep(deps, tx, kept, actor)
  await tellSuspended(deps, tx, kept)
}

/** The wallet that the ticket's suspended prize comes from and goes back to; none when nothing of it is held. */
export async function suspendedWalletOf(
  tx: Tx,
  userId: string,
  ticketId: string,
): Promise<WalletName | undefined> {
  const row = await lastOfTicket(tx, userId, ticketId)
  return row && row.ended_at === null && row.amount > ZERO ? row.wallet : undefined
}

/** What the house has taken of the ticket's prize: a correction does not take it a second time. */
export async function takenOfTicket(tx: Tx, userId: string, ticketId: string): Promise<Cents> {
  const [row] = await tx.query<{ amount: number }>(
    `select coalesce(sum(amount), 0)::bigint as amount from prize_suspensions
      where user_id = $1 and ref_type = 'ticket' and ref_id = $2 and taken`,
    [userId, ticketId],
  )
  return cents(row?.amount ?? 0)
}

/**
 * Brings at most `amount` of a ticket's suspended prize back to its wallet, which `tx` has locked, for a correction of its result. The
 * player is told of the correction, and not of this.
 */
export async function freePrizeOf(
  deps: PrizeDeps,
  tx: Tx,
  { userId, ticketId, actor, amount }: OfTicket & { amount: Cents },
): Promise<void> {
  const row = await lastOfTicket(tx, userId, ticketId)
  if (row && row.ended_at === null) await freePart(deps, tx, row, { part: amount, actor, by: 'correction' })
}

/**
 * Brings suspended prizes of the player back to cash, which `tx` has locked, the newest first, until cash has `wanted`: what a
 * player owes does not wait for the end of a term, after which the prize could be withdrawn.
 */
export async function freePrizes(
  deps: PrizeDeps,
  tx: Tx,
  {
    userId,
    wanted,
    actor,
    by,
  }: { userId: string; wanted: Cents; actor: Actor; by: 'correction' | 'reversal' },
): Promise<void> {
  const rows = await tx.query<Row>(
    `select ${columns} from prize_suspensions where user_id = $1 and ended_at is null and wallet = 'cash' and amount > 0
      order by created_at desc, id`,
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
  row: Row,
  { part, actor, by }: { part: Cents; actor: Actor; by: EndedBy },
): Promise<void> {
  const userId = row.user_id
  if (part === ZERO) return
  const before = await deps.ledger.wallet(tx, userId)
  if (!(await end(deps, tx, { userId, id: row.id }, { actor, by }))) return
  // A bonus whose turnover was met meanwhile comes back as cash.
  const back = gainedOf(before, await deps.ledger.wallet(tx, userId), row.amount)
  const kept = {
    ...row,
    id: randomUUID(),
    wallet: back.wallet,
    amount: max(ZERO, subtract(back.amount, part)),
  }
  if (kept.amount === ZERO) return
  if (row.until <= deps.clock.now()) await tellBack(deps, tx, kept)
  else await keep(deps, tx, kept, actor)
}

/** Which wallet a posting has paid to, and how much of `most`. */
function gainedOf(
  before: WalletBalances,
  after: WalletBalances,
  most: Cents,
): { wallet: WalletName; amount: Cents } {
  const [cash, bonus] = [subtract(after.cash, before.cash), subtract(after.bonus, before.bonus)]
  const wallet = bonus > ZERO ? 'bonus' : 'cash'
  return { wallet, amount: max(ZERO, min(most, wallet === 'bonus' ? bonus : cash)) }
}

/** Makes the row of a suspension and holds its amount. Returns whether the prize was not suspended already. */
async function keep(deps: PrizeDeps, tx: Tx, row: Row, actor: Actor): Promise<boolean> {
  const { user_id: userId, id, amount, wallet } = row
  const now = deps.clock.now()
  const rows = await tx.query(
    `insert into prize_suspensions (${columns}, created_at, held_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (user_id, ref_type, ref_id) where ended_at is null do nothing returning id`,
    [
      userId,
      id,
      row.ref_type,
      row.ref_id,
      amount,
      wallet,
      row.reason,
      row.note,
      row.made_by,
      row.until,
      now,
      amount === ZERO ? null : now,
    ],
  )
  if (rows.length === 0) return false
  if (amount > ZERO) await deps.ledger.holdPrize(tx, { userId, actor, suspensionId: id, wallet, amount })
  return true
}

/** Ends a suspension and gives back what it holds. The caller has locked the wallet. Returns the row, unless it had ended. */
async function end(
  deps: PrizeDeps,
  tx: Tx,
  { userId, id }: { userId: string; id: string },
  { actor, by }: { actor: Actor; by: string },
): Promise<Row | undefined> {
  const [row] = await tx.query<Row>(
    `update prize_suspensions set ended_at = $3, ended_by = $4 where user_id = $1 and id = $2 and ended_at is null
      returning ${columns}`,
    [userId, id, deps.clock.now(), by],
  )
  if (!row || row.amount === ZERO) return row
  const { wallet, amount } = row
  const after = await deps.ledger.freePrize(tx, { userId, actor, suspensionId: id, wallet, amount })
  if (wallet === 'cash') return row
  await updateVipLevel(deps, tx, { userId, actor }, after)
  return (await endWithPause(deps, tx, row, actor)) ? { ...row, amount: ZERO } : row
}

/** A bonus that was suspended when a pause began ends like those that were in the wallet. Returns whether it did. */
async function endWithPause(
  deps: PrizeDeps,
  tx: Tx,
  { user_id: userId, id, amount }: Row,
  actor: Actor,
): Promise<boolean> {
  if (!(await hasPausedSince(tx, userId, `hold:prize:${id}`))) return false
  const bonus = min(amount, (await deps.ledger.wallet(tx, userId)).bonus)
  if (bonus > ZERO)
    await deps.ledger.endBonuses(tx, { userId, actor, refId: `prize:${id}`, bonus, turnover: ZERO })
  return true
}

/** Locks the wallet of a suspension's player. Throws notFound. */
async function lockOwner(tx: Tx, id: string): Promise<string> {
  const [row] = await tx.query<{ user_id: string }>('select user_id from prize_suspensions where id = $1', [
    id,
  ])
  if (!row) throw new Refusal('notFound')
  await lockWallet(tx, row.user_id)
  return row.user_id
}

interface LastRow extends Row {
  ended_at: Date | null
  ended_by: string | null
  taken: boolean
}

/** The ticket's latest suspension, whether it lasts or not. */
async function lastOfTicket(tx: Tx, userId: string, ticketId: string): Promise<LastRow | undefined> {
  const [row] = await tx.query<LastRow>(
    `select ${columns}, ended_at, ended_by, taken from prize_suspensions
      where user_id = $1 and ref_type = 'ticket' and ref_id = $2
      order by ended_at desc nulls first, created_at desc limit 1`,
    [userId, ticketId],
  )
  return row
}

async function tellSuspended(deps: PrizeDeps, tx: Tx, row: Row): Promise<void> {
  const { user_id: userId, amount, reason, until } = row
  const isOpen = amount === ZERO
  await mailPlayer(deps, tx, userId, {
    key: isOpen ? 'betSuspended' : 'prizeSuspended',
    params: {
      ...(isOpen ? { ticket: ticketNumber(row.ref_id) } : amountParams(amount)),
      ...timeParams(until),
      reason: (language) => mailWords(language).statusReasons[reason],
    },
  })
  await sendMessage(deps, tx, userId, {
    kind: isOpen ? 'betSuspended' : 'prizeSuspended',
    params: {
      ...(isOpen ? { ticket: ticketNumber(row.ref_id) } : { amount }),
      prize: reason,
      until: until.toISOString(),
    },
  })
  await notifyPlayer(deps, tx, userId)
}

async function tellBack(deps: PrizeDeps, tx: Tx, { user_id: userId, amount, ref_type, ref_id }: Row) {
  if (amount > ZERO) {
    await mailPlayer(deps, tx, userId, { key: 'prizeReleased', params: amountParams(amount) })
    await sendMessage(deps, tx, userId, { kind: 'prizeReleased', params: { amount } })
  } else if (ref_type === 'ticket') {
    const ticket = ticketNumber(ref_id)
    await mailPlayer(deps, tx, userId, { key: 'betReleased', params: { ticket } })
    await sendMessage(deps, tx, userId, { kind: 'betReleased', params: { ticket } })
  }
  await notifyPlayer(deps, tx, userId)
}

/** The player's suspended prizes, the first to end first; those of open bets are none yet. */
export async function readSuspendedPrizes(
  db: Reader,
  userId: string,
): Promise<(SuspendedPrize<Cents, Date> & { wallet: WalletName })[]> {
  return db.read<SuspendedPrize<Cents, Date> & { wallet: WalletName }>(
    `select amount, until, reason, wallet from prize_suspensions
      where user_id = $1 and ended_at is null and amount > 0 order by until, id`,
    [userId],
  )
}
