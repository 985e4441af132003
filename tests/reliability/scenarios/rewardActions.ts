import assert from 'node:assert/strict'
import type { WalletName } from '#contract/money.ts'
import { commissionClaim, ladderClaim, rebateClaim, rebateStakes } from '../harness/claimFlows.ts'
import type { Call } from '../harness/send.ts'
import type { Stage } from '../harness/Stage.ts'
import { callServer, toCents, type Action, type Gambler } from './sequenceActions.ts'

interface Reward {
  name: string
  table: 'rebate_claims' | 'commission_claims' | 'ladder_claims'
  wallet: WalletName
  /** How many times the reward must be wagered. */
  turnover: number
  /** Meets the conditions of the reward and returns its claim, or undefined when the player has too little money. */
  earn(stage: Stage, gambler: Gambler): Promise<Call | undefined>
}

/** Earns the reward and claims it: the first claim is paid. A later one is refused until another day has ended. */
const reward = ({ name, table, wallet, turnover, earn }: Reward): Action => ({
  name,
  async run(stage, gambler) {
    const call = await earn(stage, gambler)
    if (!call) return 'not earned'
    const [earlier] = await stage.db.read(`select 1 from ${table} where user_id = $1`, [
      gambler.player.userId,
    ])
    const paid = await callServer<{ amount: number }>(stage, gambler, call)
    assert.ok(paid ?? earlier, `the first ${name} is refused`)
    if (!paid) return 'refused'
    const amount = toCents(paid.amount)
    gambler.apply({ op: 'grant', ref: gambler.nextRef(), amount, wallet, turnover: amount * turnover })
    return 'done'
  },
})

export const rewardActions: readonly Action[] = [
  reward({
    name: 'rebate',
    table: 'rebate_claims',
    wallet: 'cash',
    turnover: 1,
    async earn(stage, gambler) {
      const needed = rebateStakes.reduce((sum, stake) => sum + stake, 0)
      if (gambler.model.balances().cash < needed) return undefined
      const call = await rebateClaim(stage, gambler.player)
      for (const stake of rebateStakes) {
        const ref = gambler.nextRef()
        gambler.apply({ op: 'play', ref, stake, payout: 0, wallet: 'cash', counts: stake })
      }
      return call
    },
  }),
  reward({
    name: 'commission',
    table: 'commission_claims',
    wallet: 'cash',
    turnover: 0,
    earn: (stage, { player }) => commissionClaim(stage, player),
  }),
  reward({
    name: 'ladder',
    table: 'ladder_claims',
    wallet: 'bonus',
    turnover: 1,
    earn: (stage, { player }) => ladderClaim(stage, player),
  }),
]
