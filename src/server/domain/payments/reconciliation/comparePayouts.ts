import { cents, subtract, type Cents } from '#contract/money.ts'
import type { PaymentDeps } from '../../../deps.ts'
import { answerOf } from '../../../providers/errors.ts'
import type { SentPayout } from '../../../providers/payout/PayoutProvider.ts'
import { handlePayoutNotification } from '../payouts.ts'
import type { WithdrawalStatus } from '../withdrawalRows.ts'
import type { Difference } from './differences.ts'
import { pagesOf, type Compared, type Span } from './pages.ts'

interface Row {
  id: string
  user_id: string
  amount: number
  fee: number
  status: WithdrawalStatus
  reference: string | null
  decided_at: Date | null
}

/**
 * Compares the payouts that the provider lists with our withdrawals, in both directions. Where only a notification was
 * lost, its effect follows now: a withdrawal is paid, has failed, or has come back. Returns what cannot be settled so.
 */
export async function comparePayouts(deps: PaymentDeps, span: Span): Promise<Compared> {
  const sent = new Map<string, SentPayout[]>()
  let payments = 0
  for await (const page of pagesOf(span, (range) => deps.payout.listSent(range))) {
    payments += page.length
    for (const one of page) {
      const key = one.id ?? one.reference
      sent.set(key, [...(sent.get(key) ?? []), one])
    }
  }
  const found: Difference[] = []
  for (const ofOne of sent.values()) found.push(...(await compareOne(deps, ofOne)))
  found.push(...(await findMissing(deps, span, sent)))
  return { found, payments }
}

/** Compares one withdrawal with what was sent for it: once, if all is well. */
async function compareOne(deps: PaymentDeps, sent: SentPayout[]): Promise<Difference[]> {
  // Of several, those that have left: a refused one does not matter then.
  const left = sent.filter(({ state }) => state === 'sent' || state === 'paid')
  const one = left[0] ?? sent[0]
  if (!one) return []
  let row = await read(deps, one.id)
  const differ = (kind: Difference['kind'], theirAmount = one.amount): Difference[] => [
    {
      kind,
      subject: row?.id ?? one.reference,
      userId: row?.user_id ?? null,
      reference: one.reference,
      ours: row ? { state: row.status, amount: arriving(row) } : null,
      theirs: { state: one.state, amount: theirAmount },
      at: one.sentAt,
    },
  ]
  if (!row) return left.length > 0 ? differ('unknownPayout') : []
  if (left.length > 1) return differ('sentTwice', cents(left.reduce((sum, { amount }) => sum + amount, 0)))
  if (isBehind(row.status, one.state)) {
    await handlePayoutNotification(deps, { id: row.id })
    row = (await read(deps, row.id)) ?? row
  }
  const { status } = row
  const isOut = one.state === 'paid' || one.state === 'sent'
  if (isOut && !['approved', 'sent', 'paid'].includes(status)) return differ('paidThere')
  if (status === 'paid' && one.state === 'failed') return differ('notPaidThere')
  if (one.amount !== arriving(row)) return differ('otherAmount')
  if (one.state === 'paid' && one.returned > 0)
    return differ('partlyReturned', subtract(one.amount, one.returned))
  return []
}

/** Whether the provider has gone on since we last heard of it. */
function isBehind(ours: WithdrawalStatus, theirs: SentPayout['state']): boolean {
  if (ours === 'approved' || ours === 'sent') return theirs !== 'sent'
  return ours === 'paid' && theirs === 'returned'
}

/** Withdrawals that were paid in this time and are not in the provider's list. */
async function findMissing(
  deps: PaymentDeps,
  { from, to }: Span,
  seen: ReadonlyMap<string, unknown>,
): Promise<Difference[]> {
  const rows = await deps.db.read<Row>(
    `select ${columns} from withdrawals
      where status = 'paid' and provider = $1 and decided_at >= $2 and decided_at < $3`,
    [deps.payout.name, from, to],
  )
  const found: Difference[] = []
  for (const row of rows) {
    if (seen.has(row.id)) continue
    // It may have been sent on another day.
    const { state, reference } = await answerOf(() => deps.payout.status(row.id))
    if (state === 'paid' || state === 'sent') continue
    if (state === 'returned') {
      await handlePayoutNotification(deps, { id: row.id })
      continue
    }
    found.push({
      kind: 'notPaidThere',
      subject: row.id,
      userId: row.user_id,
      reference: reference ?? row.reference,
      ours: { state: row.status, amount: arriving(row) },
      theirs: state === 'none' ? null : { state, amount: arriving(row) },
      at: row.decided_at ?? from,
    })
  }
  return found
}

const columns = 'id, user_id, amount, fee, status, reference, decided_at'

async function read({ db }: PaymentDeps, id: string | null): Promise<Row | undefined> {
  if (id === null) return undefined
  const [row] = await db.read<Row>(`select ${columns} from withdrawals where id = $1`, [id])
  return row
}

/** What arrives of a withdrawal. */
function arriving({ amount, fee }: Row): Cents {
  return subtract(cents(amount), cents(fee))
}
