import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderCalls } from '#contract/http/order.ts'
import { recordCalls } from '#contract/http/recordSums.ts'
import { accountCalls } from '#contract/http/account.ts'
import { cents } from '#contract/money.ts'
import { AccountStore } from '#renderer/screens/conta/AccountStore.ts'
import { ReceiptStore } from '#renderer/screens/paySuccess/ReceiptStore.ts'
import { createMoneyRoot, offline, refused } from '../../stores/moneyRoot.ts'

const record = (id: string, time: string) => ({
  id,
  type: '10',
  title: 'x',
  amount: 1,
  stake: null,
  payout: null,
  fee: null,
  status: '10',
  wallet: 'balance' as const,
  time,
  detail: {},
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('AccountStore', () => {
  function setUp(isLoggedIn = true) {
    const fixture = createMoneyRoot({ isLoggedIn })
    fixture.respond(accountCalls.account, {
      balance: 100,
      freeBalance: 5,
      wdAmount: 80,
      locked: 20,
      turnoverLeft: 35,
      held: 0,
    })
    fixture.respond(orderCalls.getWithdraw, {
      limitAmount: '50',
      number: 1,
      lock: false,
      wdAmount: 80,
      usdtRate: 5,
      serviceAmount: 0.03,
      cardInfo: { CHANNEL: ['CPF'] },
    })
    fixture.respond(recordCalls.latest, [
      { tab: 'rounds', ...record('r1', '2030-01-03T00:00:00Z') },
      { tab: 'withdrawals', ...record('w1', '2030-01-02T00:00:00Z') },
    ])
    const account = new AccountStore(fixture.root)
    account.start()
    return { ...fixture, account }
  }

  it('loads balances, limits and the newest records of all kinds', async () => {
    const { account } = setUp()
    await vi.advanceTimersByTimeAsync(0)
    expect(account.state).toBe('ready')
    expect(account.locked).toBe(20_00)
    expect(account.summary?.turnoverLeft).toBe(35_00)
    expect(account.entries.map(({ tab, record: { id } }) => `${tab} ${id}`)).toEqual([
      'rounds r1',
      'withdrawals w1',
    ])
  })

  it('waits for a login, and clears on logout', async () => {
    const { account, count, set } = setUp(false)
    await vi.advanceTimersByTimeAsync(0)
    expect(count(accountCalls.account)).toBe(0)
    set({ isLoggedIn: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(account.summary).not.toBeNull()
    set({ isLoggedIn: false })
    expect(account.summary).toBeNull()
    expect(account.entries).toEqual([])
  })

  it('asks once more after a burst of pushes; if that fails, the screen stays', async () => {
    const { account, set, count, respond } = setUp()
    await vi.advanceTimersByTimeAsync(0)
    respond(accountCalls.account, offline())
    set({ cash: cents(1) })
    set({ bonus: cents(1) })
    set({ reconnects: 1 })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(count(accountCalls.account)).toBe(2)
    expect(account.state).toBe('ready')
    expect(account.withdrawable).toBe(80_00)
  })

  it('shows a failure with a retry', async () => {
    const { account, respond } = setUp()
    respond(orderCalls.getWithdraw, offline())
    await vi.advanceTimersByTimeAsync(0)
    expect(account.state).toBe('failed')
  })
})

describe('ReceiptStore', () => {
  const page = { hidden: false }
  const wire = (status: string) => ({
    orderId: 'o1',
    payNo: 'p',
    url: '',
    amount: 95,
    bouns: 30,
    status,
    createdTime: '2030-01-01T00:00:00Z',
    expiredTime: '2030-01-01T00:30:00Z',
    paidTime: null,
  })

  it('asks for the order in the address, or the last one', async () => {
    for (const [address, requests] of [
      ['o1', 'o1'],
      [null, 'last'],
      ['', 'last'],
    ]) {
      const fixture = createMoneyRoot()
      fixture.respond(orderCalls.detail, wire('10'))
      new ReceiptStore(fixture.root, address ?? null).start(page)
      await vi.advanceTimersByTimeAsync(0)
      expect(fixture.last(orderCalls.detail)?.request.params).toEqual({ orderId: requests })
    }
  })

  it.each([
    ['10', 'paid'],
    ['01', 'ended'],
    ['-01', 'ended'],
    ['00', 'pending'],
  ])('%s is %s', async (status, outcome) => {
    const fixture = createMoneyRoot()
    fixture.respond(orderCalls.detail, wire(status))
    const receipt = new ReceiptStore(fixture.root, 'o1')
    receipt.start(page)
    await vi.advanceTimersByTimeAsync(0)
    expect(receipt.outcome).toBe(outcome)
  })

  it('follows a payment that arrives while it is open', async () => {
    const fixture = createMoneyRoot()
    fixture.respond(orderCalls.detail, wire('00'))
    const receipt = new ReceiptStore(fixture.root, 'o1')
    receipt.start(page)
    await vi.advanceTimersByTimeAsync(0)
    fixture.respond(orderCalls.detail, wire('10'))
    fixture.set({ lastPayment: { orderId: 'o1' } })
    await vi.advanceTimersByTimeAsync(0)
    expect(receipt.outcome).toBe('paid')
    fixture.set({ reconnects: 1 })
    await vi.advanceTimersByTimeAsync(0)
    expect(fixture.count(orderCalls.detail)).toBe(2)
  })

  it('asks again only while the payment is pending', async () => {
    const fixture = createMoneyRoot()
    fixture.respond(orderCalls.detail, wire('00'))
    const receipt = new ReceiptStore(fixture.root, 'o1')
    const page = { hidden: false }
    const stop = receipt.start(page)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(fixture.count(orderCalls.detail)).toBe(2)
    page.hidden = true
    await vi.advanceTimersByTimeAsync(20_000)
    expect(fixture.count(orderCalls.detail)).toBe(2)
    page.hidden = false
    fixture.respond(orderCalls.detail, wire('01'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(receipt.outcome).toBe('ended')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(fixture.count(orderCalls.detail)).toBe(3)
    stop()
  })

  it('distinguishes a missing order from a failed call', async () => {
    const fixture = createMoneyRoot()
    fixture.respond(orderCalls.detail, refused(404, 'não'))
    const receipt = new ReceiptStore(fixture.root, 'o1')
    receipt.start(page)
    await vi.advanceTimersByTimeAsync(0)
    expect(receipt.state).toBe('none')
    fixture.respond(orderCalls.detail, offline())
    await receipt.load()
    expect(receipt.state).toBe('failed')
    expect(fixture.alertKeys()).toEqual([])
  })
})
