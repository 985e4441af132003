import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderCalls } from '#contract/http/order.ts'
import { paymentLifetimeMs } from '#contract/rules/paymentExpiry.ts'
import { cents } from '#contract/money.ts'
import { payableAmount, PaymentStore } from '#renderer/features/payment/PaymentStore.ts'
import { createMoneyRoot, deferred, offline, refused, settled } from '../../stores/moneyRoot.ts'

const purchase = { packageId: 'brl-100', withGift: true, isApp: false }
const prePaid = {
  orderId: 'o1',
  payNo: 'p1',
  url: 'https://pay.example/o1',
  amount: 95,
  expiredTime: '2030-01-01T00:30:00.000Z',
}
const pendingWire = {
  orderId: 'o0',
  payNo: 'p0',
  url: 'https://pay.example/o0',
  amount: 50,
  bouns: 10,
  status: '00',
  createdTime: '2030-01-01T00:00:00.000Z',
  expiredTime: '2030-01-01T00:30:00.000Z',
  paidTime: null,
}

function setUp() {
  const fixture = createMoneyRoot()
  fixture.respond(orderCalls.prePay, prePaid)
  fixture.respond(orderCalls.getStatus, { status: '00' })
  fixture.respond(orderCalls.pending, null)
  const onPaid = vi.fn()
  const payment = new PaymentStore(fixture.root, onPaid)
  const stop = payment.start()
  return { ...fixture, pageOf: fixture.payment, payment, onPaid, stop }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('pre-pay', () => {
  it('sends the package once, with the gift, and opens the payment page', async () => {
    const { payment, last, pageOf } = setUp()
    await payment.pay(purchase)
    expect(last(orderCalls.prePay)?.request).toEqual({
      params: { pkgId: 'brl-100' },
      body: { gift: 1, pkgId: 'brl-100', isapp: 0 },
    })
    expect(payment.order).toMatchObject({ id: 'o1', amount: 95_00 })
    expect(payment.frameUrl).toBe('https://pay.example/o1')
    expect(pageOf.opened).toEqual([
      { orderId: 'o1', url: prePaid.url, timeLeft: paymentLifetimeMs, language: 'pt_BR' },
    ])
  })

  it('shows the amount of the server, whatever the device expected', async () => {
    const { payment, set } = setUp()
    const over = { fraction: 0.5, expiresAt: new Date(Date.now() + 1_000) }
    set({ player: { depositDiscount: over } })
    await payment.pay(purchase)
    expect(payment.order?.amount).toBe(95_00)
  })

  it('sends once however often the button is clicked, before and after the response', async () => {
    const { payment, count, respond } = setUp()
    const pending = deferred<typeof prePaid>()
    respond(orderCalls.prePay, () => pending.promise)
    const payments = [payment.pay(purchase), payment.pay(purchase), payment.pay(purchase)]
    pending.resolve(prePaid)
    await Promise.all(payments)
    await payment.pay(purchase)
    expect(count(orderCalls.prePay)).toBe(1)
  })

  it('offers the earlier pending order (409)', async () => {
    const { payment, respond } = setUp()
    respond(orderCalls.prePay, refused(409, 'conclua ou cancele primeiro'))
    respond(orderCalls.pending, pendingWire)
    await payment.pay(purchase)
    expect(payment.order).toMatchObject({ id: 'o0', amount: 50_00 })
    expect(payment.isResumed).toBe(true)
    expect(payment.isPageOpen).toBe(false)
  })

  it('leaves nothing behind when the network is down, and can be clicked again', async () => {
    const { payment, respond } = setUp()
    respond(orderCalls.prePay, offline())
    await payment.pay(purchase)
    expect(payment.order).toBeNull()
    expect(payment.isBusy).toBe(false)
    respond(orderCalls.prePay, prePaid)
    await payment.pay(purchase)
    expect(payment.order?.id).toBe('o1')
  })

  it('after an order that the player has seen, the same package is another purchase', async () => {
    const { payment, last, respond } = setUp()
    respond(orderCalls.prePay, offline())
    await payment.pay(purchase)
    expect(last(orderCalls.prePay)?.options.after).toBeUndefined()
    respond(orderCalls.pending, pendingWire)
    await payment.resume()
    respond(orderCalls.cancel, { status: '01' })
    await payment.cancel()
    respond(orderCalls.prePay, prePaid)
    await payment.pay(purchase)
    expect(last(orderCalls.prePay)?.options.after).toBe('o0')
  })

  it('opened again after the order was seen and is over, it is another purchase too, until the session ends', async () => {
    const { root, set, payment, last, respond, stop } = setUp()
    respond(orderCalls.prePay, offline())
    await payment.pay(purchase)
    stop()
    const again = new PaymentStore(root, () => undefined)
    respond(orderCalls.pending, pendingWire)
    await again.resume()
    respond(orderCalls.cancel, { status: '01' })
    await again.cancel()
    const third = new PaymentStore(root, () => undefined)
    respond(orderCalls.prePay, offline())
    await third.pay(purchase)
    expect(last(orderCalls.prePay)?.options.after).toBe('o0')
    set({ endedSessions: 1 })
    await third.pay(purchase)
    expect(last(orderCalls.prePay)?.options.after).toBeUndefined()
  })

  it('never frames an address that is not http or https', async () => {
    const { payment, respond } = setUp()
    respond(orderCalls.prePay, { ...prePaid, url: 'javascript:alert(1)' })
    await payment.pay(purchase)
    expect(payment.frameUrl).toBeNull()
  })

  it('has no frame where the host opens a window, and says when it refuses', async () => {
    const { payment, parts, pageOf, alertKeys } = setUp()
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    parts.platform.payment.kind = 'window'
    pageOf.refuses = true
    await payment.pay(purchase)
    expect(payment.frameUrl).toBeNull()
    expect(payment.isPageOpen).toBe(false)
    expect(payment.order?.id).toBe('o1')
    expect(alertKeys()).toEqual(['money.payment.pageRefused'])
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })
})

describe('the order status', () => {
  it('10 is paid: loads the user info in the background and closes the page, once', async () => {
    const { payment, respond, onPaid, parts, pageOf } = setUp()
    await payment.pay(purchase)
    respond(orderCalls.getStatus, { status: '10' })
    await payment.check()
    await payment.check()
    expect(payment.order).toBeNull()
    expect(onPaid).toHaveBeenCalledTimes(1)
    expect(parts.session.renewed).toBe(1)
    expect(pageOf.closed).toBeGreaterThan(0)
  })

  it.each([
    ['01', 'money.payment.cancelled'],
    ['-01', 'money.payment.failed'],
  ])('%s clears the order without paying', async (status, text) => {
    const { payment, respond, onPaid, toastKeys } = setUp()
    await payment.pay(purchase)
    respond(orderCalls.getStatus, { status })
    await payment.check()
    expect(payment.order).toBeNull()
    expect(onPaid).not.toHaveBeenCalled()
    expect(toastKeys()).toEqual([text])
  })

  it('01 after the expiry says that the order expired', async () => {
    const { payment, respond, toastKeys, root } = setUp()
    await payment.pay(purchase)
    // Whatever the device's own clock says.
    root.clock.note(Date.parse(prePaid.expiredTime) + 1, performance.now())
    respond(orderCalls.getStatus, { status: '01' })
    await payment.check()
    expect(toastKeys()).toEqual(['money.payment.expired'])
  })

  it('01 of an order that the provider has let expire says so at any time', async () => {
    const { payment, respond, toastKeys } = setUp()
    await payment.pay(purchase)
    respond(orderCalls.getStatus, { status: '01', expired: true })
    await payment.check()
    expect(toastKeys()).toEqual(['money.payment.expired'])
  })

  it.each(['00', '', '99'])('%s is pending', async (status) => {
    const { payment, respond } = setUp()
    await payment.pay(purchase)
    respond(orderCalls.getStatus, { status })
    await payment.check()
    expect(payment.order?.id).toBe('o1')
    expect(payment.isPageOpen).toBe(true)
  })
})

describe('polling', () => {
  it('polls silently while there is an order, and then stops', async () => {
    const { payment, respond, count, last, stop } = setUp()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(count(orderCalls.getStatus)).toBe(0)
    await payment.pay(purchase)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(count(orderCalls.getStatus)).toBe(2)
    expect(last(orderCalls.getStatus)?.options).toMatchObject({ loading: false, ownFailure: true })
    respond(orderCalls.getStatus, { status: '10' })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(count(orderCalls.getStatus)).toBe(3)
    stop()
  })

  it('continues after the network was down', async () => {
    const { payment, respond, onPaid } = setUp()
    await payment.pay(purchase)
    respond(orderCalls.getStatus, offline())
    await vi.advanceTimersByTimeAsync(6_000)
    expect(payment.order?.id).toBe('o1')
    expect(payment.isOffline).toBe(true)
    respond(orderCalls.getStatus, { status: '10' })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(payment.isOffline).toBe(false)
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  it('polls at once after a reconnect', async () => {
    const { payment, set, count } = setUp()
    await payment.pay(purchase)
    set({ reconnects: 1 })
    await settled()
    expect(count(orderCalls.getStatus)).toBe(1)
  })

  it('accepts the paySuccess event of its own order only', async () => {
    const { payment, set, onPaid, count } = setUp()
    await payment.pay(purchase)
    set({ lastPayment: { orderId: 'another' } })
    expect(payment.order?.id).toBe('o1')
    set({ lastPayment: { orderId: 'o1' } })
    expect(payment.order).toBeNull()
    expect(onPaid).toHaveBeenCalledTimes(1)
    expect(count(orderCalls.getStatus)).toBe(0)
  })

  it('counts a payment once when event and response cross', async () => {
    const { payment, set, respond, onPaid } = setUp()
    await payment.pay(purchase)
    const pending = deferred<{ status: string }>()
    respond(orderCalls.getStatus, () => pending.promise)
    const checking = payment.check()
    set({ lastPayment: { orderId: 'o1' } })
    pending.resolve({ status: '10' })
    await checking
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  it('polls when the host closed its window, and keeps a pending order', async () => {
    const { payment, closePage, count } = setUp()
    await payment.pay(purchase)
    closePage({ orderId: 'o1', reason: 'player' })
    await settled()
    expect(count(orderCalls.getStatus)).toBe(1)
    expect(payment.isPageOpen).toBe(false)
    expect(payment.order?.id).toBe('o1')
    await payment.openPage()
    expect(payment.isPageOpen).toBe(true)
  })
})

describe('cancel', () => {
  it('ends the order', async () => {
    const { payment, respond, toastKeys } = setUp()
    respond(orderCalls.cancel, { status: '01' })
    await payment.pay(purchase)
    await payment.cancel()
    expect(payment.order).toBeNull()
    expect(toastKeys()).toEqual(['money.payment.cancelled'])
  })

  it('that is too late counts as a payment', async () => {
    const { payment, respond, onPaid, alertKeys } = setUp()
    respond(orderCalls.cancel, refused(409, 'já foi concluído'))
    respond(orderCalls.getStatus, { status: '10' })
    await payment.pay(purchase)
    await payment.cancel()
    expect(onPaid).toHaveBeenCalledTimes(1)
    expect(alertKeys()).toEqual([])
  })

  it('shows when the request failed', async () => {
    const { payment, respond, alertKeys } = setUp()
    respond(orderCalls.cancel, offline())
    respond(orderCalls.getStatus, offline())
    await payment.pay(purchase)
    await payment.cancel()
    expect(payment.order?.id).toBe('o1')
    expect(alertKeys()).toEqual(['money.payment.cancelFailed'])
  })
})

describe('payable', () => {
  const discount = { fraction: 0.05, expiresAt: new Date('2030-01-01T00:00:00Z') }

  it.each([
    [null, '2029-12-31T00:00:00Z', 100_00],
    [discount, '2029-12-31T23:59:59Z', 95_00],
    [discount, '2030-01-01T00:00:00Z', 100_00],
  ])('discount %j at %s: R$ 100 cost %i cents', (depositDiscount, now, payable) => {
    vi.setSystemTime(new Date(now))
    const { root, set } = createMoneyRoot()
    set({ player: { depositDiscount } })
    expect(payableAmount(root, cents(100_00))).toBe(payable)
  })
})
