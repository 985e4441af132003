import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  DOUBLE_BETTING_MS,
  DOUBLE_LANDS_MS,
  DOUBLE_ROUND_MS,
  DOUBLE_SLOTS,
  doubleColour,
  doubleOutcome,
} from '#contract/games/double.ts'
import { floatsSync, newSeed } from '#contract/games/fair.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { buildChain, nextLink } from '../games/double/chain.ts'
import { advanceRounds, latestRound, lockRoundStart } from '../games/double/sharedRound.ts'
import { control, noInput } from './control.ts'

/** Rounds after the current one in the preview. */
const previewedRounds = 10
const maxSlots = 20

const slotsSchema = z.strictObject({
  /** Results of the next rounds; the first one is for the round after the current one. */
  slots: z
    .array(
      z
        .number()
        .int()
        .min(0)
        .max(DOUBLE_SLOTS - 1),
    )
    .min(1)
    .max(maxSlots),
})

/** Controls of double's shared round: preview and set the upcoming results. */
export function registerDoubleControls(scope: FastifyInstance, deps: AppDeps): void {
  control(
    scope,
    ['GET', 'double'],
    'The results of the current shared round and the next ten, before they land',
    noInput,
    () => previewSlots(deps),
  )
  control(
    scope,
    ['POST', 'double'],
    'Fix the results of the next shared rounds: `{slots}`',
    slotsSchema,
    async ({ input }) => {
      await deps.db.tx((tx) => fixSlots(deps, tx, input.slots))
      return previewSlots(deps)
    },
  )
}

/**
 * Reads the upcoming results from the committed chains; commits another chain when they end, as the game
 * would.
 */
async function previewSlots(deps: AppDeps) {
  const round = await advanceRounds(deps)
  const next = await deps.db.tx(async (tx) => {
    await lockRoundStart(tx)
    const slots: number[] = []
    let last = { chain_id: round.chain_id, chain_index: round.chain_index }
    while (slots.length < previewedRounds) {
      const link = await nextLink(tx, last, deps.clock.now())
      slots.push(link.outcome.slot)
      last = { chain_id: link.chainId, chain_index: link.index }
    }
    return slots
  })
  const startsAt = round.starts_at.getTime()
  return [round.slot, ...next].map((slot, index) => {
    const at = (ms: number) => new Date(startsAt + index * DOUBLE_ROUND_MS + ms).toISOString()
    return {
      roundId: String(round.sequence + index),
      slot,
      colour: doubleColour(slot),
      startsAt: at(0),
      bettingEndsAt: at(DOUBLE_BETTING_MS),
      landsAt: at(DOUBLE_LANDS_MS),
      endsAt: at(DOUBLE_ROUND_MS),
    }
  })
}

/**
 * Ends the chain in use after the current round and commits chains of one round each with these results.
 * After them the game commits a chain of the usual length.
 */
async function fixSlots(deps: AppDeps, tx: Tx, slots: number[]): Promise<void> {
  await lockRoundStart(tx)
  const round = await latestRound(tx)
  await tx.query('delete from double_chains where id > $1', [round?.chain_id ?? 0])
  if (round) {
    await tx.query('update double_chains set length = $2 where id = $1', [
      round.chain_id,
      round.chain_index + 1,
    ])
  }
  for (const slot of slots) {
    const { serverSeed, clientSeed } = seedsFor(slot)
    const { commitment } = buildChain(serverSeed, 1)
    await tx.query(
      `insert into double_chains (commitment, last_seed, client_seed, length, created_at)
       values ($1, $2, $3, 1, $4)`,
      [commitment, serverSeed, clientSeed, deps.clock.now()],
    )
  }
}

/** Random seeds of a round that lands on `slot`. About 15 attempts, because there are 15 slots. */
function seedsFor(slot: number): { serverSeed: string; clientSeed: string } {
  for (;;) {
    const [serverSeed, clientSeed] = [newSeed(), newSeed().slice(0, 32)]
    const floats = floatsSync(serverSeed, clientSeed, 0, 1, (key, message) =>
      createHmac('sha256', key).update(message).digest(),
    )
    if (doubleOutcome(floats).slot === slot) return { serverSeed, clientSeed }
  }
}
