import { makeAutoObservable, observable, reaction, runInAction } from 'mobx'
import { sportsCalls } from '#contract/http/sports.ts'
import { byMatch, canCombine } from '#contract/rules/combination.ts'
import { optionOfKey } from '#contract/rules/sports.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import type { SlipLeg } from './SlipLeg.ts'

/** Selections of one match, in the order of the slip. */
interface Group {
  matchId: string
  legs: readonly SlipLeg[]
}

/**
 * The selections of a slip that share a match: in a parlay they are one bet with one price, which the server
 * quotes.
 */
export class SlipCombinations {
  /** By the ids of the legs; null where they are not offered together. */
  readonly #prices = observable.map<string, number | null>()
  readonly #root: RootStore
  readonly #legs: () => readonly SlipLeg[]

  constructor(root: RootStore, legs: () => readonly SlipLeg[]) {
    this.#root = root
    this.#legs = legs
    makeAutoObservable(this)
  }

  /** Requests a price whenever the selections that share a match change. */
  follow(): void {
    reaction(
      () => this.groups.map(idOf).join(),
      () => void this.refresh(),
    )
  }

  get groups(): Group[] {
    const legs = this.#legs().map((leg) => ({ matchId: leg.pick.matchId, leg }))
    return byMatch(legs)
      .filter((group) => group.length > 1)
      .map((group) => ({ matchId: group[0]?.matchId ?? '', legs: group.map(({ leg }) => leg) }))
  }

  /** The combination that a leg is part of. */
  groupOf(leg: SlipLeg): Group | undefined {
    return this.groups.find(({ matchId }) => matchId === leg.pick.matchId)
  }

  /** The price of a combination: null when it is not offered, undefined until the server has said so. */
  priceOf(group: Group): number | null | undefined {
    return isPossible(group) ? this.#prices.get(idOf(group)) : null
  }

  /** The ids of selections that cannot be in one bet with another one of their match. */
  get conflicts(): Set<string> {
    const isRefused = (group: Group) =>
      !isPossible(group) || (this.priceOf(group) === null && group.legs.every(({ isOpen }) => isOpen))
    const refused = this.groups.filter(isRefused)
    return new Set(refused.flatMap(({ legs }) => legs.map(({ id }) => id)))
  }

  get arePricing(): boolean {
    return this.groups.some((group) => this.priceOf(group) === undefined)
  }

  /** The odds of each leg of a parlay: the first leg of a combination has those of all, the others have 1. */
  oddsIn(leg: SlipLeg): number {
    const group = this.groupOf(leg)
    if (!group) return leg.plainPrice
    return group.legs[0] === leg ? (this.priceOf(group) ?? 1) : 1
  }

  /** A failure changes nothing: the next request follows soon. */
  async refresh(): Promise<void> {
    for (const group of this.groups.filter(isPossible)) {
      try {
        const body = { matchId: group.matchId, keys: group.legs.map(({ pick }) => pick.key) }
        const options = { loading: false, ownFailure: true }
        const { odds } = await this.#root.api.call(sportsCalls.combination, { body }, options)
        runInAction(() => this.#prices.set(idOf(group), odds))
      } catch (error) {
        ignoreCallError(error)
      }
    }
  }
}

function idOf({ legs }: Group): string {
  return legs.map(({ id }) => id).join('+')
}

function isPossible({ legs }: Group): boolean {
  const options = legs.map(({ pick }) => optionOfKey(pick.key)).filter((option) => option !== null)
  return options.length === legs.length && canCombine(options)
}
