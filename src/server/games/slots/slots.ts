import { formatAmount } from '#contract/moneyTexts.ts'
import {
  slotFloatCount,
  slotMultiplier,
  slotOutcome,
  slotPayout,
  slotRound,
  slotStakeError,
  SLOT_MAX_STAKE,
  SLOT_MIN_STAKE,
  type SlotCode,
} from '#contract/games/slots.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { languages } from '#contract/languages.ts'
import { toNumber } from '#contract/rational.ts'
import { slotReturn } from '#contract/games/slotReturn.ts'
import { countedInGame, edgeOf } from '#contract/rules/gameEdge.ts'
import type { Cents, WalletName } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx, Writer } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { roundById, type RoundRow } from '../roundRows.ts'
import { playInstant } from '../rounds.ts'
import { roundFloats } from '../seeds.ts'

const edges = new Map<SlotCode, number>()

/** Computed once for each slot: every round needs it. */
function edgeOfSlot(game: SlotCode): number {
  const edge = edges.get(game) ?? edgeOf(game, toNumber(slotReturn(game).total))
  edges.set(game, edge)
  return edge
}

/**
 * Plays one round with all its free spins: decided and paid in this transaction, so that nothing is lost if
 * the animation does not end. Throws stake refusals with the limit, or insufficientFunds.
 */
export async function playSlot(
  deps: AppDeps,
  tx: Tx,
  bet: { userId: string; game: SlotCode; amount: Cents; wallet: WalletName },
): Promise<RoundRow> {
  const { game, userId } = bet
  const error = slotStakeError(bet.amount)
  if (error) {
    const limit = error === 'stakeTooHigh' ? SLOT_MAX_STAKE : SLOT_MIN_STAKE
    throw new Refusal(error, { params: { limit: (code) => formatAmount(limit, languages[code]) } })
  }
  let hasFreeSpins = false
  const row = await playInstant(deps, tx, userId, {
    ...bet,
    params: {},
    decide(seeds) {
      const outcome = slotOutcome(game, roundFloats(seeds, slotFloatCount(game)))
      const { units } = slotRound(game, outcome)
      hasFreeSpins = outcome.freeStops.length > 0
      return {
        outcome: { ...outcome },
        payout: slotPayout(bet.amount, units),
        multiplier: multiplierNumber(slotMultiplier(units)),
        counted: countedInGame(bet.amount, edgeOfSlot(game)),
      }
    },
  })
  // Spinning again counts as having seen the previous round.
  if (hasFreeSpins) {
    tx.sendWithCommit(
      `insert into slot_replays (user_id, game, round_id) values ($1, $2, $3)
       on conflict (user_id, game) do update set round_id = excluded.round_id`,
      [userId, game, row.id],
    )
  } else tx.sendWithCommit('delete from slot_replays where user_id = $1 and game = $2', [userId, game])
  return row
}

/** The last round of a slot whose free spins were not shown to the end, or null. */
export async function unshownRound(db: Reader, userId: string, game: SlotCode): Promise<RoundRow | null> {
  const [replay] = await db.read<{ round_id: string }>(
    'select round_id from slot_replays where user_id = $1 and game = $2',
    [userId, game],
  )
  return replay ? roundById(db, userId, replay.round_id) : null
}

/** The unshown rounds of all slots, to which the player is redirected. */
export async function unshownRounds(db: Reader, userId: string): Promise<RoundRow[]> {
  const replays = await db.read<{ round_id: string }>(
    'select round_id from slot_replays where user_id = $1 order by game',
    [userId],
  )
  return Promise.all(replays.map(({ round_id: id }) => roundById(db, userId, id)))
}

/** Marks a round as shown to the end; without a round, all rounds of the player. */
export async function markShown(db: Writer, userId: string, roundId?: string): Promise<void> {
  await db.write('delete from slot_replays where user_id = $1 and ($2::text is null or round_id = $2)', [
    userId,
    roundId ?? null,
  ])
}
