import { randomUUID } from 'node:crypto'
import { cents } from '#contract/money.ts'
import type { AppDeps } from '#server/deps.ts'
import { testActor } from './testActor.ts'

/** Posts a settled cash bet with its round, without a draw. Bets on double count in full for rewards. */
export async function playedRound(
  deps: Pick<AppDeps, 'db' | 'ledger' | 'clock'>,
  {
    userId,
    stake,
    payout = 0,
    game = 'double',
  }: { userId: string; stake: number; payout?: number; game?: string },
) {
  const roundId = randomUUID()
  return deps.db.tx(async (tx) => {
    await tx.query(
      `insert into game_rounds (id, user_id, game, wallet, stake, payout, status, created_at, settled_at)
       values ($1, $2, $3, 'cash', $4, $5, 'settled', $6, $6)`,
      [roundId, userId, game, stake, payout, deps.clock.now()],
    )
    return deps.ledger.instantRound(tx, {
      actor: testActor,
      userId,
      roundId,
      stake: cents(stake),
      payout: cents(payout),
      wallet: 'cash',
      game,
    })
  })
}

/** Posts that a bet on sports of an earlier day was corrected to a refund: it counts against the day of the correction. */
export function correctedToRefund(
  { db, ledger }: Pick<AppDeps, 'db' | 'ledger'>,
  userId: string,
  stake: number,
): Promise<void> {
  return db.tx((tx) =>
    ledger.correctTicket(tx, {
      actor: testActor,
      userId,
      ticketId: randomUUID(),
      number: 2,
      stake: cents(-stake),
      wallet: 'cash',
      change: { cash: cents(stake), bonus: cents(0) },
    }),
  )
}
