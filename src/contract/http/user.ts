import type { z } from 'zod'
import { fromWireAmount, type Cents, type WalletBalances } from '../money.ts'
import type { DepositDiscount } from '../rules/discount.ts'
import type { LimitKind } from '../rules/limits.ts'
import { get } from './call.ts'
import { fromWireBalances } from './wallet.ts'
import type * as schema from './user.schema.ts'

export type UserInfoWire = z.output<typeof schema.userInfoWire>
export type PayPackageWire = z.output<typeof schema.payPackageWire>
type LoadingQuery = { loading?: boolean }

export const userCalls = {
  userInfo: get<{ query: LoadingQuery }, z.output<typeof schema.userInfo.data>>('/api/app/user/userInfo'),
  getBalance: get<{ query: LoadingQuery }, z.output<typeof schema.getBalance.data>>(
    '/api/app/user/getBalance',
  ),
  getUserTest: get<object, z.output<typeof schema.getUserTest.data>>('/api/app/user/getUserTest'),
}

export interface TestAccount {
  username: string
  password: string
  cash: Cents
}

/** The logged-in player: docs/product.md, "User info". Amounts in cents. */
export interface Player extends WalletBalances {
  id: string
  name: string
  username: string
  email: string
  inviteCode: string
  level: number
  /** 0-35 */
  avatar: number
  registeredAt: string
  testAccount: TestAccount | null
  isTest: boolean
  depositSum: Cents
  withdrawalSum: Cents
  betSum: Cents
  /** Number of invitees and the sum of their deposits, for referral levels 1 to 3. */
  referrals: { people: number; amount: Cents }[]
  nextLevel: { betSum: Cents; depositSum: Cents } | null
  /** It expires by this device's clock. */
  depositDiscount: DepositDiscount | null
  verified: boolean
  /** The identity is being checked: the result comes by message. */
  isInReview: boolean
  /** The identity check waits for pictures of the document and of the face. */
  needsPictures: boolean
  /** Whether the e-mail address is known to be the player's. */
  isEmailConfirmed: boolean
  usdtEnabled: boolean
  hasDeposited: boolean
  /** ISO 8601: end of a time-out or self-exclusion, with no bets, deposits or offers until then. */
  pausedUntil: string | null
  /** The account is closed: what is left in it can be withdrawn, and nothing else. */
  isClosed: boolean
  /** Kinds of limits that the player must set before the first deposit. */
  missingLimits: LimitKind[]
  /** The player must confirm the e-mail address before the first deposit. */
  needsConfirmedEmail: boolean
}

/** The offer in the user info: whether there is an unclaimed gift, and the package of the second deposit. */
export interface PackageOffer {
  hasGift: boolean
  packageId: string | null
  price: Cents
  bonus: Cents
}

export function fromWireUserInfo(
  wire: UserInfoWire,
  protection?: z.output<typeof schema.protectionWire>,
): Player {
  return {
    id: wire.uId,
    name: wire.name,
    username: wire.username,
    email: wire.email,
    ...fromWireBalances(wire),
    inviteCode: wire.yqm,
    level: wire.level,
    avatar: wire.header,
    registeredAt: wire.time,
    testAccount: wire.extendInfo && fromWireTestAccount(wire.extendInfo),
    isTest: wire.testFlag === '1',
    depositSum: fromWireAmount(wire.paySumAmount),
    withdrawalSum: fromWireAmount(wire.wdSumAmount),
    betSum: fromWireAmount(wire.gameSumAmount),
    referrals: [
      { people: wire.level1Person, amount: fromWireAmount(wire.level1Amount) },
      { people: wire.level2Person, amount: fromWireAmount(wire.level2Amount) },
      { people: wire.level3Person, amount: fromWireAmount(wire.level3Amount) },
    ],
    nextLevel: wire.nextlevel && {
      betSum: fromWireAmount(wire.nextlevel.gameSumAmount),
      depositSum: fromWireAmount(wire.nextlevel.paySumAmount),
    },
    depositDiscount: wire.payDiscount && {
      fraction: wire.payDiscount.discount,
      expiresAt: new Date(wire.payDiscount.expiredTime),
    },
    verified: wire.kyc === 1,
    isInReview: protection?.kycReview === 1,
    needsPictures: protection?.kycPictures === 1,
    isEmailConfirmed: protection?.emailOpen !== 1,
    usdtEnabled: wire.lx === '20',
    hasDeposited: wire.czflag === 1,
    pausedUntil: protection?.pauseTime ?? null,
    isClosed: protection?.closed === 1,
    missingLimits: protection?.limitKinds ?? [],
    needsConfirmedEmail: protection?.emailAsk === 1,
  }
}

export function fromWirePayPackage(wire: PayPackageWire): PackageOffer {
  return {
    hasGift: wire.gift === 1,
    packageId: wire.pkgId,
    price: fromWireAmount(wire.price),
    bonus: fromWireAmount(wire.bouns),
  }
}

export function fromWireTestAccount(wire: { username: string; pwd: string; balance: number }): TestAccount {
  return { username: wire.username, password: wire.pwd, cash: fromWireAmount(wire.balance) }
}

/** What is stored of the player (`userInfo`), for the next page until it has loaded the user info. */
export interface KnownPlayer {
  email: string
  level: number
  avatar: number
}

export function toStoredPlayer({ id, username, email, level, avatar }: Player): Partial<UserInfoWire> {
  return { uId: id, username, email, level, header: avatar }
}

/** Null if it holds none. */
export function fromStoredPlayer(stored: unknown): KnownPlayer | null {
  const { email, level, header } = (stored ?? {}) as Partial<Record<keyof UserInfoWire, unknown>>
  return typeof email === 'string' && typeof level === 'number' && typeof header === 'number'
    ? { email, level, avatar: header }
    : null
}
