import { runInAction } from 'mobx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AttractStore } from '#renderer/features/attract/AttractStore.ts'
import { matchWire } from '../../screens/footballPage/feedFixture.ts'
import { createFixture } from '../../stores/rootFixture.ts'

let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function createAttract(attractSeconds = 60, hasSession = false) {
  const fixture = createFixture()
  const { root, respond } = fixture
  respond('/api/app/sports/matches', ({ query }) => ({
    data: {
      matches: query['when'] === 'live' ? [matchWire('a')] : [],
      serverTime: '2030-01-01T20:00:00.000Z',
    },
  }))
  await root.start()
  root.host = { ...root.host, attractSeconds }
  runInAction(() => (root.session.hasToken = hasSession))
  const attract = new AttractStore(root)
  const stop = attract.start()
  return {
    ...fixture,
    attract,
    stop,
    wait: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000),
  }
}

it('begins when nobody was there for as long as configured, with the matches of the server', async () => {
  const { attract, wait, stop } = await createAttract()
  await wait(59)
  expect(attract.state).toBe('off')
  await wait(2)
  expect(attract).toMatchObject({ state: 'on', slide: 'matches', when: 'live' })
  expect(attract.matches.map(({ home }) => home)).toEqual(['Casa a'])
  stop()
})

it('shows a price that changed, also without a connection', async () => {
  const { attract, respond, wait, stop } = await createAttract()
  await wait(61)
  const cheaper = { ...matchWire('a'), version: 2, homeScore: 3 }
  respond('/api/app/sports/matches', { data: { matches: [cheaper], serverTime: '2030-01-01T20:00:00.000Z' } })
  await wait(6)
  expect(attract.matches[0]?.homeScore).toBe(3)
  stop()
})

it.each(['pointerdown', 'keydown', 'wheel'])(
  'does not begin on a page that somebody used (%s)',
  async (input) => {
    const { attract, wait } = await createAttract()
    await wait(10)
    page.dispatchEvent(new Event(input))
    await wait(600)
    expect(attract.state).toBe('off')
  },
)

it('does not begin over a session, nor where it is turned off', async () => {
  const { attract, root, wait } = await createAttract()
  runInAction(() => (root.session.hasToken = true))
  await wait(600)
  expect(attract.state).toBe('off')
  // Such as the page that replaces one whose process was killed.
  const replaced = await createAttract(60, true)
  await replaced.wait(600)
  expect(replaced.attract.state).toBe('off')
  const off = await createAttract(0)
  await off.wait(600)
  expect(off.attract.state).toBe('off')
})

it('does not begin for somebody who comes while it loads', async () => {
  const { attract, respond, wait } = await createAttract()
  respond('/api/app/sports/matches', () => {
    page.dispatchEvent(new Event('pointerdown'))
    return { data: { matches: [matchWire('a')], serverTime: '2030-01-01T20:00:00.000Z' } }
  })
  await wait(61)
  await wait(60)
  expect(attract.matches).toHaveLength(1)
  expect(attract.state).toBe('off')
})

it('ends at a touch: home at once, and the press that ended it reaches nothing', async () => {
  const { attract, visited, wait } = await createAttract()
  await wait(61)
  page.dispatchEvent(new Event('pointerdown'))
  expect(attract.state).toBe('leaving')
  expect(visited).toEqual(['/home'])
  await wait(1)
  expect(attract.state).toBe('off')
  await wait(600)
  expect(attract.state).toBe('off')
})
