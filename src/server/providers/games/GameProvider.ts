import type { LanguageCode } from '#contract/languages.ts'
import type { AppDeps } from '../../deps.ts'
import type { Origins } from '../../http/origins.ts'

/** A game as its provider offers it. */
export interface ProviderGame {
  /** Its code in the catalogue and in `/play?game=`; unique among all providers. */
  code: string
  /** Languages that are missing show pt_BR. */
  name: Partial<Record<LanguageCode, string>> & { pt_BR: string }
  /** Return to player, a fraction, where the provider states it. */
  rtp?: number
  hot?: boolean
}

/**
 * A source of games for the catalogue: our own slots, or a third party. A game runs in a sandboxed frame on
 * an origin that is not ours. It gets a single-use ticket by postMessage (contract/games/frame.ts) and never
 * sees the player's token.
 *
 * Our own slots exchange the ticket themselves and play by calls to the server. A third party's server
 * exchanges it and moves money by signed calls (routes/gameWallet.ts): debit, credit and
 * rollback, each exactly once.
 *
 * Neither verb is called inside a transaction, and repeating one is harmless.
 */
export interface GameProvider {
  readonly name: string
  /** Its games; read at each start, and stored in the table `games`. */
  catalogue(): Promise<readonly ProviderGame[]>
  /** Origins of its pages besides the games' origin; the product's policy allows framing them. */
  readonly origins: readonly string[]
  /** The address that the frame loads. */
  launch(
    game: string,
    origins: Origins,
    caller: { language: LanguageCode; currency: string },
  ): Promise<string>
  /** Key of its calls to us (HMAC-SHA256); a provider without one cannot move money. */
  callKey?(deps: Pick<AppDeps, 'config'>): Buffer
}
