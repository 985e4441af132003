import { makeAutoObservable, observable } from 'mobx'
import type { Sport } from '#contract/rules/sports.ts'
import type { RootStore } from '../RootStore.ts'

/** What the board hands over when a price is pressed. */
export interface SlipPick {
  matchId: string
  sport: Sport
  home: string
  away: string
  /** Kick-off, ISO 8601. */
  startsAt: string
  isLive: boolean
  /** contract/rules/sports.ts: keyOfOption */
  key: string
  /** Decimal, as it was shown. */
  odds: number
}

/** The bet slip. It lives as long as the app: going to another page and back keeps the picks. */
export class SlipStore {
  private readonly picks = observable.map<string, SlipPick>({}, { deep: false })

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root' | 'picks'>(this, { root: false, picks: false })
  }

  get legs(): SlipPick[] {
    return [...this.picks.values()]
  }

  has(matchId: string, key: string): boolean {
    return this.picks.has(idOf(matchId, key))
  }

  /** Into the slip, or out of it when it is there. */
  toggle(pick: SlipPick): void {
    const id = idOf(pick.matchId, pick.key)
    if (!this.picks.delete(id)) this.picks.set(id, pick)
  }
}

const slips = new WeakMap<RootStore, SlipStore>()

/** The one slip of an app. */
export function slipOf(root: RootStore): SlipStore {
  const slip = slips.get(root) ?? new SlipStore(root)
  slips.set(root, slip)
  return slip
}

function idOf(matchId: string, key: string): string {
  return `${matchId} ${key}`
}
