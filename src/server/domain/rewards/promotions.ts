import { cents, ZERO, type Cents } from '#contract/money.ts'
import { multiplyDown } from '#contract/multiplyDown.ts'
import { promotionReward, type PromotionKind, type PromotionTerms } from '#contract/rules/promotions.ts'
import type { PromotionState } from '#contract/http/promotions.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { playerActor } from '../../ledger/ledger.ts'
import { Refusal } from '../../texts/refusal.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { dayZone } from '../../time/days.ts'
import { sendMessage } from '../accounts/messages.ts'
import { listContent, type Content } from '../content/content.ts'
import { claimOffer, isOfferClaimed } from './claimedOffers.ts'
import { betsOf, countedSince, expectedLossOf } from './countedBets.ts'
import { countValidInvitees } from './referrals.ts'

/** The posting's kind in the ledger; award type 141 on the wire. */
const promotionKind = 'promotion'

const dayMs = 86_400_000

/**
 * A promotion's status for a player. `period` identifies the occurrence of a recurring promotion, else it is
 * empty.
 */
interface PromotionStatus {
  state: Exclude<PromotionState, 'claimed' | 'login'>
  amount: Cents
  period: string
  startsAt: Date | null
  endsAt: Date | null
}

export interface PromotionView extends PromotionTerms {
  /** The operator's, by language; empty: the client's own. */
  texts: Content<'promotion'>['state']['texts']
  state: PromotionState
  amount: Cents
  startsAt: Date | null
  endsAt: Date | null
}

type AssessPromotion = (
  db: Reader,
  userId: string,
  terms: PromotionTerms,
  now: Date,
) => Promise<PromotionStatus>

const assessments: Record<PromotionKind, AssessPromotion> = {
  firstDeposit: assessFirstDeposit,
  weekendCashback: assessWeekend,
  invite: assessInvite,
}

interface Offered {
  terms: PromotionTerms
  texts: PromotionView['texts']
  /** Its time is over: it can be read, but not claimed. */
  isOver: boolean
}

/** The promotions that have begun and that the jurisdiction allows. */
async function offeredPromotions(deps: Pick<AppDeps, 'config' | 'clock'>, db: Reader): Promise<Offered[]> {
  const now = deps.clock.now().toISOString()
  const { bonuses } = profileOf(deps)
  return (await listContent(db, 'promotion'))
    .filter(
      ({ state: { enabled, startsAt, fields } }) =>
        enabled &&
        (startsAt === null || startsAt <= now) &&
        (fields.kind === 'weekendCashback' ? bonuses.cashback : bonuses.promotions),
    )
    .map(({ id, state: { endsAt, fields, texts } }) => ({
      terms: { id, ...fields },
      texts,
      isOver: endsAt !== null && endsAt <= now,
    }))
}

/** Every promotion with its status for the player; without a player the status is `login`. */
export async function listPromotions(deps: AppDeps, userId: string | undefined): Promise<PromotionView[]> {
  const views: PromotionView[] = []
  for (const offered of await offeredPromotions(deps, deps.db))
    if (!offered.isOver) views.push(await viewOf(deps, offered, userId))
  return views
}

/** One promotion. Throws `notFound`. */
export async function readPromotion(
  deps: AppDeps,
  id: string,
  userId: string | undefined,
): Promise<PromotionView> {
  return viewOf(deps, await requirePromotion(deps, deps.db, id), userId)
}

/**
 * Pays a promotion into the bonus wallet, once (a recurring one once for each period), and returns the
 * amount. Throws `notFound`, `claimTaken`, `claimNotReady` (also while a deposit is missing) or
 * `claimExpired`.
 */
export async function claimPromotion(deps: AppDeps, tx: Tx, userId: string, id: string): Promise<Cents> {
  const { terms, isOver } = await requirePromotion(deps, tx, id)
  const now = deps.clock.now()
  const { state, amount, period } = await assessments[terms.kind](tx, userId, terms, now)
  if ((await readClaim(tx, userId, terms, period)) !== undefined) throw new Refusal('claimTaken')
  if (isOver || state === 'expired') throw new Refusal('claimExpired')
  if (state !== 'available') throw new Refusal('claimNotReady')
  // The inserted row is the lock: a concurrent claim waits for it and finds the promotion claimed.
  const claimed = await tx.query(
    `insert into promotion_claims (user_id, promotion, period, amount, claimed_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning promotion`,
    [userId, terms.id, period, amount, now],
  )
  if (claimed.length === 0) throw new Refusal('claimTaken')
  if (!(await claimOffer(tx, userId, offerOf(terms, period), now))) throw new Refusal('claimTaken')
  await deps.ledger.grantBonus(tx, {
    userId,
    actor: playerActor(userId),
    kind: promotionKind,
    refId: period === '' ? terms.id : `${terms.id}:${period}`,
    amount,
    wallet: 'bonus',
    turnover: multiplyDown(amount, terms.turnover),
  })
  await sendMessage(deps, tx, userId, { kind: 'rewardClaimed', params: { reward: 'promotion', amount } })
  return amount
}

async function requirePromotion(
  deps: Pick<AppDeps, 'config' | 'clock'>,
  db: Reader,
  id: string,
): Promise<Offered> {
  const offered = (await offeredPromotions(deps, db)).find(({ terms }) => terms.id === id)
  if (!offered) throw new Refusal('notFound')
  return offered
}

async function viewOf(
  deps: AppDeps,
  { terms, texts, isOver }: Offered,
  userId: string | undefined,
): Promise<PromotionView> {
  const view = { ...terms, texts }
  if (isOver && userId === undefined)
    return { ...view, state: 'expired', amount: ZERO, startsAt: null, endsAt: null }
  if (userId === undefined) return { ...view, state: 'login', amount: ZERO, startsAt: null, endsAt: null }
  const { period, ...status } = await assessments[terms.kind](deps.db, userId, terms, deps.clock.now())
  const paid = await readClaim(deps.db, userId, terms, period)
  if (paid === undefined && (await isOfferClaimed(deps.db, userId, offerOf(terms, period))))
    return { ...view, ...status, state: 'claimed', amount: ZERO }
  if (paid !== undefined) return { ...view, ...status, state: 'claimed', amount: paid }
  return { ...view, ...status, ...(isOver ? { state: 'expired' as const } : {}) }
}

/** The offer as a person has it once (claimedOffers.ts). */
function offerOf({ id }: PromotionTerms, period: string): string {
  return period === '' ? `promotion:${id}` : `promotion:${id}:${period}`
}

/** The amount paid for this period; undefined while it is unclaimed. */
async function readClaim(
  db: Reader,
  userId: string,
  terms: PromotionTerms,
  period: string,
): Promise<Cents | undefined> {
  const [row] = await db.read<{ amount: number }>(
    'select amount from promotion_claims where user_id = $1 and promotion = $2 and period = $3',
    [userId, terms.id, period],
  )
  return row && cents(row.amount)
}

function promotionStatus(
  state: PromotionStatus['state'],
  change: Partial<PromotionStatus> = {},
): PromotionStatus {
  return { state, amount: ZERO, period: '', startsAt: null, endsAt: null, ...change }
}

/**
 * A share of the first deposit made with promotions, once as much was bet since that day; it must be claimed within
 * `terms.days`.
 */
async function assessFirstDeposit(
  db: Reader,
  userId: string,
  terms: PromotionTerms,
  now: Date,
): Promise<PromotionStatus> {
  const [order] = await db.read<{ principal: number; paid_at: Date; day: string }>(
    `select principal, paid_at, ledger_day(paid_at)::text as day from orders where user_id = $1 and status = 'paid' and not waive_promotions
       and principal >= $2 order by paid_at, id limit 1`,
    [userId, terms.minimum],
  )
  if (!order) return promotionStatus('needsDeposit')
  const endsAt = new Date(order.paid_at.getTime() + terms.days * dayMs)
  const amount = promotionReward(terms, cents(order.principal))
  if (now >= endsAt) return promotionStatus('expired', { amount, endsAt })
  const counted = await countedSince(db, userId, { from: order.day })
  return promotionStatus(counted < order.principal ? 'notReady' : 'available', { amount, endsAt })
}

/**
 * A share of what the bets of the last weekend lose on average, whatever they won or lost, claimable from Monday to Friday. Every weekend is
 * a period, identified by the Monday after it.
 */
async function assessWeekend(
  db: Reader,
  userId: string,
  terms: PromotionTerms,
  now: Date,
): Promise<PromotionStatus> {
  const [row] = await db.read<{
    deposit_sum: number
    monday: string
    is_weekend: boolean
    ends_at: Date
    next_at: Date
    first: string
    last: string
  }>(
    `with week as (select date_trunc('week', $2::timestamptz at time zone $3) as monday)
     select w.deposit_sum, monday::date::text as monday,
       ($2::timestamptz at time zone $3) >= monday + interval '5 days' as is_weekend,
       (monday + interval '5 days') at time zone $3 as ends_at,
       (monday + interval '7 days') at time zone $3 as next_at,
       (monday::date - 2)::text as first, (monday::date - 1)::text as last
     from week, wallets w where w.user_id = $1`,
    [userId, now, dayZone],
  )
  if (!row || row.deposit_sum === 0) return promotionStatus('needsDeposit')
  if (row.is_weekend)
    return promotionStatus('notReady', { period: `after ${row.monday}`, startsAt: row.next_at })
  const bets = await betsOf(db, userId, { from: row.first, to: row.last })
  const amount = promotionReward(terms, expectedLossOf(bets))
  const period = row.monday
  if (amount === ZERO) return promotionStatus('notReady', { period, startsAt: row.next_at })
  return promotionStatus('available', { amount, period, endsAt: row.ends_at })
}

/** A fixed amount for the first valid invitee within `terms.days` of the player's registration. */
async function assessInvite(
  db: Reader,
  userId: string,
  terms: PromotionTerms,
  now: Date,
): Promise<PromotionStatus> {
  const [user] = await db.read<{ created_at: Date }>('select created_at from users where id = $1', [userId])
  if (!user) throw new Refusal('loggedOut')
  const endsAt = new Date(user.created_at.getTime() + terms.days * dayMs)
  if (now >= endsAt) return promotionStatus('expired', { endsAt })
  const hasInvitee = (await countValidInvitees(db, userId)) > 0
  return hasInvitee
    ? promotionStatus('available', { amount: terms.maximum, endsAt })
    : promotionStatus('notReady', { endsAt })
}
