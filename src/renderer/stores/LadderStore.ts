import { fromWireLadder, growthCalls, type Ladder } from '#contract/http/growth.ts'
import { ClaimStore, quietly } from './ClaimStore.ts'
import type { RootStore } from './RootStore.ts'

/** The ladder of rewards for valid invitees; it shows itself to everybody. A step is claimed by its number of people. */
export class LadderStore extends ClaimStore<Ladder, number> {
  constructor(root: RootStore) {
    super(root, 'growth.claimed')
  }

  get ladder(): Ladder | null {
    return this.data
  }

  /** The step whose claim is under way. */
  get claiming(): number | null {
    return this.claimed?.key ?? null
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

  protected async read(): Promise<Ladder> {
    return fromWireLadder(await this.root.api.call(growthCalls.ladder, {}, quietly))
  }

  protected take(people: number): Promise<{ amount: number }> {
    return this.root.api.call(growthCalls.ladderClaim, { body: { people } })
  }
}
