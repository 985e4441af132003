import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fromWireRecords, orderCalls, type LedgerRecord } from '#contract/http/order.ts'
import { recordCalls } from '#contract/http/recordSums.ts'
import { recordLines, statusCode, statusTone } from '#renderer/features/records/recordLines.ts'
import { recordTabOf, RecordsStore } from '#renderer/screens/registros/RecordsStore.ts'
import { createMoneyRoot, deferred, offline } from '../../stores/moneyRoot.ts'

const row = (id: number, change: object = {}) => ({
  id: `r${id}`,
  type: '10',
  title: 'brl-100',
  amount: 100,
  stake: null,
  payout: null,
  fee: null,
  status: '10',
  wallet: 'balance' as const,
  time: new Date(Date.UTC(2030, 0, 1) - id * 1000).toISOString(),
  detail: {},
  ...change,
})
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => row(from + i))
const page = (from: number, to: number, next: string | null) => ({ list: rows(from, to), next })
const ids = (store: RecordsStore) => store.rows.map(({ id }) => id)
/** The 15th in the house, whatever the device says. */
const now = Date.parse('2030-06-16T01:00:00Z')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function setUp(tab: string | null = null) {
  const fixture = createMoneyRoot()
  fixture.root.clock.note(now, performance.now())
  fixture.respond(orderCalls.records, ({ request }: { request: { query?: { cursor?: string } } }) =>
    request.query?.cursor ? page(50, 80, null) : page(0, 50, 'c1'),
  )
  fixture.respond(recordCalls.totals, ({ request }: { request: { query?: { tab?: string } } }) => ({
    count: 80,
    amount: request.query?.tab === 'rounds' ? -12.5 : 8000,
    stake: null,
    payout: null,
  }))
  const store = new RecordsStore(fixture.root, recordTabOf(tab))
  const stop = store.start()
  await vi.advanceTimersByTimeAsync(0)
  return { ...fixture, store, stop }
}

it('opens the withdrawal that an address names, unless another tab was chosen meanwhile', async () => {
  const { store, respond } = await setUp('withdrawals')
  const late = deferred()
  respond(orderCalls.withdrawal, late.promise)
  const first = store.openWithdrawal('r900')
  store.setTab('bets')
  late.resolve(row(900))
  await first
  expect(store.selected).toBeNull()
  store.setTab('withdrawals')
  respond(orderCalls.withdrawal, row(901, { amount: -60 }))
  await store.openWithdrawal('r901')
  expect(store.selected).toMatchObject({ id: 'r901', amount: -60_00 })
})

it('closes the record of a player who has logged out', async () => {
  const { store, respond, set } = await setUp('withdrawals')
  respond(orderCalls.withdrawal, row(901))
  await store.openWithdrawal('r901')
  expect(store.selected).not.toBeNull()
  set({ isLoggedIn: false })
  expect(store.selected).toBeNull()
})

describe('totals', () => {
  it('are those of the chosen tab and period, and go while another one loads', async () => {
    const { store, respond } = await setUp()
    expect(store.totals?.amount).toBe(8000_00)
    const late = deferred()
    respond(recordCalls.totals, late.promise)
    store.setTab('rounds')
    expect(store.totals).toBeNull()
    respond(recordCalls.totals, { count: 1, amount: 5, stake: 1, payout: 6 })
    store.setPeriod('all')
    await vi.advanceTimersByTimeAsync(0)
    late.resolve({ count: 9, amount: 9, stake: 9, payout: 9 })
    await vi.advanceTimersByTimeAsync(0)
    expect(store.totals).toEqual({ count: 1, amount: 5_00, stake: 1_00, payout: 6_00 })
  })
})

describe('pages', () => {
  it('load one after the other, each once', async () => {
    const { store, count } = await setUp()
    expect(store.rows).toHaveLength(50)
    await Promise.all([store.loadMore(), store.loadMore()])
    expect(store.rows).toHaveLength(80)
    expect(store.hasMore).toBe(false)
    await store.loadMore()
    expect(count(orderCalls.records)).toBe(2)
  })

  it('that failed to load can be requested again', async () => {
    const { store, respond } = await setUp()
    respond(orderCalls.records, offline())
    await store.loadMore()
    expect(store.more).toBe('failed')
    expect(store.rows).toHaveLength(50)
    respond(orderCalls.records, page(50, 80, null))
    await store.loadMore()
    expect(store.rows).toHaveLength(80)
  })

  it('failed at first, load again', async () => {
    const { store, respond } = await setUp()
    respond(orderCalls.records, offline())
    await store.load()
    expect(store.state).toBe('failed')
    respond(orderCalls.records, page(0, 0, null))
    await store.load()
    expect(store.state).toBe('ready')
    expect(store.rows).toEqual([])
  })
})

describe('tab and period', () => {
  it('starts with the tab in the address', async () => {
    const { last } = await setUp('rounds')
    expect(last(orderCalls.records)?.request.query).toMatchObject({ tab: 'rounds', limit: 50 })
    const other = await setUp('nonsense')
    expect(other.last(orderCalls.records)?.request.query).toMatchObject({ tab: 'deposits' })
  })

  it.each([
    ['today', 0],
    ['week', 6],
    ['all', undefined],
  ] as const)('%s begins at midnight of the house, %s days ago', async (period, days) => {
    const { store, last } = await setUp()
    store.setPeriod(period)
    await vi.advanceTimersByTimeAsync(0)
    const from =
      days === undefined ? undefined : `2030-06-${15 - days < 10 ? '0' : ''}${15 - days}T03:00:00.000Z`
    expect(last(orderCalls.records)?.request.query).toMatchObject({ from })
  })

  it('drops the response for a tab that was left', async () => {
    const { store, respond } = await setUp()
    const pending = deferred<ReturnType<typeof page>>()
    respond(orderCalls.records, () => pending.promise)
    store.setTab('bonuses')
    respond(orderCalls.records, page(100, 101, null))
    store.setTab('bets')
    await vi.advanceTimersByTimeAsync(0)
    pending.resolve(page(200, 210, 'x'))
    await vi.advanceTimersByTimeAsync(0)
    expect(ids(store)).toEqual(['r100'])
    expect(store.hasMore).toBe(false)
  })
})

describe('news', () => {
  it('merges the newest page', async () => {
    const { store, respond, set } = await setUp()
    await store.loadMore()
    store.select(store.rows[0] ?? null)
    respond(orderCalls.records, {
      list: [row(-1), row(0, { status: '01' }), ...rows(1, 49)],
      next: 'c1',
    })
    set({ reconnects: 1 })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.rows).toHaveLength(81)
    expect(ids(store)).toEqual([...new Set(ids(store))])
    expect(store.rows[1]?.status).toBe('01')
    expect(store.selected?.status).toBe('01')
  })

  it('starts over when too much happened to merge', async () => {
    const { store, respond, set } = await setUp()
    respond(orderCalls.records, page(-200, -150, 'c9'))
    set({ bonus: 5 as never })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ids(store)[0]).toBe('r-200')
    expect(store.rows).toHaveLength(50)
    expect(store.hasMore).toBe(true)
  })

  it('is not requested for guests, and stops with the screen', async () => {
    const { store, count, set, stop } = await setUp()
    set({ isLoggedIn: false, reconnects: 1 })
    await vi.advanceTimersByTimeAsync(1_000)
    stop()
    set({ isLoggedIn: true, reconnects: 2 })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(count(orderCalls.records)).toBe(1)
    expect(store.state).toBe('ready')
  })
})

describe('a record in detail', () => {
  const record = (wire: object): LedgerRecord =>
    fromWireRecords({ list: [row(1, wire)], next: null }).list[0] as LedgerRecord

  it('distinguishes amounts, times and texts, and leaves out empty values', () => {
    const detail = {
      paid: 95,
      bonus: 30,
      discount: 0,
      paidAt: '2030-01-01T00:00:00.000Z',
      paymentNumber: '',
      odd: 1,
    }
    expect(recordLines(record({ detail }))).toEqual([
      { label: 'paid', kind: 'money', value: 95_00 },
      { label: 'bonus', kind: 'money', value: 30_00 },
      { label: 'paidAt', kind: 'time', value: '2030-01-01T00:00:00.000Z' },
    ])
    expect(recordLines(record({ stake: 10, payout: 0, detail: { multiplier: 1.5, nonce: 3 } }))).toEqual([
      { label: 'stake', kind: 'money', value: 10_00 },
      { label: 'payout', kind: 'money', value: 0 },
      { label: 'multiplier', kind: 'multiplier', value: 1.5 },
      { label: 'nonce', kind: 'text', value: '3' },
    ])
  })

  it('of a refused withdrawal shows what was returned, not what would have been paid', () => {
    const withdrawal = { amount: -100, fee: 3, detail: { paidOut: 97 } }
    expect(recordLines(record({ ...withdrawal, status: '01' }))).toEqual([
      { label: 'returned', kind: 'money', value: 100_00 },
    ])
    expect(recordLines(record({ ...withdrawal, status: '10' }))).toEqual([
      { label: 'fee', kind: 'money', value: 3_00 },
      { label: 'paidOut', kind: 'money', value: 97_00 },
    ])
    expect(recordLines(record({ ...withdrawal, status: '00' }))).toEqual([
      { label: 'fee', kind: 'money', value: 3_00 },
      { label: 'toReceive', kind: 'money', value: 97_00 },
    ])
  })

  it('of a refused withdrawal leave the reason to its own sentence; that of a deposit is a line', () => {
    const refusal = { label: 'refusal', kind: 'refusal', value: 'payerMismatch' }
    expect(recordLines(record({ status: '01', detail: { refusal: 'payerMismatch' } }))).toEqual([refusal])
    const withdrawal = record({ amount: -100, status: '01', detail: { paidOut: 97, refusal: 'notOwnKey' } })
    expect(recordLines(withdrawal).map(({ label }) => label)).toEqual(['returned'])
  })

  it('of a ticket shows its result, or its state while there is none, and a cash-out', () => {
    const bet = { type: 'bet', status: '10' as const }
    const code = (detail: LedgerRecord['detail']) => statusCode('bets', record({ ...bet, detail }))
    expect(code({ state: 0, result: null, cashedOut: 0 })).toBe('0')
    expect(code({ state: 9999, result: 21, cashedOut: 0 })).toBe('21')
    expect(code({ state: 9999, result: 11, cashedOut: 1 })).toBe('cashedOut')
    expect(statusCode('rounds', record({ status: '10' }))).toBe('10')
  })

  it('of a ticket names the match if there is only one', () => {
    const detail = { odds: 2.5, legs: 1, home: 'Aurora', away: 'Litoral' }
    expect(recordLines(record({ detail }))).toEqual([
      { label: 'match', kind: 'text', value: 'Aurora × Litoral' },
      { label: 'odds', kind: 'odds', value: 2.5 },
      { label: 'legs', kind: 'text', value: '1' },
    ])
    expect(recordLines(record({ detail: { ...detail, legs: 2 } })).map(({ label }) => label)).toEqual([
      'odds',
      'legs',
    ])
  })

  it('colours its status', () => {
    expect(statusTone('deposits', '00')).toBe('reward')
    expect(statusTone('deposits', '10')).toBe('success')
    expect(statusTone('withdrawals', '01')).toBe('danger')
    expect(statusTone('bets', '20')).toBe('danger')
    expect(statusTone('bets', '90')).toBe('neutral')
  })
})
