import { beforeEach, expect, it, vi } from 'vitest'
import { PendingMoneyStore } from '#renderer/features/pendingMoney/PendingMoneyStore.ts'
import { createFixture, settled, type Fixture } from '../../stores/rootFixture.ts'
import { withdrawalWire } from '../../stores/withdrawalWire.ts'

const openPath = '/api/app/order/open'
const page = { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined }
let fixture: Fixture
let pending: PendingMoneyStore

/** What `order/open` returns from now on. */
const respondOpen = (id: string | null) =>
  fixture.respond(openPath, { data: { deposit: null, withdrawal: id && withdrawalWire(id) } })
const state = () => [pending.withdrawal?.id, pending.withdrawal?.status, pending.isReceiptOpen]

beforeEach(async () => {
  fixture = createFixture()
  pending = fixture.root.feature(PendingMoneyStore)
  respondOpen('w1')
  await fixture.enter()
  await pending.load()
})

it('an open receipt tells how its withdrawal ends, also in a page that did not request it', async () => {
  pending.openReceipt()
  respondOpen(null)
  fixture.respond('/api/app/order/withdrawal/w1', { data: withdrawalWire('w1', '01') })
  await pending.load()
  expect(state()).toEqual(['w1', '01', true])
  pending.closeReceipt()
  expect(state()).toEqual([undefined, undefined, false])
})

it('a withdrawal that nobody follows disappears with its decision', async () => {
  respondOpen(null)
  await pending.load()
  expect(state()).toEqual([undefined, undefined, false])
})

it('a receipt that is left open opens for nobody else, nor by itself', async () => {
  const stop = pending.start(page)
  pending.openReceipt()
  expect(pending.isReceiptOpen).toBe(true)
  await fixture.root.session.end()
  respondOpen('w2')
  await fixture.enter({ uId: 'u2' })
  await pending.load()
  expect(state()).toEqual(['w2', '00', false])
  pending.openReceipt()
  stop()
  await settled()
  pending.start(page)()
  expect(state()).toEqual(['w2', '00', false])
})

it('a deposit that ends without a push disappears within seconds', async () => {
  vi.useFakeTimers()
  const order = {
    orderId: 'o1',
    payNo: 'p1',
    url: 'https://pay.example/o1',
    amount: 100,
    price: 100,
    bouns: 0,
    status: '00',
    pkgId: 'brl-100',
    createTime: '2030-01-01T00:00:00Z',
    expiredTime: '2030-01-01T00:30:00Z',
    payTime: null,
  }
  fixture.respond(openPath, { data: { deposit: order, withdrawal: null } })
  const stop = pending.start(page)
  await vi.advanceTimersByTimeAsync(0)
  expect(pending.deposit?.id).toBe('o1')
  fixture.respond(openPath, { data: { deposit: null, withdrawal: null } })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(pending.deposit).toBeNull()
  // Nothing waits any more: nothing is asked.
  const asked = fixture.count(openPath)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fixture.count(openPath)).toBe(asked)
  stop()
  vi.useRealTimers()
})
