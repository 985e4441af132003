import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PushedMatches } from '#renderer/screens/footballPage/PushedMatches.ts'
import { matchWire } from './feedFixture.ts'

const frameMs = 16

beforeEach(() => {
  vi.useFakeTimers()
  // Node draws no frames. Its fake timers have no idle callbacks either, as Safari.
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, frameMs))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ids = Array.from({ length: 20 }, (_, index) => `m${index}`)
const inView = ids.slice(0, 6)
const push = (version: number, names = ids) => names.map((id) => matchWire(id, { version }))

function setUp() {
  /** By match: the newest version that was shown. */
  const shown = new Map<string, number>()
  const batches: string[][] = []
  const pushed = new PushedMatches((matches) => {
    batches.push(matches.map(({ matchId }) => matchId))
    for (const { matchId, version } of matches) shown.set(matchId, version)
  })
  for (const id of ids) pushed.setInView(id, inView.includes(id))
  return { pushed, shown, batches, versions: (names: string[]) => names.map((id) => shown.get(id)) }
}

describe('pushed matches', () => {
  it('are shown at once when they are few', () => {
    const { pushed, batches } = setUp()
    pushed.add(push(2, ['m0', 'm1', 'new']))
    expect(batches).toEqual([['m0', 'm1', 'new']])
  })

  it('are shown in the next frames when they are many, first those in view', async () => {
    const { pushed, shown, batches, versions } = setUp()
    pushed.add(push(2))
    expect(batches).toEqual([])
    await vi.advanceTimersByTimeAsync(frameMs)
    expect(versions(inView)).toEqual(inView.map(() => 2))
    expect(shown.size).toBe(inView.length)
    expect(batches.every((batch) => batch.length === 1)).toBe(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(versions(ids)).toEqual(ids.map(() => 2))
  })

  it('leave a frame its time: the rest waits for the next one', async () => {
    const now = vi.spyOn(performance, 'now')
    const { pushed, shown } = setUp()
    pushed.add(push(2))
    // Each look at the clock is 2 ms later.
    let ms = 0
    now.mockImplementation(() => (ms += 2))
    await vi.advanceTimersByTimeAsync(frameMs)
    expect(shown.size).toBeGreaterThan(0)
    expect(shown.size).toBeLessThan(inView.length)
    await vi.advanceTimersByTimeAsync(10 * frameMs)
    expect(shown.size).toBe(inView.length)
    now.mockRestore()
  })

  it('show only the newest version', async () => {
    const { pushed, batches, versions } = setUp()
    pushed.add(push(2))
    pushed.add(push(4))
    pushed.add(push(3))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(versions(ids)).toEqual(ids.map(() => 4))
    expect(batches.flat()).toHaveLength(ids.length)
  })

  it('are shown when they come into view', async () => {
    const { pushed, versions } = setUp()
    pushed.add(push(2))
    await vi.advanceTimersByTimeAsync(frameMs)
    expect(versions(['m15'])).toEqual([undefined])
    pushed.setInView('m15', true)
    await vi.advanceTimersByTimeAsync(frameMs)
    expect(versions(['m15'])).toEqual([2])
  })

  it('out of view follow while prices never rest, and soon after they do', async () => {
    const { pushed, versions } = setUp()
    for (let version = 2; version < 20; version++) {
      pushed.add(push(version))
      await vi.advanceTimersByTimeAsync(500)
      for (const shownVersion of versions(ids)) expect(shownVersion ?? 1).toBeGreaterThanOrEqual(version - 9)
    }
    pushed.add(push(20))
    await vi.advanceTimersByTimeAsync(900)
    expect(versions(ids)).toEqual(ids.map(() => 20))
  })

  it('are forgotten with the list', async () => {
    const { pushed, batches } = setUp()
    pushed.add(push(2))
    pushed.keep(new Set(['m0', 'm19']))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(batches.flat().sort()).toEqual(['m0', 'm19'])
    pushed.add(push(3))
    pushed.clear()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(batches.flat()).toHaveLength(2)
  })
})
