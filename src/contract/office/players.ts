import type { HouseLimitKind, HouseLimitPeriod, PlayerStatus, StatusReason } from '../rules/playerStatus.ts'
import type { IdentityRefusal, PictureKind } from '../rules/identityPictures.ts'
import { officeCall, officeCsvCall, officeListCall } from './officeCall.ts'

export interface PlayerRow {
  id: string
  email: string
  name: string
  phone: string
  level: number
  status: PlayerStatus
  isVerified: boolean
  isTest: boolean
  cashCents: number
  depositSumCents: number
  createdAt: string
  lastLoginAt: string | null
}

export interface PlayerFilter {
  /** A part (three characters or more) of e-mail, name or phone; or a whole id, CPF, device or browser. */
  q?: string
  status?: PlayerStatus
  verified?: 'yes' | 'no'
}

export interface HouseLimitView {
  kind: HouseLimitKind
  period: HouseLimitPeriod
  /** Cents, or minutes for `time`. */
  amount: number
}

export interface OwnLimitView {
  kind: 'deposit' | 'loss' | 'time'
  period: 'day' | 'week' | 'month'
  /** Cents, or minutes for `time`. */
  amount: number
  used: number
}

export interface PlayerSession {
  id: string
  deviceType: string | null
  createdAt: string
  activeAt: string
}

export interface PlayerNote {
  id: string
  text: string
  madeByName: string
  createdAt: string
}

export interface StatusChangeView {
  id: string
  status: PlayerStatus
  until: string | null
  reason: StatusReason | null
  note: string
  madeByName: string
  createdAt: string
}

/** What the operator has decided about a player. */
export interface StatusView {
  status: PlayerStatus
  statusReason: StatusReason | null
  until: string | null
}

export interface Player extends PlayerRow, StatusView {
  /** The spec's lock: withdrawals are stopped. */
  areWithdrawalsLocked: boolean
  /** Until when wrong passwords keep the player out; null: they do not. */
  loginLockedUntil: string | null
  bonusCents: number
  heldCents: number
  turnoverLeftCents: number
  withdrawalSumCents: number
  betSumCents: number
  /** What a bank took back and the player no longer had. */
  debtCents: number
  inviteCode: string
  /** What other players see; null: a name that the server makes. */
  nickname: string | null
  invitedByEmail: string | null
  language: string
  /** End of the player's own pause. */
  excludedUntil: string | null
  openRounds: number
  openTickets: number
  limits: OwnLimitView[]
  houseLimits: HouseLimitView[]
  sessions: PlayerSession[]
  notes: PlayerNote[]
  statusChanges: StatusChangeView[]
}

export const timelineKinds = ['money', 'bets', 'sessions', 'messages', 'chat', 'staff'] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** One thing that happened. */
export interface TimelineEntry {
  id: string
  kind: TimelineKind
  at: string
  /**
   * What: the kind of the posting (`deposit`, `play` …), `login`, `logout`, the kind of the message, `chatPlayer` or
   * `chatSupport` (who wrote), or the name of the staff's call.
   */
  what: string
  /** A game, an order, a device, who of the staff; '' for none. */
  about: string
  /** Signed changes of the two wallets, in cents; null where nothing was posted. */
  cashCents: number | null
  bonusCents: number | null
  /** What `suspendedPrizes.suspend` calls the prize of the bet or award; null: it is none. */
  prize: string | null
}

export interface Timeline {
  entries: TimelineEntry[]
  /** ISO 8601: `before` of the next page; null at the end. */
  next: string | null
}

export interface PlayerDocuments {
  name: string
  /** Eleven digits. */
  cpf: string | null
}

/** An identity that a person at the operator has to check. */
export interface IdentityCheckView {
  id: string
  playerId: string
  email: string
  name: string
  cpf: string
  /** YYYY-MM-DD, where the jurisdiction asks for it. */
  birthDate: string | null
  createdAt: string
  /** When its pictures were sent; null: none are asked for. */
  picturesAt: string | null
}

/** A picture of the document or of the face: base64 of a JPEG. */
export interface IdentityPictureView {
  kind: PictureKind
  image: string
}

/** Who the person of an erased account was, while the jurisdiction wants it kept. */
export interface KeptIdentityView {
  playerId: string
  name: string
  cpf: string | null
  email: string
  phone: string
  birthDate: string | null
  registeredAt: string
  checks: { provider: string; state: string; decidedAt: string | null; decidedBy: string | null }[]
  /** Where withdrawals went. */
  withdrawals: { id: string; type: string; key: string; holder: string }[]
  erasedAt: string
  keepUntil: string
}

type ById<Body extends object = object> = { params: { id: string }; body: Body & { reason: string } }

const list = officeListCall<PlayerRow, PlayerFilter>()({
  name: 'players.list',
  path: '/api/players',
  permission: 'players.read',
  sorts: ['createdAt'],
  order: 'desc',
})

export const playerCalls = {
  list,
  export: officeCsvCall(list, 'players.exportData'),
  get: officeCall<{ params: { id: string } }, Player>({
    name: 'players.get',
    path: '/api/players/{id}',
    permission: 'players.read',
    kind: 'read',
  }),
  timeline: officeCall<{ params: { id: string }; query: { kind?: TimelineKind; before?: string } }, Timeline>(
    {
      name: 'players.timeline',
      path: '/api/players/{id}/timeline',
      permission: 'players.read',
      kind: 'read',
    },
  ),
  /** Name and CPF as they were checked; who read them stands in the audit. */
  documents: officeCall<{ params: { id: string } }, PlayerDocuments>({
    name: 'players.documents',
    path: '/api/players/{id}/documents',
    permission: 'players.readDocuments',
    kind: 'read',
    isAudited: true,
  }),
  /** Has the file with the player's personal data written, as the player may: it is in the account for a day, and nobody else reads it. */
  prepareData: officeCall<ById, null>({
    name: 'players.prepareData',
    path: '/api/players/{id}/prepare-data',
    permission: 'players.exportData',
    kind: 'action',
  }),
  /**
   * Suspends (neither deposits nor plays), closes (cannot log in; refused while there is money) or restores. The player is
   * told why. Lifting a block needs a second person where the player has much (settings). Refused (`conflict`) where it is not any
   * more what was `seen`.
   */
  changeStatus: officeCall<ById<StatusView & { seen?: StatusView }>, Player>({
    name: 'players.changeStatus',
    path: '/api/players/{id}/change-status',
    permission: 'players.changeStatus',
    kind: 'action',
  }),
  /** Stops or allows withdrawals, and nothing else. Allowing them again is a block lifted, as above. */
  lockWithdrawals: officeCall<ById<{ isLocked: boolean }>, Player>({
    name: 'players.lockWithdrawals',
    path: '/api/players/{id}/lock-withdrawals',
    permission: 'players.changeStatus',
    kind: 'action',
  }),
  /** Takes the nickname away: nobody gets it again. */
  takeNickname: officeCall<ById, Player>({
    name: 'players.takeNickname',
    path: '/api/players/{id}/take-nickname',
    permission: 'players.changeStatus',
    kind: 'action',
  }),
  /** Sets a limit of the house, or removes it (`amount` null). */
  setLimit: officeCall<
    ById<{ kind: HouseLimitKind; period: HouseLimitPeriod; amount: number | null }>,
    Player
  >({
    name: 'players.setLimit',
    path: '/api/players/{id}/set-limit',
    permission: 'players.changeLimits',
    kind: 'action',
  }),
  /** The gift of the settings, or a part of the next deposit that the house pays. The player takes it. */
  giveOffer: officeCall<
    ById<{ kind: 'gift' | 'discount'; percent: number | null; until: string | null }>,
    Player
  >({
    name: 'players.giveOffer',
    path: '/api/players/{id}/give-offer',
    permission: 'rewards.change',
    kind: 'action',
  }),
  /**
   * Gives up all that the player owes: for corrected tickets and for deposits that banks took back. Above the limit of the
   * settings for adjustments a second person confirms it. Refused with conflict when the debt is another than `amountCents`.
   */
  writeOffDebt: officeCall<ById<{ amountCents: number }>, Player>({
    name: 'players.writeOffDebt',
    path: '/api/players/{id}/write-off-debt',
    permission: 'adjustments.make',
    kind: 'action',
  }),
  addNote: officeCall<{ params: { id: string }; body: { text: string } }, Player>({
    name: 'players.addNote',
    path: '/api/players/{id}/add-note',
    permission: 'players.note',
    kind: 'action',
  }),
  /** Ends one session, or all of them. */
  endSessions: officeCall<ById<{ sessionId?: string }>, Player>({
    name: 'players.endSessions',
    path: '/api/players/{id}/end-sessions',
    permission: 'players.endSessions',
    kind: 'action',
  }),
  /** Wrong passwords do not keep the player out any longer. */
  unlock: officeCall<ById, Player>({
    name: 'players.unlock',
    path: '/api/players/{id}/unlock',
    permission: 'players.endSessions',
    kind: 'action',
  }),
  /** Erases the personal data, on the player's request. Cannot be undone; refused while there is money. */
  erase: officeCall<ById, null>({
    name: 'players.erase',
    path: '/api/players/{id}/erase',
    permission: 'players.erase',
    kind: 'action',
  }),
}

export const identityCalls = {
  /** Those that wait, oldest first, with name and CPF: who read them stands in the audit. `next` is `after` of the next page; null: the end. */
  waiting: officeCall<{ query: { after?: string } }, { checks: IdentityCheckView[]; next: string | null }>({
    name: 'identities.waiting',
    path: '/api/identities',
    permission: 'players.readDocuments',
    kind: 'read',
    isAudited: true,
  }),
  /** The pictures of one check; every call of it stands in the audit. */
  pictures: officeCall<
    { params: { id: string }; query: { playerId: string } },
    { pictures: IdentityPictureView[] }
  >({
    name: 'identities.pictures',
    path: '/api/identities/{id}/pictures',
    permission: 'players.readDocuments',
    kind: 'read',
    isAudited: true,
  }),
  /** Kept identifications of erased accounts, by CPF or by the number of the account; who asked stands in the audit. */
  kept: officeCall<{ query: { q: string } }, { identities: KeptIdentityView[] }>({
    name: 'identities.kept',
    path: '/api/kept-identities',
    permission: 'players.readDocuments',
    kind: 'read',
    isAudited: true,
  }),
  /** `refusal` is what the player is told. Confirming somebody who has much needs a second person (settings). */
  decide: officeCall<
    {
      params: { id: string }
      body: {
        playerId: string
        result: 'confirmed' | 'refused'
        refusal?: IdentityRefusal
        reason: string
      }
    },
    null
  >({
    name: 'identities.decide',
    path: '/api/identities/{id}/decide',
    permission: 'players.readDocuments',
    kind: 'action',
  }),
}
