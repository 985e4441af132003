import { autorun } from 'mobx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Ticket } from '#contract/http/sports.ts'
import { cents } from '#contract/money.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import { SlipStore, type SlipPick } from '#renderer/features/betSlip/SlipStore.ts'
import { loadPicks } from '#renderer/features/betSlip/slipStorage.ts'
import { createFixture, settled, type Fixture } from '../../stores/rootFixture.ts'
import { betPath, pickOf, quoteOf, quotePath, ticketPath, ticketWire } from './slipFixture.ts'

let fixture: Fixture
let slip: SlipStore

beforeEach(async () => {
  vi.useFakeTimers()
  fixture = createFixture()
  await fixture.enter({ balance: 100, freeBalance: 20 })
  slip = fixture.root.feature(SlipStore)
})
afterEach(() => vi.useRealTimers())

const page = { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined }
const fill = (...picks: SlipPick[]) => picks.forEach((pick) => slip.toggle(pick))
const stakeAll = (text: string) => slip.legs.forEach((leg) => leg.type(text))
const legOf = (index: number) => {
  const leg = slip.legs[index]
  if (!leg) throw new Error(`no leg ${index}`)
  return leg
}

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

describe('picks', () => {
  it('are in one slip per app', () => {
    expect(fixture.root.feature(SlipStore)).toBe(slip)
    expect(createFixture().root.feature(SlipStore)).not.toBe(slip)
  })

  it('tell only those who ask for one that it has changed', () => {
    const { key } = pickOf('m1')
    const seen: boolean[] = []
    const stop = autorun(() => seen.push(slip.has('m1', key)))
    fill(pickOf('m2'))
    expect(seen).toEqual([false])
    fill(pickOf('m1'))
    expect(seen).toEqual([false, true])
    fill(pickOf('m2'))
    expect(seen).toEqual([false, true])
    stop()
  })

  it('are added, and removed when clicked again', () => {
    fill(pickOf('m1'))
    expect(slip.has('m1', pickOf('m1').key)).toBe(true)
    expect(slip.has('m1', 'winner:1:away:3')).toBe(false)
    fill(pickOf('m1'))
    expect(slip.legs).toEqual([])
  })

  it('are limited to what one quote accepts', () => {
    const { maxPicks } = ticketLimits
    for (let match = 0; match <= maxPicks; match++) fill(pickOf(`m${match}`))
    expect(slip.legs).toHaveLength(maxPicks)
    expect(fixture.root.alerts.toasts[0]?.message).toEqual({
      key: 'sports.slip.errors.full',
      params: { limit: maxPicks },
    })
  })

  it('of an earlier ticket come back where they are open, at the odds of now and with its stake', async () => {
    const leg = (matchId: string, odds: number) =>
      ({ ...pickOf(matchId), odds, result: 1000 }) as unknown as Ticket['legs'][number]
    const ticket = { stake: cents(12_50), legs: [leg('m1', 2), leg('m2', 3), leg('m3', 4)] } as Ticket
    fill(pickOf('m9'))
    fixture.respond(quotePath, {
      data: [quoteOf('m1', { odds: 2.2 }), quoteOf('m2', { odds: null }), quoteOf('m3')],
    })
    await slip.repeat(ticket)
    expect(slip.legs.map(({ pick, odds }) => [pick.matchId, odds])).toEqual([
      ['m1', 2.2],
      ['m3', 2],
    ])
    expect([slip.isOpen, slip.stakes.mode, slip.stakes.total]).toEqual([true, 'parlay', 12_50])
    expect(slip.cleared.map(({ pick }) => pick.matchId)).toEqual(['m9'])

    fixture.respond(quotePath, { data: [quoteOf('m1'), quoteOf('m2', { odds: null })] })
    await slip.repeat(ticket)
    expect([slip.legs.length, slip.stakes.mode, slip.stakes.total]).toEqual([1, 'single', 12_50])

    fixture.respond(quotePath, { data: [quoteOf('m1', { odds: null })] })
    await slip.repeat(ticket)
    expect(slip.legs).toHaveLength(1)
    expect(fixture.root.alerts.toasts.at(-1)?.message).toEqual({ key: 'sports.tickets.againClosed' })
  })

  it('of a ticket that is pressed twice leave what was in the slip to be restored', async () => {
    const leg = { ...pickOf('m1'), result: 1000 } as unknown as Ticket['legs'][number]
    const ticket = { stake: cents(5_00), legs: [leg] } as Ticket
    fixture.respond(quotePath, { data: [quoteOf('m1')] })
    fill(pickOf('m9'))
    await Promise.all([slip.repeat(ticket), slip.repeat(ticket)])
    expect(slip.cleared.map(({ pick }) => pick.matchId)).toEqual(['m9'])
  })

  it('can be restored after all were removed, with the typed stakes', () => {
    fill(pickOf('m1'), pickOf('m2'))
    stakeAll('7')
    slip.clear()
    expect(slip.legs).toEqual([])
    slip.restore()
    expect(slip.legs.map(({ stakeText }) => stakeText)).toEqual(['7', '7'])
    expect(slip.cleared).toEqual([])
  })

  it('survive the login of a guest, but not the logout', async () => {
    const guest = createFixture()
    const guestSlip = guest.root.feature(SlipStore)
    guestSlip.toggle(pickOf('m1'))
    legStake(guestSlip, '5')
    expect(guestSlip.bet()).toBe(true)
    expect(guest.root.overlays.isOpen('login')).toBe(true)
    expect(guest.count(betPath)).toBe(0)
    await guest.enter()
    expect(guestSlip.legs).toHaveLength(1)
    await guest.root.logout()
    expect(guestSlip.legs).toEqual([])
  })

  it('leave no choice of theirs to the next player', async () => {
    await fixture.enter({ freeBalance: 20 })
    slip.setPolicy('any')
    slip.stakes.swapWallet()
    slip.stakes.setMode('parlay')
    expect([slip.policy, slip.stakes.wallet, slip.stakes.mode]).toEqual(['any', 'bonus', 'parlay'])
    await fixture.root.session.end()
    await fixture.enter({ uId: 'u2', freeBalance: 20 })
    expect([slip.policy, slip.stakes.wallet, slip.stakes.mode]).toEqual(['ask', 'cash', 'single'])
  })
})

describe('after a reload', () => {
  const stored = () => fixture.root.storages.session.get('betSlip')
  /** Another app on the same storage. */
  const reloaded = async () => {
    const next = createFixture()
    next.root.storages.session.set('betSlip', stored())
    next.root.storages.session.set('betSlipStake', fixture.root.storages.session.get('betSlipStake'))
    await next.enter({ balance: 100 })
    return next.root.feature(SlipStore)
  }

  it('the picks are there, at the accepted odds', async () => {
    fill(pickOf('m1'), pickOf('m2', { odds: 3 }))
    legOf(1).setPrice(2.5)
    legOf(1).accept()
    const again = await reloaded()
    expect(again.legs.map(({ pick, odds }) => [pick.matchId, odds])).toEqual([
      ['m1', 2],
      ['m2', 2.5],
    ])
    slip.clear()
    expect(stored()).toBeUndefined()
  })

  it('the stakes are there too, of singles and of a parlay', async () => {
    fill(pickOf('m1'), pickOf('m2'))
    legOf(1).type('12,5')
    slip.stakes.setMode('parlay')
    slip.stakes.setParlayText('7')
    const again = await reloaded()
    expect(again.legs.map(({ stakeText }) => stakeText)).toEqual(['', '12,50'])
    expect([again.stakes.mode, again.stakes.parlayText]).toEqual(['parlay', '7'])
    slip.clear()
    expect((await reloaded()).stakes.parlayText).toBe('')
  })

  it('a pick whose bet was being placed is not: the bet may have been accepted', async () => {
    fill(pickOf('m1'), pickOf('m2'))
    slip.stakes.setMode('single')
    legOf(0).type('5')
    fixture.respond(betPath, { data: ticketWire({ state: -10 }) })
    fixture.respond(ticketPath, { data: ticketWire({ state: -10 }) })
    slip.bet()
    await settled()
    expect((await reloaded()).legs.map(({ pick }) => pick.matchId)).toEqual(['m2'])
  })

  it.each([['no list'], [[{ matchId: 'm1' }]], [[null, 7]], [[{ ...pickOf('m1'), odds: '2' }]]])(
    'invalid picks are left out: %j',
    (value) => {
      const next = createFixture()
      next.root.storages.session.set('betSlip', value)
      expect(next.root.feature(SlipStore).legs).toEqual([])
    },
  )

  it('nothing of the previous player is there', async () => {
    fill(pickOf('m1'))
    await fixture.root.logout()
    expect(stored()).toBeUndefined()
  })
})

describe('selections of one match', () => {
  const combinationPath = '/api/app/sports/combination'
  const over = { key: 'total:1:over:2.5', odds: 1.9 }
  const bodies = () =>
    fixture.sent.filter(({ path }) => path === betPath).map(({ body }) => JSON.parse(body ?? '') as object)

  it('are one bet at the price of the server, also inside a parlay', async () => {
    fixture.respond(combinationPath, { data: { odds: 3 } })
    fill(pickOf('m1'), pickOf('m1', over), pickOf('m2', { odds: 1.5 }))
    expect(slip.stakes.mode).toBe('single')
    slip.stakes.setMode('parlay')
    expect(slip.stakes.parlayProblem).toBe('pricing')
    // Nothing is known that could be shown as odds or return.
    expect(slip.stakes.isPricing).toBe(true)
    slip.stakes.setMode('single')
    expect(slip.stakes.isPricing).toBe(false)
    slip.stakes.setMode('parlay')
    await settled()
    expect(slip.stakes.isPricing).toBe(false)
    expect(slip.stakes.parlayProblem).toBeNull()
    expect(slip.stakes.parlayOdds).toBe(4.5)
    slip.stakes.setParlayText('10')
    expect(slip.stakes.potential.amount).toBe(45_00)
    expect(slip.bet()).toBe(true)
    await settled()
    expect(bodies()).toMatchObject([
      { combine: true, legs: [{ odds: 3 }, { key: over.key, odds: 1 }, { odds: 1.5 }] },
    ])
  })

  it('stay conflicts when they are not offered together, and are not priced when they exclude each other', async () => {
    fixture.respond(combinationPath, { data: { odds: null } })
    fill(pickOf('m1'), pickOf('m1', over))
    slip.stakes.setMode('parlay')
    await settled()
    expect(slip.stakes.parlayProblem).toBe('sameMatch')
    slip.remove(legOf(1))
    const requests = fixture.count(combinationPath)
    fill(pickOf('m1', { key: 'winner:1:draw:3' }))
    await settled()
    expect(slip.stakes.parlayProblem).toBe('sameMatch')
    expect(fixture.count(combinationPath)).toBe(requests)
  })

  it('are bet at the price that is shown: their own prices may change', async () => {
    fixture.respond(combinationPath, { data: { odds: 3 } })
    fill(pickOf('m1'), pickOf('m1', over))
    slip.stakes.setMode('parlay')
    await settled()
    legOf(0).setPrice(2.2)
    expect(slip.stakes.changedLegs).toEqual([])
    fixture.respond(betPath, {
      httpStatus: 409,
      status: 409,
      message: 'As odds mudaram',
      data: { legs: [{ matchId: 'm1', key: legOf(0).pick.key, odds: 2.8 }] },
    })
    fixture.respond(combinationPath, { data: { odds: 2.8 } })
    slip.stakes.setParlayText('10')
    slip.bet()
    await settled()
    expect(slip.stakes.parlayOdds).toBe(2.8)
    expect(slip.stakes.parlayRefusal).toEqual({ text: 'As odds mudaram' })
    expect(legOf(0).price).toBe(2.2)
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

function legStake(of: SlipStore, text: string): void {
  of.legs.forEach((leg) => leg.type(text))
}

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

describe('prices', () => {
  const start = () => slip.start(page)

  it('are requested at once, every few seconds, and after a reconnect; not while hidden', async () => {
    fixture.respond(quotePath, { data: [] })
    fill(pickOf('m1'))
    const hidden = { ...page, hidden: true }
    const stop = slip.start(hidden)
    await vi.advanceTimersByTimeAsync(9_000)
    expect(fixture.count(quotePath)).toBe(0)
    stop()
    const end = start()
    await settled()
    expect(fixture.count(quotePath)).toBe(1)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(fixture.count(quotePath)).toBe(2)
    fixture.root.realtime.start()
    fixture.emitStatus('online')
    await settled()
    expect(fixture.count(quotePath)).toBe(3)
    end()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(fixture.count(quotePath)).toBe(3)
  })

  it('that have changed are marked and block the bet until they are accepted', async () => {
    fixture.respond(quotePath, { data: [quoteOf('m1', { odds: 1.9 })] })
    fixture.respond(betPath, { data: ticketWire() })
    fill(pickOf('m1'))
    start()
    await settled()
    expect(legOf(0)).toMatchObject({ odds: 2, current: 1.9, isChanged: true })
    legOf(0).type('10')
    expect(slip.stakes.potential.amount).toBe(19_00)
    expect(slip.bet()).toBe(false)
    slip.stakes.acceptChanges()
    expect(slip.bet()).toBe(true)
    await settled()
    expect(fixture.bodies(betPath)[0]).toMatchObject({ legs: [{ odds: 1.9 }] })
  })

  it.each([
    { policy: 'ask', to: 2.1, accepted: 2 },
    { policy: 'better', to: 2.1, accepted: 2.1 },
    { policy: 'better', to: 1.9, accepted: 2 },
    { policy: 'any', to: 1.9, accepted: 1.9 },
  ] as const)('under $policy from 2 to $to are accepted at $accepted', async ({ policy, to, accepted }) => {
    slip.setPolicy(policy)
    fixture.respond(quotePath, { data: [quoteOf('m1', { odds: to })] })
    fill(pickOf('m1'))
    start()
    await settled()
    expect(legOf(0).odds).toBe(accepted)
    expect(legOf(0).isChanged).toBe(accepted !== to)
  })

  it.each([
    { period: -1, reason: 'ended' },
    { period: -10, reason: 'ended' },
    { period: -13, reason: 'stopped' },
    { period: 1, reason: 'notOpen' },
  ])('are closed in period $period because: $reason', async ({ period, reason }) => {
    fixture.respond(quotePath, { data: [quoteOf('m1', { odds: null, period })] })
    fill(pickOf('m1'))
    start()
    await settled()
    expect(legOf(0).closedReason).toBe(reason)
  })

  it('arrive by push; an older response or push does not replace them', async () => {
    fixture.respond(quotePath, () => ({ data: [quoteOf('m1', { odds: 5 })] }))
    fill(pickOf('m1'))
    const stop = start()
    const push = (version: number, odds: number) =>
      fixture.emitEvent({ name: 'feed:matches', payload: { matches: [matchWire(version, odds)] } })
    fixture.root.realtime.start()
    push(7, 3)
    await settled()
    expect(legOf(0).current).toBe(3)
    push(6, 9)
    expect(legOf(0).current).toBe(3)
    push(8, 3.2)
    expect(legOf(0).current).toBe(3.2)
    stop()
  })
})

function matchWire(version: number, odds: number) {
  const options = [{ key: 'winner:1:home:3', side: 'home', line: null, odds }]
  return {
    matchId: 'm1',
    sport: 'football' as const,
    league: 'Copa',
    home: 'Aurora',
    away: 'Litoral',
    time: '2030-01-01T20:00:00Z',
    period: 1,
    minute: 10,
    homeScore: 1,
    awayScore: 0,
    parts: [],
    live: true,
    suspended: false,
    markets: [{ market: 'winner' as const, gameTime: 1, line: null, suspended: false, options }],
    marketCount: 1,
    version,
  }
}

describe('placing', () => {
  it('singles is one call each; placed ones leave, refused ones stay with the reason and the current price', async () => {
    fixture.respond(betPath, (request) =>
      request.body?.includes('"m2"')
        ? {
            httpStatus: 409,
            status: 409,
            message: 'As odds mudaram.',
            data: { legs: [{ matchId: 'm2', key: 'winner:1:home:3', odds: 1.7 }] },
          }
        : { data: ticketWire() },
    )
    fill(pickOf('m1'), pickOf('m2'), pickOf('m3'))
    slip.stakes.setMode('single')
    stakeAll('10')
    slip.bet()
    await settled()
    await settled()
    expect(fixture.count(betPath)).toBe(3)
    expect(slip.legs.map(({ pick }) => pick.matchId)).toEqual(['m2'])
    expect(legOf(0)).toMatchObject({ refusal: { text: 'As odds mudaram.' }, current: 1.7, isChanged: true })
    expect(slip.receipts).toHaveLength(2)
    expect(fixture.root.alerts.alerts).toEqual([])
  })

  it('opens the low-balance deposit when money runs out, sends nothing more and keeps the picks', async () => {
    fixture.respond(betPath, { httpStatus: 500, status: 9999, message: 'Saldo insuficiente' })
    fill(pickOf('m1'), pickOf('m2'))
    slip.stakes.setMode('single')
    stakeAll('10')
    slip.bet()
    await settled()
    expect(fixture.root.overlays.isOpen('gameDeposit')).toBe(true)
    expect(fixture.count(betPath)).toBe(1)
    expect(slip.legs).toHaveLength(2)
    expect(slip.isBusy).toBe(false)
  })

  it('on a live match waits for the acceptance and polls every second', async () => {
    fixture.respond(betPath, { data: ticketWire({ state: -10 }) })
    fixture.respond(ticketPath, { data: ticketWire({ state: -10 }) })
    fill(pickOf('m1', { isLive: true }))
    stakeAll('10')
    slip.bet()
    await settled()
    expect(slip.placements.progress).toBe('waiting')
    slip.toggle(pickOf('m9'))
    expect(slip.legs).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(fixture.count(ticketPath)).toBe(2)
    expect(slip.isBusy).toBe(true)
    fixture.respond(ticketPath, { data: ticketWire({ state: 0 }) })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(slip.receipts).toHaveLength(1)
    expect(slip.legs).toEqual([])
  })

  it('shows a pushed acceptance at once, and a refusal with its reason', async () => {
    fixture.root.realtime.start()
    fixture.respond(betPath, { data: ticketWire({ state: -10 }) })
    fixture.respond(ticketPath, { data: ticketWire({ state: -1, result: 90, reason: 'Opção não aberta.' }) })
    fill(pickOf('m1', { isLive: true }))
    stakeAll('10')
    slip.bet()
    await settled()
    fixture.emitEvent({ name: 'feed:ticket', payload: { ticketId: 't1' } })
    await settled()
    expect(slip.isBusy).toBe(false)
    expect(legOf(0).refusal).toEqual({ text: 'Opção não aberta.' })
    expect(slip.receipts).toEqual([])
  })

  it('retries after a lost response with the same bet and key, also after the device has slept, and never counts it twice', async () => {
    let isCapped = true
    fixture.respond(betPath, () => (isCapped ? { networkError: true } : { data: ticketWire() }))
    fixture.respond(quotePath, { data: [quoteOf('m1', { odds: 1.5 })] })
    fill(pickOf('m1'))
    stakeAll('10')
    slip.bet()
    slip.start(page)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(slip.placements.progress).toBe('retrying')
    vi.setSystemTime(Date.now() + 3_600_000)
    await vi.advanceTimersByTimeAsync(5_000)
    isCapped = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect(slip.receipts).toHaveLength(1)
    const bets = fixture.sent.filter(({ path }) => path === betPath)
    expect(bets.length).toBeGreaterThan(3)
    expect(new Set(bets.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(new Set(bets.map(({ body }) => body)).size).toBe(1)
  })

  it('is asked for again with its key after a lost response, whatever the server says that is no decision', async () => {
    const undecided = [
      { networkError: true },
      { httpStatus: 503, status: 503, message: 'Agora não.' },
      { httpStatus: 429, status: 429, message: 'Muitos pedidos.' },
      { httpStatus: 500, status: 500, message: 'Erro.' },
    ]
    fixture.respond(betPath, () => undecided.shift() ?? { data: ticketWire() })
    fixture.respond(quotePath, { data: [quoteOf('m1')] })
    fill(pickOf('m1'))
    stakeAll('10')
    slip.bet()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([undecided, slip.receipts.length]).toEqual([[], 1])
    expect(
      new Set(fixture.sent.filter(({ path }) => path === betPath).map((each) => each.idempotencyKey)).size,
    ).toBe(1)
  })

  it('is not asked for again where the service has closed, also after a lost response', async () => {
    const responses = [{ networkError: true }, { networkError: true }, { networkError: true }]
    fixture.respond(
      betPath,
      () => responses.shift() ?? { httpStatus: 500, status: 1403, message: 'Fechado.' },
    )
    fill(pickOf('m1'))
    stakeAll('10')
    slip.bet()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([slip.isBusy, fixture.count(betPath)]).toEqual([false, 4])
  })

  it('says what failed where the server fails again and again, or was closed from the beginning', async () => {
    fixture.respond(betPath, { httpStatus: 500, status: 500, message: 'Erro.' })
    fill(pickOf('m1'))
    stakeAll('10')
    slip.bet()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([slip.isBusy, legOf(0).refusal]).toEqual([false, { text: 'Erro.' }])
    const before = fixture.count(betPath)
    fixture.respond(betPath, { httpStatus: 500, status: 1403, message: 'Fechado.' })
    slip.bet()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([slip.isBusy, fixture.count(betPath) - before]).toEqual([false, 1])
  })

  it('is over with the session: the next player neither bets it nor sees it', async () => {
    let isCut = true
    fixture.respond(betPath, () => (isCut ? { networkError: true } : { data: ticketWire() }))
    fixture.respond(quotePath, { data: [quoteOf('m1')] })
    fill(pickOf('m1'))
    stakeAll('10')
    slip.bet()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(slip.placements.progress).toBe('retrying')
    const before = fixture.count(betPath)
    await fixture.root.session.end()
    await fixture.enter({ uId: 'u2' })
    isCut = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect([fixture.count(betPath), slip.isBusy, slip.receipts]).toEqual([before, false, []])
  })

  it('shows nobody a bet that was accepted after its player had left', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const { send } = fixture.root.platform
    fixture.root.platform.send = async (request) => {
      if (request.path === betPath) await answered
      return send(request)
    }
    fixture.respond(betPath, { data: ticketWire() })
    fill(pickOf('m1'))
    stakeAll('10')
    slip.bet()
    await settled()
    await fixture.root.session.end()
    answer()
    await settled()
    expect([fixture.count(betPath), slip.isBusy, slip.receipts]).toEqual([1, false, []])
  })
})
