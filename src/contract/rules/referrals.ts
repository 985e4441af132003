/** Invitations: commissions, valid invitees, and the ladder of rewards (docs/product.md, "Invitations"). */
import { cents, type Cents } from '../money.ts'
import { multiplyDown } from '../multiplyDown.ts'

/** Commission on counted bets (gameEdge.ts) of referral levels 1, 2 and 3, as fractions; an operator may set others. */
export const commissionRates: readonly number[] = [0.003, 0.0015, 0.0005]

/** A valid invitee was invited directly, and has deposited and bet at least these amounts (cents), as far as bets count (gameEdge.ts). */
export const validInviteeDeposit = cents(100_00)
export const validInviteeBets = cents(100_00)

export interface LadderStep {
  /** Valid invitees that the step requires. */
  people: number
  /** Paid into the bonus wallet, to be staked once. Cents. */
  reward: Cents
}

function step(people: number, reward: number): LadderStep {
  return { people, reward: cents(reward) }
}

/** Each step pays once. Together they pay at most R$ 0.30 for each valid invitee, whose own bets cost more than that. */
export const ladderSteps: readonly LadderStep[] = [
  step(1, 25),
  step(5, 1_00),
  step(10, 1_50),
  step(30, 5_00),
  step(50, 6_00),
  step(100, 14_00),
  step(300, 60_00),
  step(500, 62_00),
  step(1_000, 150_00),
]

/** What one level's counted bets (cents) of one day earn, in cents, rounded down once. */
export function commissionOf(bets: Cents, level: number, rates: readonly number[] = commissionRates): Cents {
  return multiplyDown(bets, rates[level - 1] ?? 0)
}
