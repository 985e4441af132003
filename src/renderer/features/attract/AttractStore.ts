import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { fromWireGame, gameCalls, type Game } from '#contract/http/game.ts'
import { fromWireHome, type HomeFeed, appInfoCalls } from '#contract/http/appInfo.ts'
import { fromWireMatch, sportsCalls, type Match, type MatchWire } from '#contract/http/sports.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { followFeed } from '../odds/followFeed.ts'

const slides = ['matches', 'wins', 'games'] as const
export type Slide = (typeof slides)[number]

const slideMs = 8_000
/** A press that ends the loop also ends here: its click must not reach the page below. */
const shieldMs = 400
const shown = { matches: 3, wins: 6, games: 6 } as const
const quiet = { loading: false, ownFailure: true } as const
/** Input events that end the wait or the loop. */
const inputs = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * The attract loop, the screen saver of a terminal that invites people to play: live odds, wins and games. It starts when
 * there was no input and no session for `attractSeconds` since the page was loaded. It does not start after a customer has
 * left: the terminal is reset first, which loads a new page.
 */
export class AttractStore {
  state: 'off' | 'on' | 'leaving' = 'off'
  slide: Slide = 'matches'
  when: 'live' | 'upcoming' = 'live'
  matches: readonly Match[] = []
  wins: HomeFeed['bigWins'] = []
  games: readonly Game[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopFeed: (() => void) | undefined
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { matches: observableRef, wins: observableRef, games: observableRef })
  }

  /** Starts the wait. Returns the cleanup. */
  start(): () => void {
    const seconds = this.#root.host.attractSeconds
    if (seconds === 0) return () => undefined
    const stopSession = reaction(
      () => this.#root.session.isLoggedIn,
      () => stop(),
    )
    const act = () => {
      if (this.state === 'on') this.leave()
      else if (this.state === 'off') stop()
    }
    const stop = () => {
      stopSession()
      for (const input of inputs) window.removeEventListener(input, act, { capture: true })
      this.end()
    }
    for (const input of inputs) window.addEventListener(input, act, { capture: true, passive: true })
    if (!this.#root.session.isLoggedIn) this.#timer = setTimeout(() => void this.show(), seconds * 1_000)
    return stop
  }

  /** Ends the loop at an input: the lobby shows at once. */
  private leave(): void {
    this.stopSlides()
    this.state = 'leaving'
    this.#root.overlays.close()
    this.#root.navigation.go('/home')
    this.#timer = setTimeout(() => this.end(), shieldMs)
  }

  private end(): void {
    this.stopSlides()
    this.state = 'off'
  }

  private stopSlides(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#stopFeed?.()
    this.#stopFeed = undefined
  }

  private async show(): Promise<void> {
    const timer = this.#timer
    await Promise.all([this.loadMatches(), this.loadWins(), this.loadGames()])
    runInAction(() => {
      // Ended by an input meanwhile.
      if (this.#timer !== timer) return
      this.state = 'on'
      this.showSlide(this.nextSlide('games'))
    })
  }

  private showSlide(slide: Slide): void {
    this.stopSlides()
    this.slide = slide
    if (slide === 'matches') this.followMatches()
    if (slide === 'wins') void this.loadWins()
    this.#timer = setTimeout(() => this.showSlide(this.nextSlide(slide)), slideMs)
  }

  /** The next slide that has something to show. */
  private nextSlide(slide: Slide): Slide {
    const at = slides.indexOf(slide)
    const inOrder = [...slides.slice(at + 1), ...slides.slice(0, at + 1)]
    return inOrder.find((each) => this[each].length > 0) ?? slide
  }

  private followMatches(): void {
    this.#stopFeed = followFeed(this.#root, document, {
      receive: (list) => this.receive(list),
      refresh: () => this.loadMatches(),
    })
  }

  private receive(list: MatchWire[]): void {
    const newer = new Map(list.map((wire) => [wire.matchId, fromWireMatch(wire)]))
    this.matches = this.matches.map((match) => newer.get(match.id) ?? match)
  }

  /** Live matches, or the next ones when none is live. */
  private async loadMatches(): Promise<void> {
    for (const when of ['live', 'upcoming'] as const) {
      try {
        const query = { sport: 'football', when } as const
        const { matches } = await this.#root.api.call(sportsCalls.matches, { query }, quiet)
        const open = matches.map(fromWireMatch).filter(({ markets }) => markets.length > 0)
        if (open.length === 0) continue
        runInAction(() => {
          this.when = when
          this.matches = open.slice(0, shown.matches)
        })
        return
      } catch (error) {
        return ignoreCallError(error)
      }
    }
  }

  private async loadWins(): Promise<void> {
    try {
      const { bigWins } = fromWireHome(await this.#root.api.call(appInfoCalls.home, {}, quiet))
      runInAction(() => (this.wins = bigWins.slice(0, shown.wins)))
    } catch (error) {
      ignoreCallError(error)
    }
  }

  private async loadGames(): Promise<void> {
    try {
      const games = (await this.#root.api.call(gameCalls.list, {}, quiet)).map(fromWireGame)
      const first = [...games.filter(({ hot }) => hot), ...games.filter(({ hot }) => !hot)]
      runInAction(() => (this.games = first.slice(0, shown.games)))
    } catch (error) {
      ignoreCallError(error)
    }
  }
}
