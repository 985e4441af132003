import type { LanguageCode } from '#contract/languages.ts'
import type { AppDeps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
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
  /** Who made it, where a provider passes on the games of others. */
  studio?: string
  /** Address of its picture, at the provider. */
  picture?: string
}

/** The player who opens a game. */
export interface Launcher {
  userId: string
  /** Opens a game session and returns its token, for a provider whose server gets one without a ticket. */
  openSession(): Promise<string>
}

/**
 * A source of games for the catalogue: our own slots, or a third party. A game runs in a sandboxed frame on
 * an origin that is not ours. It gets a single-use ticket by postMessage (contract/games/frame.ts) and never
 * sees the player's token.
 *
 * Our own slots exchange the ticket themselves and play by calls to the server. A third party's server
 * exchanges it and moves money by signed calls (routes/gameWallet.ts): debit, credit and
 * rollback, each exactly once. Hub88 has an interface of its own (hub88/).
 *
 * Neither verb is called inside a transaction, and repeating one is harmless.
 */
export interface GameProvider {
  readonly name: string
  /**
   * Whether its games are asked for over the network: a job does, and new ones are off until somebody at the operator has
   * looked at them. Others are stored at each start.
   */
  readonly isRemote: boolean
  /** Whether its pages speak the frame protocol (contract/games/frame.ts). Others only load, and lead back to `exitPath`. */
  readonly hasProtocol: boolean
  /** Its games, which are stored in the table `games`. */
  catalogue(): Promise<readonly ProviderGame[]>
  /** Origins of its pages besides the games' origin; the product's policy allows framing them. */
  readonly origins: readonly string[]
  /** Origins of the pictures of its games; the product's policy allows showing them. */
  readonly imageOrigins?: readonly string[]
  /** The address that the frame loads. */
  launch(
    game: string,
    origins: Origins,
    caller: Pick<Caller, 'language' | 'currency' | 'deviceType' | 'ip'>,
    player: Launcher,
  ): Promise<string>
  /** Key of its calls to us (HMAC-SHA256); a provider without one cannot move money. */
  callKey?(deps: Pick<AppDeps, 'config'>): Buffer
}
