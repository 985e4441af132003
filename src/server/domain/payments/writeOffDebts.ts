import { randomUUID } from 'node:crypto'
import { add, ZERO, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { staffActor } from '../../ledger/ledger.ts'
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
  if (tickets > ZERO) {
    const id = randomUUID()
    await deps.ledger.writeOffDebt(tx, {
      userId,
      actor: staffActor(staffId),
      adjustmentId: id,
      amount: tickets,
    })
    await tx.query(
      `insert into adjustments (id, user_id, account, amount, kind, reason, made_by, created_at)
       values ($1, $2, 'debt', $3, 'writtenOff', $4, $5, $6)`,
      [id, userId, tickets, reason, staffId, deps.clock.now()],
    )
  }
  await notifyPlayer(deps, tx, userId)
  return { tickets, deposits: reversals.reduce((sum, { debt }) => add(sum, debt), ZERO) }
}
