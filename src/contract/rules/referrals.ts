/** Invitations: commissions, valid invitees, and the ladder of rewards (docs/product.md, "Invitations"). */
import { cents, multiplyDown, type Cents } from '../money.ts'

/** Commission on counted bets (gameEdge.ts) of referral levels 1, 2 and 3, as fractions; an operator may set others. */
export const commissionRates: readonly number[] = [0.003, 0.0015, 0.0005]

/** A valid invitee was invited directly, and has deposited and bet at least these amounts (cents). */
export const validInviteeDeposit = cents(100_00)
export const validInviteeBets = cents(100_00)

export interface LadderStep {
  /** Valid invitees that the step requires. */
  people: number
  /** Paid into the bonus wallet, to be staked once. Cents. */
  reward: Cents
}

function step(people: number, reais: number): LadderStep {
  return { people, reward: cents(reais * 100) }
}

/** Each step pays once. Together the rewards stay below R$ 35 per valid invitee. */
export const ladderSteps: readonly LadderStep[] = [
  step(1, 5),
  step(5, 25),
  step(10, 60),
  step(30, 200),
  step(50, 400),
  step(100, 1_000),
  step(300, 3_500),
  step(500, 7_000),
  step(1_000, 18_000),
]

/** What one level's counted bets (cents) of one day earn, in cents, rounded down once. */
export function commissionOf(bets: Cents, level: number, rates: readonly number[] = commissionRates): Cents {
  return multiplyDown(bets, rates[level - 1] ?? 0)
}
