import type { FastifyInstance } from 'fastify'
import { MAX_WIN } from '#contract/games/gameCodes.ts'
import { toNumber } from '#contract/rational.ts'
import { slotReturn } from '#contract/games/slotReturn.ts'
import {
  isSlotCode,
  slotStakes,
  SLOT_MAX_STAKE,
  SLOT_MIN_STAKE,
  type SlotCode,
} from '#contract/games/slots.ts'
import { gameSessionCalls, slotCalls } from '#contract/http/slots.ts'
import * as schema from '#contract/http/slots.schema.ts'
import { fromWireWallet, toWireBalances } from '#contract/http/wallet.ts'
import { toWireAmount } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import { createGameTicket, exchangeGameTicket, openGameSession } from '../domain/play/gameAccess.ts'
import { AnswerUnknownError, ProviderRefusedError } from '../providers/errors.ts'
import { Refusal } from '../texts/refusal.ts'
import { roundHistory } from '../games/roundRows.ts'
import { markShown, playSlot, unshownRound } from '../games/slots/slots.ts'
import { originsOf } from '../http/origins.ts'
import { offeredGame } from '../domain/play/catalogue.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { moneyEndpoint } from '../http/endpoints/moneyEndpoint.ts'
import { presentSlotRound } from '../presenters/slots.ts'

const tag = 'slots'
const recentRounds = 20

/** Calls that open games in frames, and those of our own slots inside them. */
export function registerSlots(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    gameSessionCalls.open,
    schema.session,
    async ({ player, params: { gameCode }, caller, request }) => {
      const offered = await offeredGame(deps, gameCode, caller.language)
      if (!offered) throw new Refusal('gameUnknown')
      const { provider, name } = offered
      const { ticket, expiresAt } = await createGameTicket(deps, player.session, gameCode)
      const origins = originsOf(deps.config, request)
      const url = await launched(deps, () =>
        provider.launch(gameCode, origins, caller, {
          userId: player.userId,
          openSession: () => openGameSession(deps, player.session, gameCode),
        }),
      )
      return {
        data: {
          url,
          origin: new URL(url).origin,
          exitOrigin: origins.games,
          hasProtocol: provider.hasProtocol,
          name,
          ticket,
          expiresAt: expiresAt.toISOString(),
        },
      }
    },
    { tag, summary: 'A page to frame and a ticket for it: single use, one minute' },
  )
  endpoint(
    app,
    deps,
    slotCalls.exchange,
    schema.exchange,
    async ({ body }) => {
      const { token, expiresAt } = await exchangeGameTicket(deps, {
        ticket: body.ticket,
        game: body.gameCode,
      })
      return { data: { token, gameCode: body.gameCode, expiresAt: expiresAt.toISOString() } }
    },
    { tag, summary: 'The game exchanges its ticket for a session of this game and player' },
  )
  endpoint(
    app,
    deps,
    slotCalls.state,
    schema.state,
    async ({ player: { userId, game } }) => {
      const code = slotOf(game)
      const [wallet, unshown, recent] = await Promise.all([
        deps.ledger.wallet(deps.db, userId),
        unshownRound(deps.db, userId, code),
        roundHistory(deps.db, userId, code, recentRounds),
      ])
      return {
        data: {
          gameCode: code,
          ...toWireBalances(wallet),
          minStake: toWireAmount(SLOT_MIN_STAKE),
          maxStake: toWireAmount(SLOT_MAX_STAKE),
          stakes: slotStakes.map(toWireAmount),
          maxWin: toWireAmount(MAX_WIN),
          rtp: rtpOf(code),
          unseen: unshown && presentSlotRound(code, unshown),
          recent: recent.map((row) => presentSlotRound(code, row)),
        },
      }
    },
    { tag, summary: 'Wallet, limits, the last rounds, and the one whose free spins were not shown' },
  )
  moneyEndpoint(
    app,
    deps,
    slotCalls.spin,
    schema.spin,
    async ({ tx, userId, player, body: { gameCode, amount, wallet } }) => {
      if (player.game !== gameCode) throw new Refusal('forbidden')
      const bet = { userId, game: gameCode, amount, wallet: fromWireWallet(wallet) }
      const row = await playSlot(deps, tx, bet)
      const after = await deps.ledger.wallet(tx, userId)
      return { data: { ...presentSlotRound(gameCode, row), ...toWireBalances(after) } }
    },
    { tag, summary: 'One round with all its free spins', takesBet: 'slots' },
  )
  endpoint(
    app,
    deps,
    slotCalls.shown,
    schema.shown,
    async ({ player, body }) => {
      await markShown(deps.db, player.userId, body.roundId)
      return { data: null }
    },
    { tag, summary: 'The free spins of a round were shown to the end' },
  )
}

/** What the provider says about a game that it does not open is for the log. */
async function launched({ log }: Pick<AppDeps, 'log'>, launch: () => Promise<string>): Promise<string> {
  try {
    return await launch()
  } catch (error) {
    if (!(error instanceof AnswerUnknownError || error instanceof ProviderRefusedError)) throw error
    log.warn(error, 'a game was not opened')
    throw new Refusal('gameProviderDown')
  }
}

/** The slot of a game session. Throws `forbidden` for the session of a third-party game. */
function slotOf(game: string): SlotCode {
  if (!isSlotCode(game)) throw new Refusal('forbidden')
  return game
}

const returns = new Map<SlotCode, number>()

/** The exact return to player, a fraction; computed once. */
function rtpOf(code: SlotCode): number {
  const rtp = returns.get(code) ?? toNumber(slotReturn(code).total)
  returns.set(code, rtp)
  return rtp
}
