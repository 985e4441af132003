import { fromWireLadder, type Ladder, referralCalls } from '#contract/http/referrals.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ClaimStore, quietOptions } from '../rewards/ClaimStore.ts'

/**
 * The ladder of rewards for valid invited players, visible to everybody. The key of a step is its number of
 * people.
 */
export class LadderStore extends ClaimStore<Ladder, number> {
  constructor(root: RootStore) {
    super(root, 'loyalty.claimed')
  }

  get ladder(): Ladder | null {
    return this.data
  }

  /** The step whose claim is running. */
  get claiming(): number | null {
    return this.runningClaim?.key ?? null
  }

  get steps(): Ladder['steps'] {
    return this.data?.steps ?? []
  }

  get validPeople(): number {
    return this.data?.validPeople ?? 0
  }

  /** The next step to reach; undefined when all are reached. */
  get nextStep(): Ladder['steps'][number] | undefined {
    return this.steps.find(({ people }) => people > this.validPeople)
  }

  protected async fetch(): Promise<Ladder> {
    return fromWireLadder(await this.root.api.call(referralCalls.ladder, {}, quietOptions))
  }

  protected sendClaim(people: number): Promise<{ amount: number }> {
    return this.root.api.call(referralCalls.ladderClaim, { body: { people } })
  }
}
