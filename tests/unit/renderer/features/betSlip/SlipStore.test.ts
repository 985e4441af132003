import { autorun } from 'mobx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Ticket } from '#contract/http/sports.ts'
import { cents } from '#contract/money.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import { SlipStore } from '#renderer/features/betSlip/SlipStore.ts'
import { createFixture, settled, type Fixture } from '../../stores/rootFixture.ts'
import {
  betPath,
  pickOf,
  quoteOf,
  quotePath,
  shownPage,
  slipHands,
  ticketPath,
  ticketWire,
} from './slipFixture.ts'

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

function legStake(of: SlipStore, text: string): void {
  of.legs.forEach((leg) => leg.type(text))
}

describe('prices', () => {
  const start = () => slip.start(shownPage)

  it('are requested at once, every few seconds, and after a reconnect; not while hidden', async () => {
    fixture.respond(quotePath, { data: [] })
    fill(pickOf('m1'))
    const hidden = { ...shownPage, hidden: true }
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
