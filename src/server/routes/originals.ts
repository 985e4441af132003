import type { FastifyInstance } from 'fastify'
import { originalCalls } from '#contract/http/originals.ts'
import * as schema from '#contract/http/originals.schema.ts'
import { fromWireWallet } from '#contract/http/wallet.ts'
import type { AppDeps } from '../deps.ts'
import { playDice } from '../games/dice/dice.ts'
import { playLimbo } from '../games/limbo/limbo.ts'
import { playLuckyColor } from '../games/luckyColor/luckyColor.ts'
import { betRowDouble, cashOutRowDouble, pickTile, playRowDouble } from '../games/rowDouble/rowDouble.ts'
import { openRoundOf } from '../games/roundRows.ts'
import { endpoint, moneyEndpoint } from './endpoint.ts'
import { presentRound } from '../presenters/round.ts'
import { presentRowDouble } from '../presenters/rowDouble.ts'

/** Calls of dice, limbo and lucky colour, which are decided at once. */
export function registerInstantGames(app: FastifyInstance, deps: AppDeps): void {
  moneyEndpoint(
    app,
    deps,
    originalCalls.diceBet,
    schema.diceBet,
    async ({ tx, userId, body }) => ({
      data: presentRound(await playDice(deps, tx, { ...body, userId, wallet: fromWireWallet(body.wallet) })),
    }),
    { tag: 'dice', summary: 'Rolls once, over or under' },
  )
  moneyEndpoint(
    app,
    deps,
    originalCalls.limboBet,
    schema.limboBet,
    async ({ tx, userId, body }) => ({
      data: presentRound(await playLimbo(deps, tx, { ...body, userId, wallet: fromWireWallet(body.wallet) })),
    }),
    { tag: 'limbo', summary: 'Plays for a target multiplier' },
  )
  moneyEndpoint(
    app,
    deps,
    originalCalls.luckyColorBet,
    schema.luckyColorBet,
    async ({ tx, userId, body }) => ({
      data: presentRound(
        await playLuckyColor(deps, tx, { ...body, userId, wallet: fromWireWallet(body.wallet) }),
      ),
    }),
    { tag: 'luckyColor', summary: 'One digit for several stakes' },
  )
}

export function registerRowDouble(app: FastifyInstance, deps: AppDeps): void {
  const tag = 'rowDouble'
  endpoint(
    app,
    deps,
    originalCalls.rowDoubleCurrent,
    schema.rowDoubleCurrent,
    async ({ player }) => {
      const row = await openRoundOf(deps.db, player.userId, 'rowDouble')
      return { data: row ? presentRowDouble(row) : null }
    },
    { tag, summary: 'The unfinished tower, to be resumed' },
  )
  moneyEndpoint(
    app,
    deps,
    originalCalls.rowDoubleBet,
    schema.rowDoubleBet,
    async ({ tx, userId, body }) => ({
      data: presentRowDouble(
        await betRowDouble(deps, tx, { ...body, userId, wallet: fromWireWallet(body.wallet) }),
      ),
    }),
    { tag, summary: 'Takes the stake and starts a tower' },
  )
  moneyEndpoint(
    app,
    deps,
    originalCalls.rowDoublePick,
    schema.rowDoublePick,
    async ({ tx, userId, body }) => ({
      data: presentRowDouble(await pickTile(deps, tx, { ...body, userId })),
    }),
    { tag, summary: 'Picks a tile of the next row' },
  )
  moneyEndpoint(
    app,
    deps,
    originalCalls.rowDoubleCashOut,
    schema.rowDoubleCashOut,
    async ({ tx, userId, body }) => ({
      data: presentRowDouble(await cashOutRowDouble(deps, tx, { ...body, userId })),
    }),
    { tag, summary: 'Cashes out' },
  )
  moneyEndpoint(
    app,
    deps,
    originalCalls.rowDoubleAuto,
    schema.rowDoubleAuto,
    async ({ tx, userId, body }) => ({
      data: presentRowDouble(
        await playRowDouble(deps, tx, { ...body, userId, wallet: fromWireWallet(body.wallet) }),
      ),
    }),
    { tag, summary: 'One whole tower at once, for automatic play' },
  )
}
