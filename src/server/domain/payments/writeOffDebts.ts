import { randomUUID } from 'node:crypto'
import { add, min, subtract, ZERO, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { playerActor, staffActor } from '../../ledger/ledger.ts'
import { Refusal } from '../../texts/refusal.ts'
import { readDebt } from './debts.ts'
import { listReversals, settleDebt } from './reversals.ts'
import { notifyPlayer } from './withdrawalRows.ts'

/** More deposits of one player were never taken back; the rest would be written off with the next action. */
const mostReversals = 1_000

/**
 * Gives up all that a player owes, at the house's expense: for corrected tickets by a posting, and for deposits that banks took
 * back by closing them. Returns how much it was. Throws conflict where nothing is owed. The caller has locked the wallet.
 */
export async function writeOffDebts(
  deps: Pick<AppDeps, 'clock' | 'ledger' | 'bus'>,
  tx: Tx,
  { userId, staffId, reason }: { userId: string; staffId: string; reason: string },
): Promise<{ tickets: Cents; deposits: Cents }> {
  const tickets = await readDebt(tx, userId)
  const reversals = await listReversals(tx, { userId, withDebt: true }, mostReversals)
  if (tickets === ZERO && reversals.length === 0) throw new Refusal('conflict')
  for (const reversal of reversals) await settleDebt(deps, tx, reversal, { by: staffId, reason })
  if (tickets > ZERO) await closeTicketDebt(deps, tx, { userId, amount: tickets, by: staffId, reason })
  await notifyPlayer(deps, tx, userId)
  return { tickets, deposits: reversals.reduce((sum, { debt }) => add(sum, debt), ZERO) }
}

/**
 * Pays what a player owes from `amount`, which the player has just left to the house: first for corrected tickets, then for deposits that
 * banks took back. The caller has locked the wallet.
 */
export async function payDebtsWithRest(
  deps: Pick<AppDeps, 'clock' | 'ledger'>,
  tx: Tx,
  { userId, amount }: { userId: string; amount: Cents },
): Promise<void> {
  const tickets = min(amount, await readDebt(tx, userId))
  if (tickets > ZERO) await closeTicketDebt(deps, tx, { userId, amount: tickets, by: null, reason: '' })
  let left = subtract(amount, tickets)
  for (const { provider, id, debt } of await listReversals(tx, { userId, withDebt: true }, mostReversals)) {
    const paid = min(left, debt)
    if (paid <= ZERO) break
    await tx.query(
      'update deposit_reversals set paid = paid + $4 where user_id = $1 and provider = $2 and id = $3',
      [userId, provider, id, paid],
    )
    left = subtract(left, paid)
  }
}

/** `by`: a member of staff; null: the player, with what was left to the house. */
async function closeTicketDebt(
  deps: Pick<AppDeps, 'clock' | 'ledger'>,
  tx: Tx,
  { userId, amount, by, reason }: { userId: string; amount: Cents; by: string | null; reason: string },
): Promise<void> {
  const id = randomUUID()
  const actor = by === null ? playerActor(userId) : staffActor(by)
  await deps.ledger.writeOffDebt(tx, { userId, actor, adjustmentId: id, amount })
  await tx.query(
    `insert into adjustments (id, user_id, account, amount, kind, reason, made_by, created_at)
     values ($1, $2, 'debt', $3, 'writtenOff', $4, $5, $6)`,
    [id, userId, amount, reason, by ?? 'player', deps.clock.now()],
  )
}
