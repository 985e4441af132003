import type { FastifyInstance } from 'fastify'
import { gameCalls } from '#contract/http/game.ts'
import * as schema from '#contract/http/game.schema.ts'
import { toWireAmount } from '#contract/money.ts'
import type { Caller } from '../http/caller.ts'
import type { AppDeps } from '../deps.ts'
import { listGames, setFavourite } from '../domain/play/catalogue.ts'
import { openRounds, roundById, roundHistory } from '../games/roundRows.ts'
import { rotateSeeds, visibleSeeds } from '../games/seeds.ts'
import { unshownRounds } from '../games/slots/slots.ts'
import { stopGames } from '../games/stopGames.ts'
import { endpoint, type Player } from '../http/endpoints/endpoint.ts'
import { moneyEndpoint } from '../http/endpoints/moneyEndpoint.ts'
import { sharedEndpoint } from '../http/endpoints/sharedEndpoint.ts'
import { presentGames, presentLiveMatches } from '../presenters/lobby.ts'
import { presentRound } from '../presenters/round.ts'

const tag = 'game'
const defaultHistory = 20

interface MaybePlayer {
  player?: Player | undefined
}

/** Calls of all games: lobby, unfinished rounds, history with proofs, seeds. */
export function registerGame(app: FastifyInstance, deps: AppDeps): void {
  const inPlayOf = async ({ player }: MaybePlayer) => {
    const rounds = player
      ? [...(await openRounds(deps.db, player.userId)), ...(await unshownRounds(deps.db, player.userId))]
      : []
    const unfinished = rounds.map((row) => ({
      kind: 'round' as const,
      gameCode: row.game,
      roundId: row.id,
      amount: toWireAmount(row.stake),
      time: row.created_at.toISOString(),
    }))
    return { data: [...unfinished, ...presentLiveMatches(deps)] }
  }
  const inPlay = { forPlayer: inPlayOf, source: { render: () => ({ data: presentLiveMatches(deps) }) } }
  sharedEndpoint(app, deps, gameCalls.inPlay, schema.inPlay, inPlay, {
    tag,
    summary: 'What is being played now; the double slash belongs to the address',
  })
  // Some proxies merge the double slash of this call into one.
  const singleSlash = { ...gameCalls.inPlay, path: '/api/app/game/inPlay' }
  sharedEndpoint(app, deps, singleSlash, schema.inPlay, inPlay, {
    tag,
    summary: 'The same with one slash',
    isHidden: true,
  })
  endpoint(
    app,
    deps,
    gameCalls.stopGame,
    schema.stopGame,
    async ({ player }) => {
      await stopGames(deps, player.userId)
      return { data: null }
    },
    { tag, summary: 'Ends unfinished rounds: winnings are paid, untouched stakes come back' },
  )
  const readGames = async ({ player, caller }: MaybePlayer & { caller: Caller }) => {
    const games = await listGames(deps, player?.userId)
    return { data: presentGames(games, caller.language) }
  }
  sharedEndpoint(
    app,
    deps,
    gameCalls.list,
    schema.list,
    { forPlayer: readGames, source: { read: readGames } },
    { tag, summary: 'The lobby' },
  )
  endpoint(
    app,
    deps,
    gameCalls.favourite,
    schema.favourite,
    async ({ player, params, body }) => {
      await setFavourite(deps, { userId: player.userId, game: params.gameCode, favourite: body.favourite })
      return { data: null }
    },
    { tag, summary: 'Adds or removes a favourite' },
  )
  endpoint(
    app,
    deps,
    gameCalls.history,
    schema.history,
    async ({ player, params, query }) => {
      const rows = await roundHistory(deps.db, player.userId, params.gameCode, query.limit ?? defaultHistory)
      return { data: rows.map(presentRound) }
    },
    { tag, summary: 'Finished rounds of a game, newest first' },
  )
  endpoint(
    app,
    deps,
    gameCalls.round,
    schema.roundDetail,
    async ({ player, params }) => ({
      data: presentRound(await roundById(deps.db, player.userId, params.roundId)),
    }),
    { tag, summary: 'One round with its proof' },
  )
  endpoint(
    app,
    deps,
    gameCalls.seeds,
    schema.seeds,
    async ({ player }) => ({ data: await visibleSeeds(deps, deps.db, player.userId) }),
    {
      tag,
      summary: 'The active seed pair and the next server seed (by their hashes), and the last revealed pair',
    },
  )
  moneyEndpoint(
    app,
    deps,
    gameCalls.rotateSeeds,
    schema.rotateSeeds,
    async ({ tx, userId, body }) => ({ data: await rotateSeeds(deps, tx, userId, body.clientSeed) }),
    { tag, summary: 'Reveals the server seed and starts a pair with the next one' },
  )
}
