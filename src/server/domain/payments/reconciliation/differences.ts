import { randomUUID } from 'node:crypto'
import { cents, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../../../deps.ts'
import type { Reader, Tx } from '../../../db/client.ts'
import { jobActor, type Actor } from '../../../ledger/ledger.ts'
import { Refusal } from '../../../texts/refusal.ts'

/** Deposits are orders here, payouts withdrawals. */
export type Side = 'deposits' | 'payouts'
/** What a difference is about; of games nothing is compared, their differences come with the call of a provider. */
type DifferenceSide = Side | 'games'

/** What each kind of difference means, and what to do about it. */
export const differenceKinds = {
  unknownDeposit:
    'Money came in that no order asked for. Find its payer at the bank; send it back there, or credit it by hand.',
  notCredited:
    'It was paid, and the order is not credited. Look for the order in the log; it is tried again with each comparison.',
  notReceived:
    'The order is credited, and the provider knows no such payment. Stop the withdrawals of the player and ask the provider.',
  otherAmount: 'Both know the payment, with other amounts. Settle the rest with the player by hand.',
  refundMissing:
    'It was to go back to its payer, and has not. Look at the refund at the provider; send it back there if it failed.',
  refundUnknown:
    'We sent it back to its payer, and here it is credited: after a restore, say. Take the amount from the player.',
  unknownPayout:
    'Money left that no withdrawal asked for. Ask at once who sent it, and lock the access to the account.',
  sentTwice: 'One withdrawal was paid more than once. Ask the payee for the second payment.',
  paidThere:
    'It was paid, and here it is not. Undecided: approve it, it is not paid again. Given back: take the amount from the player.',
  notPaidThere:
    'Here it is paid, and the provider has not paid it. Ask the provider, then give the amount back or pay it by hand.',
  partlyReturned: 'A part of the payout has come back. Settle it with the player by hand.',
  winRefused:
    'A game has won more than a round may, and the win was refused. Agree on it with the provider; the round stays open until this is resolved.',
} as const
export type DifferenceKind = keyof typeof differenceKinds

/** What one side says about a payment. */
export interface View {
  state: string
  amount: Cents
}

/** A payment about which a provider and we say something else. */
export interface Difference {
  kind: DifferenceKind
  /** Our id of the order or withdrawal; for a payment that we do not know, the provider's number. */
  subject: string
  userId: string | null
  /** The provider's number of the transfer. */
  reference: string | null
  ours: View | null
  theirs: View | null
  at: Date
}

/** One that was recorded. */
export interface RecordedDifference extends Difference {
  id: string
  provider: string
  side: DifferenceSide
  foundAt: Date
  /** What to do about it. */
  advice: string
  resolved: { at: Date; by: Actor; reason: string } | null
}

/** Who resolves a difference that is seen no more, and what it says. */
const resolver = jobActor('reconcilePayments')
const gone = 'The sides agree.'

/**
 * Records what a comparison of [from, to) has found. A difference is one row, however often it is found; one of that range
 * that was not found any more is resolved. What a person has resolved stays so, unless a side says something new.
 */
export async function recordDifferences(
  { clock }: Pick<AppDeps, 'clock'>,
  tx: Tx,
  { provider, side, from, to }: { provider: string; side: Side; from: Date; to: Date },
  found: readonly Difference[],
): Promise<void> {
  const now = clock.now()
  const ids: string[] = []
  for (const difference of found)
    ids.push(await recordDifference({ clock }, tx, { provider, side }, difference))
  await tx.query(
    `update payment_differences set state = 'resolved', resolved_at = $5, resolved_by_kind = $6, resolved_by = $7, reason = $8
      where state = 'open' and provider = $1 and side = $2 and at >= $3 and at < $4 and not (id = any($9))`,
    [provider, side, from, to, now, resolver.kind, resolver.id, gone, ids],
  )
}

/** Records one difference, once however often it is found. Returns its id. */
export async function recordDifference(
  { clock }: Pick<AppDeps, 'clock'>,
  tx: Tx,
  { provider, side }: { provider: string; side: DifferenceSide },
  { kind, subject, userId, reference, ours, theirs, at }: Difference,
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into payment_differences as d (id, provider, side, kind, subject, user_id, reference, our_state, our_amount,
       their_state, their_amount, at, found_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (provider, side, kind, subject) do update set
       our_state = excluded.our_state, our_amount = excluded.our_amount, their_state = excluded.their_state,
       their_amount = excluded.their_amount, at = excluded.at, reference = excluded.reference,
       ${reopened.map(([column, value]) => `${column} = case when ${isReopened} then ${value} else d.${column} end`).join(', ')}
     returning id`,
    [
      randomUUID(),
      provider,
      side,
      kind,
      subject,
      userId,
      reference,
      ours?.state ?? null,
      ours?.amount ?? null,
      theirs?.state ?? null,
      theirs?.amount ?? null,
      at,
      clock.now(),
    ],
  )
  if (!row) throw new Error('a difference was not recorded')
  return row.id
}

/** A difference that was resolved is open again when a job had resolved it, or when what the sides say has changed. */
const isReopened = `(d.state = 'resolved' and (d.resolved_by_kind = 'job'
  or (d.our_state, d.our_amount, d.their_state, d.their_amount)
    is distinct from (excluded.our_state, excluded.our_amount, excluded.their_state, excluded.their_amount)))`
const reopened = [
  ['state', `'open'`],
  ['found_at', 'excluded.found_at'],
  ['resolved_at', 'null'],
  ['resolved_by_kind', 'null'],
  ['resolved_by', 'null'],
  ['reason', 'null'],
] as const

/** Differences, the oldest first: the open ones, or all. */
export async function listDifferences(
  db: Reader,
  { state = 'open', limit = 200 }: { state?: 'open' | 'all'; limit?: number } = {},
): Promise<RecordedDifference[]> {
  const rows = await db.read<Row>(
    `select * from payment_differences where $1 or state = 'open' order by found_at, id limit $2`,
    [state === 'all', limit],
  )
  return rows.map(toDifference)
}

/**
 * A person says that a difference is dealt with, and how. It moves no money. Throws notFound, or conflict when it was
 * resolved before.
 */
export async function resolveDifference(
  { clock }: Pick<AppDeps, 'clock'>,
  tx: Tx,
  id: string,
  { by, reason }: { by: Actor; reason: string },
): Promise<void> {
  const [row] = await tx.query<{ state: string }>(
    'select state from payment_differences where id = $1 for update',
    [id],
  )
  if (!row) throw new Refusal('notFound')
  if (row.state !== 'open') throw new Refusal('conflict')
  await tx.query(
    `update payment_differences set state = 'resolved', resolved_at = $2, resolved_by_kind = $3, resolved_by = $4, reason = $5
      where id = $1`,
    [id, clock.now(), by.kind, by.id, reason],
  )
}

interface Row {
  id: string
  provider: string
  side: DifferenceSide
  kind: DifferenceKind
  subject: string
  user_id: string | null
  reference: string | null
  our_state: string | null
  our_amount: number | null
  their_state: string | null
  their_amount: number | null
  at: Date
  found_at: Date
  resolved_at: Date | null
  resolved_by_kind: Actor['kind'] | null
  resolved_by: string | null
  reason: string | null
}

function toDifference(row: Row): RecordedDifference {
  const { resolved_at: at, resolved_by_kind: kind, resolved_by: by, reason } = row
  return {
    id: row.id,
    provider: row.provider,
    side: row.side,
    kind: row.kind,
    subject: row.subject,
    userId: row.user_id,
    reference: row.reference,
    ours: viewOf(row.our_state, row.our_amount),
    theirs: viewOf(row.their_state, row.their_amount),
    at: row.at,
    foundAt: row.found_at,
    advice: differenceKinds[row.kind],
    resolved: at && kind && by !== null && reason !== null ? { at, by: { kind, id: by }, reason } : null,
  }
}

function viewOf(state: string | null, amount: number | null): View | null {
  return state === null || amount === null ? null : { state, amount: cents(amount) }
}
