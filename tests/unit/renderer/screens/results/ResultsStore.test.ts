import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limitCalls } from '#contract/http/limits.ts'
import { ResultsStore, resultOf } from '#renderer/screens/results/ResultsStore.ts'
import { createMoneyRoot, offline } from '../../stores/moneyRoot.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const none = { stakes: 0, payouts: 0, deposits: 0, withdrawals: 0, minutes: 0 }
const history = (from: string, days: object[] = [], complete = true) => ({
  from,
  to: '2031-03-10',
  complete,
  days,
  games: [],
  bonus: { stakes: 0, payouts: 0 },
})
const limit = (kind: string, amount: number | null, used: number) => ({
  kind,
  period: 'day',
  amount,
  used,
  next: null,
})

async function setUp() {
  const fixture = createMoneyRoot()
  fixture.respond(limitCalls.limits, {
    limits: [limit('deposit', 100, 40), limit('loss', null, 5), limit('time', 60, 61)],
    excludedUntil: null,
    realityCheck: 60,
  })
  fixture.respond(limitCalls.play, history('2031-02-09'))
  const store = new ResultsStore(fixture.root)
  store.start()
  await vi.advanceTimersByTimeAsync(0)
  return { ...fixture, store }
}

it('has a bar for every day, also for one on which nothing happened, and the sums of all', async () => {
  const { store, respond } = await setUp()
  expect(store).toMatchObject({ state: 'ready', isEmpty: true, peak: 0 })
  expect(store.setLimits.map(({ kind, amount, used }) => [kind, amount, used])).toEqual([
    ['deposit', 100_00, 40_00],
    ['time', 60, 61],
  ])
  respond(
    limitCalls.play,
    history('2031-03-04', [
      { ...none, day: '2031-03-05', stakes: 10.1, payouts: 0.2, minutes: 5, deposits: 50 },
      { ...none, day: '2031-03-10', stakes: 1, payouts: 3.5, minutes: 1, withdrawals: 20 },
    ]),
  )
  store.choose(7)
  expect(store.state).toBe('loading')
  await vi.advanceTimersByTimeAsync(0)
  expect(store.spans.map((span) => [span.from, resultOf(span)])).toEqual([
    ['2031-03-04', 0],
    ['2031-03-05', -9_90],
    ['2031-03-06', 0],
    ['2031-03-07', 0],
    ['2031-03-08', 0],
    ['2031-03-09', 0],
    ['2031-03-10', 2_50],
  ])
  expect(store.totals).toEqual({
    stakes: 11_10,
    payouts: 3_70,
    deposits: 50_00,
    withdrawals: 20_00,
    minutes: 6,
  })
  expect([store.peak, store.moneyPeak]).toEqual([9_90, 50_00])
})

it('counts in weeks for 90 days and in months for a year, each day once', async () => {
  const { store, respond } = await setUp()
  const day = { ...none, day: '2031-03-01', stakes: 4 }
  respond(limitCalls.play, history('2030-12-11', [day]))
  store.choose(90)
  await vi.advanceTimersByTimeAsync(0)
  expect(store.spans).toHaveLength(13)
  expect(store.spans[0]).toMatchObject({ from: '2030-12-11', to: '2030-12-16' })
  expect(store.spans.filter(({ stakes }) => stakes > 0).map(({ from, to }) => [from, to])).toEqual([
    ['2031-02-25', '2031-03-03'],
  ])
  respond(limitCalls.play, history('2030-03-11', [day]))
  store.choose(365)
  await vi.advanceTimersByTimeAsync(0)
  expect(store.spans).toHaveLength(13)
  expect(store.spans.filter(({ stakes }) => stakes > 0).map(({ from, to }) => [from, to])).toEqual([
    ['2031-03-01', '2031-03-10'],
  ])
})

it('asks again until the server has counted everything, and shows what there is meanwhile', async () => {
  const { store, respond, requests } = await setUp()
  let asked = 0
  const day = (stakes: number) => [{ ...none, day: '2031-03-10', stakes }]
  respond(limitCalls.play, () => {
    asked += 1
    return history('2031-03-04', day(asked), asked === 3)
  })
  store.choose(7)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(3)
  expect(store.totals.stakes).toBe(3_00)
  expect(requests.at(-1)?.request).toEqual({ query: { days: 7 } })
})

it('the newest choice wins, and a failure can be tried again', async () => {
  const { store, respond } = await setUp()
  let late: (wire: object) => void = () => undefined
  respond(limitCalls.play, () => new Promise((resolve) => (late = resolve)))
  store.choose(7)
  await vi.advanceTimersByTimeAsync(0)
  respond(limitCalls.play, offline())
  store.choose(90)
  await vi.advanceTimersByTimeAsync(0)
  expect(store.state).toBe('failed')
  late(history('2031-03-04'))
  await vi.advanceTimersByTimeAsync(0)
  expect(store.state).toBe('failed')
  respond(limitCalls.play, history('2030-12-11'))
  await store.load()
  expect(store).toMatchObject({ state: 'ready', days: 90 })
})

it('loads, and can fail, where the user info does not come; the next player sees nothing of this one', async () => {
  const { store, respond, set } = await setUp()
  respond(limitCalls.play, history('2031-03-04', [{ ...none, day: '2031-03-10', stakes: 4 }]))
  store.choose(7)
  await vi.advanceTimersByTimeAsync(0)
  expect(store.totals.stakes).toBe(4_00)
  respond(limitCalls.play, offline())
  set({ isLoggedIn: false, player: null })
  expect(store).toMatchObject({ state: 'loading', history: null, limits: [] })
  set({ isLoggedIn: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(store).toMatchObject({ state: 'failed', history: null })
})
