import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Call } from '#contract/http/call.ts'
import { originalCalls } from '#contract/http/originals.ts'
import * as schema from '#contract/http/originals.schema.ts'
import { fromWireWallet } from '#contract/http/wallet.ts'
import type { AppDeps } from '../deps.ts'
import { RecentSessions } from '../domain/accounts/recentSessions.ts'
import { Refusal } from '../texts/refusal.ts'
import { diceBet } from '../games/dice/dice.ts'
import { InstantBets } from '../games/instant/InstantBets.ts'
import { limboBet } from '../games/limbo/limbo.ts'
import { luckyColorBet } from '../games/luckyColor/luckyColor.ts'
import { betRowDouble, cashOutRowDouble, pickTile, playRowDouble } from '../games/rowDouble/rowDouble.ts'
import { openRoundOf } from '../games/roundRows.ts'
import { playInstant, type InstantBet } from '../games/rounds.ts'
import { successEnvelope } from '../presenters/envelope.ts'
import { endpoint, type Description, type Parsed } from '../http/endpoints/endpoint.ts'
import { moneyEndpoint } from '../http/endpoints/moneyEndpoint.ts'
import { presentRound } from '../presenters/round.ts'
import { presentRowDouble } from '../presenters/rowDouble.ts'

/** Calls of dice, limbo and lucky colour, which are decided at once. */
export function registerInstantGames(app: FastifyInstance, deps: AppDeps): void {
  const register = instantGames(app, deps)
  register(
    originalCalls.diceBet,
    schema.diceBet,
    ({ amount, wallet, direction, chance }) =>
      diceBet({ amount, wallet: fromWireWallet(wallet), direction, chance }),
    { tag: 'dice', summary: 'Rolls once, over or under', takesBet: 'dice' },
  )
  register(
    originalCalls.limboBet,
    schema.limboBet,
    ({ amount, wallet, target }) => limboBet({ amount, wallet: fromWireWallet(wallet), target }),
    { tag: 'limbo', summary: 'Plays for a target multiplier', takesBet: 'limbo' },
  )
  register(
    originalCalls.luckyColorBet,
    schema.luckyColorBet,
    ({ wallet, stakes }) => luckyColorBet({ wallet: fromWireWallet(wallet), stakes }),
    { tag: 'luckyColor', summary: 'One digit for several stakes', takesBet: 'luckyColor' },
  )
}

/** How a game that is decided at once is registered: ordinary bets are played in batches. */
function instantGames(app: FastifyInstance, deps: AppDeps) {
  const bets = new InstantBets(deps)
  const sessions = new RecentSessions(deps)
  return <Body extends z.ZodType>(
    call: Call,
    schemas: { body: Body; data: typeof schema.diceBet.data },
    toBet: (body: Parsed<{ body: Body; data: typeof schema.diceBet.data }, 'body'>) => InstantBet,
    description: Description,
  ) =>
    moneyEndpoint(
      app,
      deps,
      call,
      schemas,
      async ({ tx, userId, body }) => ({
        data: presentRound(await playInstant(deps, tx, userId, toBet(body))),
      }),
      description,
      {
        sessions,
        playAlone: (userId, work) => bets.playAlone(userId, work),
        async play({ player, body, caller }, keyed) {
          const bet = betOrRefusal(() => toBet(body))
          // The usual way stores the refusal for the key.
          if (bet instanceof Refusal) return undefined
          return bets.play({
            userId: keyed.userId,
            key: keyed.key,
            route: keyed.route,
            bodyHash: keyed.bodyHash,
            sessionId: player.session.id,
            bet,
            respond: (round) =>
              JSON.stringify(successEnvelope(caller.language, { data: presentRound(round) })),
          })
        },
      },
    )
}

function betOrRefusal(toBet: () => InstantBet): InstantBet | Refusal {
  try {
    return toBet()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
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
    { tag, summary: 'Takes the stake and starts a tower', takesBet: 'rowDouble' },
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
    { tag, summary: 'One whole tower at once, for automatic play', takesBet: 'rowDouble' },
  )
}
