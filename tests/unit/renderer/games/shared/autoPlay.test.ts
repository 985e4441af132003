import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EnvelopeStatus } from '#contract/errors.ts'
import { DoubleStore } from '#renderer/games/double/DoubleStore.ts'
import { LimboStore } from '#renderer/games/limbo/LimboStore.ts'
import { MinesStore } from '#renderer/games/mines/MinesStore.ts'
import { createFixture, type Fixture } from '../../stores/rootFixture.ts'
import { stubFrames } from './frames.ts'

const api = '/api/app/game'
const proof = { serverSeedHash: 'h', serverSeed: null, clientSeed: 'c', nonce: 0 }
let fixture: Fixture

beforeEach(async () => {
  vi.useFakeTimers()
  vi.setSystemTime(new Date('2030-01-01T00:00:01Z'))
  fixture = createFixture()
  await fixture.enter()
  fixture.root.realtime.start()
  fixture.emitStatus('online')
  for (const game of ['limbo', 'mines', 'double']) fixture.respond(`${api}/history/${game}`, { data: [] })
  fixture.respond('/api/app/user/getBalance', { data: { balance: 10, freeBalance: 0 } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const keys = (path: string) =>
  fixture.sent.filter((request) => request.path === path).map((request) => request.idempotencyKey)
const alerts = () => fixture.root.alerts.current

let rounds = 0
const flight = (amount: number, payout: number) => ({
  data: {
    roundId: `r${++rounds}`,
    gameCode: 'limbo',
    amount,
    wallet: 'balance',
    status: payout > 0 ? 'won' : 'lost',
    multiplier: 2,
    payout,
    params: {},
    outcome: { result: 2 },
    time: '2030-01-01T00:00:00Z',
    proof,
  },
})

/** Rounds of double of 15 s each, from 7 on: 10 s of bets, then the wheel. */
function spinDouble(): void {
  const at = (seconds: number) => new Date(Date.parse('2030-01-01T00:00:00Z') + seconds * 1000).toISOString()
  const total = { amount: 0, count: 0 }
  fixture.respond(`${api}/double/state`, () => {
    const seconds = (Date.now() - Date.parse('2030-01-01T00:00:00Z')) / 1000
    const index = Math.floor(seconds / 15)
    const isOver = seconds - index * 15 >= 10
    return {
      data: {
        roundId: String(7 + index),
        serverTime: new Date().toISOString(),
        phase: isOver ? 'spinning' : 'betting',
        startsAt: at(index * 15),
        bettingEndsAt: at(index * 15 + 10),
        landsAt: at(index * 15 + 13.5),
        endsAt: at(index * 15 + 15),
        slot: isOver ? 5 : null,
        proof: { ...proof, commitment: 'k', chainLength: 10 },
        totals: { red: total, white: total, black: total },
        bets: [],
        mine: [],
        history: [{ roundId: String(6 + index), slot: 5, serverSeed: 's' }],
      },
    }
  })
}

describe('automatic play', () => {
  it('raises the stake after a loss, resets it after a win, and ends with its rounds', async () => {
    const game = new LimboStore(fixture.root)
    const payouts = [0, 0, 80, 0]
    fixture.respond(`${api}/limbo/bet`, (request) => {
      const { amount } = JSON.parse(request.body ?? '') as { amount: number }
      return flight(amount, payouts.shift() ?? 0)
    })
    game.play.auto.change({ rounds: 4, onLoss: 100 })
    game.play.startAuto()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(fixture.bodies(`${api}/limbo/bet`)).toMatchObject([
      { amount: 10 },
      { amount: 20 },
      { amount: 40 },
      { amount: 10 },
    ])
    expect(game.play.auto.stopReason).toBe('rounds')
    expect(game.play.auto.profit).toBe(0)
    expect(game.play.settings.stakeText).toBe('10,00')
  })

  it('draws the clicked button first, then locks the fields, then sends', async () => {
    const game = new LimboStore(fixture.root)
    fixture.respond(`${api}/limbo/bet`, flight(10, 0))
    const frames = stubFrames()
    const { auto } = game.play
    auto.change({ rounds: 1 })
    const state = () => [
      auto.isRunning,
      game.play.areChoicesLocked,
      fixture.bodies(`${api}/limbo/bet`).length,
    ]
    game.play.startAuto()
    expect(state()).toEqual([true, false, 0])
    await frames.draw()
    expect(state()).toEqual([true, true, 0])
    await frames.draw()
    expect(state()).toEqual([true, true, 1])
    await vi.advanceTimersByTimeAsync(20_000)
    expect([auto.isRunning, game.play.areChoicesLocked, auto.stopReason]).toEqual([false, false, 'rounds'])
  })

  it('stops at the chosen loss', async () => {
    const game = new LimboStore(fixture.root)
    fixture.respond(`${api}/limbo/bet`, () => flight(10, 0))
    game.play.auto.change({ rounds: 0, stopLossText: '25' })
    game.play.startAuto()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(fixture.count(`${api}/limbo/bet`)).toBe(3)
    expect(game.play.auto.stopReason).toBe('loss')
  })

  it('stops at the loss that was typed when it began, whatever language is chosen meanwhile', async () => {
    const game = new LimboStore(fixture.root)
    fixture.respond(`${api}/limbo/bet`, () => flight(600, 0))
    game.play.auto.change({ rounds: 0, stopLossText: '1.000' })
    game.play.startAuto()
    await vi.advanceTimersByTimeAsync(10)
    await fixture.root.language.choose('en_US')
    await vi.advanceTimersByTimeAsync(20_000)
    expect([game.play.auto.stopReason, fixture.count(`${api}/limbo/bet`)]).toEqual(['loss', 2])
  })

  it('a refusal for lack of money says which stake was too high, of the cash wallet only', async () => {
    const game = new LimboStore(fixture.root)
    const { settings } = game.play
    fixture.respond(`${api}/limbo/bet`, { httpStatus: 500, status: EnvelopeStatus.insufficientFunds })
    settings.type('25,00')
    game.play.startAuto()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(fixture.root.overlays.current).toEqual({ name: 'gameDeposit', props: { stake: 25_00 } })
  })

  it('does not start with an invalid limit', async () => {
    const game = new LimboStore(fixture.root)
    for (const text of ['muito', '-5', '0', '1e309', '0,105']) {
      game.play.auto.change({ stopLossText: text })
      expect(game.play.auto.isLossLimitInvalid, text).toBe(true)
      game.play.startAuto()
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(fixture.count(`${api}/limbo/bet`)).toBe(0)
  })

  it('pauses without a network, requests the same round with the same key, and continues', async () => {
    const game = new LimboStore(fixture.root)
    let isCut = true
    fixture.respond(`${api}/limbo/bet`, () => (isCut ? { networkError: true } : flight(10, 20)))
    game.play.auto.change({ rounds: 2 })
    game.play.startAuto()
    await vi.advanceTimersByTimeAsync(12_000)
    expect([game.play.auto.isPaused, game.play.auto.isRunning, game.play.auto.played]).toEqual([
      true,
      true,
      0,
    ])
    expect(alerts()).toBeUndefined()
    isCut = false
    await vi.advanceTimersByTimeAsync(12_000)
    expect([game.play.auto.stopReason, game.play.auto.isPaused, game.play.auto.played]).toEqual([
      'rounds',
      false,
      2,
    ])
    const used = keys(`${api}/limbo/bet`)
    expect(used.length).toBeGreaterThan(4)
    expect(new Set(used).size).toBe(2)
    expect(new Set(used.slice(0, -1)).size).toBe(1)
  })

  it('can be stopped while paused, and gives up when the network stays down', async () => {
    const game = new LimboStore(fixture.root)
    fixture.respond(`${api}/limbo/bet`, { networkError: true })
    game.play.startAuto()
    await vi.advanceTimersByTimeAsync(6_000)
    game.play.auto.stop()
    await vi.advanceTimersByTimeAsync(6_000)
    expect([game.play.auto.isRunning, game.play.auto.stopReason]).toEqual([false, 'player'])
    game.play.startAuto()
    await vi.advanceTimersByTimeAsync(300_000)
    expect([game.play.auto.isRunning, game.play.auto.stopReason]).toEqual([false, 'network'])
    // Started again it plays rounds of its own.
    expect(new Set(keys(`${api}/limbo/bet`)).size).toBe(2)
  })

  it('ends with the session: the next player plays none of its rounds', async () => {
    const game = new LimboStore(fixture.root)
    let isCut = true
    fixture.respond(`${api}/limbo/bet`, () => (isCut ? { networkError: true } : flight(10, 0)))
    game.play.auto.change({ rounds: 0 })
    game.play.startAuto()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(game.play.auto.isPaused).toBe(true)
    await fixture.root.session.end()
    const before = fixture.count(`${api}/limbo/bet`)
    await fixture.enter({ uId: 'u2' })
    isCut = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect([game.play.auto.isRunning, fixture.count(`${api}/limbo/bet`)]).toEqual([false, before])
  })

  it('leaves nothing of itself to the next player: neither its stake nor what it came to', async () => {
    const game = new LimboStore(fixture.root)
    const stop = game.play.start()
    fixture.respond(`${api}/limbo/bet`, () => flight(500, 0))
    game.play.settings.type('500')
    game.play.auto.change({ rounds: 0 })
    game.play.startAuto()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(game.play.auto.played).toBeGreaterThan(0)
    await fixture.root.session.end()
    await fixture.enter({ uId: 'u2' })
    await vi.advanceTimersByTimeAsync(6_000)
    const { isRunning, played, profit, stopReason } = game.play.auto
    expect([isRunning, played, profit, stopReason, game.play.settings.stake]).toEqual([
      false,
      0,
      0,
      null,
      1_000,
    ])
    stop()
  })

  it('that waits for the next round of double does not bet with the next player’s money', async () => {
    spinDouble()
    fixture.respond(`${api}/double/bet`, () => ({
      data: { ...flight(10, 0).data, gameCode: 'double', status: 'open', outcome: {} },
    }))
    const game = new DoubleStore(fixture.root)
    const stop = game.start()
    await vi.advanceTimersByTimeAsync(11_000)
    game.startAuto()
    await vi.advanceTimersByTimeAsync(500)
    await fixture.root.session.end()
    await fixture.enter({ uId: 'u2' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect([game.canBet, fixture.count(`${api}/double/bet`)]).toEqual([true, 0])
    stop()
  })

  it('says why the server refused, once', async () => {
    const game = new LimboStore(fixture.root)
    fixture.respond(`${api}/limbo/bet`, { httpStatus: 403, status: 403, message: 'Você está em pausa.' })
    game.play.startAuto()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(game.play.auto.stopReason).toBe('refused')
    expect(fixture.count(`${api}/limbo/bet`)).toBe(1)
    expect(alerts()).toMatchObject({ message: { text: 'Você está em pausa.' } })
  })

  it('also waits in mines', async () => {
    const game = new MinesStore(fixture.root)
    game.setMode('auto')
    game.tap(3)
    let isCut = true
    fixture.respond(`${api}/mines/betPlay`, () =>
      isCut
        ? { networkError: true }
        : {
            data: {
              roundId: `m${++rounds}`,
              amount: 10,
              wallet: 'balance',
              mineCount: 3,
              opened: [3],
              mines: [7, 8, 9],
              status: 'won',
              multiplier: 1.125,
              nextMultiplier: null,
              payout: 11.25,
              time: '2030-01-01T00:00:00Z',
              proof,
            },
          },
    )
    game.auto.change({ rounds: 1 })
    game.startAuto()
    await vi.advanceTimersByTimeAsync(8_000)
    expect(game.auto.isPaused).toBe(true)
    isCut = false
    await vi.advanceTimersByTimeAsync(8_000)
    expect([game.auto.stopReason, game.auto.profit, game.tile(3)]).toEqual(['rounds', 1_25, 'gem'])
    expect(new Set(keys(`${api}/mines/betPlay`)).size).toBe(1)
  })

  it('in double repeats the bet for the same round, and moves on when that round is closed', async () => {
    spinDouble()
    const requests: unknown[] = []
    fixture.respond(`${api}/double/bet`, (request) => {
      const body = JSON.parse(request.body ?? '') as { roundId: string }
      requests.push([body.roundId, request.idempotencyKey])
      if (body.roundId === '7')
        return requests.length <= 3
          ? { networkError: true }
          : {
              httpStatus: 400,
              status: 400,
              message: 'As apostas desta rodada já fecharam. Aposte na próxima.',
            }
      return { data: { ...flight(10, 0).data, gameCode: 'double', status: 'open', outcome: {} } }
    })
    const game = new DoubleStore(fixture.root)
    const stop = game.start()
    await vi.advanceTimersByTimeAsync(7_000)
    game.auto.change({ rounds: 1 })
    game.startAuto()
    await vi.advanceTimersByTimeAsync(26_000)
    expect([game.auto.stopReason, game.auto.played, game.auto.profit]).toEqual(['rounds', 1, 10_00])
    expect(requests.map((entry) => (entry as string[])[0])).toEqual(['7', '7', '7', '7', '8'])
    expect(new Set(requests.slice(0, 4).map((entry) => (entry as string[])[1])).size).toBe(1)
    stop()
  })
})

describe('a bet that is refused for lack of money', () => {
  it('asks for no round, and leaves the stake free at once', async () => {
    const game = new MinesStore(fixture.root)
    fixture.respond(`${api}/mines/bet`, { httpStatus: 500, status: 9999 })
    game.bet()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(fixture.bodies(`${api}/mines/bet`)).toHaveLength(1)
    expect(keys(`${api}/mines/current`)).toEqual([])
    expect(game.isLocked).toBe(false)
  })
})
