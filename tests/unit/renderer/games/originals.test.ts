import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LastBet } from '#renderer/games/shared/GameHistory.ts'
import { CelebrationStore } from '#renderer/features/celebrations/CelebrationStore.ts'
import { DoubleStore } from '#renderer/games/double/DoubleStore.ts'
import { LuckyColorStore } from '#renderer/games/luckyColor/LuckyColorStore.ts'
import { RowDoubleStore } from '#renderer/games/rowDouble/RowDoubleStore.ts'
import { createFixture, settled, type Fixture } from '../stores/rootFixture.ts'

const proof = { serverSeedHash: 'h', serverSeed: null, clientSeed: 'c', nonce: 0 }
const api = '/api/app/game'
let fixture: Fixture

beforeEach(async () => {
  vi.useFakeTimers()
  vi.setSystemTime(new Date('2030-01-01T00:00:01Z'))
  fixture = createFixture()
  await fixture.enter()
  fixture.root.realtime.start()
  fixture.emitStatus('online')
  for (const game of ['rowDouble', 'luckyColor', 'double'])
    fixture.respond(`${api}/history/${game}`, { data: [] })
  fixture.respond('/api/app/user/getBalance', { data: { balance: 10, freeBalance: 0 } })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('row double', () => {
  const tower = (changes: object) => ({
    roundId: 'r1',
    amount: 10,
    wallet: 'balance',
    mode: 'hard',
    picks: [],
    safe: null,
    status: 'open',
    multiplier: 1,
    nextMultiplier: 1.98,
    payout: 0,
    time: '2030-01-01T00:00:00Z',
    proof,
    ...changes,
  })

  it('climbs row by row, handles quick taps in order, and shows the tower at the end', async () => {
    const game = new RowDoubleStore(fixture.root)
    game.setDifficulty('hard')
    fixture.respond(`${api}/rowDouble/bet`, { data: tower({}) })
    game.bet()
    await settled()
    expect(game.tile(0, 0)).toBe('next')
    expect(game.tile(1, 0)).toBe('closed')
    const picks = [[0], [0, 1]]
    fixture.respond(`${api}/rowDouble/pick`, () => {
      const step = picks.shift()
      return step?.length === 1
        ? { data: tower({ picks: step, multiplier: 1.98, payout: 19.8 }) }
        : { data: tower({ picks: step, status: 'lost', multiplier: 0, safe: Array(9).fill([0]) }) }
    })
    game.tap(1, 0)
    expect(game.taps).toEqual([])
    game.tap(0, 0)
    expect(game.tile(0, 0)).toBe('opening')
    game.tap(1, 1)
    await settled()
    expect(fixture.bodies(`${api}/rowDouble/pick`)).toEqual([
      { roundId: 'r1', row: 0, tile: 0 },
      { roundId: 'r1', row: 1, tile: 1 },
    ])
    expect(game.progress).toBe(1)
    expect([game.tile(0, 0), game.tile(1, 1), game.tile(1, 0), game.tile(8, 1)]).toEqual([
      'safe',
      'trap',
      'hiddenSafe',
      'hiddenTrap',
    ])
    expect(game.history.rounds).toMatchObject([{ id: 'r1', status: 'lost', multiplier: 0, outcome: {} }])
    game.setDifficulty('easy')
    game.settings.type('3')
    game.repeat(game.history.lastBet as LastBet)
    await settled()
    expect(fixture.bodies(`${api}/rowDouble/bet`)[1]).toEqual({ amount: 10, wallet: 'balance', mode: 'hard' })
  })

  it('resumes an open tower, and asks again when the response to a cash-out is lost', async () => {
    const game = new RowDoubleStore(fixture.root)
    fixture.respond(`${api}/rowDouble/current`, {
      data: tower({ picks: [0], multiplier: 1.98, payout: 19.8 }),
    })
    await game.resume()
    expect([game.isOpen, game.difficulty, game.progress]).toEqual([true, 'hard', 1])
    fixture.respond(`${api}/rowDouble/cashOut`, { networkError: true })
    fixture.respond(`${api}/rowDouble/current`, { data: null })
    const cashingOut = game.cashOut()
    await vi.runAllTimersAsync()
    await cashingOut
    expect([game.isOpen, game.isCashingOut]).toEqual([false, false])
  })

  it('cashed out in another tab shows the amount, and no alert', async () => {
    const game = new RowDoubleStore(fixture.root)
    fixture.respond(`${api}/rowDouble/current`, {
      data: tower({ picks: [0], multiplier: 1.98, payout: 19.8 }),
    })
    await game.resume()
    const refusal = { httpStatus: 409, status: 409, message: 'A rodada terminou' }
    fixture.respond(`${api}/rowDouble/cashOut`, refusal)
    fixture.respond(`${api}/rowDouble/current`, { data: null })
    fixture.respond(`${api}/history/rowDouble`, {
      data: [{ roundId: 'r1', amount: 10, wallet: 'balance', multiplier: 1.98, payout: 19.8, status: 'won' }],
    })
    await cashOut(game)
    expect(game.round).toMatchObject({ status: 'won', payout: 1980 })
    expect(fixture.root.alerts.current).toBeUndefined()
    fixture.respond(`${api}/rowDouble/current`, { data: tower({ roundId: 'r2', picks: [0] }) })
    await game.resume()
    await cashOut(game)
    expect(fixture.root.alerts.current).toMatchObject({ message: { text: 'A rodada terminou' } })
  })

  const cashOut = async (game: RowDoubleStore) => {
    const done = game.cashOut()
    await vi.runAllTimersAsync()
    await done
  }

  it('chooses one tile per row without gaps for automatic play', () => {
    const game = new RowDoubleStore(fixture.root)
    game.setMode('auto')
    game.tap(1, 0)
    expect(game.chosen).toEqual([])
    game.tap(0, 3)
    game.tap(1, 2)
    game.tap(2, 1)
    game.tap(1, 2)
    expect(game.chosen).toEqual([3])
    game.setDifficulty('medium')
    expect(game.chosen).toEqual([])
  })
})

describe('lucky colour', () => {
  it('adds up clicks, undoes the last one, and places all stakes in one round', async () => {
    const game = new LuckyColorStore(fixture.root)
    expect(game.isInvalid).toBe(true)
    game.place('green')
    game.play.settings.type('2,50')
    game.place('9')
    game.place('9')
    game.place('big')
    game.undo()
    expect([game.total, game.stakeOn('9'), game.stakeOn('big')]).toEqual([15_00, 5_00, 0])
    fixture.respond(`${api}/luckyColor/bet`, {
      data: {
        roundId: 'r',
        gameCode: 'luckyColor',
        amount: 15,
        wallet: 'balance',
        status: 'won',
        multiplier: 4.33,
        payout: 65,
        params: {},
        outcome: { digit: 9 },
        time: '2030-01-01T00:00:00Z',
        proof,
      },
    })
    const celebrations = fixture.root.feature(CelebrationStore)
    game.play.play()
    expect([game.play.isPlaying, game.play.isWaiting]).toEqual([true, true])
    await vi.advanceTimersByTimeAsync(400)
    // The ball is on its way, and nothing tells the result before it is there.
    expect([game.play.isPlaying, game.play.isWaiting, celebrations.current]).toEqual([true, false, null])
    await vi.advanceTimersByTimeAsync(1_600)
    expect([game.play.isPlaying, celebrations.current]).toMatchObject([false, { amount: 65_00 }])
    expect(fixture.bodies(`${api}/luckyColor/bet`)).toEqual([
      {
        wallet: 'balance',
        stakes: [
          { pick: 'green', amount: 10 },
          { pick: '9', amount: 5 },
        ],
      },
    ])
    expect(game.ball).toEqual({ digit: 9, colours: ['green'], size: 'big' })
    expect(game.total).toBe(15_00)
  })

  it('bets the stakes of an earlier visit again with one press', async () => {
    const round = {
      roundId: 'old',
      gameCode: 'luckyColor',
      amount: 7.5,
      wallet: 'freeBalance',
      status: 'lost',
      multiplier: 0,
      payout: 0,
      params: {
        stakes: [
          { pick: 'violet', amount: 5 },
          { pick: '3', amount: 2.5 },
        ],
      },
      outcome: { digit: 8 },
      time: '2030-01-01T00:00:00Z',
      proof,
    }
    fixture.respond(`${api}/history/luckyColor`, { data: [round] })
    fixture.respond(`${api}/luckyColor/bet`, { data: { ...round, roundId: 'new' } })
    const game = new LuckyColorStore(fixture.root)
    game.play.start()
    await settled()
    game.repeat(game.play.history.lastBet as LastBet)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(fixture.bodies(`${api}/luckyColor/bet`)).toEqual([
      { wallet: 'freeBalance', stakes: round.params.stakes },
    ])
  })

  it('refuses more than the limit', () => {
    const game = new LuckyColorStore(fixture.root)
    game.play.settings.type('3000')
    game.place('green')
    expect(game.isInvalid).toBe(false)
    game.place('red')
    expect([game.isTooHigh, game.isInvalid]).toEqual([true, true])
    game.clear()
    expect(game.total).toBe(0)
  })
})

describe('double', () => {
  const at = (seconds: number) => new Date(Date.parse('2030-01-01T00:00:00Z') + seconds * 1000).toISOString()
  const total = { amount: 0, count: 0 }
  const state = (changes: object = {}, start = 0) => ({
    roundId: '7',
    serverTime: new Date().toISOString(),
    phase: 'betting',
    startsAt: at(start),
    bettingEndsAt: at(start + 10),
    landsAt: at(start + 13.5),
    endsAt: at(start + 15),
    slot: null,
    proof: { ...proof, commitment: 'k', chainLength: 10 },
    totals: { red: total, white: total, black: total },
    bets: [],
    mine: [],
    history: [{ roundId: '6', slot: 3, serverSeed: 's' }],
    ...changes,
  })

  it('works without real-time events: it closes, spins, lands and continues by polling', async () => {
    fixture.emitStatus('connecting')
    const game = new DoubleStore(fixture.root)
    fixture.respond(`${api}/double/state`, () => ({ data: state() }))
    const stop = game.start()
    await vi.advanceTimersByTimeAsync(0)
    expect([game.isOpen, game.slot]).toEqual([true, 3])
    fixture.respond(`${api}/double/bet`, {
      data: {
        roundId: 'b1',
        gameCode: 'double',
        amount: 10,
        wallet: 'balance',
        status: 'open',
        multiplier: 0,
        payout: 0,
        params: {},
        outcome: {},
        time: at(1),
        proof,
      },
    })
    const mine = [{ betId: 'b1', colour: 'red', amount: 10, wallet: 'balance' }]
    fixture.respond(`${api}/double/state`, () => ({ data: state({ mine }) }))
    game.bet()
    await vi.advanceTimersByTimeAsync(0)
    expect(fixture.bodies(`${api}/double/bet`)).toEqual([
      { amount: 10, wallet: 'balance', colour: 'red', roundId: '7' },
    ])
    expect(game.staked).toBe(10_00)
    fixture.respond(`${api}/double/state`, () => ({ data: state({ mine, phase: 'spinning', slot: 5 }) }))
    await vi.advanceTimersByTimeAsync(9_100)
    expect([game.phase, game.isOpen, game.landed]).toEqual(['spinning', false, null])
    game.bet()
    expect(fixture.count(`${api}/double/bet`)).toBe(1)
    await vi.advanceTimersByTimeAsync(3_500)
    expect(game.phase).toBe('result')
    expect(game.landed).toEqual({ roundId: '7', slot: 5, stake: 10_00, payout: 20_00 })
    const history = [{ roundId: '7', slot: 5, serverSeed: 's' }]
    fixture.respond(`${api}/double/state`, () => ({ data: state({ roundId: '8', history }, 15) }))
    await vi.advanceTimersByTimeAsync(2_000)
    expect([game.phase, game.isOpen, game.staked, game.slot]).toEqual(['betting', true, 0, 5])
    stop()
    const requestCount = fixture.count(`${api}/double/state`)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(fixture.count(`${api}/double/state`)).toBe(requestCount)
  })

  it('shows when the round cannot be fetched, and retries', async () => {
    const game = new DoubleStore(fixture.root)
    const stop = game.start()
    await vi.advanceTimersByTimeAsync(600)
    expect([game.hasFailed, game.isOpen]).toEqual([true, false])
    fixture.respond(`${api}/double/state`, () => ({ data: state() }))
    await vi.advanceTimersByTimeAsync(3_000)
    expect([game.hasFailed, game.isOpen]).toEqual([false, true])
    stop()
  })
})
