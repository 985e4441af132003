import { turnoverOfDeposit } from '#contract/rules/turnover.ts'
import { ladderSteps, type LadderStep } from '#contract/rules/referrals.ts'
import { ZERO, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { playerActor } from '../../ledger/ledger.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { Refusal } from '../../texts/refusal.ts'
import { sendMessage } from '../accounts/messages.ts'
import { personSql } from '../accounts/personIndex.ts'
import { claimOffer } from './claimedOffers.ts'
import { countValidInvitees } from './referrals.ts'

/** The posting's kind in the ledger. */
const ladderKind = 'ladder'

export interface LadderView {
  validPeople: number
  steps: (LadderStep & { state: 'locked' | 'ready' | 'claimed' })[]
}

/** The ladder with the player's progress; without a player all steps are locked. */
export async function readLadder(
  deps: Pick<AppDeps, 'db' | 'config'>,
  userId: string | undefined,
): Promise<LadderView> {
  if (!profileOf(deps).bonuses.ladder) return { validPeople: 0, steps: [] }
  if (userId === undefined) {
    return { validPeople: 0, steps: ladderSteps.map((step) => ({ ...step, state: 'locked' })) }
  }
  const claims = await deps.db.read<{ offer: string }>(
    `select c.offer from users u join claimed_offers c on c.person = ${personSql('u')}
      where u.id = $1 and c.offer like 'ladder:%'`,
    [userId],
  )
  const validPeople = await countValidInvitees(deps.db, userId)
  return {
    validPeople,
    steps: ladderSteps.map((step) => {
      const isClaimed = claims.some(({ offer }) => offer === offerOf(step))
      return {
        ...step,
        state: isClaimed ? 'claimed' : validPeople >= step.people ? 'ready' : 'locked',
      }
    }),
  }
}

/**
 * Pays a step's reward into the bonus wallet, only once. Throws `fieldInvalid` for a step that does not
 * exist, `claimTaken` or `claimNotReady`.
 */
export async function claimStep(deps: AppDeps, tx: Tx, userId: string, people: number): Promise<Cents> {
  const step = ladderSteps.find((candidate) => candidate.people === people)
  if (!profileOf(deps).bonuses.ladder) throw new Refusal('notFound')
  if (!step) throw new Refusal('fieldInvalid', { params: { field: 'people' } })
  const amount = step.reward
  // The inserted row is the lock: a concurrent claim waits for it and finds the step claimed.
  const claimed = await tx.query(
    `insert into ladder_claims (user_id, people, amount, claimed_at) values ($1, $2, $3, $4)
     on conflict do nothing returning people`,
    [userId, people, amount, deps.clock.now()],
  )
  if (claimed.length === 0) throw new Refusal('claimTaken')
  if (!(await claimOffer(tx, userId, offerOf(step), deps.clock.now()))) throw new Refusal('claimTaken')
  if ((await countValidInvitees(tx, userId)) < people) throw new Refusal('claimNotReady')
  await deps.ledger.grantBonus(tx, {
    userId,
    actor: playerActor(userId),
    kind: ladderKind,
    refId: String(people),
    amount,
    wallet: 'bonus',
    turnover: turnoverOfDeposit(ZERO, amount, 'bonusMultiplier'),
  })
  await sendMessage(deps, tx, userId, { kind: 'rewardClaimed', params: { reward: 'ladder', amount } })
  return amount
}

/** The step as a person has it once (claimedOffers.ts). */
function offerOf({ people }: LadderStep): string {
  return `ladder:${people}`
}
