import type { Cents } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import { recordDifference } from '../domain/payments/reconciliation/differences.ts'

/** A win that was not paid, because the round would have won more than any may. */
interface RefusedWin {
  userId: string
  game: string
  /** The provider's id of the round, and of the transaction. */
  round: string
  transactionId: string
  /** Our id of the round; the provider's of the bet where nothing was staked. */
  subject: string
  amount: Cents
}

/**
 * Tells staff of a win that is refused: the player is told by the game that it was won. The provider repeats it for hours, and it
 * is recorded once.
 */
export async function recordRefusedWin(
  deps: Pick<AppDeps, 'db' | 'log' | 'clock'>,
  provider: string,
  { userId, game, round, transactionId, subject, amount }: RefusedWin,
): Promise<void> {
  deps.log.error(
    { provider, userId, game, round, transactionId, amount },
    'a win of a game is higher than any may be, and was refused',
  )
  await deps.db.tx((tx) =>
    recordDifference(
      deps,
      tx,
      { provider, side: 'games' },
      {
        kind: 'winRefused',
        subject,
        userId,
        reference: round,
        ours: null,
        theirs: { state: 'won', amount },
        at: deps.clock.now(),
      },
    ),
  )
}

/** For a statement on game_rounds r: no win of the round was refused, or staff have settled it. */
export const hasNoRefusedWinSql = `not exists (select from payment_differences d where d.side = 'games' and d.kind = 'winRefused'
  and d.state = 'open' and d.provider = r.provider and d.user_id = r.user_id and d.reference = r.params ->> 'round')`
