import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DoubleStore } from '#renderer/games/double/DoubleStore.ts'
import { LimboStore } from '#renderer/games/limbo/LimboStore.ts'
import { LuckyColorStore } from '#renderer/games/luckyColor/LuckyColorStore.ts'
import { RowDoubleStore } from '#renderer/games/rowDouble/RowDoubleStore.ts'
import { PlaySession } from '#renderer/games/shared/PlaySession.ts'
import { createFixture, settled, type Fixture } from '../stores/rootFixture.ts'

const api = '/api/app/game'
const proof = { serverSeedHash: 'h', serverSeed: null, clientSeed: 'c', nonce: 0 }
const round = {
  roundId: 'r',
  gameCode: 'limbo',
  amount: 10,
  wallet: 'balance',
  status: 'won',
  multiplier: 2,
  payout: 20,
  params: { target: 2 },
  outcome: { result: 2.5 },
  time: '2030-01-01T00:00:00Z',
  proof,
}
const tower = {
  ...{ roundId: 'r1', amount: 10, wallet: 'balance', mode: 'hard', picks: [], safe: null, status: 'open' },
  ...{ multiplier: 1, nextMultiplier: 1.98, payout: 0, time: '2030-01-01T00:00:00Z', proof },
}
let fixture: Fixture

beforeEach(async () => {
  vi.useFakeTimers()
  fixture = createFixture()
  await fixture.enter()
  fixture.root.realtime.start()
  fixture.emitStatus('online')
  fixture.respond(`${api}/history/limbo`, { data: [round] })
  fixture.respond(`${api}/limbo/bet`, { data: round })
  fixture.respond(`${api}/history/rowDouble`, { data: [{ ...round, gameCode: 'rowDouble' }] })
  fixture.respond(`${api}/rowDouble/current`, { data: tower })
  fixture.respond(`${api}/rowDouble/bet`, { data: tower })
})
afterEach(() => vi.useRealTimers())

describe('what a player has played is not shown to the next', () => {
  it('of a game that is decided at once', async () => {
    const { play } = new LimboStore(fixture.root)
    const stop = play.start()
    play.settings.type('77')
    play.settings.choose('bonus')
    play.auto.change({ rounds: 50, stopLossText: '100' })
    await settled()
    play.last = play.history.rounds[0] as typeof play.last
    expect(play.history.lastBet).toBeDefined()
    await fixture.root.session.end()
    expect([play.history.rounds, play.history.isLoaded, play.last]).toEqual([[], false, null])
    expect([play.settings.stake, play.settings.wallet]).toEqual([1_000, 'cash'])
    expect([play.auto.rounds, play.auto.stopLossText]).toEqual([10, ''])
    stop()
  })

  it('of the chips on the table, which the next press would bet', async () => {
    fixture.respond(`${api}/history/luckyColor`, { data: [] })
    const game = new LuckyColorStore(fixture.root)
    const stop = game.start()
    game.place('green')
    expect(game.total).toBe(10_00)
    await fixture.root.session.end()
    expect(game.placed).toEqual([])
    stop()
  })

  it('when its result comes after the session', async () => {
    const { play } = new LimboStore(fixture.root)
    fixture.respond(`${api}/history/limbo`, { data: [] })
    const stop = play.start()
    const visit = fixture.root.feature(PlaySession)
    await settled()
    play.play()
    await vi.advanceTimersByTimeAsync(300)
    await fixture.root.session.end()
    await fixture.enter({ uId: 'u2' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect([play.history.rounds, play.last, play.isPlaying, visit.rounds]).toEqual([[], null, false, 0])
    stop()
  })

  it('of a game that is played step by step', async () => {
    const game = new RowDoubleStore(fixture.root)
    const stop = game.start()
    await settled()
    expect([game.round?.id, game.history.rounds.length]).toEqual(['r1', 1])
    await fixture.root.session.end()
    expect([game.round, game.history.rounds]).toEqual([null, []])
    stop()
  })

  it('of a bet whose response comes after the session', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const { send } = fixture.root.platform
    fixture.root.platform.send = async (request) => {
      if (request.path === `${api}/rowDouble/bet`) await answered
      return send(request)
    }
    const game = new RowDoubleStore(fixture.root)
    game.bet()
    await settled()
    await fixture.root.session.end()
    answer()
    await settled()
    expect([game.round, game.isBetting]).toEqual([null, false])
  })

  it('of the wheel: it goes on without the bets', async () => {
    const game = new DoubleStore(fixture.root)
    const stop = game.start()
    game.landed = { roundId: '1', slot: 3, stake: 10_00 as never, payout: 20_00 as never }
    await fixture.root.session.end()
    expect(game.landed).toEqual({ roundId: '1', slot: 3, stake: 0, payout: 0 })
    stop()
  })
})
