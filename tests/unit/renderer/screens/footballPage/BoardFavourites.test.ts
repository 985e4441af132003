import { autorun } from 'mobx'
import { expect, it } from 'vitest'
import type { SportsFavouritesWire } from '#contract/http/sports.ts'
import { BoardFavourites } from '#renderer/screens/footballPage/BoardFavourites.ts'
import { createFixture, settled } from '../../stores/rootFixture.ts'

const none: SportsFavouritesWire = { matches: [], leagues: [], folded: [] }

/** A browser, and a server that stores the favourites of the account. */
function setUp(account: SportsFavouritesWire = none) {
  const fixture = createFixture()
  const server = { stored: account }
  fixture.respond('/api/app/sports/board', () => ({ data: server.stored }))
  fixture.respond('/api/app/sports/saveBoard', ({ body }) => {
    server.stored = JSON.parse(body ?? '') as SportsFavouritesWire
    return { data: null }
  })
  const open = () => {
    const favourites = new BoardFavourites(fixture.root)
    return { favourites, stop: favourites.follow() }
  }
  return { ...fixture, server, open }
}

it('keeps a guest’s marks in this browser', async () => {
  const { open, sent } = setUp()
  open().favourites.toggle('matches', 'a')
  expect(open().favourites.names('matches')).toEqual(['a'])
  expect(sent).toEqual([])
})

it('adds a guest’s marks to those of the account at the login, and takes all away at the logout', async () => {
  const { open, enter, server, local, root } = setUp({ ...none, matches: ['b'], leagues: ['Série A'] })
  const { favourites } = open()
  favourites.toggle('matches', 'a')
  await enter()
  expect([favourites.names('matches'), favourites.names('leagues')]).toEqual([['b', 'a'], ['Série A']])
  expect(server.stored).toEqual({ matches: ['b', 'a'], leagues: ['Série A'], folded: [] })
  expect(local.has('sportsBoard')).toBe(false)
  await root.session.logout()
  await settled()
  expect([favourites.names('matches'), favourites.names('leagues')].flat()).toEqual([])
  expect(open().favourites.names('matches')).toEqual([])
  await enter()
  expect(favourites.names('matches')).toEqual(['b', 'a'])
})

it('leaves no marks of a player to the next one, whether the account’s were loaded or not', async () => {
  const { open, enter, server, root, respond } = setUp()
  respond('/api/app/sports/board', { httpStatus: 500 })
  await enter()
  const { favourites, stop } = open()
  await settled()
  favourites.toggle('matches', 'of A')
  await root.session.logout()
  respond('/api/app/sports/board', () => ({ data: server.stored }))
  await enter({ uId: 'B' })
  expect([favourites.names('matches'), server.stored.matches]).toEqual([[], []])
  // The page is closed while another session ends.
  favourites.toggle('matches', 'of B')
  await settled()
  stop()
  await root.session.logout()
  expect(favourites.names('matches')).toEqual([])
})

it('keeps a guest’s marks in this browser until the account has them', async () => {
  const { open, enter, respond, server, local } = setUp()
  open().favourites.toggle('matches', 'a')
  respond('/api/app/sports/saveBoard', () => ({ httpStatus: 500, data: null }))
  const { stop } = open()
  await enter()
  expect(local.has('sportsBoard')).toBe(true)
  stop()
  respond('/api/app/sports/saveBoard', ({ body }) => {
    server.stored = JSON.parse(body ?? '') as SportsFavouritesWire
    return { data: null }
  })
  open()
  await settled()
  expect(server.stored.matches).toEqual(['a'])
  expect(local.has('sportsBoard')).toBe(false)
})

it('saves a player’s last marks, however fast they change', async () => {
  const { open, enter, server, count } = setUp()
  await enter()
  const { favourites, stop } = open()
  await settled()
  for (const id of ['a', 'b', 'c', 'a']) favourites.toggle('matches', id)
  await settled()
  expect(server.stored.matches).toEqual(['b', 'c'])
  expect(count('/api/app/sports/saveBoard')).toBe(2)
  stop()
})

it('forgets the oldest of more than a hundred', () => {
  const { open } = setUp()
  const { favourites } = open()
  for (let id = 0; id <= 100; id++) favourites.toggle('matches', String(id))
  expect(favourites.names('matches')).toHaveLength(100)
  expect(favourites.has('matches', '0')).toBe(false)
})

it('tells only those who ask for a mark that it has changed', () => {
  const { favourites } = setUp().open()
  const seen: boolean[] = []
  const stop = autorun(() => seen.push(favourites.has('matches', 'a')))
  favourites.toggle('matches', 'b')
  expect(seen).toEqual([false])
  favourites.toggle('matches', 'a')
  expect(seen).toEqual([false, true])
  favourites.toggle('matches', 'b')
  expect(seen).toEqual([false, true])
  stop()
})

it('loads those of the account when the connection is back, where it could not before', async () => {
  const { open, enter, server, respond, root, emitStatus, sent } = setUp({ ...none, matches: ['a'] })
  root.realtime.start()
  await enter()
  respond('/api/app/sports/board', { httpStatus: 500 })
  const { favourites } = open()
  await settled()
  expect(favourites.names('matches')).toEqual([])
  respond('/api/app/sports/board', () => ({ data: server.stored }))
  emitStatus('online')
  await settled()
  expect(favourites.names('matches')).toEqual(['a'])
  const requests = () => sent.filter(({ path }) => path === '/api/app/sports/board').length
  const before = requests()
  emitStatus('connecting')
  emitStatus('online')
  await settled()
  expect(requests()).toBe(before)
})
