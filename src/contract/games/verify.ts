import type { ErrorKey } from '../errors.ts'
import { floats, verifyChainSeed, webCryptoHashes, type FairHashes } from './fair.ts'
import { isFairGame, type FairGame } from './fairGames.ts'
import { drawFor, recompute, type Outcome } from './recompute.ts'
import { REELS } from './slots.ts'

/** A round to verify; the last two fields are omitted if unknown. */
export interface RoundClaim {
  game: string
  serverSeed: string
  clientSeed: string
  nonce: number
  /** The parameters of the game that change what is drawn: `mineCount`, `mode`. */
  params: unknown
  /** The SHA-256 of the server seed that was shown before play. */
  shownHash?: string
  /** For a shared round: the hash of the first seed of its chain. */
  commitment?: string
}

export interface Verification {
  game: FairGame
  outcome: Outcome
  /** The floats that decide the outcome, in order. */
  floats: number[]
  /** SHA-256 of the server seed. */
  hash: string
  /** Null when there is no `shownHash`. */
  matchesHash: boolean | null
  /** Whether the seed is the one at position `nonce` of the chain; null when there is no `commitment`. */
  isInChain: boolean | null
}

/** Recomputes a round and checks its commitments. Errors: `gameUnknown`, or the key of invalid parameters. */
export async function verifyRound(
  claim: RoundClaim,
  hashes: FairHashes = webCryptoHashes,
): Promise<{ ok: true; value: Verification } | { ok: false; error: ErrorKey }> {
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
      isInChain: commitment ? await verifyChainSeed(serverSeed, nonce, commitment, hashes.sha256Hex) : null,
    },
  }
}

/** A slot uses only part of its drawn floats; undefined for the other games, which use all of them. */
function usedFloats(outcome: Outcome): number | undefined {
  return 'freeStops' in outcome ? REELS * (1 + outcome.freeStops.length) : undefined
}
