import type { LimitKind } from '#contract/rules/limits.ts'
import { cents, type Cents, type WalletBalances } from '#contract/money.ts'
import { activeDiscount, type DepositDiscount } from '#contract/rules/discount.ts'
import { nextVip } from '#contract/rules/vip.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader } from '../../db/client.ts'
import { isDistributed } from '../../db/distributed.ts'
import { Refusal } from '../../texts/refusal.ts'
import { profileOf, type JurisdictionProfile } from '../../config/jurisdictions.ts'
import { isShownSql } from '../content/content.ts'
import { hasEverDepositedSql } from '../payments/hasDeposited.ts'
import { findByEmail } from './emails.ts'
import { isCompleteSql } from './identityPictures.ts'
import { isRealSql } from './testAccounts.ts'
import { personSql } from './personIndex.ts'
import { readSpreadReferrals, type ReferralRow } from './spreadReferrals.ts'

/** Avatars are 0 to this one. */
export const lastAvatar = 35

/** "User info" of docs/product.md with the names used in the code. */
export interface Profile extends WalletBalances {
  id: string
  name: string
  email: string
  /** Principal of the newest paid deposit; 0 before the first one. */
  lastDeposit: Cents
  inviteCode: string
  level: number
  avatar: number
  createdAt: Date
  /** A test account's own password; null for other players. */
  testPassword: string | null
  isTest: boolean
  depositSum: Cents
  withdrawalSum: Cents
  betSum: Cents
  /** Referral levels 1 to 3: number of players and sum of their deposits. */
  referrals: { people: number; amount: Cents }[]
  nextLevel: { depositSum: Cents; betSum: Cents } | null
  depositDiscount: DepositDiscount | null
  verified: boolean
  /** The identity is being checked. */
  isInReview: boolean
  /** The identity check waits for pictures. */
  needsPictures: boolean
  /** Whether the e-mail address is known to be the player's; true for a test account. */
  isEmailConfirmed: boolean
  /** '20' enables withdrawals to USDT. */
  lx: string
  hasDeposited: boolean
  hasGift: boolean
  /** The package of the second-deposit prompt. */
  offer: { packageId: string; price: Cents; bonus: Cents } | null
  /** End of a time-out or self-exclusion; null when there is none. No offers are made in a pause. */
  pausedUntil: Date | null
  /** What is left in the account can be withdrawn, and nothing else is possible. */
  isClosed: boolean
  /** Kinds of limits that the jurisdiction requires before a deposit and the player has not set yet. */
  missingLimits: LimitKind[]
  /** The jurisdiction requires a confirmed e-mail address before a deposit, and the player's is not. */
  needsConfirmedEmail: boolean
}

interface Row {
  id: string
  name: string
  email: string
  invite_code: string
  level: number
  avatar: number
  created_at: Date
  test_flag: boolean
  test_password: string | null
  kyc: number
  lx: string
  gift: boolean
  pay_discount: number | null
  pay_discount_expires_at: Date | null
  cash: number
  bonus: number
  deposit_sum: number
  withdraw_sum: number
  bet_sum: number
  last_deposit: number | null
  invites: boolean
  offer_id: string | null
  offer_price: number | null
  offer_bonus: number | null
  excluded_until: Date | null
  suspended_until: Date | null
  closed_at: Date | null
  limit_kinds: LimitKind[]
  /** Whether the identity check that waits has all that it asks for; null: none waits. */
  is_check_complete: boolean | null
  email_confirmed: boolean
}

/**
 * The offer is the first-deposit package before the first deposit, then the second-deposit package, then none
 * (payments/eligibility.ts). Never one whose bonus the person has had.
 */
const profileSql = (invites: string) => `
  select u.id, u.name, u.email, u.invite_code, u.level, u.avatar, u.created_at, u.test_flag, u.test_password,
    u.kyc, u.lx, u.gift, u.pay_discount, u.pay_discount_expires_at, u.excluded_until, u.suspended_until, u.closed_at,
    array(select distinct kind from player_limits where user_id = $1 and amount is not null) as limit_kinds,
    case when u.kyc = 0 then (select ${isCompleteSql} from identity_checks
      where user_id = $1 and state = 'pending') end as is_check_complete,
    u.email_confirmed_at is not null or u.test_flag as email_confirmed,
    w.cash, w.bonus, w.deposit_sum, w.withdraw_sum, w.bet_sum,
    case when w.deposit_sum > 0 then (select principal from orders where user_id = $1 and status = 'paid'
      order by created_at desc limit 1) end as last_deposit,
    ${invites} as invites,
    offer.id as offer_id, offer.price as offer_price, offer.gift as offer_bonus
  from users u
  join wallets w on w.user_id = u.id
  left join lateral (select id, price, gift from deposit_packages
    where ${isShownSql('$2')} and kind = case when not ${hasEverDepositedSql('w', '$1')} then 'FCBRL'
      when (select count(*) from orders where user_id = $1 and status = 'paid') < 2 then 'BTBRL' end
      and not exists (select from package_bonuses
        where person = ${personSql('u')} and package_id = deposit_packages.id)
    order by sort, id limit 1) offer on true
  where u.id = $1`

/** Three levels of invited players, each with their number and the sum of their deposits. */
const referralsSql = `
  with recursive team (id, level) as (
    select id, 1 from users where invited_by = $1
    union all
    select u.id, team.level + 1 from team join users u on u.invited_by = team.id where team.level < 3
  )
  select team.level, count(*) as people, coalesce(sum(w.deposit_sum), 0)::bigint as amount
  from team join wallets w on w.user_id = team.id where ${isRealSql('team.id')} group by team.level`

function readReferrals(db: Reader, userId: string, isSpread: boolean): Promise<ReferralRow[]> {
  return isSpread ? readSpreadReferrals(db, userId) : db.read<ReferralRow>(referralsSql, [userId])
}

/** SQL: whether the player has invited others. */
const invitesSql = 'exists (select 1 from users where invited_by = $1)'

/**
 * Reads the data of user info; saves the referral query for players who invited nobody. Throws `loggedOut` when
 * the player no longer exists. `near` reads what the player has.
 */
export async function readProfile(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  db: Reader,
  userId: string,
  near: Reader = db,
): Promise<Profile> {
  const isSpread = await isDistributed(db)
  // Those invited are on other nodes, where players are spread.
  const sql = profileSql(isSpread ? 'u.has_invited' : invitesSql)
  const [row] = await near.read<Row>(sql, [userId, deps.clock.now()])
  if (!row) throw new Refusal('loggedOut')
  const levels = row.invites ? await readReferrals(db, userId, isSpread) : []
  return toProfile(row, levels, deps.clock.now(), profileOf(deps))
}

/** A test account's credentials and cash. Throws `notTestAccount` for any other player. */
export async function readTestAccount(
  deps: Pick<AppDeps, 'db' | 'ledger'>,
  userId: string,
): Promise<{ username: string; password: string; cash: Cents }> {
  const [user] = await deps.db.read<{ email: string; test_flag: boolean; test_password: string | null }>(
    'select email, test_flag, test_password from users where id = $1',
    [userId],
  )
  if (!user?.test_flag) throw new Refusal('notTestAccount')
  const { cash } = await deps.ledger.wallet(deps.db, userId)
  return { username: user.email, password: user.test_password ?? '', cash }
}

/** Sets the avatar by its index among the 36, given as text. Throws `avatarInvalid`. */
export async function chooseAvatar(deps: Pick<AppDeps, 'db'>, userId: string, index: string): Promise<void> {
  if (!/^\d{1,2}$/.test(index) || Number(index) > lastAvatar) throw new Refusal('avatarInvalid')
  await deps.db.write('update users set avatar = $2 where id = $1', [userId, Number(index)])
}

/** The id of a player by e-mail in any spelling; undefined when there is none. */
export async function findUserId(db: Reader, email: string): Promise<string | undefined> {
  return (await findByEmail(db, email))?.id
}

/** The player's discount, active or expired; null if there was none. */
export function discountOf(
  row: Pick<Row, 'pay_discount' | 'pay_discount_expires_at'>,
): DepositDiscount | null {
  const { pay_discount: fraction, pay_discount_expires_at: expiresAt } = row
  return fraction !== null && expiresAt ? { fraction, expiresAt } : null
}

function toProfile(
  row: Row,
  levels: ReferralRow[],
  now: Date,
  { bonuses, limitsAtSignUp, confirmedEmail }: JurisdictionProfile,
): Profile {
  const next = nextVip(row.level)
  const hasDeposited = row.deposit_sum > 0
  const pausedUntil = row.excluded_until && row.excluded_until > now ? row.excluded_until : null
  const isBarred = pausedUntil !== null || (row.suspended_until !== null && row.suspended_until > now)
  const isOffered = !isBarred && bonuses.packages
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    cash: cents(row.cash),
    bonus: cents(row.bonus),
    lastDeposit: cents(row.last_deposit ?? 0),
    inviteCode: row.invite_code,
    level: row.level,
    avatar: row.avatar,
    createdAt: row.created_at,
    testPassword: row.test_password,
    isTest: row.test_flag,
    depositSum: cents(row.deposit_sum),
    withdrawalSum: cents(row.withdraw_sum),
    betSum: cents(row.bet_sum),
    referrals: [1, 2, 3].map((level) => {
      const found = levels.find((candidate) => candidate.level === level)
      return { people: found?.people ?? 0, amount: cents(found?.amount ?? 0) }
    }),
    nextLevel: next && { depositSum: next.depositSum, betSum: next.betSum },
    depositDiscount: isBarred || !bonuses.discount ? null : activeDiscount(discountOf(row), now),
    verified: row.kyc === 1,
    isInReview: row.is_check_complete === true,
    needsPictures: row.is_check_complete === false,
    isEmailConfirmed: row.email_confirmed,
    lx: row.lx,
    hasDeposited,
    hasGift: row.gift && bonuses.gift,
    offer:
      row.offer_id === null || !isOffered
        ? null
        : { packageId: row.offer_id, price: cents(row.offer_price ?? 0), bonus: cents(row.offer_bonus ?? 0) },
    pausedUntil,
    isClosed: row.closed_at !== null,
    missingLimits: limitsAtSignUp.filter((kind) => !row.limit_kinds.includes(kind)),
    needsConfirmedEmail: confirmedEmail && !row.email_confirmed,
  }
}
