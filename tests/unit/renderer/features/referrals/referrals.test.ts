import { describe, expect, it, vi } from 'vitest'
import { referralCalls } from '#contract/http/referrals.ts'
import { AgentStore } from '#renderer/features/referrals/AgentStore.ts'
import { InvitedStore } from '#renderer/screens/share/InvitedStore.ts'
import { LadderStore } from '#renderer/features/referrals/LadderStore.ts'
import { ShareStore } from '#renderer/screens/share/ShareStore.ts'
import { createMoneyRoot, deferred, offline, refused, settled } from '../../stores/moneyRoot.ts'

const overview = {
  yqm: 'ANA2026',
  link: 'https://palpite.test/yANA2026',
  rates: [0.003, 0.0015, 0.0005],
  team: [
    { level: 1, people: 2, amount: 150.5, bets: 900 },
    { level: 2, people: 0, amount: 0, bets: 0 },
    { level: 3, people: 0, amount: 0, bets: 0 },
  ],
  validPeople: 1,
  available: 4.5,
  today: 0.3,
  claimed: 10,
  nextAt: '2031-03-06T03:00:00Z',
  days: [
    { day: '2031-03-04', amounts: [3, 1, 0.5], isClaimed: false },
    { day: '2031-03-05', amounts: [0.3, 0, 0], isClaimed: false },
  ],
}

describe('AgentStore', () => {
  async function setUp(isLoggedIn = true) {
    const fixture = createMoneyRoot({ isLoggedIn })
    fixture.respond(referralCalls.agentOverview, overview)
    const store = new AgentStore(fixture.root)
    store.start()
    await settled()
    return { ...fixture, store }
  }

  it('adds up the levels of each day, and finds the best day', async () => {
    const { store } = await setUp()
    expect(store.state).toBe('ready')
    expect(store.days.map(({ amount }) => amount)).toEqual([4_50, 30])
    expect(store.peak).toBe(4_50)
    expect(store.overview?.team[0]).toEqual({ level: 1, people: 2, deposits: 150_50, bets: 900_00 })
  })

  it('waits for a login and clears on logout', async () => {
    const { store, count, set } = await setUp(false)
    expect(count(referralCalls.agentOverview)).toBe(0)
    set({ isLoggedIn: true })
    await settled()
    expect(store.canClaim).toBe(true)
    set({ isLoggedIn: false })
    expect(store.overview).toBeNull()
    expect(store.peak).toBe(0)
  })

  it('claims once for two clicks, says so, and loads the figures again', async () => {
    const { store, respond, count, toastKeys, parts } = await setUp()
    const pending = deferred<{ amount: number; through: string }>()
    respond(referralCalls.agentClaim, () => pending.promise)
    respond(referralCalls.agentOverview, { ...overview, available: 0 })
    const claims = [store.claim(), store.claim()]
    pending.resolve({ amount: 4.5, through: '2031-03-04' })
    await Promise.all(claims)
    expect(count(referralCalls.agentClaim)).toBe(1)
    expect(toastKeys()).toEqual(['loyalty.claimed'])
    expect(parts.session.refreshed).toBe(1)
    expect([store.canClaim, store.isClaiming]).toEqual([false, false])
    await store.claim()
    expect(count(referralCalls.agentClaim)).toBe(1)
  })

  it('shows the current figures after a refused claim', async () => {
    const { store, respond, toastKeys } = await setUp()
    respond(referralCalls.agentClaim, refused(409, 'Este prêmio já foi resgatado.'))
    respond(referralCalls.agentOverview, { ...overview, available: 0 })
    await store.claim()
    expect(toastKeys()).toEqual([])
    expect([store.state, store.canClaim, store.isClaiming]).toEqual(['ready', false, false])
  })

  it('shows a failure with a retry', async () => {
    const { store, respond } = await setUp()
    respond(referralCalls.agentOverview, offline())
    await store.load()
    expect(store.state).toBe('failed')
    respond(referralCalls.agentOverview, overview)
    await store.load()
    expect(store.state).toBe('ready')
  })
})

const person = (name: string) => ({
  player: name,
  header: 1,
  time: '2031-01-01T00:00:00Z',
  czflag: 1,
  isValid: false,
})

describe('InvitedStore', () => {
  it('loads page by page, and starts over with another level', async () => {
    const fixture = createMoneyRoot()
    fixture.respond(referralCalls.agentInvited, ({ request: { query } }: { request: { query?: object } }) => {
      const { level, offset } = query as { level: number; offset: number }
      return { list: [person(`${level}/${offset}`)], next: level === 1 && offset === 0 ? 20 : null }
    })
    const store = new InvitedStore(fixture.root)
    await store.show(1)
    expect(store.hasMore).toBe(true)
    await store.loadMore()
    expect(store.list.map(({ player }) => player)).toEqual(['1/0', '1/20'])
    expect(store.hasMore).toBe(false)
    await store.loadMore()
    expect(fixture.count(referralCalls.agentInvited)).toBe(2)
    await store.show(3)
    expect(store.list.map(({ player }) => player)).toEqual(['3/0'])
  })

  it('drops a late response for a level that was left', async () => {
    const fixture = createMoneyRoot()
    const pending = deferred<object>()
    fixture.respond(referralCalls.agentInvited, ({ request: { query } }: { request: { query?: object } }) =>
      (query as { level: number }).level === 1 ? pending.promise : { list: [person('two')], next: null },
    )
    const store = new InvitedStore(fixture.root)
    const first = store.show(1)
    await store.show(2)
    pending.resolve({ list: [person('one')], next: 20 })
    await first
    expect(store.list.map(({ player }) => player)).toEqual(['two'])
    expect(store.hasMore).toBe(false)
  })

  it('shows a failure with a retry', async () => {
    const fixture = createMoneyRoot()
    fixture.respond(referralCalls.agentInvited, offline())
    const store = new InvitedStore(fixture.root)
    await store.show(2)
    expect([store.state, store.level]).toEqual(['failed', 2])
  })

  it('keeps who is shown when the next page fails', async () => {
    const fixture = createMoneyRoot()
    fixture.respond(referralCalls.agentInvited, { list: [person('one')], next: 20 })
    const store = new InvitedStore(fixture.root)
    await store.show(1)
    fixture.respond(referralCalls.agentInvited, offline())
    await store.loadMore()
    expect([store.state, store.list.length, store.more, store.hasMore]).toEqual(['ready', 1, 'failed', true])
    fixture.respond(referralCalls.agentInvited, { list: [person('two')], next: null })
    await store.loadMore()
    expect([store.list.length, store.more, store.hasMore]).toEqual([2, 'idle', false])
  })
})

describe('LadderStore', () => {
  const ladder = {
    validPeople: 1,
    steps: [
      { people: 1, reward: 5, state: 'ready' },
      { people: 5, reward: 25, state: 'locked' },
    ],
  }

  it('is visible to everyone, and loads again after a login', async () => {
    const fixture = createMoneyRoot({ isLoggedIn: false })
    fixture.respond(referralCalls.ladder, { ...ladder, validPeople: 0 })
    const store = new LadderStore(fixture.root)
    store.start()
    await settled()
    expect(store.nextStep?.people).toBe(1)
    fixture.respond(referralCalls.ladder, ladder)
    fixture.set({ isLoggedIn: true })
    await settled()
    expect(store.nextStep).toEqual({ people: 5, reward: 25_00, state: 'locked' })
    expect(store.validPeople).toBe(1)
  })

  it('claims a step once, and loads the ladder again, also after a refusal', async () => {
    const fixture = createMoneyRoot()
    fixture.respond(referralCalls.ladder, ladder)
    fixture.respond(referralCalls.ladderClaim, { people: 1, amount: 5 })
    const store = new LadderStore(fixture.root)
    await store.load()
    await Promise.all([store.claim(1), store.claim(1)])
    expect(fixture.count(referralCalls.ladderClaim)).toBe(1)
    expect(fixture.last(referralCalls.ladderClaim)?.request.body).toEqual({ people: 1 })
    expect(fixture.toastKeys()).toEqual(['loyalty.claimed'])
    fixture.respond(referralCalls.ladderClaim, refused(409, 'x'))
    await store.claim(1)
    expect(fixture.count(referralCalls.ladder)).toBe(3)
    expect(store.claiming).toBeNull()
  })

  it('shows a failure with a retry', async () => {
    const fixture = createMoneyRoot()
    fixture.respond(referralCalls.ladder, offline())
    const store = new LadderStore(fixture.root)
    await store.load()
    expect(store.state).toBe('failed')
  })
})

describe('ShareStore', () => {
  async function setUp(outcome: 'shared' | 'cancelled' | 'unavailable') {
    const fixture = createMoneyRoot()
    fixture.respond(referralCalls.agentOverview, overview)
    fixture.respond(referralCalls.agentInvited, { list: [], next: null })
    const copied: string[] = []
    Object.assign(fixture.root, { copy: async (text: string) => void copied.push(text) })
    const openShareSheet = vi.fn(async () => outcome)
    const qrMatrix = vi.fn(async () => [[true]])
    const store = new ShareStore(fixture.root, { qrMatrix, openShareSheet })
    store.start()
    await settled()
    return { ...fixture, store, copied, openShareSheet, qrMatrix }
  }

  it('computes the QR code of the link once', async () => {
    const { store, qrMatrix } = await setUp('shared')
    expect(qrMatrix.mock.calls).toEqual([['https://palpite.test/yANA2026']])
    expect(store.qr).toEqual([[true]])
  })

  it('shows the next player neither the code nor the invited players of the one before', async () => {
    const { store, set, respond } = await setUp('shared')
    const names = () => store.invited.list.map(({ player }) => player)
    respond(referralCalls.agentInvited, { list: [person('Ana')], next: null })
    await store.invited.show(1)
    expect(names()).toEqual(['Ana'])
    respond(referralCalls.agentInvited, { list: [person('Bia')], next: null })
    set({ isLoggedIn: false })
    expect([names(), store.qr]).toEqual([[], null])
    set({ isLoggedIn: true })
    await settled()
    expect([names(), store.qr]).toEqual([['Bia'], [[true]]])
  })

  it.each([
    ['shared', 0],
    ['cancelled', 0],
    ['unavailable', 1],
  ] as const)('a share sheet that was %s copies %i times', async (outcome, copies) => {
    const { store, copied, openShareSheet } = await setUp(outcome)
    await store.share({ title: 'a', text: 'b' })
    expect(openShareSheet).toHaveBeenCalledWith({ title: 'a', text: 'b', url: overview.link })
    expect(copied).toEqual(Array.from({ length: copies }, () => overview.link))
  })
})
