import {
  minesChance,
  minesMaxGems,
  minesOutcome,
  minesPayout,
  minesState,
  minesTileError,
  parseMines,
  parseMinesTiles,
} from '#contract/games/mines.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { ZERO, type Cents, type WalletName } from '#contract/money.ts'
import { countedInGame, edgeOf } from '#contract/rules/gameEdge.ts'
import { countedStake } from '#contract/rules/turnoverWeight.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { playerActor } from '../../ledger/ledger.ts'
import { Refusal } from '../../texts/refusal.ts'
import { lockRound, type RoundRow } from '../roundRows.ts'
import { openRound, refundOpen, saveState, settleOpen } from '../rounds.ts'
import { roundFloats } from '../seeds.ts'

const game = 'mines'

export interface MinesBet {
  userId: string
  amount: Cents
  wallet: WalletName
  mineCount: number
}

/** The data of a mines round: where the mines are (decided with the bet), and the opened tiles in order. */
export function minesOf(row: RoundRow): { mineCount: number; mines: number[]; opened: number[] } {
  return {
    mineCount: Number(row.params['mineCount']),
    mines: (row.outcome?.['mines'] ?? []) as number[],
    opened: (row.state?.['opened'] ?? []) as number[],
  }
}

/**
 * Takes the stake and places the mines. Throws minesInvalid, stake refusals, roundOpen, or insufficientFunds.
 */
export async function betMines(deps: AppDeps, tx: Tx, bet: MinesBet): Promise<RoundRow> {
  const parsed = parseMines({ mineCount: bet.mineCount })
  if (!parsed.ok) throw new Refusal(parsed.error)
  return openRound(deps, tx, { ...bet, game }, { mineCount: bet.mineCount }, (seeds) => ({
    outcome: { mines: minesOutcome(parsed.value, roundFloats(seeds, bet.mineCount)).mines },
    state: { opened: [] },
  }))
}

/** Opens a tile. A mine loses the stake; the last gem settles the round. */
export async function openTile(
  deps: AppDeps,
  tx: Tx,
  { userId, roundId, tile }: { userId: string; roundId: string; tile: number },
): Promise<RoundRow> {
  const round = await lockRound(tx, userId, game, roundId)
  if (round.status !== 'open') throw new Refusal('roundFinished')
  const { mines, opened } = minesOf(round)
  const error = minesTileError(opened, tile)
  if (error) throw new Refusal(error)
  return applyOpened(deps, tx, round, mines, [...opened, tile])
}

/**
 * Pays what the opened gems are worth. Throws nothingToCashOut before the first one, roundFinished after the
 * end.
 */
export async function cashOutMines(
  deps: AppDeps,
  tx: Tx,
  { userId, roundId }: { userId: string; roundId: string },
): Promise<RoundRow> {
  const round = await lockRound(tx, userId, game, roundId)
  if (round.status !== 'open') throw new Refusal('roundFinished')
  if (minesOf(round).opened.length === 0) throw new Refusal('nothingToCashOut')
  return payOut(deps, tx, round)
}

/** Plays one whole round: bet, open the tiles in order until a mine or the last one, cash out. */
export async function playMines(
  deps: AppDeps,
  tx: Tx,
  bet: MinesBet & { tiles: number[] },
): Promise<RoundRow> {
  const tiles = parseMinesTiles(bet.mineCount, bet.tiles)
  if (!tiles.ok) throw new Refusal(tiles.error)
  const round = await betMines(deps, tx, bet)
  const { mines } = minesOf(round)
  const firstMine = tiles.value.findIndex((tile) => mines.includes(tile))
  const updated = await applyOpened(
    deps,
    tx,
    round,
    mines,
    firstMine === -1 ? tiles.value : tiles.value.slice(0, firstMine + 1),
  )
  return updated.status === 'open' ? payOut(deps, tx, updated) : updated
}

/**
 * Ends an open round without the player (stopGame, idle kiosk): pays what was won, or refunds the stake when
 * no gem was opened, because nothing was revealed.
 */
export async function endMines(deps: AppDeps, tx: Tx, round: RoundRow): Promise<void> {
  if (minesOf(round).opened.length === 0) await refundOpen(deps, tx, playerActor(round.user_id), round)
  else await payOut(deps, tx, round)
}

async function applyOpened(
  deps: AppDeps,
  tx: Tx,
  round: RoundRow,
  mines: number[],
  opened: number[],
): Promise<RoundRow> {
  await saveState(tx, round, { opened })
  const state = minesState({ mines }, opened)
  const updated = { ...round, state: { opened } }
  if (state.status === 'lost') {
    const counted = countedInGame(
      countedStake(round.stake, minesChance(mines.length, state.gems + 1)),
      edgeOf('mines', null),
    )
    return settleOpen(deps, tx, playerActor(round.user_id), updated, { payout: ZERO, multiplier: 0, counted })
  }
  return state.gems === minesMaxGems(mines.length) ? payOut(deps, tx, updated) : updated
}

function payOut(deps: AppDeps, tx: Tx, round: RoundRow): Promise<RoundRow> {
  const { mines, opened } = minesOf(round)
  const { gems, multiplier } = minesState({ mines }, opened)
  return settleOpen(deps, tx, playerActor(round.user_id), round, {
    payout: minesPayout(round.stake, mines.length, gems),
    multiplier: multiplierNumber(multiplier),
    counted: countedInGame(countedStake(round.stake, minesChance(mines.length, gems)), edgeOf('mines', null)),
  })
}
