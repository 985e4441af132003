import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromWireGame, fromWireInPlay, gameCalls, type Game, type InPlayItem } from '#contract/http/game.ts'
import type { RootStore } from '../../../stores/RootStore.ts'

export const lobbyTabs = ['all', 'hot', 'slots', 'originals', 'sports', 'favourites'] as const
export type LobbyTab = (typeof lobbyTabs)[number]

const kindOfTab = { originals: 'original', slots: 'slot', sports: 'sport' } as const
/** A response younger than this, in ms, is not requested again because the connection opened. */
const freshMs = 5_000

type CatalogueRoot = Pick<RootStore, 'api' | 'session' | 'storages' | 'language' | 'realtime'>

/**
 * The game catalogue and the rounds in play. The hot games are stored in session storage, so that there is
 * something to play when the catalogue cannot be loaded. Favourites and rounds disappear with their player.
 */
export class CatalogueStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  inPlay: InPlayItem[] = []
  /** The lobby has been shown with its games: from now on it renders in one pass. */
  wasDrawn = false
  private games: Game[] = []
  private cachedHotGames: Game[]
  /** Responses for an earlier player or language are dropped. */
  #generation = 0
  #requestedAt = -Infinity
  /** Grows with every login, logout and change of player. */
  private playerGeneration = 0
  readonly #root: CatalogueRoot

  constructor(root: CatalogueRoot) {
    this.#root = root
    this.cachedHotGames = readHotGames(root.storages.session.get('hotGames'))
    makeAutoObservable<this, 'games' | 'cachedHotGames'>(this, {
      wasDrawn: false,
      generation: false,
      games: observableRef,
      cachedHotGames: observableRef,
      inPlay: observableRef,
    })
    // Never stopped, so that it also runs while no lobby is open: the next player must not see these marks.
    const { session } = root
    reaction(
      () => ({ hasToken: session.hasToken, id: session.player?.id }),
      (now, before) => {
        const isOther = now.id !== undefined && before.id !== undefined && now.id !== before.id
        if (now.hasToken !== before.hasToken || isOther) this.onPlayerChanged()
      },
      { equals: (a, b) => a.hasToken === b.hasToken && a.id === b.id },
    )
  }

  /** Loads now, and again after a change of player, language or connection. Returns its cleanup. */
  start(): () => void {
    const { language, realtime } = this.#root
    const stops = [
      reaction(
        () => [this.playerGeneration, language.code],
        () => void this.load(),
        { fireImmediately: true },
      ),
      reaction(
        () => realtime.reconnects,
        () => {
          if (performance.now() - this.#requestedAt > freshMs) void this.load()
        },
      ),
    ]
    return () => stops.forEach((stop) => stop())
  }

  /** Loads games and rounds in play; what is shown stays meanwhile, and when loading fails. */
  async load(): Promise<void> {
    const generation = ++this.#generation
    this.#requestedAt = performance.now()
    if (this.state === 'failed') this.state = 'loading'
    const quiet = { loading: false, ownFailure: true }
    const [list, inPlay] = await Promise.all([
      this.#root.api.call(gameCalls.list, {}, quiet).catch((error: unknown) => {
        undefinedOnCallError(error)
        // At once: when the server is back before the other call has ended, what has failed is asked to load again.
        this.failToLoad(generation)
      }),
      this.#root.api.call(gameCalls.inPlay, {}, quiet).catch(undefinedOnCallError),
    ])
    runInAction(() => {
      if (generation !== this.#generation) return
      if (inPlay) this.inPlay = inPlay.map(fromWireInPlay)
      if (list) this.applyGames(list.map(fromWireGame))
    })
  }

  private failToLoad(generation: number): void {
    if (generation === this.#generation && this.games.length === 0) this.state = 'failed'
  }

  /** The games of a tab in display order; hot games are known before the catalogue is loaded. */
  gamesOf(tab: LobbyTab): Game[] {
    switch (tab) {
      case 'all':
        return this.games
      case 'hot':
        return this.hot
      case 'favourites':
        return this.games.filter((game) => game.favourite)
      default:
        return this.games.filter((game) => game.kind === kindOfTab[tab])
    }
  }

  get hot(): Game[] {
    return this.state === 'ready' ? this.games.filter((game) => game.hot) : this.cachedHotGames
  }

  /** Those that are played now: an interrupted one (a period below 0) is not. */
  get liveMatches(): Extract<InPlayItem, { kind: 'match' }>[] {
    return this.inPlay.filter((item) => item.kind === 'match').filter(({ period }) => period >= 0)
  }

  find(code: string): Game | undefined {
    return this.games.find((game) => game.code === code)
  }

  /** Grows with every list that is requested or dropped. */
  get generation(): number {
    return this.#generation
  }

  /** Marks or unmarks a game on this screen only; favourites.ts tells the server. */
  setFavourite(code: string, favourite: boolean): void {
    this.games = this.games.map((game) => (game.code === code ? { ...game, favourite } : game))
  }

  private applyGames(games: Game[]): void {
    this.games = games.filter((game) => isOwnPath(game.route))
    this.state = 'ready'
    const remembered = this.hot.map((game) => ({ ...game, favourite: false, lastPlayedAt: null }))
    this.cachedHotGames = remembered
    this.#root.storages.session.set('hotGames', remembered)
  }

  private onPlayerChanged(): void {
    this.playerGeneration++
    // Responses requested by the previous player are dropped.
    this.#generation++
    this.inPlay = this.inPlay.filter((item) => item.kind === 'match')
    this.games = this.games.map((game) => ({ ...game, favourite: false, lastPlayedAt: null }))
  }
}

/** Whether all players play the same round at the same time: Double, and sports. */
export function isLive(game: Game): boolean {
  return game.kind === 'sport' || game.code === 'double'
}

/** A path of ours, never another origin. */
function isOwnPath(route: string): boolean {
  return /^\/(?![/\\])/.test(route)
}

function readHotGames(stored: unknown): Game[] {
  return Array.isArray(stored) ? stored.filter(isStoredGame) : []
}

function isStoredGame(value: unknown): value is Game {
  const game = (value ?? {}) as Partial<Record<keyof Game, unknown>>
  const texts = [game.code, game.name, game.route, game.kind]
  const isRtpValid = game.rtp === null || typeof game.rtp === 'number'
  return texts.every((text) => typeof text === 'string') && isRtpValid && isOwnPath(String(game.route))
}

/** Returns undefined for a failed call: the screen shows the failure in its own place. */
function undefinedOnCallError(error: unknown): undefined {
  if (!(error instanceof CallError)) throw error
}
