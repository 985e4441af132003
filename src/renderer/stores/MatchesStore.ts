import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromWireInPlay, gameCalls, type InPlayItem } from '#contract/http/game.ts'
import type { RootStore } from './RootStore.ts'

/** The sports of spec §3, in its order. */
export const sports = [
  'football',
  'basketball',
  'tennis',
  'boxing',
  'snooker',
  'baseball',
  'volleyball',
  'badminton',
  'americanFootball',
  'tableTennis',
  'cricket',
  'motorRacing',
] as const
export type Sport = (typeof sports)[number]

type Match = Extract<InPlayItem, { kind: 'match' }>

/** The matches that are being played, as the server lists them (spec §7, inPlay). */
export class MatchesStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  matches: Match[] = []

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root'>(this, { root: false, matches: observableRef })
  }

  of(sport: Sport): Match[] {
    return this.matches.filter((match) => match.sport === sport)
  }

  async load(): Promise<void> {
    try {
      const wire = await this.root.api.call(gameCalls.inPlay, {}, { loading: false, ownFailure: true })
      const items = wire.map(fromWireInPlay)
      runInAction(() => {
        this.matches = items.filter((item): item is Match => item.kind === 'match')
        this.state = 'ready'
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      runInAction(() => (this.state = 'failed'))
    }
  }
}
