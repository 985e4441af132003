import type { FastifyInstance } from 'fastify'
import { minesPayout, minesState } from '#contract/games/mines.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { gameCalls } from '#contract/http/game.ts'
import * as schema from '#contract/http/game.schema.ts'
import { fromWireWallet } from '#contract/http/order.ts'
import { toWireAmount } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import { betMines, cashOutMines, minesOf, openTile, playMines } from '../games/mines/mines.ts'
import { openRoundOf, type RoundRow } from '../games/roundRows.ts'
import { endpoint, moneyEndpoint } from './endpoint.ts'
import { presentRoundBase } from '../presenters/round.ts'

const tag = 'mines'

/** A round of mines on the wire. While it is open, its mines stay on the server. */
function presentMines(row: RoundRow) {
  const { mineCount, mines, opened } = minesOf(row)
  const base = presentRoundBase(row)
  const { status } = base
  const state = minesState({ mines }, opened)
  return {
    ...base,
    mineCount,
    opened,
    mines: status === 'open' ? null : mines,
    multiplier: status === 'lost' ? 0 : multiplierNumber(state.multiplier),
    nextMultiplier:
      status === 'open' && state.nextMultiplier !== null ? multiplierNumber(state.nextMultiplier) : null,
    payout: toWireAmount(status === 'open' ? minesPayout(row.stake, mineCount, state.gems) : row.payout),
  }
}

/** Calls of mines: bet, open, cash out, automatic rounds, and the open round for a reload. */
export function registerMines(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    gameCalls.minesCurrent,
    schema.minesCurrent,
    async ({ player }) => {
      const row = await openRoundOf(deps.db, player.userId, 'mines')
      return { data: row ? presentMines(row) : null }
    },
    { tag, summary: 'The unfinished round, to be resumed' },
  )
  moneyEndpoint(
    app,
    deps,
    gameCalls.minesBet,
    schema.minesBet,
    async ({ tx, userId, body }) => {
      const wallet = fromWireWallet(body.wallet ?? 'balance')
      return { data: presentMines(await betMines(deps, tx, { ...body, userId, wallet })) }
    },
    { tag, summary: 'Takes the stake and starts a round' },
  )
  moneyEndpoint(
    app,
    deps,
    gameCalls.minesOpen,
    schema.minesOpen,
    async ({ tx, userId, body }) => ({ data: presentMines(await openTile(deps, tx, { ...body, userId })) }),
    { tag, summary: 'Opens a tile' },
  )
  moneyEndpoint(
    app,
    deps,
    gameCalls.minesCashOut,
    schema.minesCashOut,
    async ({ tx, userId, body }) => ({
      data: presentMines(await cashOutMines(deps, tx, { ...body, userId })),
    }),
    { tag, summary: 'Cashes out' },
  )
  moneyEndpoint(
    app,
    deps,
    gameCalls.minesAuto,
    schema.minesAuto,
    async ({ tx, userId, body }) => {
      const wallet = fromWireWallet(body.wallet ?? 'balance')
      return { data: presentMines(await playMines(deps, tx, { ...body, userId, wallet })) }
    },
    { tag, summary: 'One whole round at once, for automatic play' },
  )
}
