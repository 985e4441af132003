import { describe, expect, it, vi } from 'vitest'
import { CallError } from '#contract/errors.ts'
import type { Call } from '#contract/http/call.ts'
import { limitCalls } from '#contract/http/limits.ts'
import { messageCalls } from '#contract/http/messages.ts'
import { rewardCalls } from '#contract/http/rewards.ts'
import { AlertStore } from '#renderer/stores/AlertStore.ts'
import { CheckInStore } from '#renderer/screens/signInSheet/CheckInStore.ts'
import { InboxStore } from '#renderer/screens/gameMess/InboxStore.ts'
import { LimitsStore } from '#renderer/screens/jogoResponsavel/LimitsStore.ts'
import { UnreadStore } from '#renderer/features/inbox/UnreadStore.ts'
import { createFixture } from '../stores/rootFixture.ts'
import { RebateStore } from '#renderer/screens/gamebouns/RebateStore.ts'
import type { RootStore } from '#renderer/stores/RootStore.ts'

function failure(httpStatus: number): CallError {
  return new CallError({ kind: 'refused', httpStatus, status: httpStatus, message: 'no', path: '/api' })
}

function createRoot() {
  const requests: { path: string; request: unknown }[] = []
  const responses = new Map<string, unknown>()
  const alerts = new AlertStore()
  const features = new Map<unknown, object>()
  const root: RootStore = {
    alerts,
    feature(Store: new (root: RootStore) => object) {
      const store = features.get(Store) ?? new Store(root)
      features.set(Store, store)
      return store
    },
    api: {
      async call(call: Call, request: unknown) {
        requests.push({ path: `${call.method} ${call.path}`, request })
        const response = responses.get(`${call.method} ${call.path}`)
        if (response instanceof Error) throw response
        return response
      },
    },
    session: { isLoggedIn: true, player: null, refresh: async () => undefined },
    device: { info: { limitsAtSignUp: true }, load: async () => undefined },
    language: { selected: { locale: 'pt-BR', symbol: 'R$' } },
  } as unknown as RootStore
  return {
    root,
    requests,
    respond: (call: Call, value: unknown) => responses.set(`${call.method} ${call.path}`, value),
    toasts: () => alerts.toasts.map(({ message }) => ('key' in message ? message.key : message.text)),
  }
}

const rebate = {
  state: 'available',
  day: '2027-03-10',
  bets: 100,
  amount: 0.25,
  level: 3,
  rate: 0.0025,
  today: { bets: 0, amount: 0 },
  nextAt: '2027-03-12T03:00:00Z',
  table: [],
  history: [],
}

describe('RebateStore', () => {
  it('claims once per click, shows the amount and loads again', async () => {
    const { root, respond, requests, toasts } = createRoot()
    respond(rewardCalls.rebate, rebate)
    respond(rewardCalls.rebateClaim, { day: '2027-03-10', amount: 0.25 })
    const store = new RebateStore(root)
    await store.load()
    expect(store.rebate?.amount).toBe(25)
    respond(rewardCalls.rebate, { ...rebate, state: 'claimed' })
    await Promise.all([store.claim(), store.claim()])
    expect(requests.filter(({ path }) => path.startsWith('POST'))).toHaveLength(1)
    expect(toasts()).toEqual(['rewards.rebate.claimed'])
    expect([store.rebate?.state, store.isClaiming]).toEqual(['claimed', false])
  })

  it('shows a failure, and keeps the figures when only the claim fails', async () => {
    const { root, respond, toasts } = createRoot()
    respond(rewardCalls.rebate, failure(500))
    const store = new RebateStore(root)
    await store.load()
    expect(store.state).toBe('failed')
    respond(rewardCalls.rebate, rebate)
    await store.load()
    respond(rewardCalls.rebateClaim, failure(409))
    await store.claim()
    expect([store.state, store.isClaiming]).toEqual(['ready', false])
    expect(toasts()).toEqual([])
  })
})

describe('CheckInStore', () => {
  it('checks in', async () => {
    const { root, respond, toasts } = createRoot()
    respond(rewardCalls.checkIn, {
      state: 'available',
      today: '2027-03-10',
      streak: 0,
      days: [{ day: 1, amount: 0.5, state: 'today' }],
      checked: [],
      total: 0,
      counted: 200,
      required: 200,
      nextAt: '2027-03-11T03:00:00Z',
    })
    respond(rewardCalls.checkInClaim, { day: '2027-03-10', streak: 1, amount: 0.5 })
    const store = new CheckInStore(root)
    await store.load()
    expect(store.calendar?.days[0]?.amount).toBe(50)
    await store.claim()
    expect(toasts()).toEqual(['rewards.checkIn.claimed'])
  })
})

const message = (id: string, isRead = false) => ({
  id,
  kind: 'levelUp',
  params: { level: 2 },
  time: '2027-03-10T12:00:00Z',
  isRead,
})

describe('InboxStore', () => {
  it('opens a message, which is read then', async () => {
    const { root, respond } = createRoot()
    respond(messageCalls.list, { list: [message('b'), message('a')], unread: 2, next: null })
    respond(messageCalls.open, message('a', true))
    const inbox = new InboxStore(root)
    await inbox.load()
    await inbox.open('a')
    expect(inbox.opened).toMatchObject({ id: 'a', level: 2 })
    expect(inbox.unread).toBe(1)
    expect(root.feature(UnreadStore).count).toBe(1)
    expect(inbox.list.map(({ isRead }) => isRead)).toEqual([false, true])
  })

  it('distinguishes a message that does not exist from one that failed to load', async () => {
    const { root, respond } = createRoot()
    const inbox = new InboxStore(root)
    respond(messageCalls.open, failure(404))
    await inbox.open('x')
    expect(inbox.opened).toBe('missing')
    respond(messageCalls.open, failure(500))
    await inbox.open('x')
    expect(inbox.opened).toBe('failed')
  })

  it('loads older messages and marks all as read', async () => {
    const { root, respond, requests } = createRoot()
    respond(messageCalls.list, { list: [message('b')], unread: 2, next: 7 })
    respond(messageCalls.readAll, { unread: 0 })
    const inbox = new InboxStore(root)
    await inbox.load()
    respond(messageCalls.list, { list: [message('a')], unread: 2, next: null })
    await inbox.loadMore()
    expect(requests.at(-1)?.request).toEqual({ query: { cursor: 7 } })
    expect([inbox.list.length, inbox.hasMore]).toEqual([2, false])
    await inbox.markAllRead()
    expect([inbox.unread, inbox.list.every(({ isRead }) => isRead)]).toEqual([0, true])
  })

  it('keeps the older messages when news come', async () => {
    const { root, respond } = createRoot()
    respond(messageCalls.list, { list: [message('c'), message('b')], unread: 1, next: 7 })
    const inbox = new InboxStore(root)
    await inbox.load()
    respond(messageCalls.list, { list: [message('a')], unread: 1, next: 5 })
    await inbox.loadMore()
    respond(messageCalls.list, { list: [message('d'), message('c')], unread: 2, next: 8 })
    await inbox.renew()
    expect(inbox.list.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a'])
    expect([inbox.unread, inbox.hasMore]).toEqual([2, true])
  })

  it('shows no message, and no failure, of an address that was left', async () => {
    const { root, respond } = createRoot()
    respond(messageCalls.unread, { unread: 0 })
    const inbox = new InboxStore(root)
    for (const answer of [message('a'), failure(500), failure(404)]) {
      let respondLate = () => {}
      respond(
        messageCalls.open,
        new Promise((resolve, reject) => {
          respondLate = () => (answer instanceof Error ? reject(answer) : resolve(answer))
        }),
      )
      const left = inbox.open('a')
      respond(messageCalls.open, message('b'))
      await inbox.open('b')
      respondLate()
      await left
      expect(inbox.opened).toMatchObject({ id: 'b' })
    }
  })

  it('forgets its messages with their player', async () => {
    const fixture = createFixture()
    const list = (id: string) => ({ data: { list: [message(id)], unread: 1, next: null } })
    fixture.respond(messageCalls.list.path, list('a'))
    await fixture.enter()
    const inbox = new InboxStore(fixture.root)
    const stop = inbox.start()
    await vi.waitFor(() => expect(inbox.list).toHaveLength(1))
    await fixture.root.session.end()
    expect([inbox.list, inbox.state, inbox.unread]).toEqual([[], 'loading', 0])
    fixture.respond(messageCalls.list.path, list('b'))
    await fixture.enter({ uId: 'u2' })
    await vi.waitFor(() => expect(inbox.list.map(({ id }) => id)).toEqual(['b']))
    stop()
  })
})

const limit = (kind: string, period: string, amount: number | null, next: object | null = null) => ({
  kind,
  period,
  amount,
  used: 0,
  next,
})
const overview = (...limits: object[]) => ({ limits, excludedUntil: null, realityCheck: 60 })

describe('LimitsStore', () => {
  it('forgets the limits, and the one that is being edited, with their player', async () => {
    const fixture = createFixture()
    fixture.respond(limitCalls.limits.path, { data: overview(limit('deposit', 'day', 50)) })
    await fixture.enter()
    const store = new LimitsStore(fixture.root)
    const stop = store.start()
    await vi.waitFor(() => expect(store.overview).not.toBeNull())
    const [first] = store.visibleLimits
    if (first) store.edit(first)
    expect(store.typed).toBe('50')
    await fixture.root.session.end()
    expect([store.overview, store.editing, store.typed]).toEqual([null, null, ''])
    stop()
  })

  it('saves an amount typed with a comma, and says from when it applies', async () => {
    const { root, respond, requests, toasts } = createRoot()
    respond(limitCalls.limits, overview(limit('deposit', 'day', 50), limit('time', 'day', null)))
    const store = new LimitsStore(root)
    await store.load()
    expect(store.visibleLimits).toMatchObject([{ amount: 5000 }])
    const [first] = store.visibleLimits
    if (first) store.edit(first)
    expect(store.typed).toBe('50')
    store.type('80,5')
    respond(
      limitCalls.setLimit,
      overview(limit('deposit', 'day', 50, { amount: 80.5, from: '2027-03-11T12:00:00Z' })),
    )
    await store.save()
    expect(requests.at(-1)?.request).toEqual({ body: { kind: 'deposit', period: 'day', amount: 80.5 } })
    expect(toasts()).toEqual(['limits.edit.later'])
    expect(store.editing).toBeNull()
  })

  it('leaves alone what is typed into another limit while one is being saved', async () => {
    const { root, respond, toasts } = createRoot()
    const limits = overview(limit('deposit', 'day', 50), limit('deposit', 'week', 90))
    respond(limitCalls.limits, limits)
    const store = new LimitsStore(root)
    await store.load()
    const [day, week] = store.visibleLimits
    let answer = (_limits: object) => {}
    respond(limitCalls.setLimit, new Promise((resolve) => (answer = resolve)))
    if (day) store.edit(day)
    const saved = store.save()
    store.cancelEdit()
    if (week) store.edit(week)
    store.type('70')
    answer(limits)
    await saved
    expect(toasts()).toEqual(['limits.edit.saved'])
    expect([store.editing?.period, store.typed]).toEqual(['week', '70'])
  })

  it('keeps text that is not an amount or not whole minutes, and sends nothing', async () => {
    const { root, respond, requests } = createRoot()
    respond(limitCalls.limits, overview(limit('deposit', 'day', null), limit('time', 'day', null)))
    const store = new LimitsStore(root)
    await store.load()
    const sent = requests.length
    for (const [kind, text] of [
      ['deposit', 'abc'],
      ['deposit', '1,234'],
      ['time', '1,5'],
      ['time', ''],
    ] as const) {
      store.choose(kind)
      const [first] = store.visibleLimits
      if (first) store.edit(first)
      store.type(text)
      await store.save()
      expect(store.isInvalid).toBe(true)
    }
    expect(requests).toHaveLength(sent)
  })

  it('stays as it was when the server refuses', async () => {
    const { root, respond, toasts } = createRoot()
    respond(limitCalls.limits, overview(limit('deposit', 'day', 50)))
    respond(limitCalls.timeOut, failure(400))
    const store = new LimitsStore(root)
    await store.load()
    expect(await store.takeTimeOut(1)).toBe(false)
    expect([store.overview?.excludedUntil, store.isBusy, toasts().length]).toEqual([null, false, 0])
  })
})
