import { expect, it } from 'vitest'
import { orderCalls } from '#contract/http/order.ts'
import { cents, ZERO } from '#contract/money.ts'
import { GameDepositStore } from '#renderer/overlays/gameDeposit/GameDepositStore.ts'
import { SecondDepositStore } from '#renderer/overlays/secondDeposit/SecondDepositStore.ts'
import { createMoneyRoot, offline, refused, settled } from '../../stores/moneyRoot.ts'

const prices = [10, 20, 50, 100, 200].map((price, sort) => ({
  pkgId: `ins-${price}`,
  price,
  gift: 0,
  sort,
  curreny: 'INSBRL',
}))
const prePaid = {
  orderId: 'o1',
  payNo: 'p1',
  url: 'https://pay.example/o1',
  amount: 20,
  expiredTime: '2030-01-01T00:30:00Z',
}

function setUp(path = '/mines') {
  const fixture = createMoneyRoot({ path })
  fixture.respond(orderCalls.getPrices, prices)
  fixture.respond(orderCalls.pending, null)
  fixture.respond(orderCalls.detail, null)
  fixture.respond(orderCalls.prePay, prePaid)
  return fixture
}

it('offers the first four packages of the game', async () => {
  const { root, last } = setUp()
  const store = new GameDepositStore(root)
  store.start()
  await settled()
  expect(store.packages.map(({ id }) => id)).toEqual(['ins-10', 'ins-20', 'ins-50', 'ins-100'])
  expect(last(orderCalls.getPrices)?.request.query).toEqual({ curreny: 'INSBRL' })
})

it.each([
  { stake: 5_00, balance: 3_00, missing: 2_00, selected: 'ins-10', isTooSmall: false },
  { stake: 50_00, balance: 3_00, missing: 47_00, selected: 'ins-50', isTooSmall: false },
  { stake: 53_00, balance: 3_00, missing: 50_00, selected: 'ins-50', isTooSmall: false },
  { stake: 500_00, balance: 3_00, missing: 497_00, selected: 'ins-100', isTooSmall: true },
])('suggests the smallest package that suffices: %o', async ({ stake, balance, ...expected }) => {
  const { root, set } = setUp()
  set({ cash: cents(balance), bonus: ZERO })
  const store = new GameDepositStore(root, { stake: cents(stake) })
  store.start()
  await settled()
  const { missing, selectedId, isTooSmall } = store
  expect({ missing, selected: selectedId, isTooSmall }).toEqual(expected)
  expect(store.isCoveredByBonus).toBe(false)
  set({ bonus: cents(stake) })
  expect(store.isCoveredByBonus).toBe(true)
})

it.each([
  { last: 50, missing: 20_00, selected: 'ins-50' },
  { last: 10, missing: 20_00, selected: 'ins-20' },
])('suggests the last deposit where it suffices: %o', async ({ last, missing, selected }) => {
  const { root, set, respond } = setUp()
  set({ cash: ZERO })
  const times = { createdTime: '', expiredTime: '', paidTime: null }
  const order = { orderId: 'o0', payNo: '', url: '', amount: last, bouns: 0, status: '10', ...times }
  respond(orderCalls.detail, order)
  const store = new GameDepositStore(root, { stake: cents(missing) })
  store.start()
  await settled()
  expect(store.selectedId).toBe(selected)
})

it('pays with the gift, and once paid returns to the game', async () => {
  const { root, last, set, toastKeys, visited } = setUp()
  root.overlays.open('gameDeposit')
  const store = new GameDepositStore(root)
  store.start()
  await settled()
  store.select('ins-50')
  await store.pay()
  expect(last(orderCalls.prePay)?.request.body).toEqual({ gift: 1, pkgId: 'ins-50' })
  set({ lastPayment: { orderId: 'o1' } })
  expect(toastKeys()).toEqual(['money.payment.paid'])
  expect(root.overlays.current).toBeNull()
  expect(visited).toEqual([])
})

it('sells a package whose bonus was used without one, also when that is known late', async () => {
  const { root, respond, last } = setUp()
  const store = new GameDepositStore(root)
  store.start()
  await settled()
  respond(orderCalls.prePay, refused(409, 'bônus usado'))
  respond(
    orderCalls.getPrices,
    prices.map((price) => ({ ...price, giftUsed: true })),
  )
  await store.pay()
  await settled()
  await store.pay()
  expect(last(orderCalls.prePay)?.request.body).toEqual({ gift: 0, pkgId: 'ins-10' })
})

it('asks an unverified player for the identity first', async () => {
  const { root, set, count } = setUp()
  const store = new GameDepositStore(root)
  store.start()
  await settled()
  set({ player: { verified: false } })
  await store.pay()
  expect(root.overlays.current?.name).toBe('editBank')
  expect(count(orderCalls.prePay)).toBe(0)
})

it('shows a failure to load the packages in its place', async () => {
  const { root, respond, last } = setUp()
  respond(orderCalls.getPrices, offline())
  const store = new GameDepositStore(root)
  store.start()
  await settled()
  expect(store.state).toBe('failed')
  expect(last(orderCalls.getPrices)?.options.ownFailure).toBe(true)
})

it('the second deposit pays its offer at once or after the identity form', async () => {
  const { root, set, last } = setUp('/home')
  const store = new SecondDepositStore(root)
  set({ player: { verified: false } })
  await store.accept()
  expect(root.overlays.current).toEqual({ name: 'editBank', props: { packageId: 'fcbrl-20' } })
  set({ player: { verified: true } })
  expect(store.playable).toBe(30_00)
  await store.accept()
  expect(last(orderCalls.prePay)?.request.body).toEqual({ gift: 1, pkgId: 'fcbrl-20' })
})

it('without an offer, the second deposit opens the deposit', async () => {
  const { root, set } = setUp('/home')
  set({ offer: { hasGift: true, packageId: null, price: 0, bonus: 0 } as never })
  const store = new SecondDepositStore(root)
  expect(store.offer).toBeNull()
  await store.accept()
  expect(root.overlays.current?.name).toBe('deposit')
})
