import { z } from 'zod'
import { fairGames } from '#contract/games/fairGames.ts'
import { MINES_TILES } from '#contract/games/mines.ts'
import { drawFor, type Outcomes } from '#contract/games/recompute.ts'
import type { SeedGame } from '#contract/sandbox.ts'
import type { AppDeps } from '../deps.ts'
import { roundFloats, visibleSeeds } from '../games/seeds.ts'

export const nextRoundsSchema = z.strictObject({
  game: z.enum(fairGames).exclude(['double']),
  count: z.coerce.number().int().min(1).max(100).default(10),
  mineCount: z.coerce
    .number()
    .int()
    .min(1)
    .max(MINES_TILES - 1)
    .default(3),
  mode: z.enum(['easy', 'medium', 'hard']).default('easy'),
})

interface NextRounds {
  serverSeed: string
  clientSeed: string
  nonce: number
  outcomes: Outcomes[SeedGame][]
}

/** What the player's next rounds would be, by the seeds in force, if all of them were of this game. */
export async function nextRounds(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
  { game, count, ...params }: z.output<typeof nextRoundsSchema>,
): Promise<NextRounds> {
  // Makes the first pair of a player who has none.
  await visibleSeeds(deps, deps.db, userId)
  const [pair] = await deps.db.read<{ server_seed: string; client_seed: string; nonce: number }>(
    'select server_seed, client_seed, nonce from seed_pairs where user_id = $1 and active',
    [userId],
  )
  const draw = drawFor<SeedGame>(game, params)
  if (!pair || !draw.ok) throw new Error(`no rounds of ${game} for player ${userId}`)
  const { server_seed: serverSeed, client_seed: clientSeed, nonce } = pair
  const { floatCount, outcome } = draw.value
  const outcomes = Array.from({ length: count }, (_, index) =>
    outcome(roundFloats({ serverSeed, clientSeed, nonce: nonce + index }, floatCount)),
  )
  return { serverSeed, clientSeed, nonce, outcomes }
}
