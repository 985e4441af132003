import { randomUUID } from 'node:crypto'
import { newRound, providerCall } from '../harness/thirdParty.ts'
import { held, type Action } from './sequenceActions.ts'

/** The provider's ids of the current round, and its stake in cents. */
const ids = { roundId: '', debitId: '', stake: 0 }

/** A round of a third-party game, which its provider credits or rolls back. */
export const providerRound: Action = held(
  'provider round',
  'cara-ou-coroa',
  async (stage, { player }, amount, wallet) => {
    const { token, roundId, debitId } = await newRound(stage, player)
    Object.assign(ids, { roundId, debitId, stake: amount * 100 })
    const debit = { token, transactionId: debitId, roundId, amount: amount * 100, wallet }
    return providerCall(stage, 'debit', debit)
  },
  async (stage, _gambler, _round, random) => {
    const { roundId, debitId } = ids
    const transactionId = randomUUID()
    if (random.chance(0.3)) {
      await stage.done(await providerCall(stage, 'rollback', { transactionId, debitId }))
      return 'refund'
    }
    const payout = random.pick([0, random.integer(1, 9_000)])
    await stage.done(await providerCall(stage, 'credit', { transactionId, roundId, amount: payout }))
    // Its return of 96 % counts in full.
    return { payout, counts: ids.stake }
  },
)
