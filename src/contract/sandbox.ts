/**
 * QA's controls, each by its method and its path below `/sandbox/api/`: the page at `/sandbox` (frames/sandbox) and the kit
 * (packages/qa) call them, docs/qa.md describes them. Amounts are in reais, times ISO 8601.
 */
import type { z } from 'zod'
import type { DoubleColour } from './games/double.ts'
import type { FairGame } from './games/fairGames.ts'
import type { Outcomes } from './games/recompute.ts'
import type { RowDoubleMode } from './games/rowDouble.ts'
import type { pending } from './http/order.schema.ts'
import type { ChatMessageWire } from './http/chat.ts'
import type { MatchWire } from './http/sports.ts'
import type { userInfo } from './http/user.schema.ts'
import type { MessageKind, MessageParams } from './http/messages.ts'
import type { SlotCode } from './games/slotThemes.ts'
import type { PromotionState } from './http/promotions.ts'
import type { LanguageCode } from './languages.ts'
import type { IdentityRefusal } from './rules/identityPictures.ts'
import type { LimitKind, LimitPeriod } from './rules/limits.ts'
import type { ServerEventName } from './realtime.ts'
import type { Outcome } from './rules/settlementRules.ts'
import type { CorrectionReason } from './rules/sportRules.ts'
import type { Sport } from './rules/sports.ts'
import type { StaffRefusalCode } from './rules/withdrawalDecision.ts'
import type { MatchPeriod } from './statusCodes.ts'
import type { RemoteConfig, TerminalHealth } from './terminal.ts'

/** The page, and the prefix of its calls. */
export const sandboxPath = '/sandbox'
/** Carries the server's `SANDBOX_TOKEN`, where it has one. */
export const sandboxTokenHeader = 'Sandbox-Token'
/** Leads to the back office, whose address only the server knows. */
export const sandboxOfficePath = `${sandboxPath}/office`

export type SandboxFlag = 0 | 1 | '0' | '1' | boolean

/** What a player can be given. */
export interface SandboxPlayerFields {
  balance?: number
  freeBalance?: number
  /** What must still be staked before money can be withdrawn. */
  turnover?: number
  level?: number
  /** '20': may withdraw to USDT. */
  lx?: string
  kyc?: SandboxFlag
  testFlag?: SandboxFlag
  /** Another player's code, who becomes the inviter; one that nobody has becomes the player's own. */
  inviteCode?: string
  lock?: SandboxFlag
  /** Of the next deposits: 0.1 is 10 %. Ends after an hour unless it says when. */
  payDiscount?: { discount: number; expiredTime?: string } | null
  gift?: SandboxFlag
  /** Link of the player's manager. */
  messenger?: string | null
  /** Withdrawals are left to a person: no job approves them. */
  holdWithdrawals?: SandboxFlag
  /** Sum of the deposits, which levels require. A level that is reached is given at once, unless `level` says another. */
  paySumAmount?: number
  /** Sum of the bets. */
  gameSumAmount?: number
  /** In reais, minutes for `time`; null: none. They hold at once. */
  limits?: { kind: LimitKind; period: LimitPeriod; amount: number | null }[]
  /** End of a time-out or self-exclusion; null ends it. */
  pausedUntil?: string | null
  language?: LanguageCode
  /** For the inbox, the last one on top. */
  messages?: { kind: MessageKind; params?: MessageParams; isRead?: boolean }[]
}

export type SandboxNewPlayer = { username: string; password: string } & SandboxPlayerFields

/** User info as the player's client gets it. */
type UserInfo = z.input<typeof userInfo.data>['userInfo']

/** A player in the list of the newest. */
export interface SandboxPlayer {
  /** The e-mail. */
  username: string
  level: number
  kyc: number
  testFlag: '0' | '1'
  balance: number
  freeBalance: number
  time: string
}

export interface SandboxClock {
  now: string
  /** How far it is ahead of the machine's. */
  offsetMs: number
  stopped: boolean
}

/** Moves the clock; with `stopped` it stands still there until the next call. */
export type SandboxClockMove = { advanceMs: number; stopped?: boolean } | { now: string; stopped?: boolean }

/** Of one player; the rest have the server's. */
export interface SandboxPlayerClock {
  now: string
  /** How far it is ahead of the server's. */
  aheadMs: number
}

/** Faults of the next calls; the fields can be combined. */
export interface SandboxFaults {
  delayMs?: number
  /** Share of the calls that fail, 0 to 1. */
  failRate?: number
  /** HTTP status of the calls that fail; alone it makes all of them fail. */
  status?: number
  /** `status` of the envelope; alone it makes all calls fail with HTTP 500. */
  code?: number
  /** Message of the envelope; '' for none. */
  message?: string
  /** Only this many calls. */
  count?: number
  /** Only calls whose path contains this. */
  path?: string
  method?: 'GET' | 'POST'
}

/** The faults of everybody, and those of players. `count` is the number of calls that are left. */
export interface SandboxFaultsInForce extends SandboxFaults {
  players: (SandboxFaults & { username: string })[]
}

export interface SandboxFaultsOrder extends SandboxFaults {
  /** Closes the real-time connections. */
  dropSockets?: boolean
  /** With `dropSockets`: how long none is accepted. */
  socketsAwayMs?: number
  /** Only this player's calls and connections, apart from the faults of everybody. */
  username?: string
}

export interface SandboxSeeds {
  serverSeed: string
  clientSeed: string
  /** Of the next round. */
  nonce?: number
}

/** Games whose rounds are decided by the player's own seeds. Double has a chain that all share. */
export type SeedGame = Exclude<FairGame, 'double'>

type Score = { home: number; away: number }

/** The new state of a match, or with no `matchId` a new match: football, in an hour. */
export interface SandboxMatchScript {
  matchId?: string
  sport?: Sport
  league?: string
  home?: string
  away?: string
  startsInMs?: number
  period?: (typeof MatchPeriod)[keyof typeof MatchPeriod]
  minute?: number
  homeScore?: number
  awayScore?: number
  halfScore?: Score
  corners?: Score
  quarters?: Score[]
  /** The points of each set; the last one may still be played. */
  sets?: Score[]
  incident?: { kind: 'corner' | 'yellowCard' | 'redCard'; side: 'home' | 'away' }
  /** Betting pauses as long as the sport does after a score. */
  pause?: true
  suspend?: boolean
  finish?: true
  /** Ends the match in a way that its score does not say. */
  outcome?: Outcome
  /** Sets that win the match, instead of as many as in the calendar; null: the feed does not tell. */
  setsToWin?: number | null
  /** Why the result of a finished match changes; only for a wrong score or wrong sides are tickets settled again. */
  correction?: CorrectionReason
  /** In no list of matches: only its address leads to it. */
  hidden?: boolean
  /** Prices by key of the option. */
  odds?: Record<string, number>
}

export type SandboxCaptchaKind = 'image' | 'widget'

export interface SandboxMail {
  to: string
  subject: string
  text: string
  /** null where the mail has none. */
  code: string | null
  /** Where the mail's button leads. */
  link: string | null
  sentAt: string
}

export interface SandboxDoubleRound {
  roundId: string
  slot: number
  colour: DoubleColour
  startsAt: string
  bettingEndsAt: string
  landsAt: string
  endsAt: string
}

/** What the payment provider may say of a deposit. */
export const sandboxSettlements = ['pay', 'cancel', 'fail', 'expire'] as const
export type SandboxSettlement = (typeof sandboxSettlements)[number]

/** A withdrawal that waits for the operator. */
export interface SandboxWithdrawal {
  orderId: string
  username: string
  type: string
  /** Masked. */
  key: string
  amount: number
  fee: number
  /** Why it is not approved by itself; null: it will be. */
  review: 'sharedKey' | 'held' | 'newKey' | null
  time: string
  isAlmostLate: boolean
}

export interface SandboxTerminal {
  id: string
  name: string
  state: 'new' | 'online' | 'offline' | 'revoked'
  inService: boolean
  /** Whether it follows the newest orders. */
  isUpToDate: boolean
  lastSeenAt: string | null
  health: TerminalHealth | null
  config: Record<string, unknown>
  screenshotAt: string | null
  crashes: { id: string; crashedAt: string; version: string }[]
}

export interface SandboxEnrolment {
  code: string
  expiresAt: string
}

export type SandboxTerminalCommand =
  | { command: 'restart' | 'screenshot' | 'outOfService' | 'inService' | 'revoke' }
  | { command: 'configure'; config: RemoteConfig }

export interface SandboxVoucher {
  id: string
  amount: number
  createdAt: string
  expiresAt: string
  state: 'open' | 'redeemed' | 'paid' | 'expired' | 'void'
  redeemedAt: string | null
}

/** What one side says of a payment; in centavos. */
type PaymentView = { state: string; amount: number }

/** A payment of which the provider and we say something else. */
export interface SandboxDifference {
  id: string
  provider: string
  side: 'deposits' | 'payouts' | 'games'
  kind: string
  /** Our id, or the provider's number of a payment that we do not know. */
  subject: string
  userId: string | null
  reference: string | null
  ours: PaymentView | null
  theirs: PaymentView | null
  at: string
  foundAt: string
  advice: string
  resolved: { at: string; by: { kind: string; id: string }; reason: string } | null
}

/** A deposit that a bank has taken back; in centavos. */
export interface SandboxReversal {
  id: string
  provider: string
  userId: string
  orderId: string
  cause: string
  amount: number
  /** What was still there. */
  taken: number
  /** What the player still owes. */
  debt: number
  at: string
}

export interface SandboxCaptcha {
  codeId: string
  answer: string
}

export type SandboxOrder = NonNullable<z.output<typeof pending.data>> & { username: string }

type OfPlayer = { params: { username: string } }

/** Parameters of the path, query or body, and what the call returns. */
export interface SandboxCalls {
  /** The newest ones; `search`: a part of their e-mail addresses. */
  'GET users': { query: { search?: string }; data: SandboxPlayer[] }
  'POST users': { body: SandboxNewPlayer; data: { token: string; user: UserInfo } }
  /** `online`: whether a real-time connection is up. */
  'GET users/:username': OfPlayer & { data: { user: UserInfo; online: boolean } }
  'PATCH users/:username': OfPlayer & { body: Partial<SandboxNewPlayer>; data: { user: UserInfo } }
  /** A link that logs the player in, once. */
  'POST links': { body: { username: string }; data: { token: string; url: string } }
  'POST seeds/:username': OfPlayer & {
    body: SandboxSeeds
    data: { serverSeedHash: string; clientSeed: string; nonce: number }
  }
  /**
   * What the player's next rounds would be if all of them were of this game: ten, unless `count` (to 100) says another. Of mines
   * with `mineCount`, 3 unless it says another; of rowDouble in `mode`, 'easy' unless it says another.
   */
  'GET rounds/:username': OfPlayer & {
    query: { game: SeedGame; count?: number; mineCount?: number; mode?: RowDoubleMode }
    data: {
      serverSeed: string
      clientSeed: string
      /** Of the first of them. */
      nonce: number
      outcomes: Outcomes[SeedGame][]
    }
  }
  /**
   * Seeds whose next round, if it is of this game, has a result from `min` to `max`: the roll of dice, the multiplier of limbo or
   * a slot. `freeSpins`: with them, or without.
   */
  'POST outcomes/:username': OfPlayer & {
    body: { game: 'dice' | 'limbo' | SlotCode; min?: number; max?: number; freeSpins?: boolean }
    data: { result: number; freeSpins: number; serverSeedHash: string; clientSeed: string; nonce: number }
  }
  /** Bets by the player's seeds; cash is as before. `daysAgo` by the player's own clock; 0 is today. */
  'POST bets/:username': OfPlayer & {
    body: { game?: 'dice' | 'limbo' | SlotCode; amount: number; count?: number; daysAgo?: number }
    data: { count: number }
  }
  /** Paid through the provider's webhook. */
  'POST deposits/:username': OfPlayer & {
    body: { amount: number; count?: number; daysAgo?: number }
    data: { count: number }
  }
  /** New players; they have deposited and bet enough unless `valid` is false. */
  'POST invitees/:username': OfPlayer & {
    body: { count: number; valid?: boolean }
    data: { usernames: string[]; validPeople: number }
  }
  /** Checked in on the last days up to yesterday; today's check-in is available. */
  'POST checkIns/:username': OfPlayer & { body: { days: number }; data: { state: string; streak: number } }
  'POST promotions/:username': OfPlayer & {
    body: { id: string; state: Exclude<PromotionState, 'login'> }
    data: { id: string; state: string; amount: number }
  }
  'POST events/:username': OfPlayer & {
    body: { event: ServerEventName; payload: unknown }
    data: { name: ServerEventName; payload: unknown }
  }
  'GET chats': {
    data: {
      username: string
      unread: number
      last: { from: 'player' | 'support'; text: string }
      time: string
    }[]
  }
  /** What the player wrote counts as read. */
  'GET chats/:username': OfPlayer & {
    query?: { before?: number }
    data: { username: string; list: ChatMessageWire[]; next: number | null }
  }
  'POST chats/:username': OfPlayer & { body: { text: string }; data: ChatMessageWire }
  /** The newest ones, without their codes. */
  'GET vouchers': { data: SandboxVoucher[] }
  /** `hours`: how long it can be redeemed; a day unless it says. */
  'POST vouchers': {
    body: { amount: number; hours?: number }
    data: { id: string; code: string; url: string; amount: number; expiresAt: string; qr: string }
  }
  'POST vouchers/:id/void': { params: { id: string }; data: null }
  'GET clock': { data: SandboxClock }
  'POST clock': { body: SandboxClockMove; data: SandboxClock }
  'GET clock/:username': OfPlayer & { data: SandboxPlayerClock }
  /** `aheadMs`: of the server's; with 0 the player follows it again. */
  'POST clock/:username': OfPlayer & {
    body: { advanceMs: number } | { now: string } | { aheadMs: number }
    data: SandboxPlayerClock
  }
  'GET faults': { data: SandboxFaultsInForce }
  'POST faults': { body: SandboxFaultsOrder; data: SandboxFaults }
  'POST reset': { body: { feedSeed?: string }; data: null }
  'GET feed': { query: { sport: Sport }; data: MatchWire[] }
  'POST feed': { body: SandboxMatchScript; data: MatchWire }
  /** Refused while bets are open that nothing could settle any more. */
  'DELETE feed/:matchId': { params: { matchId: string }; data: { matchId: string } }
  'POST feedSilence': { body: { silent: boolean }; data: null }
  'GET double': { data: SandboxDoubleRound[] }
  'POST double': { body: { slots: number[] }; data: SandboxDoubleRound[] }
  /** The answer to a widget is its solved payload. `latest` is the newest captcha. */
  'GET captcha/:codeId': { params: { codeId: string | number }; data: SandboxCaptcha }
  'POST captcha': { body: { kind: SandboxCaptchaKind }; data: { kind: SandboxCaptchaKind } }
  /** Those that can still be answered; without the answers to widgets. */
  'GET captchas': { data: { kind: SandboxCaptchaKind; list: SandboxCaptcha[] } }
  /** A captcha of the caller's own, for a login or registration by call. */
  'POST captchas': {
    body: { kind?: SandboxCaptchaKind }
    data: SandboxCaptcha & { kind: SandboxCaptchaKind }
  }
  'GET outbox': { query: { to?: string }; data: SandboxMail[] }
  'GET orders': { query: { username?: string }; data: SandboxOrder[] }
  'POST orders/:orderId/pay': OfOrder
  'POST orders/:orderId/cancel': OfOrder
  'POST orders/:orderId/fail': OfOrder
  'POST orders/:orderId/expire': OfOrder
  /** The payer's bank takes a paid deposit back, because of fraud. */
  'POST orders/:orderId/takeBack': { params: { orderId: string }; data: { orderId: string } }
  /** The provider's books lose the payment. */
  'POST orders/:orderId/forget': { params: { orderId: string }; data: { orderId: string } }
  /** Compares the books of today and yesterday. */
  'POST reconcile': { data: SandboxDifference[] }
  'GET differences': { data: SandboxDifference[] }
  'POST differences/:id/resolve': { params: { id: string }; body: { reason: string }; data: { id: string } }
  'GET reversals': { data: SandboxReversal[] }
  /** What the player owes is paid otherwise, or written off. */
  'POST reversals/settle': {
    body: { userId: string; provider: string; id: string; reason: string }
    data: { id: string }
  }
  /** Those that wait, oldest first. */
  'GET withdrawals': { data: SandboxWithdrawal[] }
  'POST withdrawals/:orderId/approve': { params: { orderId: string }; data: { orderId: string } }
  'POST withdrawals/:orderId/refuse': {
    params: { orderId: string }
    body: { reason?: StaffRefusalCode }
    data: { orderId: string }
  }
  'POST withdrawals/:orderId/silence': {
    params: { orderId: string }
    body: { silent: boolean }
    data: { orderId: string; silent: boolean }
  }
  /** The payee's bank sends a payout back. */
  'POST withdrawals/:orderId/return': { params: { orderId: string }; data: { orderId: string } }
  /** Checks of identity that wait, oldest first. */
  'GET identity': {
    data: { userId: string; id: string; name: string; cpf: string; provider: string; createdTime: string }[]
  }
  'POST identity/:userId/confirm': OfIdentity
  'POST identity/:userId/refuse': OfIdentity
  'GET terminals': { data: SandboxTerminal[] }
  'POST terminals': { body: { name: string }; data: SandboxEnrolment & { terminalId: string } }
  'POST terminals/:id/code': { params: { id: string }; data: SandboxEnrolment }
  'POST terminals/:id': { params: { id: string }; body: SandboxTerminalCommand; data: null }
}

interface OfIdentity {
  params: { userId: string }
  /** `id`: of the check. `refusal`: what the player is told. */
  body: { id: string; reason?: string; refusal?: IdentityRefusal }
  data: null
}

/** With `payerCpf`: paid by another person. */
interface OfOrder {
  params: { orderId: string }
  body: { payerCpf?: string }
  data: SandboxOrder | undefined
}

export type SandboxCall = keyof SandboxCalls
export type SandboxData<Name extends SandboxCall> = SandboxCalls[Name]['data']
/** What a call is given: nothing at all where it needs nothing. */
export type SandboxInput<Name extends SandboxCall> =
  Omit<SandboxCalls[Name], 'data'> extends Record<string, never>
    ? []
    : [input: Omit<SandboxCalls[Name], 'data'>]

interface AnyInput {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: object
}

interface SandboxRequest {
  method: string
  path: string
  body: object | undefined
}

/** The request of a call, with its path from `/sandbox` on. Throws if a parameter of the path is missing. */
export function sandboxRequest<Name extends SandboxCall>(
  name: Name,
  ...input: SandboxInput<Name>
): SandboxRequest
export function sandboxRequest(
  name: SandboxCall,
  { params = {}, query = {}, body }: AnyInput = {},
): SandboxRequest {
  const [method = '', pattern = ''] = name.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key]
    if (value === undefined) throw new Error(`path parameter missing: ${key} of ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  return {
    method,
    path: `${sandboxPath}/api/${path}${search.size > 0 ? `?${search.toString()}` : ''}`,
    body: method === 'GET' || method === 'DELETE' ? undefined : (body ?? {}),
  }
}
