import type { ErrorKey } from '../errors.ts'
import { chainDistance, floats, webCryptoHashes, type FairHashes } from './fair.ts'
import { isFairGame, type FairGame } from './fairGames.ts'
import { drawFor, recompute, type Outcome } from './recompute.ts'
import { REELS } from './slots.ts'

/** What is said of a round; the last two are left out where they are not known. */
export interface Claim {
  game: string
  serverSeed: string
  clientSeed: string
  nonce: number
  /** Of the game: `mineCount`, `mode`. */
  params: unknown
  /** SHA-256 of the server seed, as it was shown before play. */
  shownHash?: string
  /** Of a shared game: the hash of the first seed of its chain. */
  commitment?: string
}

export interface Verified {
  game: FairGame
  outcome: Outcome
  /** The drawn numbers that the outcome comes from, in order. */
  floats: number[]
  /** SHA-256 of the server seed. */
  hash: string
  /** Null when nothing was shown to compare with. */
  matchesHash: boolean | null
  /** Whether the seed is the chain's at the place of the nonce; null when there is no chain. */
  isInChain: boolean | null
}

/** Recomputes a round and checks what was committed. Errors: gameUnknown, or that of wrong parameters. */
export async function verifyRound(
  claim: Claim,
  hashes: FairHashes = webCryptoHashes,
): Promise<{ ok: true; value: Verified } | { ok: false; error: ErrorKey }> {
  const { game, nonce, params } = claim
  const [serverSeed, clientSeed] = [claim.serverSeed.trim(), claim.clientSeed.trim()]
  if (!isFairGame(game)) return { ok: false, error: 'gameUnknown' }
  const outcome = await recompute(game, serverSeed, clientSeed, nonce, params, hashes.block)
  if (!outcome.ok) return outcome
  const draw = drawFor(game, params)
  const drawn = draw.ok
    ? await floats(serverSeed, clientSeed, nonce, draw.value.floatCount, hashes.block)
    : []
  const hash = await hashes.sha256Hex(serverSeed)
  const shown = claim.shownHash?.trim().toLowerCase()
  const commitment = claim.commitment?.trim().toLowerCase()
  return {
    ok: true,
    value: {
      game,
      outcome: outcome.value,
      floats: drawn.slice(0, usedFloats(outcome.value)),
      hash,
      matchesHash: shown ? hash === shown : null,
      isInChain: commitment
        ? (await chainDistance(serverSeed, commitment, nonce + 1, hashes.sha256Hex)) === nonce + 1
        : null,
    },
  }
}

/** A slot may take many floats, and mostly takes those of one spin. */
function usedFloats(outcome: Outcome): number | undefined {
  return 'freeStops' in outcome ? REELS * (1 + outcome.freeStops.length) : undefined
}
