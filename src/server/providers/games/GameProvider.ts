import type { FastifyInstance } from 'fastify'
import type { LanguageCode } from '#contract/languages.ts'
import type { AppDeps } from '../../app.ts'
import type { Origins } from '../../origins.ts'

/** A game as its provider offers it. */
export interface ProviderGame {
  /** Of the catalogue and of `/play?game=`; unique among all providers. */
  code: string
  /** A language that is missing shows pt_BR. */
  name: Partial<Record<LanguageCode, string>> & { pt_BR: string }
  /** Return to player as a fraction, where the provider tells it. */
  rtp?: number
  hot?: boolean
}

/**
 * Whoever brings games into the catalogue: our own slots, or a third party. A game runs in a sandboxed frame from
 * an origin that is not ours, gets a single-use ticket by postMessage (contract/games/frame.ts) and never sees the
 * player's token.
 *
 * Our own slots exchange the ticket themselves and play by server calls. A third party's server exchanges it and
 * moves money by signed calls (walletCalls.ts): debit, credit and rollback, each exactly once.
 */
export interface GameProvider {
  readonly name: string
  readonly games: readonly ProviderGame[]
  /** Origins of its pages beside the games' origin: what the product's policy lets be framed. */
  readonly origins: readonly string[]
  /** What the frame loads. */
  pageOf(game: string, origins: Origins, caller: { language: LanguageCode; currency: string }): string
  /** Key of its calls to us (HMAC-SHA256); without one it cannot move money. */
  callKey?(deps: Pick<AppDeps, 'config'>): Buffer
  /** Pages on the games' origin. `product` is our API, as the provider's server reaches it. */
  registerPages?(app: FastifyInstance, deps: AppDeps, product: FastifyInstance): Promise<void>
}
