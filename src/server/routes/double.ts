import type { FastifyInstance } from 'fastify'
import { doubleCalls } from '#contract/http/double.ts'
import * as schema from '#contract/http/double.schema.ts'
import { fromWireWallet, toWireWallet } from '#contract/http/wallet.ts'
import { toWireAmount } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import { betDouble } from '../games/double/double.ts'
import { advanceRounds } from '../games/double/sharedRound.ts'
import { lastResults, ownBets, presentDouble, readDoubleRound } from '../games/double/state.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { moneyEndpoint } from '../http/endpoints/moneyEndpoint.ts'
import { presentRound } from '../presenters/round.ts'

const tag = 'double'

/** Calls of double: the current shared round, and bets on it. */
export function registerDouble(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    doubleCalls.state,
    schema.doubleState,
    async ({ player }) => {
      await advanceRounds(deps)
      const round = await readDoubleRound(deps)
      if (!round) throw new Error('double has no round')
      const now = deps.clock.now()
      const mine = player ? await ownBets(deps, player.userId, round.sequence) : []
      const results = await lastResults(deps, now)
      return {
        data: {
          ...presentDouble(round, now),
          mine: mine.map(({ id, colour, stake, wallet }) => ({
            betId: id,
            colour,
            amount: toWireAmount(stake),
            wallet: toWireWallet(wallet),
          })),
          history: results.map(({ sequence, slot, server_seed }) => ({
            roundId: String(sequence),
            slot,
            serverSeed: server_seed,
          })),
        },
      }
    },
    { tag, summary: 'The shared round, bets of all players, last results' },
  )
  moneyEndpoint(
    app,
    deps,
    doubleCalls.bet,
    schema.doubleBet,
    async ({ tx, userId, body }) => {
      const wallet = fromWireWallet(body.wallet)
      return { data: presentRound(await betDouble(deps, tx, { ...body, userId, wallet })) }
    },
    { tag, summary: 'Bets on a colour of the current round; any number of times', takesBet: 'double' },
  )
}
