import type { OriginalGame } from '#contract/games/gameCodes.ts'

/** One thing that can be bet on in a game. */
export interface PayRow {
  name: string
  /** Of winning, as a fraction. */
  chance: number
  /** What it pays, as text: '1,96x'. */
  pays: string
  /** Exact return to the player, as a fraction. */
  rtp: number
}

/**
 * Every overlay by its name, with what it is opened with. `app/overlayRegistry.ts` must have a component for
 * each; that is checked by the compiler. The first six names are the spec's (§2).
 */
export interface OverlayProps {
  login: object
  register: object
  /** `afterKyc`: the identity form was just sent; `packageId`: chosen at first. */
  deposit: { afterKyc?: boolean; packageId?: string }
  withdraw: object
  /** `packageId` goes on to the deposit. */
  editBank: { packageId?: string }
  /** `firstDeposit`: right after the registration (spec §4). */
  secondDeposit: { firstDeposit?: boolean }
  /** Where the jurisdiction asks for a deposit limit: right after the registration. */
  depositLimit: object
  resetPassword: { email?: string }
  accountMenu: object
  sideMenu: object
  language: object
  /** How large texts are, 100 to 200 %. */
  textSize: object
  /** Where one is logged in, one's data, the end of the account. */
  privacy: object
  /** "Atendimento ao Cliente": the chat panel. */
  chat: object
  /** Answers to common questions. */
  support: object
  /** In a game, when money runs out (spec §2, §9). */
  gameDeposit: object
  /** A gift waits (spec §2, active-award popup). */
  award: object
  /** The bonus-multiplier prompt (spec §2, §9). */
  bonusMultiplier: object
  /** Time and net result, every 30 to 60 minutes (PRODUCT.md section 10). */
  realityCheck: object
  /** Rules, pay table and limits of an original, with the choices of now. */
  gameRules: { game: OriginalGame; rows: PayRow[] }
  fairness: { gameCode: string; roundId?: string }
}

export type OverlayName = keyof OverlayProps

/** Overlays that a typed or shared address may open (`?overlay=login`). */
export const addressable = [
  'login',
  'register',
  'deposit',
  'withdraw',
  'language',
] as const satisfies readonly OverlayName[]

export type OpenOverlay = { [Name in OverlayName]: { name: Name; props: OverlayProps[Name] } }[OverlayName]
