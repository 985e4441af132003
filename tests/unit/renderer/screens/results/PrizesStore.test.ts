import { expect, it } from 'vitest'
import { limitCalls } from '#contract/http/limits.ts'
import { PrizesStore } from '#renderer/screens/results/PrizesStore.ts'
import { createMoneyRoot, deferred, offline } from '../../stores/moneyRoot.ts'

const year = (number: number) => ({
  year: number,
  years: [2031, 2030],
  sports: -20,
  games: 29_700,
  tax: { exempt: 28_467.2, percent: 15, net: 29_700, taxable: 1_232.8, amount: 184.92 },
})

it('shows the prizes of this year and of another one, and nothing without an answer', async () => {
  const { root, respond } = createMoneyRoot()
  respond(limitCalls.prizes, offline())
  const store = new PrizesStore(root)
  const stop = store.start()
  await store.load()
  expect(store.statement).toBeNull()
  respond(limitCalls.prizes, year(2031))
  await store.load()
  expect(store.statement).toMatchObject({
    year: 2031,
    sports: -20_00,
    tax: { taxable: 1_232_80, amount: 184_92 },
  })
  respond(limitCalls.prizes, year(2030))
  const loaded = store.load(2030)
  stop()
  await loaded
  // The page has been left meanwhile.
  expect(store.statement?.year).toBe(2031)
  await store.load(2030)
  expect(store.statement?.year).toBe(2030)
})

it('offers the running year, without bets too, whatever year is shown', async () => {
  const { root, respond } = createMoneyRoot()
  const store = new PrizesStore(root)
  expect(store.years).toEqual([])
  respond(limitCalls.prizes, { ...year(2032), years: [2031, 2030] })
  await store.load()
  expect(store.years).toEqual([2032, 2031, 2030])
  respond(limitCalls.prizes, { ...year(2030), years: [2031, 2030] })
  await store.load(2030)
  expect([store.statement?.year, store.years]).toEqual([2030, [2032, 2031, 2030]])
})

it('says that another year cannot be loaded, and forgets the player at the logout', async () => {
  const { root, respond, last, set } = createMoneyRoot()
  respond(limitCalls.prizes, year(2031))
  const store = new PrizesStore(root)
  const stop = store.start()
  await store.load()
  expect(last(limitCalls.prizes)?.options.ownFailure).toBe(true)
  respond(limitCalls.prizes, offline())
  await store.load(2030)
  expect(last(limitCalls.prizes)?.options.ownFailure).toBeUndefined()
  expect(store.statement?.year).toBe(2031)
  const late = deferred()
  respond(limitCalls.prizes, late.promise)
  const loaded = store.load(2030)
  set({ player: null })
  late.resolve(year(2030))
  await loaded
  expect(store.statement).toBeNull()
  stop()
})
