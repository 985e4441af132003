import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { LimboStore } from '#renderer/games/limbo/LimboStore.ts'
import { PlaySession } from '#renderer/games/shared/PlaySession.ts'
import { createFixture, settled, type Fixture } from '../../stores/rootFixture.ts'

let fixture: Fixture
let play: PlaySession

beforeEach(async () => {
  vi.useFakeTimers()
  fixture = createFixture()
  await fixture.enter()
  fixture.root.realtime.start()
  fixture.emitStatus('online')
  play = fixture.root.feature(PlaySession)
})
afterEach(() => vi.useRealTimers())

describe('the result of a visit', () => {
  it('counts a round when its result is shown, not when the server has answered', async () => {
    fixture.respond('/api/app/game/limbo/bet', {
      data: {
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
        proof: { serverSeedHash: 'h', serverSeed: null, clientSeed: 'c', nonce: 0 },
      },
    })
    const game = new LimboStore(fixture.root)
    game.play.play()
    await vi.advanceTimersByTimeAsync(500)
    expect([game.play.last?.id, play.rounds, play.net]).toEqual(['r', 0, 0])
    await vi.advanceTimersByTimeAsync(1_000)
    expect([play.rounds, play.staked, play.net, play.points]).toEqual([1, 10_00, 10_00, [0, 10_00]])
    play.reset()
    expect([play.rounds, play.net, play.startedAt, play.points]).toEqual([0, 0, null, [0]])
  })

  it('keeps the exact sums and a line of limited length in a long visit, and ends with the session', async () => {
    for (let round = 1; round <= 1_000; round++)
      play.record({ stake: cents(1_00), payout: cents(round % 2 === 0 ? 1_50 : 0) })
    expect([play.rounds, play.staked, play.net]).toEqual([1_000, 1_000_00, -250_00])
    expect(play.points.length).toBeLessThanOrEqual(240)
    expect([play.points[0], play.points.at(-1)]).toEqual([0, -250_00])
    await fixture.root.logout()
    await settled()
    expect([play.rounds, play.net]).toEqual([0, 0])
    expect(fixture.root.storages.session.get('playSession')).toBeUndefined()
  })

  it('goes on after a reload, for the same player and within half a day', async () => {
    play.record({ stake: cents(10_00), payout: cents(25_00) })
    /** The games of a page that is opened with what this tab has stored. */
    const reopened = async (id: string) => {
      const page = createFixture()
      page.root.storages.session.set('playSession', fixture.root.storages.session.get('playSession'))
      await page.enter({ uId: id })
      return page.root.feature(PlaySession)
    }
    const { id = '' } = fixture.root.session.player ?? {}
    const same = await reopened(id)
    expect([same.rounds, same.staked, same.net, same.points]).toEqual([1, 10_00, 15_00, [0, 15_00]])
    expect(same.startedAt).toBe(play.startedAt)
    expect((await reopened('somebody-else')).rounds).toBe(0)
    vi.setSystemTime(Date.now() + 13 * 3_600_000)
    expect((await reopened(id)).rounds).toBe(0)
  })
})
