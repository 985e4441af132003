import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LimboStore } from '#renderer/games/limbo/LimboStore.ts'
import { MinesStore } from '#renderer/games/mines/MinesStore.ts'
import { createFixture, type Fixture, type MockResponse } from '../../stores/rootFixture.ts'

const api = '/api/app/game'
let fixture: Fixture
/** What the server has played, newest first. */
let played: { roundId: string; amount: number; status: string }[]
let isCut: boolean

/** As the server does: one round for each key; while the network is cut, every response is lost. */
function serve(path: string, play: (roundId: string) => object): void {
  const stored = new Map<string | null, object>()
  fixture.respond(path, ({ idempotencyKey }) => {
    const data = stored.get(idempotencyKey) ?? play(`r${played.length + 1}`)
    if (!stored.has(idempotencyKey)) played.unshift(data as (typeof played)[number])
    stored.set(idempotencyKey, data)
    return unlessCut(data)
  })
}

const unlessCut = (data: unknown): MockResponse => (isCut ? { networkError: true } : { data })

beforeEach(async () => {
  vi.useFakeTimers()
  vi.setSystemTime(new Date('2030-01-01T00:00:01Z'))
  played = []
  isCut = false
  fixture = createFixture()
  await fixture.enter()
  fixture.root.realtime.start()
  fixture.emitStatus('online')
  for (const game of ['limbo', 'mines'])
    fixture.respond(`${api}/history/${game}`, () =>
      unlessCut(played.filter(({ status }) => status !== 'open')),
    )
  fixture.respond('/api/app/user/getBalance', { data: { balance: 10, freeBalance: 0 } })
})
afterEach(() => vi.useRealTimers())

const common = {
  amount: 10,
  wallet: 'balance',
  time: '2030-01-01T00:00:00Z',
  proof: { serverSeedHash: 'h', serverSeed: null, clientSeed: 'c', nonce: 0 },
}

/** Calls get no response, for as long as one press and its retries take. */
async function cut(press: () => void): Promise<void> {
  isCut = true
  press()
  await vi.advanceTimersByTimeAsync(1_950)
  isCut = false
  await vi.advanceTimersByTimeAsync(5_000)
}

const flight = (roundId: string) => ({
  ...common,
  roundId,
  gameCode: 'limbo',
  status: 'won',
  multiplier: 2,
  payout: 20,
  params: {},
  outcome: { result: 2 },
})

function limbo(): LimboStore {
  serve(`${api}/limbo/bet`, flight)
  return new LimboStore(fixture.root)
}

it('shows the round whose response was lost, and the same bet afterwards is another one', async () => {
  const { play } = limbo()
  play.start()
  await vi.advanceTimersByTimeAsync(100)
  await cut(() => play.play())
  expect([played.length, play.last?.id, play.history.lastId]).toEqual([1, 'r1', 'r1'])
  play.play()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([played.length, play.last?.id]).toEqual([2, 'r2'])
})

it('bets once while nothing is known of the first attempt', async () => {
  const { play } = limbo()
  fixture.respond(`${api}/history/limbo`, { networkError: true })
  await cut(() => play.play())
  expect(play.last).toBeNull()
  play.play()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([played.length, play.last?.id]).toEqual([1, 'r1'])
})

it('also shows a round when its retry was refused for now', async () => {
  const { play } = limbo()
  play.start()
  await vi.advanceTimersByTimeAsync(100)
  isCut = true
  play.play()
  await vi.advanceTimersByTimeAsync(100)
  isCut = false
  fixture.respond(`${api}/limbo/bet`, { httpStatus: 429, status: 429, message: 'Aguarde' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect([played.length, play.last?.id]).toEqual([1, 'r1'])
})

it('automatic play that gave up plays new rounds when it is started again, and shows the last one before', async () => {
  const { play } = limbo()
  play.start()
  await vi.advanceTimersByTimeAsync(100)
  isCut = true
  play.auto.change({ rounds: 2 })
  play.startAuto()
  await vi.advanceTimersByTimeAsync(4_000)
  play.auto.stop()
  isCut = false
  fixture.respond(`${api}/limbo/bet`, { networkError: true })
  await vi.advanceTimersByTimeAsync(10_000)
  expect([play.auto.isRunning, play.auto.played, play.last?.id]).toEqual([false, 0, 'r1'])
  limbo()
  play.startAuto()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([played.length, play.auto.played, play.last?.id]).toEqual([3, 2, 'r3'])
})

it('automatic play repeats a round under its key, though the history shows it meanwhile and the device has slept', async () => {
  const { play } = limbo()
  play.start()
  await vi.advanceTimersByTimeAsync(100)
  isCut = true
  play.auto.change({ rounds: 1 })
  play.startAuto()
  await vi.advanceTimersByTimeAsync(3_000)
  isCut = false
  await play.history.load()
  vi.setSystemTime(new Date('2030-01-01T08:00:00Z'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect([played.length, play.auto.played, play.auto.stopReason]).toEqual([1, 1, 'rounds'])
})

it('a history that did not come is loaded when the connection is back', async () => {
  played.push(flight('r1'))
  const { play } = limbo()
  isCut = true
  const stop = play.start()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(play.history.isLoaded).toBe(false)
  isCut = false
  fixture.emitStatus('connecting')
  fixture.emitStatus('online')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(play.history.lastId).toBe('r1')
  stop()
})

it('in mines the open round is shown, and the same bet after its end is another one', async () => {
  const round = {
    ...common,
    mineCount: 3,
    opened: [] as number[],
    mines: null as number[] | null,
    status: 'open',
    multiplier: 1,
    nextMultiplier: 1.1,
    payout: 0,
  }
  serve(`${api}/mines/bet`, (roundId) => ({ ...round, roundId }))
  fixture.respond(`${api}/mines/current`, () =>
    unlessCut(played.find(({ status }) => status === 'open') ?? null),
  )
  fixture.respond(`${api}/mines/open`, () => {
    Object.assign(played[0] as object, { status: 'lost' })
    return { data: { ...round, roundId: 'r1', status: 'lost', opened: [4], mines: [4, 5, 6] } }
  })
  const game = new MinesStore(fixture.root)
  await cut(() => game.bet())
  expect([played.length, game.round?.id, game.isOpen]).toEqual([1, 'r1', true])
  game.tap(4)
  await vi.advanceTimersByTimeAsync(2_000)
  expect([game.isOpen, game.history.lastId]).toEqual([false, 'r1'])
  game.bet()
  await vi.advanceTimersByTimeAsync(2_000)
  expect([played.length, game.round?.id, game.isOpen]).toEqual([2, 'r2', true])
})
