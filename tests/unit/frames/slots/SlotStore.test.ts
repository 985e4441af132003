import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EnvelopeStatus, CallError } from '#contract/errors.ts'
import { slotCalls } from '#contract/http/slots.ts'
import {
  evaluateSpin,
  slotPayout,
  slotRound,
  slotThemes,
  type SlotOutcome,
  type SpinResult,
} from '#contract/games/slots.ts'
import { cents, ZERO } from '#contract/money.ts'
import { SlotStore } from '#frames/slots/play/SlotStore.ts'
import type { Stage } from '#frames/slots/play/Stage.ts'

const code = 'amazonia'
const lost = new CallError({ kind: 'network', httpStatus: 0, status: 0, message: '', path: '' })
const funds = new CallError({
  kind: 'funds',
  httpStatus: 500,
  status: 9999,
  message: 'Sem saldo',
  path: slotCalls.spin.path,
})

/** The first stops, in a fixed order, whose spin matches. */
function findStops(matches: (spin: SpinResult) => boolean): number[] {
  for (let at = 0; at < 100_000; at++) {
    const stops = [1, 3, 7, 13, 29].map((step, reel) => (Math.floor((at * step) / (reel + 1)) + reel) % 32)
    if (matches(evaluateSpin(slotThemes[code], stops, 1))) return stops
  }
  throw new Error('no such spin')
}
const losing = findStops(({ units, scatters }) => units === 0 && scatters === 0)
const winning = findStops(({ units, scatters }) => units > 20 && scatters < 3)
const noWin: SlotOutcome = { stops: losing, freeStops: [] }
const line: SlotOutcome = { stops: winning, freeStops: [] }
const free: SlotOutcome = {
  stops: findStops(({ scatters }) => scatters === 3),
  freeStops: Array.from({ length: slotThemes[code].freeSpins.awards[0] }, (_, at) =>
    at === 2 ? winning : losing,
  ),
}

/** The server's response to a spin with this outcome. */
function wire(outcome: SlotOutcome, balance: number, id = 'r1') {
  const round = slotRound(code, outcome)
  const payout = slotPayout(cents(100), round.units)
  return {
    roundId: id,
    gameCode: code,
    amount: 1,
    wallet: 'balance' as const,
    status: payout > 0 ? ('won' as const) : ('lost' as const),
    multiplier: round.units / 20,
    payout: payout / 100,
    units: round.units,
    spins: round.spins.map(({ grid: _, ...spin }) => spin),
    time: '2030-01-01T00:00:00Z',
    proof: { serverSeedHash: 'hash', clientSeed: 'client', nonce: 0, serverSeed: null },
    balance,
    freeBalance: 5,
  }
}

function setUp(state: Record<string, unknown> = {}) {
  const spins: unknown[] = []
  const calls: { path: string; request: unknown; key: string | undefined }[] = []
  const seen: string[] = []
  const api = {
    call: async (call: { path: string }, request: unknown, key?: string): Promise<unknown> => {
      calls.push({ path: call.path, request, key })
      if (call.path === slotCalls.shown.path) return null
      if (call.path === slotCalls.state.path) {
        return {
          gameCode: code,
          balance: 100,
          freeBalance: 5,
          minStake: 0.2,
          maxStake: 500,
          stakes: [0.2, 1],
          maxWin: 1_000_000,
          rtp: 0.96,
          unseen: null,
          recent: [],
          ...state,
        }
      }
      const next = spins.shift()
      if (next instanceof Error) throw next
      return next
    },
  }
  const stage: Stage = {
    spin: () => void seen.push('spin'),
    stop: async (stops) => void seen.push(`stop ${stops.join(' ')}`),
    abort: () => void seen.push('abort'),
    place: (stops) => void seen.push(`place ${stops.join(' ')}`),
    hurry: () => void seen.push('hurry'),
    showWins: async (steps) => void seen.push(`wins ${steps.length}`),
    clearWins: () => undefined,
    fanfare: (kind) => void seen.push(kind),
    wait: async () => undefined,
  }
  const needDeposit = vi.fn()
  const host = { needDeposit, reveal: vi.fn(), revealed: vi.fn() }
  const game = new SlotStore(code, api as never, stage, host)
  return {
    game,
    spins,
    calls,
    seen,
    needDeposit,
    host,
    called: (path: string) => calls.filter((call) => call.path === path),
  }
}

type Fixture = ReturnType<typeof setUp>
let fixture: Fixture
beforeEach(async () => {
  fixture = setUp()
  await fixture.game.load()
})

describe('a round', () => {
  it('takes the stake at once, and shows the win after the reels have stopped', async () => {
    const { game, spins, seen, host } = fixture
    const response = wire(line, 99 + 10)
    spins.push(response)
    const spinning = game.spin()
    expect(game.phase).toBe('spinning')
    expect(game.wallet.shown.cash).toBe(99_00)
    expect(host.reveal.mock.calls).toEqual([[expect.objectContaining({ cash: 99_00 })]])
    expect(host.revealed).not.toHaveBeenCalled()
    await spinning
    expect(host.revealed).toHaveBeenCalledTimes(1)
    expect(game.phase).toBe('idle')
    expect(game.wallet.shown.cash).toBe(109_00)
    expect(game.round.won).toBe(response.payout * 100)
    expect(game.last?.id).toBe('r1')
    expect(seen).toEqual(['spin', `stop ${line.stops.join(' ')}`, expect.stringMatching(/^wins \d/)])
  })

  it('is requested with stake, wallet and its own key', async () => {
    const { game, spins, called } = fixture
    spins.push(wire(noWin, 99), wire(noWin, 98, 'r2'))
    await game.spin()
    game.wallet.choose('bonus')
    await game.spin()
    const [first, second] = called(slotCalls.spin.path)
    expect(first?.request).toEqual({ body: { gameCode: code, amount: 1, wallet: 'balance' } })
    expect(second?.request).toEqual({ body: { gameCode: code, amount: 1, wallet: 'freeBalance' } })
    expect(first?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(second?.key).not.toBe(first?.key)
  })

  it('starts only once, and not while the host has paused the game', async () => {
    const { game, spins, called } = fixture
    spins.push(wire(noWin, 99))
    const [one, two] = [game.spin(), game.spin()]
    expect(await two).toBeNull()
    await one
    game.setPaused(true)
    expect(await game.spin()).toBeNull()
    expect(called(slotCalls.spin.path)).toHaveLength(1)
  })

  it('that the wallet cannot pay is not sent: the host is asked for a deposit', async () => {
    const { game, called, needDeposit } = fixture
    game.stake.type('150,00')
    expect(await game.spin()).toBeNull()
    expect(called(slotCalls.spin.path)).toHaveLength(0)
    expect(needDeposit).toHaveBeenCalledTimes(1)
    expect(game.error?.kind).toBe('funds')
  })

  it('refused for insufficient funds returns the stake and asks for a deposit', async () => {
    const { game, spins, needDeposit } = fixture
    spins.push(funds)
    await game.spin()
    expect(game.wallet.shown.cash).toBe(100_00)
    expect(game.error).toEqual({ kind: 'funds', text: 'Sem saldo' })
    expect(needDeposit).toHaveBeenCalledTimes(1)
  })

  it('drops the note about insufficient funds once there is enough, or the stake is lower', async () => {
    const { game } = fixture
    for (const resolve of [
      () => game.wallet.set({ cash: cents(101_00), bonus: ZERO }),
      () => game.stake.type('50,00'),
    ]) {
      game.wallet.set({ cash: cents(60_00), bonus: ZERO })
      game.stake.type('100,00')
      await game.spin()
      expect(game.error?.kind).toBe('funds')
      resolve()
      expect(game.error).toBeNull()
    }
  })
})

describe('a lost response', () => {
  it('is requested again with the same key and the same stake', async () => {
    const { game, spins, called, seen } = fixture
    spins.push(lost, wire(line, 105))
    await game.spin()
    expect(game.isOutcomeUnknown).toBe(true)
    expect(seen).toContain('abort')
    game.stake.type('5,00')
    game.press()
    await expect.poll(() => game.last?.id).toBe('r1')
    const [first, second] = called(slotCalls.spin.path)
    expect(second?.key).toBe(first?.key)
    expect(second?.request).toEqual(first?.request)
    expect(game.isOutcomeUnknown).toBe(false)
  })
})

describe('a spin that the server reports as failed', () => {
  const failure = (status: number, changes: { kind?: CallError['kind']; path?: string } = {}) =>
    new CallError({
      kind: 'refused',
      httpStatus: status,
      status,
      message: 'Não deu certo',
      path: slotCalls.spin.path,
      ...changes,
    })

  it.each([
    ['a server error', failure(EnvelopeStatus.internal)],
    ['too many calls', failure(429)],
    ['a server that is down', failure(503)],
    ['a closed service', failure(EnvelopeStatus.serviceClosed, { kind: 'closed' })],
    ['no session', failure(401, { kind: 'loggedOut' })],
    ['no new session', failure(403, { path: slotCalls.exchange.path })],
  ])('may have been played before (%s): the same spin is requested again, and no other', async (_, error) => {
    const { game, spins, called } = fixture
    spins.push(error, error, wire(line, 105))
    await game.spin()
    expect(game.error?.text).toBe('Não deu certo')
    game.dismissError()
    expect([game.isOutcomeUnknown, game.isLocked]).toEqual([true, true])
    await game.startAuto()
    expect(called(slotCalls.spin.path)).toHaveLength(1)
    await game.spin()
    await game.spin()
    expect(game.last?.id).toBe('r1')
    expect([game.isOutcomeUnknown, game.isLocked]).toEqual([false, false])
    const [first, ...others] = called(slotCalls.spin.path)
    expect(others).toEqual([first, first])
  })

  it('has a new key after a refusal, and after a response', async () => {
    const { game, spins, called } = fixture
    spins.push(failure(400), wire(line, 105), wire(noWin, 104))
    for (let spin = 0; spin < 3; spin++) await game.spin()
    const keys = called(slotCalls.spin.path).map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
  })
})

describe('free spins', () => {
  it('are announced, played one by one, summed up, and reported to the server when seen', async () => {
    const { game, spins, seen, called } = fixture
    const response = wire(free, 120)
    spins.push(response)
    await game.spin()
    expect(seen.filter((what) => what === 'spin')).toHaveLength(1 + free.freeStops.length)
    expect(seen).toContain('freeIntro')
    expect(seen).toContain('freeEnd')
    expect(game.round.won).toBe(response.payout * 100)
    expect(game.round.free).toBeNull()
    expect(called(slotCalls.shown.path)[0]?.request).toEqual({ body: { roundId: 'r1' } })
  })

  it('that were not shown to the end resume on the next visit, without another bet', async () => {
    const response = wire(free, 120)
    const again = setUp({ unseen: response, balance: 120 })
    await again.game.load()
    expect(again.seen[0]).toBe(`place ${free.stops.join(' ')}`)
    expect(again.seen).toContain('freeEnd')
    expect(again.called(slotCalls.spin.path)).toHaveLength(0)
    expect(again.called(slotCalls.shown.path)).toHaveLength(1)
    expect(again.game.wallet.shown.cash).toBe(120_00)
    expect(again.game.phase).toBe('idle')
  })
})

describe('automatic play', () => {
  it('plays its rounds and shows why it stopped', async () => {
    const { game, spins } = fixture
    game.auto.change({ rounds: 2 })
    spins.push(wire(noWin, 99), wire(noWin, 98, 'r2'))
    await game.startAuto()
    expect(game.auto.reason).toBe('rounds')
    expect(game.rounds.map(({ id }) => id)).toEqual(['r2', 'r1'])
  })

  it('stops when its button is clicked, after the current round has ended', async () => {
    const { game, spins } = fixture
    spins.push(wire(noWin, 99))
    const running = game.startAuto()
    game.press()
    await running
    expect(game.auto.reason).toBe('player')
    expect(game.rounds).toHaveLength(1)
  })

  it('stops when the network is lost, and the round can be requested again', async () => {
    const { game, spins } = fixture
    spins.push(wire(noWin, 99), lost)
    await game.startAuto()
    expect(game.auto.reason).toBe('network')
    expect(game.isOutcomeUnknown).toBe(true)
  })
})

it('a state that cannot be loaded is a failure with a retry', async () => {
  const api = { call: vi.fn().mockRejectedValueOnce(lost) }
  const host = { needDeposit: vi.fn(), reveal: vi.fn(), revealed: vi.fn() }
  const broken = new SlotStore(code, api as never, {} as Stage, host)
  await broken.load()
  expect(broken.phase).toBe('failed')
  expect(broken.error?.kind).toBe('lost')
})
