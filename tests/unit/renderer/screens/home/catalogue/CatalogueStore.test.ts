import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { CatalogueStore, isLive } from '#renderer/screens/home/catalogue/CatalogueStore.ts'
import { toggleFavourite } from '#renderer/screens/home/catalogue/favourites.ts'
import {
  lobbySections,
  recentGames,
  unfinishedRounds,
} from '#renderer/screens/home/catalogue/lobbySections.ts'
import { searchGames } from '#renderer/screens/home/catalogue/searchGames.ts'
import { createLobbyRoot, failure } from '../../../stores/lobbyRoot.ts'

const listPath = '/api/app/game/list'
const inPlayPath = '/api//app/game/inPlay'
const favouritePath = '/api/app/game/favourite/{gameCode}'

const wire = (gameCode: string, name: string, kind: string, more: object = {}) => ({
  gameCode,
  name,
  kind,
  route: `/${gameCode}`,
  hot: false,
  sort: 1,
  rtp: null,
  favourite: false,
  recent: null,
  ...more,
})
const list = [
  wire('mines', 'Minas', 'original', { hot: true, rtp: 0.99, recent: '2030-01-01T10:00:00Z' }),
  wire('double', 'Double', 'original', { favourite: true, recent: '2030-01-02T10:00:00Z' }),
  wire('amazonia', 'Amazônia', 'slot', { route: '/play?game=amazonia' }),
  wire('sports', 'Esportes', 'sport', { route: '/footballPage', hot: true }),
]
const round = { kind: 'round', gameCode: 'mines', roundId: 'r1', amount: 12.5, time: '2030-01-02T10:00:00Z' }
const match = {
  kind: 'match',
  matchId: 'm1',
  sport: 'football',
  home: 'A',
  away: 'B',
  homeScore: 1,
  awayScore: 0,
  period: 3,
  time: '2030-01-02T10:00:00Z',
}
const codes = (games: { code: string }[]) => games.map((game) => game.code)

let lobby: ReturnType<typeof createLobbyRoot>
beforeEach(() => {
  lobby = createLobbyRoot({ hasToken: true })
  lobby.respond(listPath, list)
  lobby.respond(inPlayPath, [round, match])
})

async function loaded() {
  const store = new CatalogueStore(lobby.root)
  await store.load()
  return store
}

describe('the catalogue', () => {
  test('fails as soon as it cannot be loaded, while the rounds in play are still asked for', async () => {
    lobby.respond(listPath, failure('network'))
    lobby.respond(inPlayPath, () => new Promise(() => undefined))
    const store = new CatalogueStore(lobby.root)
    void store.load()
    await vi.waitFor(() => expect(store.state).toBe('failed'))
    // A retry while the first attempt still waits.
    lobby.respond(listPath, list)
    lobby.respond(inPlayPath, [])
    await store.load()
    expect(store.state).toBe('ready')
  })

  test('loads silently and is sorted into tabs, sections and recently played', async () => {
    const store = await loaded()
    expect(store.state).toBe('ready')
    expect(lobby.requests.every(({ loading }) => loading === false)).toBe(true)
    expect(codes(store.gamesOf('all'))).toEqual(['mines', 'double', 'amazonia', 'sports'])
    expect(codes(store.gamesOf('hot'))).toEqual(['mines', 'sports'])
    expect(codes(store.gamesOf('slots'))).toEqual(['amazonia'])
    expect(codes(store.gamesOf('favourites'))).toEqual(['double'])
    expect(lobbySections(store).map(({ tab, total }) => [tab, total])).toEqual([
      ['originals', 2],
      ['slots', 1],
      ['sports', 1],
    ])
  })

  test('recently played: the latest first, without unfinished games', async () => {
    const store = await loaded()
    expect(codes(recentGames(store))).toEqual(['double'])
    lobby.respond(inPlayPath, [])
    await store.load()
    expect(codes(recentGames(store))).toEqual(['double', 'mines'])
  })

  test('a section shows six games and counts all of them', async () => {
    lobby.respond(
      listPath,
      Array.from({ length: 9 }, (_, n) => wire(`slot-${n}`, `Slot ${n}`, 'slot')),
    )
    const [section] = lobbySections(await loaded())
    expect(section?.games).toHaveLength(6)
    expect(section?.total).toBe(9)
  })

  test('a route of another origin is not offered', async () => {
    lobby.respond(listPath, [
      wire('evil', 'Evil', 'slot', { route: '//evil.example/x' }),
      wire('script', 'Script', 'slot', { route: 'javascript:alert(1)' }),
      ...list,
    ])
    expect(codes((await loaded()).gamesOf('all'))).toEqual(['mines', 'double', 'amazonia', 'sports'])
  })

  test('is searched by name, code and the words of its kind', async () => {
    const store = await loaded()
    const kinds = { original: 'Originais', slot: 'Slots', sport: 'Esportes' }
    const find = (query: string) =>
      codes(searchGames(store.gamesOf('all'), query, (game) => kinds[game.kind]))
    expect(find('amazonai')).toEqual(['amazonia'])
    expect(find('mines')).toEqual(['mines'])
    expect(find('originais')).toEqual(['mines', 'double'])
  })

  test('has unfinished rounds of known games, and live matches that go on', async () => {
    const interrupted = { ...match, matchId: 'm2', period: -13 }
    lobby.respond(inPlayPath, [round, { ...round, gameCode: 'gone', roundId: 'r2' }, interrupted, match])
    const store = await loaded()
    expect(unfinishedRounds(store).map(({ game, round: { stake } }) => [game.code, stake])).toEqual([
      ['mines', cents(1_250)],
    ])
    expect(store.liveMatches.map(({ matchId }) => matchId)).toEqual(['m1'])
  })

  test('a failure is shown; a later one keeps what is on screen', async () => {
    lobby.respond(listPath, failure('network'))
    const store = await loaded()
    expect(store.state).toBe('failed')
    lobby.respond(listPath, list)
    await store.load()
    expect(store.state).toBe('ready')
    lobby.respond(listPath, failure('refused'))
    await store.load()
    expect(store.state).toBe('ready')
    expect(store.gamesOf('all')).toHaveLength(4)
  })

  test('games are shown even if what is in play fails to load', async () => {
    lobby.respond(inPlayPath, failure('network'))
    const store = await loaded()
    expect(store.state).toBe('ready')
    expect(unfinishedRounds(store)).toEqual([])
  })

  test('the shared round counts as live', async () => {
    const store = await loaded()
    expect(codes(store.gamesOf('all').filter(isLive))).toEqual(['double', 'sports'])
  })
})

describe('hot games in session storage', () => {
  test('are stored without the data of the player', async () => {
    await loaded()
    expect(lobby.stored.get('hotGames')).toMatchObject([
      { code: 'mines', route: '/mines', favourite: false, lastPlayedAt: null },
      { code: 'sports' },
    ])
  })

  test('are shown before the catalogue, and when it fails to load', async () => {
    await loaded()
    const next = createLobbyRoot({ hotGames: lobby.stored.get('hotGames') })
    const store = new CatalogueStore(next.root)
    expect(codes(store.gamesOf('hot'))).toEqual(['mines', 'sports'])
    await store.load()
    expect(store.state).toBe('failed')
    expect(codes(store.gamesOf('hot'))).toEqual(['mines', 'sports'])
  })

  test.each([null, 'x', {}, [1, null, { code: 'a' }], [{ ...list[0], route: 'https://evil.example' }]])(
    'invalid entries are ignored: %j',
    (hotGames) => {
      expect(new CatalogueStore(createLobbyRoot({ hotGames }).root).hot).toEqual([])
    },
  )
})

describe('favourites', () => {
  test('are marked at once and sent to the server', async () => {
    lobby.respond(favouritePath, null)
    const store = await loaded()
    toggleFavourite(lobby.root, store, 'mines')
    expect(codes(store.gamesOf('favourites'))).toEqual(['mines', 'double'])
    await expect.poll(() => lobby.requests.at(-1)).toMatchObject({ body: { favourite: true } })
    toggleFavourite(lobby.root, store, 'mines')
    expect(codes(store.gamesOf('favourites'))).toEqual(['double'])
  })

  test('a refusal removes the mark again', async () => {
    lobby.respond(favouritePath, failure('refused'))
    const store = await loaded()
    toggleFavourite(lobby.root, store, 'mines')
    expect(store.find('mines')?.favourite).toBe(true)
    await expect.poll(() => store.find('mines')?.favourite).toBe(false)
  })

  test('a guest is asked to log in', async () => {
    lobby.change({ hasToken: false })
    const store = await loaded()
    toggleFavourite(lobby.root, store, 'mines')
    expect(lobby.opened).toEqual(['login'])
    expect(store.find('mines')?.favourite).toBe(false)
  })
})

describe('while no lobby is open', () => {
  test('a logout or another player removes the player’s data', async () => {
    lobby.change({ playerId: 'ana' })
    const store = await loaded()
    lobby.change({ playerId: 'bia' })
    expect(store.gamesOf('favourites')).toEqual([])
    expect(unfinishedRounds(store)).toEqual([])
    await store.load()
    expect(unfinishedRounds(store)).toHaveLength(1)
    lobby.change({ hasToken: false, playerId: '' })
    expect(recentGames(store)).toEqual([])
    expect(unfinishedRounds(store)).toEqual([])
  })

  test('a response that arrives after the player logged out is dropped', async () => {
    let respond: (games: unknown) => void = () => undefined
    lobby.respond(listPath, () => new Promise((resolve) => (respond = resolve)))
    const store = new CatalogueStore(lobby.root)
    const loading = store.load()
    lobby.change({ hasToken: false })
    respond(list)
    await loading
    expect(store.gamesOf('all')).toEqual([])
  })
})

describe('while the lobby is open', () => {
  test('a logout removes the player’s data at once, and loads again', async () => {
    const store = new CatalogueStore(lobby.root)
    const stop = store.start()
    await expect.poll(() => store.state).toBe('ready')
    const before = lobby.requests.length
    lobby.change({ hasToken: false })
    expect(store.gamesOf('favourites')).toEqual([])
    expect(recentGames(store)).toEqual([])
    expect(unfinishedRounds(store)).toEqual([])
    expect(store.liveMatches).toHaveLength(1)
    expect(lobby.requests.length).toBe(before + 2)
    stop()
    lobby.change({ hasToken: true })
    expect(lobby.requests.length).toBe(before + 2)
  })

  test('the arrival of user info does not count as another player', async () => {
    const stop = new CatalogueStore(lobby.root).start()
    lobby.change({ playerId: 'ana' })
    expect(lobby.requests).toHaveLength(2)
    lobby.change({ playerId: 'bia' })
    expect(lobby.requests).toHaveLength(4)
    stop()
  })

  test('another language loads again, and so does a reconnect unless the data is fresh', () => {
    vi.useFakeTimers()
    const lists = () => lobby.requests.filter(({ path }) => path === listPath).length
    const stop = new CatalogueStore(lobby.root).start()
    lobby.change({ code: 'en_US' })
    expect(lists()).toBe(2)
    lobby.change({ reconnects: 1 })
    expect(lists()).toBe(2)
    vi.advanceTimersByTime(6_000)
    lobby.change({ reconnects: 2 })
    expect(lists()).toBe(3)
    stop()
    vi.useRealTimers()
  })

  test('a response for an earlier player is never shown', async () => {
    let respondFirst: (games: unknown) => void = () => undefined
    lobby.respond(listPath, () => new Promise((resolve) => (respondFirst = resolve)))
    const store = new CatalogueStore(lobby.root)
    const first = store.load()
    lobby.respond(listPath, [wire('limbo', 'Limbo', 'original')])
    await store.load()
    respondFirst(list)
    await first
    expect(codes(store.gamesOf('all'))).toEqual(['limbo'])
  })
})
