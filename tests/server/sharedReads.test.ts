import { expect, it, vi } from 'vitest'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const server = await createTestServer()
const { call, clock } = server

const matchesUrl = '/api/app/sports/matches?sport=football&when=upcoming'
const overview = () => call<{ serverTime: string }>('GET', '/api/app/sports/overview')
const favourites = async (player?: TestPlayer) =>
  (await call<{ gameCode: string; favourite: boolean }[]>('GET', '/api/app/game/list', { player })).data
    .filter(({ favourite }) => favourite)
    .map(({ gameCode }) => gameCode)

it('the next response after the clock was moved is of the new time', async () => {
  for (const step of [60_000, -30_000]) {
    const before = Date.parse((await overview()).data.serverTime)
    await clock.advance(step)
    const moved = Date.parse((await overview()).data.serverTime) - before
    expect(moved).toBeGreaterThanOrEqual(step)
    expect(moved).toBeLessThan(step + 30_000)
  }
})

it('what the feed has changed is in the next response', async () => {
  for (const home of ['Primeira', 'Segunda', 'Terceira']) {
    await call('GET', matchesUrl)
    await call('POST', '/sandbox/api/feed', {
      body: { sport: 'football', home, away: 'Fora', league: 'Copa', startsInMs: 60_000 },
    })
    expect((await call('GET', matchesUrl)).text).toContain(home)
  }
})

it('no guest and no other player gets what belongs to a player', async () => {
  const [owner, other] = [await server.player(), await server.player()]
  await call('POST', '/api/app/game/favourite/dice', { player: owner, body: { favourite: true } })
  await call('POST', '/api/app/game/mines/bet', { player: owner, body: { amount: 1, mineCount: 3 } })
  const lists = await Promise.all([favourites(owner), favourites(), favourites(other), favourites(owner)])
  expect(lists).toEqual([['dice'], [], [], ['dice']])
})

it('a search of a page and a cursor that reads like a part of it have a response each', async () => {
  const page = async (query: Record<string, string> = {}) => {
    const url = `${matchesUrl}&${new URLSearchParams(query)}`
    return (await call<{ nextCursor?: string; matches: { home: string }[] }>('GET', url)).data
  }
  const { nextCursor: cursor = '' } = await page()
  expect(cursor).not.toBe('')
  const search = (await page({ cursor })).matches.at(-1)?.home ?? ''
  // As in one moment: a response is shared for a quarter of a second.
  const now = vi.spyOn(clock, 'now').mockReturnValue(clock.now())
  const none = await page({ cursor, search: `none ${search}` })
  expect(none).toMatchObject({ matches: [] })
  expect(await page({ cursor: `${cursor} none`, search })).not.toEqual(none)
  now.mockRestore()
})
