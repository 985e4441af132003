import { describe, expect, it } from 'vitest'
import { promotionCalls } from '#contract/http/promotions.ts'
import { PromotionsStore } from '#renderer/features/promotions/PromotionsStore.ts'
import { PromotionStore } from '#renderer/screens/active/PromotionStore.ts'
import { createMoneyRoot, offline, refused, settled } from '../../stores/moneyRoot.ts'

describe('promotions', () => {
  const wire = {
    id: '1',
    kind: 'firstDeposit',
    type: 141,
    state: 'available',
    amount: 10,
    fraction: 0.1,
    maximum: 100,
    minimum: 20,
    days: 7,
    turnover: 2,
    startsAt: null,
    endsAt: '2031-03-12T15:00:00Z',
  }

  it('shows one, claims it once, and shows its new state', async () => {
    const fixture = createMoneyRoot()
    fixture.respond(promotionCalls.promotion, wire)
    fixture.respond(promotionCalls.promotionClaim, { id: '1', type: 141, amount: 10 })
    const store = new PromotionStore(fixture.root, '1')
    store.start()
    await settled()
    expect(store.promotion).toMatchObject({ state: 'available', amount: 10_00, maximum: 100_00 })
    fixture.respond(promotionCalls.promotion, { ...wire, state: 'claimed' })
    await Promise.all([store.claim(), store.claim()])
    await store.claim()
    expect(fixture.count(promotionCalls.promotionClaim)).toBe(1)
    expect(store.promotion?.state).toBe('claimed')
  })

  it('becomes available when the required deposit arrives', async () => {
    const fixture = createMoneyRoot()
    fixture.respond(promotionCalls.promotion, { ...wire, state: 'needsDeposit', amount: 0 })
    const store = new PromotionStore(fixture.root, '1')
    store.start()
    await settled()
    await store.claim()
    expect(fixture.count(promotionCalls.promotionClaim)).toBe(0)
    fixture.respond(promotionCalls.promotion, wire)
    fixture.set({ lastPayment: { orderId: 'o1' } })
    await settled()
    expect(store.promotion?.state).toBe('available')
  })

  it.each([
    [refused(404, 'x'), 'unknown'],
    [refused(400, 'x'), 'unknown'],
    [refused(500, 'x'), 'failed'],
    [offline(), 'failed'],
  ])('distinguishes an unknown promotion from a failure: %s', async (error, state) => {
    const fixture = createMoneyRoot()
    fixture.respond(promotionCalls.promotion, error)
    const store = new PromotionStore(fixture.root, '99')
    await store.load()
    expect(store.state).toBe(state)
  })

  it('come in another language when one is chosen, and what is shown stays until they are there', async () => {
    const fixture = createMoneyRoot()
    const inPortuguese = { ...wire, texts: { title: 'Fim de semana', text: '' } }
    fixture.respond(promotionCalls.promotions, { list: [inPortuguese] })
    fixture.respond(promotionCalls.promotion, inPortuguese)
    const all = new PromotionsStore(fixture.root)
    const one = new PromotionStore(fixture.root, '1')
    const titles = () => [all.state, all.list[0]?.texts?.title, one.state, one.promotion?.texts?.title]
    all.start()
    one.start()
    await settled()
    const inEnglish = { ...wire, texts: { title: 'Weekend', text: '' } }
    fixture.respond(promotionCalls.promotions, { list: [inEnglish] })
    fixture.respond(promotionCalls.promotion, inEnglish)
    fixture.set({ code: 'en_US' })
    expect(titles()).toEqual(['ready', 'Fim de semana', 'ready', 'Fim de semana'])
    await settled()
    expect(titles()).toEqual(['ready', 'Weekend', 'ready', 'Weekend'])
  })

  it('lists all, and loads again after a login', async () => {
    const fixture = createMoneyRoot({ isLoggedIn: false })
    fixture.respond(promotionCalls.promotions, { list: [{ ...wire, state: 'login' }] })
    const store = new PromotionsStore(fixture.root)
    store.start()
    await settled()
    expect(store.list.map(({ state }) => state)).toEqual(['login'])
    fixture.respond(promotionCalls.promotions, offline())
    fixture.set({ isLoggedIn: true })
    await settled()
    expect(store.state).toBe('failed')
  })
})
