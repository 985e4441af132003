import { describe, expect, it } from 'vitest'
import type { DataOf } from '#contract/http/call.ts'
import type { MatchWire, sportsCalls } from '#contract/http/sports.ts'
import { mostWatchedPages } from '#contract/rules/boardPages.ts'
import { openSocket } from './helpers/openSocket.ts'
import { createTestServer } from './helpers/testServer.ts'

type Page = DataOf<typeof sportsCalls.matches>

const server = await createTestServer()
const url = await server.listen()
const { call, clock, player } = server
const minuteMs = 60_000

const page = async (query: Record<string, string>) =>
  call<Page>(
    'GET',
    `/api/app/sports/matches?${new URLSearchParams({ sport: 'football', when: 'upcoming', ...query })}`,
  )
const script = async (body: object) => (await call<MatchWire>('POST', '/sandbox/api/feed', { body })).data
const remove = (matchId: string) => call('DELETE', `/sandbox/api/feed/${matchId}`)
const idsOf = ({ matches }: Page) => matches.map(({ matchId }) => matchId)
const upcoming = async () => {
  const { data } = await call<DataOf<typeof sportsCalls.overview>>('GET', '/api/app/sports/overview')
  return data.sports.find(({ sport }) => sport === 'football')?.upcoming
}

/** All pages after this one; `between` happens before each. */
async function walk(first: Page, query: Record<string, string> = {}): Promise<string[]> {
  const ids = idsOf(first)
  let cursor = first.nextCursor
  while (cursor !== undefined) {
    const { data } = await page({ ...query, cursor })
    ids.push(...idsOf(data))
    cursor = data.nextCursor
  }
  return ids
}

describe('the pages of a list', () => {
  it('have all its matches, 60 each, as many as the overview and the leagues count', async () => {
    const first = (await page({})).data
    expect(first.matches).toHaveLength(60)
    const ids = await walk(first)
    expect(ids.length).toBeGreaterThan(90)
    expect(new Set(ids).size).toBe(ids.length)
    expect(await upcoming()).toBe(ids.length)
    expect(first.leagues?.reduce((sum, { count }) => sum + count, 0)).toBe(ids.length)
    const today = first.leagues?.reduce((sum, each) => sum + each.today, 0) ?? 0
    expect(today).toBeLessThan(ids.length)
    // A list of one page says nothing of others.
    const live = (await page({ when: 'live' })).data
    expect([live.nextCursor, live.leagues]).toEqual([undefined, undefined])
  })

  it('lose and repeat no match when some begin in between', async () => {
    const first = (await page({})).data
    const all = await walk(first)
    await clock.advance(50 * minuteMs)
    const later = await walk(first)
    const begun = idsOf((await page({ when: 'live' })).data).filter((id) => all.includes(id))
    expect(begun.length).toBeGreaterThan(1)
    // The others, and those that a later day has by now.
    expect(later.slice(0, all.length)).toEqual(all)
    expect(new Set(later).size).toBe(later.length)
  })

  it('have overdue matches last, and repeat none that is overdue since the first page', async () => {
    const late = await script({ startsInMs: -30 * minuteMs })
    const soon = await script({ startsInMs: minuteMs })
    const first = (await page({})).data
    const all = await walk(first)
    expect(all.indexOf(soon.matchId)).toBeLessThan(10)
    expect(all.at(-1)).toBe(late.matchId)
    await clock.advance(3 * minuteMs)
    const later = await walk(first)
    expect(later.filter((id) => id === soon.matchId)).toHaveLength(1)
    expect((await walk((await page({})).data)).slice(-2)).toEqual([late.matchId, soon.matchId])
    await remove(late.matchId)
    await remove(soon.matchId)
  })

  it('follow cursors of pages only', async () => {
    for (const cursor of [
      'x',
      Buffer.from('0 0').toString('base64url'),
      Buffer.from('a b c').toString('base64url'),
    ])
      expect((await page({ cursor })).httpStatus, cursor).toBe(400)
  })
})

describe('a match that is not on the first page', () => {
  it('is found by parts of its names, without accents and case', async () => {
    const far = { startsInMs: 23 * 60 * minuteMs }
    const match = await script({ ...far, home: 'São Quixotão', away: 'Vórtice FC', league: 'Copa Ñandú' })
    expect(idsOf((await page({})).data)).not.toContain(match.matchId)
    for (const search of ['quixot', 'SAO QUIXOTAO', 'ortice sao', 'ñandu', ' Nandú '])
      expect(idsOf((await page({ search })).data), search).toEqual([match.matchId])
    expect((await page({ search: 'quixotao nobody' })).data.matches).toEqual([])
    expect((await page({ search: '  ' })).httpStatus).toBe(400)
    // What is found has pages, too.
    const first = (await page({ search: 'a' })).data
    expect(first.matches).toHaveLength(60)
    expect(first.leagues).toBeUndefined()
    expect(await walk(first, { search: 'a' })).toContain(match.matchId)
    await remove(match.matchId)
  })

  it('is returned by its id, and by its league', async () => {
    const far = { startsInMs: 23 * 60 * minuteMs, league: 'Liga Longe' }
    const [one, two] = [await script(far), await script(far)]
    const marked = async (body: object) => {
      const { data } = await call<{ matches: MatchWire[] }>('POST', '/api/app/sports/marked', {
        body: { sport: 'football', when: 'upcoming', matches: [], leagues: [], ...body },
      })
      return data.matches.map(({ matchId }) => matchId)
    }
    expect(await marked({ matches: [two.matchId, 'gone'] })).toEqual([two.matchId])
    expect(await marked({ leagues: ['Liga Longe'] })).toEqual(
      expect.arrayContaining([one.matchId, two.matchId]),
    )
    expect(await marked({ matches: [two.matchId], leagues: ['Liga Longe'] })).toEqual([
      two.matchId,
      one.matchId,
    ])
    expect(await marked({ when: 'live', leagues: ['Liga Longe'] })).toEqual([])
    await remove(one.matchId)
    await remove(two.matchId)
  })

  it('is pushed to those who show its page, and not to others', async () => {
    const far = await script({ startsInMs: 23 * 60 * minuteMs })
    const near = await script({ startsInMs: minuteMs })
    const watch = async (pages?: number) => {
      const packets: MatchWire[][] = []
      const socket = await openSocket(url, (await player()).token, (opened) =>
        opened.on('feed:matches', ({ matches }: { matches: MatchWire[] }) => packets.push(matches)),
      )
      socket.emit('feed:watch', { sport: 'football', matchId: null, pages })
      return (id: string) => packets.flat().findLast(({ matchId }) => matchId === id)
    }
    const [first, second] = [await watch(), await watch(2)]
    const tooMany = await watch(mostWatchedPages + 1)
    await expect.poll(() => [first(near.matchId), second(near.matchId)].filter(Boolean)).toHaveLength(2)
    const locked = { suspend: true }
    await script({ matchId: far.matchId, ...locked })
    await expect.poll(() => second(far.matchId)?.suspended).toBe(true)
    await script({ matchId: near.matchId, ...locked })
    await expect
      .poll(() => [first(near.matchId)?.suspended, second(near.matchId)?.suspended])
      .toEqual([true, true])
    expect([first(far.matchId), tooMany(near.matchId)]).toEqual([undefined, undefined])
  })
})
