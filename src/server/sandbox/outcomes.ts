import { setImmediate as turn } from 'node:timers/promises'
import { z } from 'zod'
import { diceOutcome } from '#contract/games/dice.ts'
import { newSeed } from '#contract/games/fair.ts'
import { limboOutcome } from '#contract/games/limbo.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { slotFloatCount, slotMultiplier, slotOutcome, slotRound } from '#contract/games/slots.ts'
import { isSlotCode, slotCodes } from '#contract/games/slotThemes.ts'
import type { AppDeps } from '../deps.ts'
import { roundFloats } from '../games/seeds.ts'
import { Refusal } from '../texts/refusal.ts'
import { fixSeeds } from './seeds.ts'

/** One in this many rounds can be asked for. */
const mostAttempts = 200_000
/** Other calls have their turn in between. */
const attemptsPerTurn = 250

export const outcomeSchema = z.strictObject({
  game: z.enum(['dice', 'limbo', ...slotCodes]),
  /** Of the roll in dice, the multiplier in limbo and slots (0: nothing is won). */
  min: z.number().min(0).max(1_000_000).optional(),
  max: z.number().min(0).max(1_000_000).optional(),
  /** Of slots: whether the round has free spins. */
  freeSpins: z.boolean().optional(),
})

type Wanted = z.output<typeof outcomeSchema>

interface Found {
  result: number
  freeSpins: number
}

/**
 * Looks for seeds whose first round of the game has such a result, and gives them to the player: the outcome is that of the
 * seeds, as always. Throws fieldInvalid if none is found.
 */
export async function fixOutcome(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
  wanted: Wanted,
): Promise<Found & Awaited<ReturnType<typeof fixSeeds>>> {
  const { game, min = 0, max = Infinity, freeSpins } = wanted
  if (freeSpins !== undefined && !isSlotCode(game)) throw invalid('freeSpins', game)
  const clientSeed = newSeed().slice(0, 20)
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const seeds = { serverSeed: newSeed(), clientSeed, nonce: 0 }
    const found = resultOf(game, seeds)
    const isWanted = found.result >= min && found.result <= max
    if (isWanted && (freeSpins === undefined || found.freeSpins > 0 === freeSpins))
      return { ...found, ...(await fixSeeds(deps, userId, seeds)) }
    if (attempt % attemptsPerTurn === 0) await turn()
  }
  throw invalid('game', 'no such result found')
}

function resultOf(game: Wanted['game'], seeds: Parameters<typeof roundFloats>[0]): Found {
  if (game === 'dice') return { result: diceOutcome(roundFloats(seeds, 1)).roll, freeSpins: 0 }
  if (game === 'limbo') return { result: limboOutcome(roundFloats(seeds, 1)).result, freeSpins: 0 }
  const outcome = slotOutcome(game, roundFloats(seeds, slotFloatCount(game)))
  const { units } = slotRound(game, outcome)
  return { result: multiplierNumber(slotMultiplier(units)), freeSpins: outcome.freeStops.length }
}

function invalid(field: string, reason: string): Refusal {
  return new Refusal('fieldInvalid', { params: { field }, data: { field, reason } })
}
