import type { FastifyInstance } from 'fastify'
import { minesCalls } from '#contract/http/mines.ts'
import * as schema from '#contract/http/game.schema.ts'
import { fromWireWallet } from '#contract/http/wallet.ts'
import type { AppDeps } from '../deps.ts'
import { betMines, cashOutMines, openTile, playMines } from '../games/mines/mines.ts'
import { openRoundOf } from '../games/roundRows.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { moneyEndpoint } from '../http/endpoints/moneyEndpoint.ts'
import { presentMines } from '../presenters/mines.ts'

const tag = 'mines'

/** Calls of mines: bet, open, cash out, automatic rounds, and the open round for a reload. */
export function registerMines(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    minesCalls.current,
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
    minesCalls.bet,
    schema.minesBet,
    async ({ tx, userId, body }) => {
      const wallet = fromWireWallet(body.wallet)
      return { data: presentMines(await betMines(deps, tx, { ...body, userId, wallet })) }
    },
    { tag, summary: 'Takes the stake and starts a round', takesBet: 'mines' },
  )
  moneyEndpoint(
    app,
    deps,
    minesCalls.open,
    schema.minesOpen,
    async ({ tx, userId, body }) => ({ data: presentMines(await openTile(deps, tx, { ...body, userId })) }),
    { tag, summary: 'Opens a tile' },
  )
  moneyEndpoint(
    app,
    deps,
    minesCalls.cashOut,
    schema.minesCashOut,
    async ({ tx, userId, body }) => ({
      data: presentMines(await cashOutMines(deps, tx, { ...body, userId })),
    }),
    { tag, summary: 'Cashes out' },
  )
  moneyEndpoint(
    app,
    deps,
    minesCalls.auto,
    schema.minesAuto,
    async ({ tx, userId, body }) => {
      const wallet = fromWireWallet(body.wallet)
      return { data: presentMines(await playMines(deps, tx, { ...body, userId, wallet })) }
    },
    { tag, summary: 'One whole round at once, for automatic play', takesBet: 'mines' },
  )
}
