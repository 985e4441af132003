import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { sportsCalls, type MatchWire } from '#contract/http/sports.ts'
import { GameTime } from '#contract/statusCodes.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import type { SlipPick } from './SlipLeg.ts'
import { totalOdds } from './slipRules.ts'

/** As many selections as the parlay has. */
const offered = 3
/** Prices of a favourite, decimal: lower ones add nothing, higher ones are no favourite's. */
const favourite = { from: 1.25, to: 2.1 }

/** A parlay of the favourites of the next football matches. The server sends the matches by kick-off. */
export class QuickPicksStore {
  picks: readonly SlipPick[] = []
  readonly #root: Pick<RootStore, 'api'>

  constructor(root: Pick<RootStore, 'api'>) {
    this.#root = root
    makeAutoObservable(this, { picks: observableRef })
  }

  /** Of all selections together, decimal. */
  get odds(): number {
    return totalOdds(this.picks.map(({ odds }) => odds))
  }

  /** Loads once. Returns its cleanup: a response after it is dropped. */
  start(): () => void {
    let isStopped = false
    void this.#root.api
      .call(
        sportsCalls.matches,
        { query: { sport: 'football', when: 'upcoming' } },
        { loading: false, ownFailure: true },
      )
      .then(({ matches }) => {
        if (!isStopped) runInAction(() => (this.picks = favouritesOf(matches)))
      })
      .catch(ignoreCallError)
    return () => void (isStopped = true)
  }
}

/** Boosted prices count for singles only, so that they are left out. @internal */
export function favouritesOf(matches: readonly MatchWire[]): SlipPick[] {
  const picks = matches.flatMap((match): SlipPick[] => {
    const { matchId, sport, home, away, time, live } = match
    const winner = match.markets.find(
      ({ market, gameTime, suspended }) =>
        market === 'winner' && gameTime === GameTime.fullMatch && !suspended,
    )
    const best = winner?.options
      .filter(
        ({ boostedFrom, side, suspended }) => boostedFrom === undefined && side !== 'draw' && !suspended,
      )
      .sort((a, b) => a.odds - b.odds)[0]
    if (!best || match.suspended || best.odds < favourite.from || best.odds > favourite.to) return []
    return [
      {
        matchId,
        sport,
        home,
        away,
        startsAt: time,
        isLive: live,
        key: best.key,
        odds: best.odds,
        boostedFrom: undefined,
      },
    ]
  })
  return picks.length < offered ? [] : picks.slice(0, offered)
}
