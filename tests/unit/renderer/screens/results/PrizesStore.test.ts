import { expect, it } from 'vitest'
import { limitCalls } from '#contract/http/limits.ts'
import { PrizesStore } from '#renderer/screens/results/PrizesStore.ts'
import { createMoneyRoot, offline } from '../../stores/moneyRoot.ts'

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
