import type { OriginalGame } from '#contract/games/gameCodes.ts'
import type { Cents } from '#contract/money.ts'

/** One possible bet of a game. */
export interface PayRow {
  name: string
  /** Chance of winning, as a fraction. */
  chance: number
  /** The multiplier as text: '1,96x'. */
  pays: string
  /** Exact return to player, as a fraction. */
  rtp: number
}

/**
 * Every overlay by name, with the props it is opened with. The compiler checks that `app/overlayRegistry.ts`
 * has a component for each. The names and what they show are those of docs/product.md, "Overlays".
 */
export interface OverlayProps {
  login: object
  register: object
  /** `afterKyc`: the identity form was just sent; `packageId`: the package that is selected at first. */
  deposit: { afterKyc?: boolean; packageId?: string }
  withdraw: object
  /**
   * `packageId` is passed on to the deposit, which follows without `next`. `next`: the withdrawal, the offer that waits below, the page
   * of the identity, or nothing for a player who has just been excluded without one.
   */
  editBank: { packageId?: string; next?: 'withdraw' | 'offer' | 'exclusion' | 'identity' }
  /** `firstDeposit`: right after the registration. */
  secondDeposit: { firstDeposit?: boolean }
  /** Right after the registration, where the jurisdiction asks for a deposit limit. */
  depositLimit: object
  resetPassword: { email?: string }
  accountMenu: object
  /** What other players see: nickname, and what is told of bets. */
  profile: object
  /** What this browser is told of while the page is closed. */
  notifications: object
  /** The credentials of a test account, after its login. */
  testAccount: object
  sideMenu: object
  language: object
  /** The size of texts, 100 to 200 %. */
  textSize: object
  /** A link out of the application, as a QR code. */
  outsideLink: { address: string }
  /** At a terminal: opens the player's account on the phone. */
  continueOnPhone: object
  /** At a terminal: logs in with a phone that is logged in. */
  phoneLogin: object
  /** The terms of service, with the operator's facts. */
  terms: object
  /** Active sessions, the player's data, closing the account. */
  privacy: object
  /** "Atendimento ao Cliente": the chat panel. */
  chat: object
  /** Answers to common questions. */
  support: object
  /**
   * In a game, when a balance is too low. `stake`: the bet that the cash wallet does not cover; `wallet`: only the bonus wallet
   * is low.
   */
  gameDeposit: { stake?: Cents | undefined; wallet?: 'bonus' }
  /** An unclaimed gift. */
  award: object
  /** The bonus-multiplier prompt. */
  bonusMultiplier: object
  /** Time played and net result, every 30 to 60 minutes. */
  realityCheck: object
  /** Rules, pay table and limits of an original, for the options selected now. */
  gameRules: { game: OriginalGame; rows: PayRow[] }
  fairness: { gameCode: string; roundId?: string }
}

export type OverlayName = keyof OverlayProps

/** Overlays that an address may open (`?overlay=login`). */
export const addressable = [
  'login',
  'register',
  'deposit',
  'withdraw',
  'language',
  'terms',
  'privacy',
  'profile',
  'notifications',
] as const satisfies readonly OverlayName[]

export type OpenOverlay = { [Name in OverlayName]: { name: Name; props: OverlayProps[Name] } }[OverlayName]
