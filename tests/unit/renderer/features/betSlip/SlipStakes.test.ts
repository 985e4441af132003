import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import { SlipStore } from '#renderer/features/betSlip/SlipStore.ts'
import { loadPicks } from '#renderer/features/betSlip/slipStorage.ts'
import { createFixture, settled, type Fixture } from '../../stores/rootFixture.ts'
import { betPath, pickOf, slipHands, ticketWire } from './slipFixture.ts'

let fixture: Fixture
let slip: SlipStore

beforeEach(async () => {
  vi.useFakeTimers()
  fixture = createFixture()
  await fixture.enter({ balance: 100, freeBalance: 20 })
  slip = fixture.root.feature(SlipStore)
})
afterEach(() => vi.useRealTimers())

const { fill, stakeAll, legOf } = slipHands(() => slip)

describe('what one press bets', () => {
  const ready = () => slip.stakes.ready

  it('is what is typed, with its possible return, while nothing is wrong with it', () => {
    expect(ready()).toBeNull()
    fill(pickOf('m1'))
    expect(ready()).toBeNull()
    stakeAll('20')
    expect(ready()).toEqual({ stake: 20_00, amount: 40_00 })
    fill(pickOf('m2', { odds: 3 }))
    expect(slip.stakes.mode).toBe('parlay')
    slip.stakes.setParlayText('10')
    expect(ready()).toEqual({ stake: 10_00, amount: 60_00 })
    legOf(0).applyQuote({ odds: null, isLive: false, score: { home: 0, away: 0 }, period: 0 })
    expect(ready()).toBeNull()
  })

  it('is one bet for a double press, also where the answer comes before the second press', async () => {
    fixture.respond(betPath, { data: ticketWire() })
    fill(pickOf('m1'), pickOf('m2'))
    slip.stakes.setMode('single')
    legOf(0).type('10')
    slip.betReady()
    slip.betReady()
    // The bar, which takes the room of its button, stays closed too.
    slip.pressBar()
    expect(slip.isOpen).toBe(false)
    await settled()
    // What is left would be bet with the last stake.
    expect(slip.legs).toHaveLength(1)
    expect(ready()).not.toBeNull()
    slip.betReady()
    await settled()
    expect(fixture.sent.filter(({ path }) => path === betPath)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    // Also where somebody sets the clock of the device back.
    vi.setSystemTime(Date.now() - 3_600_000)
    slip.betReady()
    await settled()
    expect(fixture.sent.filter(({ path }) => path === betPath)).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1_000)
    slip.pressBar()
    expect(slip.isOpen).toBe(true)
  })

  it('is the stake of the last bet where nothing is typed and the balance has it', async () => {
    fixture.respond(betPath, { data: ticketWire() })
    fill(pickOf('m1'))
    stakeAll('10')
    slip.betReady()
    await settled()
    expect(slip.receipts).toHaveLength(1)
    fill(pickOf('m2', { odds: 1.5 }))
    expect(ready()).toEqual({ stake: 10_00, amount: 15_00 })
    expect(legOf(0).stakeText).toBe('')
    await vi.advanceTimersByTimeAsync(1_000)
    slip.betReady()
    await settled()
    const bets = fixture.sent.filter(({ path }) => path === betPath)
    expect(bets.map(({ body }) => (JSON.parse(body ?? '') as { amount: number }).amount)).toEqual([10, 10])
    await fixture.enter({ balance: 5, freeBalance: 0 })
    fill(pickOf('m3'))
    expect(ready()).toBeNull()
  })
})

describe('in another language', () => {
  it('the stakes stay the same amounts', async () => {
    fill(pickOf('m1'), pickOf('m2'))
    stakeAll('12,5')
    slip.stakes.setParlayText('1,25')
    await fixture.root.language.choose('en_US')
    expect(slip.legs.map(({ stakeText, stake }) => [stakeText, stake])).toEqual([
      ['12.50', 1250],
      ['12.50', 1250],
    ])
    expect([slip.stakes.parlayText, slip.stakes.parlayStake]).toEqual(['1.25', 125])
  })
})

describe('the maximum', () => {
  it('is the balance of the wallet up to the limit, in equal parts on open singles', async () => {
    fill(pickOf('m1'), pickOf('m2'), pickOf('m3'))
    slip.stakes.stakeMaximum()
    expect(slip.stakes.parlayText).toBe('100')
    slip.stakes.setMode('single')
    slip.stakes.stakeMaximum()
    expect(slip.legs.map(({ stake }) => stake)).toEqual([33_33, 33_33, 33_33])
    legOf(0).setPrice(null)
    slip.stakes.stakeMaximum()
    expect(slip.legs.slice(1).map(({ stake }) => stake)).toEqual([50_00, 50_00])
    slip.stakes.swapWallet()
    expect(slip.stakes.maximum).toBe(10_00)
    const rich = createFixture()
    await rich.enter({ balance: 1_000_000 })
    const slipOfRich = rich.root.feature(SlipStore)
    slipOfRich.toggle(pickOf('m1'))
    expect(slipOfRich.stakes.maximum).toBe(ticketLimits.maxStake)
  })
})

describe('a boosted price', () => {
  it('is for the single, with a limit of its own; the parlay has the usual one', () => {
    fill(pickOf('m1', { odds: 2.1, boostedFrom: 2 }), pickOf('m2', { odds: 3 }))
    expect(slip.stakes.mode).toBe('parlay')
    expect(slip.stakes.parlayOdds).toBe(6)
    slip.stakes.setParlayText('10')
    expect(slip.stakes.orders('ask')[0]?.legs.map(({ odds }) => odds)).toEqual([2, 3])
    slip.stakes.setMode('single')
    legOf(0).type('200,01')
    expect(slip.stakes.errorOf(legOf(0))).toBe('maxAmount')
    legOf(0).type('200')
    expect(slip.stakes.errorOf(legOf(0))).toBeNull()
    expect(slip.stakes.potential.amount).toBe(420_00)
    expect(slip.stakes.orders('ask')[0]?.legs.map(({ odds }) => odds)).toEqual([2.1])
    slip.remove(legOf(1))
    expect(slip.stakes.odds).toBe(2.1)
    slip.stakes.setMode('parlay')
    expect(slip.stakes.odds).toBe(2)
    slip.stakes.setMode('single')
    slip.toggle(pickOf('m2', { odds: 3 }))
    slip.stakes.addToStakes(cents(100_00))
    expect(slip.legs.map(({ stake }) => stake)).toEqual([200_00, 100_00])
  })

  it('changes in a parlay with its usual price only, and then asks', () => {
    fill(pickOf('m1', { odds: 2.1, boostedFrom: 2 }), pickOf('m2', { odds: 3 }))
    slip.stakes.setParlayText('10')
    const quote = (odds: number, boostedFrom?: number) =>
      legOf(0).applyQuote({ odds, boostedFrom, isLive: false, score: { home: 0, away: 0 }, period: 0 })
    const changed = () => slip.stakes.changedLegs.length
    const sent = () => slip.stakes.orders('ask')[0]?.legs[0]?.odds
    // The boost ends: nothing changes for the parlay.
    quote(2)
    expect([changed(), sent()]).toEqual([0, 2])
    quote(2.1, 1.9)
    expect([changed(), sent()]).toEqual([1, 2])
    slip.stakes.acceptChanges()
    expect([changed(), sent()]).toEqual([0, 1.9])
    slip.stakes.setMode('single')
    expect([changed(), legOf(0).odds]).toEqual([0, 2.1])
    slip.setPolicy('better')
    slip.stakes.setMode('parlay')
    quote(2.2, 1.85)
    slip.setPolicy('better')
    expect([legOf(0).odds, changed(), sent()]).toEqual([2.2, 1, 1.9])
  })

  it('keeps both accepted prices through a reload', () => {
    fill(pickOf('m1', { odds: 2.1, boostedFrom: 2 }))
    legOf(0).applyQuote({
      odds: 2.2,
      boostedFrom: 1.9,
      isLive: false,
      score: { home: 0, away: 0 },
      period: 0,
    })
    const saved = loadPicks(fixture.root.storages)
    expect(saved).toMatchObject([{ odds: 2.1, boostedFrom: 2 }])
  })

  it('that ends with a quote is a changed price', () => {
    fill(pickOf('m1', { odds: 2.1, boostedFrom: 2 }))
    legOf(0).applyQuote({ odds: 2, isLive: false, score: { home: 0, away: 0 }, period: 0 })
    expect([legOf(0).isChanged, legOf(0).boostedFrom, legOf(0).maxStake]).toEqual([
      true,
      null,
      ticketLimits.maxStake,
    ])
  })
})

describe('the parlay', () => {
  it('is proposed for two matches, not for two options of one', () => {
    fill(pickOf('m1'))
    expect(slip.stakes.mode).toBe('single')
    fill(pickOf('m2'))
    expect(slip.stakes.mode).toBe('parlay')
    fill(pickOf('m2', { key: 'winner:1:draw:3' }))
    expect(slip.stakes.mode).toBe('single')
  })

  it('says what prevents it: too few, one match twice, too many, a closed option', () => {
    fill(pickOf('m1'))
    expect(slip.stakes.parlayProblem).toBe('tooFew')
    fill(pickOf('m1', { key: 'winner:1:draw:3' }))
    expect(slip.stakes.parlayProblem).toBe('sameMatch')
    expect([...slip.conflicts]).toHaveLength(2)
    slip.remove(legOf(1))
    fill(pickOf('m2'))
    expect(slip.stakes.parlayProblem).toBeNull()
    legOf(1).setPrice(null)
    expect(slip.stakes.parlayProblem).toBe('notOpen')
    slip.removeClosed()
    for (let match = 2; match <= 13; match++) fill(pickOf(`m${match}`))
    expect(slip.legs).toHaveLength(13)
    expect(slip.stakes.parlayProblem).toBe('tooMany')
  })

  it('is not sent while anything prevents it', () => {
    fill(pickOf('m1'), pickOf('m1', { key: 'winner:1:draw:3' }))
    slip.stakes.setMode('parlay')
    slip.stakes.setParlayText('10')
    expect(slip.bet()).toBe(false)
    expect(fixture.count(betPath)).toBe(0)
  })

  it('is one call, and empties the slip', async () => {
    fixture.respond(betPath, { data: ticketWire({ kind: 'parlay' }) })
    fill(pickOf('m1'), pickOf('m2', { odds: 1.85 }))
    slip.stakes.setParlayText('10')
    slip.bet()
    await settled()
    expect(fixture.bodies(betPath)).toEqual([
      {
        amount: 10,
        wallet: 'balance',
        policy: 'ask',
        legs: [
          { matchId: 'm1', key: 'winner:1:home:3', odds: 2 },
          { matchId: 'm2', key: 'winner:1:home:3', odds: 1.85 },
        ],
      },
    ])
    expect(slip.legs).toEqual([])
    expect(slip.receipts).toHaveLength(1)
    expect(slip.isBusy).toBe(false)
  })
})

describe('the stake', () => {
  it('is asked for when the bet button is clicked, for the parlay and for singles', () => {
    fill(pickOf('m1'), pickOf('m2'))
    expect(slip.stakes.parlayError).toBeNull()
    expect(slip.bet()).toBe(false)
    expect(slip.stakes.parlayError).toBe('enterAmount')
    slip.stakes.setMode('single')
    expect(slip.stakes.errorOf(legOf(0))).toBeNull()
    expect(slip.bet()).toBe(false)
    expect(slip.legs.map((leg) => slip.stakes.errorOf(leg))).toEqual(['enterAmount', 'enterAmount'])
    legOf(0).type('5')
    expect(slip.legs.map((leg) => slip.stakes.errorOf(leg))).toEqual([null, null])
  })

  it('is reported as too high at once, and as too low when the bet button is clicked', () => {
    fill(pickOf('m1'))
    legOf(0).type('5000,01')
    expect(slip.stakes.errorOf(legOf(0))).toBe('maxAmount')
    expect(slip.bet()).toBe(false)
    slip.stakes.setMode('single')
    legOf(0).type('0,99')
    expect(slip.stakes.errorOf(legOf(0))).toBeNull()
    expect(slip.bet()).toBe(false)
    expect(slip.stakes.errorOf(legOf(0))).toBe('minAmount')
    expect(fixture.count(betPath)).toBe(0)
  })

  it('grows by quick amounts up to the limit', () => {
    fill(pickOf('m1'))
    slip.stakes.addToStakes(cents(10_00))
    slip.stakes.addToStakes(cents(50))
    expect(legOf(0).stakeText).toBe('10,50')
    slip.stakes.addToStakes(cents(9_999_00))
    expect(legOf(0).stake).toBe(5_000_00)
  })

  it('shows a potential return rounded like settlement, up to the limit of a ticket', () => {
    fill(pickOf('m1', { odds: 2 }), pickOf('m2', { odds: 2.2 }), pickOf('m3', { odds: 1.91 }))
    slip.stakes.setParlayText('10')
    expect(slip.stakes.parlayOdds).toBeCloseTo(8.404, 10)
    expect(slip.stakes.potential).toEqual({ amount: 84_04, isCapped: false })
    fill(pickOf('m4', { odds: 900 }))
    slip.stakes.setParlayText('5000')
    expect(slip.stakes.potential).toEqual({ amount: 100_000_00, isCapped: true })
    slip.stakes.setMode('single')
    legOf(0).type('10')
    legOf(1).type('5')
    expect(slip.stakes.total).toBe(15_00)
    expect(slip.stakes.potential).toEqual({ amount: 31_00, isCapped: false })
  })

  it('comes from the bonus wallet only where there is a bonus', async () => {
    slip.stakes.swapWallet()
    expect(slip.stakes.wallet).toBe('bonus')
    expect(slip.stakes.available).toBe(20_00)
    fixture.root.wallet.set({ bonus: cents(0) })
    expect(slip.stakes.wallet).toBe('cash')
  })
})
