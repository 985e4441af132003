import { multiplierNumber } from '#contract/games/multiplier.ts'
import {
  parseRowDouble,
  ROW_DOUBLE_ROWS,
  rowDoubleChance,
  rowDoubleFloatCount,
  rowDoubleOutcome,
  rowDoublePayout,
  rowDoubleState,
  rowDoubleTileError,
  type RowDoubleMode,
} from '#contract/games/rowDouble.ts'
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

const game = 'rowDouble'

export interface RowDoubleBet {
  userId: string
  amount: Cents
  wallet: WalletName
  mode: RowDoubleMode
}

/**
 * The data of a round: the safe tiles (decided with the bet), and the picked tile of each row, from the bottom.
 */
export function rowDoubleOf(row: RoundRow): { mode: RowDoubleMode; safe: number[][]; picks: number[] } {
  return {
    mode: row.params['mode'] as RowDoubleMode,
    safe: (row.outcome?.['safe'] ?? []) as number[][],
    picks: (row.state?.['picks'] ?? []) as number[],
  }
}

/**
 * Takes the stake and draws the safe tiles. Throws betInvalid, stake refusals, roundOpen, or insufficientFunds.
 */
export async function betRowDouble(deps: AppDeps, tx: Tx, bet: RowDoubleBet): Promise<RoundRow> {
  const parsed = parseRowDouble(bet)
  if (!parsed.ok) throw new Refusal(parsed.error)
  return openRound(deps, tx, { ...bet, game }, { mode: bet.mode }, (seeds) => ({
    outcome: { ...rowDoubleOutcome(parsed.value, roundFloats(seeds, rowDoubleFloatCount(parsed.value))) },
    state: { picks: [] },
  }))
}

/**
 * Picks a tile of the next row. `row` (from 0) must be the next row, so that a repeated call does not pick twice.
 */
export async function pickTile(
  deps: AppDeps,
  tx: Tx,
  { userId, roundId, row, tile }: { userId: string; roundId: string; row: number; tile: number },
): Promise<RoundRow> {
  const round = await lockRound(tx, userId, game, roundId)
  if (round.status !== 'open') throw new Refusal('roundFinished')
  const { mode, picks } = rowDoubleOf(round)
  if (row < picks.length) throw new Refusal('tileOpened')
  if (row !== picks.length) throw new Refusal('tileInvalid')
  const error = rowDoubleTileError(mode, tile)
  if (error) throw new Refusal(error)
  return applyPicks(deps, tx, round, [...picks, tile])
}

/**
 * Pays the value of the cleared rows. Throws nothingToCashOut before the first one, roundFinished after the
 * end.
 */
export async function cashOutRowDouble(
  deps: AppDeps,
  tx: Tx,
  { userId, roundId }: { userId: string; roundId: string },
): Promise<RoundRow> {
  const round = await lockRound(tx, userId, game, roundId)
  if (round.status !== 'open') throw new Refusal('roundFinished')
  if (rowDoubleOf(round).picks.length === 0) throw new Refusal('nothingToCashOut')
  return payOut(deps, tx, round)
}

/**
 * Plays one whole round: picks the given tiles row by row until a wrong one, or else cashes out after the last.
 */
export async function playRowDouble(
  deps: AppDeps,
  tx: Tx,
  bet: RowDoubleBet & { tiles: number[] },
): Promise<RoundRow> {
  const invalid = bet.tiles.find((tile) => rowDoubleTileError(bet.mode, tile) !== null)
  if (invalid !== undefined || bet.tiles.length > ROW_DOUBLE_ROWS) throw new Refusal('tileInvalid')
  const round = await betRowDouble(deps, tx, bet)
  const { mode, safe } = rowDoubleOf(round)
  const { rows } = rowDoubleState(mode, { safe }, bet.tiles)
  const updated = await applyPicks(deps, tx, round, bet.tiles.slice(0, rows + 1))
  return updated.status === 'open' ? payOut(deps, tx, updated) : updated
}

/** Ends an open round without the player: pays the cleared rows, or refunds the stake when there are none. */
export async function endRowDouble(deps: AppDeps, tx: Tx, round: RoundRow): Promise<void> {
  if (rowDoubleOf(round).picks.length === 0) await refundOpen(deps, tx, playerActor(round.user_id), round)
  else await payOut(deps, tx, round)
}

async function applyPicks(deps: AppDeps, tx: Tx, round: RoundRow, picks: number[]): Promise<RoundRow> {
  await saveState(tx, round, { picks })
  const { mode, safe } = rowDoubleOf(round)
  const { status, rows } = rowDoubleState(mode, { safe }, picks)
  const updated = { ...round, state: { picks } }
  if (status === 'lost') {
    const counted = countedInGame(
      countedStake(round.stake, rowDoubleChance(mode, rows + 1)),
      edgeOf('rowDouble', null),
    )
    return settleOpen(deps, tx, playerActor(round.user_id), updated, { payout: ZERO, multiplier: 0, counted })
  }
  return status === 'cleared' ? payOut(deps, tx, updated) : updated
}

function payOut(deps: AppDeps, tx: Tx, round: RoundRow): Promise<RoundRow> {
  const { mode, safe, picks } = rowDoubleOf(round)
  const { rows, multiplier } = rowDoubleState(mode, { safe }, picks)
  return settleOpen(deps, tx, playerActor(round.user_id), round, {
    payout: rowDoublePayout(round.stake, mode, rows),
    multiplier: multiplierNumber(multiplier),
    counted: countedInGame(countedStake(round.stake, rowDoubleChance(mode, rows)), edgeOf('rowDouble', null)),
  })
}
