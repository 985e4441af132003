import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { CelebrationStore } from '#renderer/features/celebrations/CelebrationStore.ts'
import { ticketPath, ticketWire } from '../betSlip/slipFixture.ts'
import { createFixture, settled, type Fixture } from '../../stores/rootFixture.ts'

let fixture: Fixture
let celebrations: CelebrationStore
let stop: () => void
const win = (payout: number, { chance = 0.5, isAuto = false } = {}) =>
  celebrations.showWin({ game: 'limbo', stake: cents(10_00), payout: cents(payout), chance, isAuto })
const pay = (amount: number) =>
  fixture.emitEvent({
    name: 'paySuccess',
    payload: { orderId: `o${amount}`, amount, time: '2030-01-01T00:00:00Z' },
  })

beforeEach(async () => {
  vi.useFakeTimers()
  fixture = createFixture()
  fixture.root.realtime.start()
  await fixture.enter()
  celebrations = new CelebrationStore(fixture.root)
  stop = celebrations.start()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('a round', () => {
  it.each([
    ['win', 20_00, 0.495, 1],
    ['big', 140_00, 1 / 15, 2],
    ['huge', 600_00, 0.0165, 3],
  ] as const)('is celebrated by how improbable it was: %s', (tier, payout, chance, intensity) => {
    expect(win(payout, { chance })).toBe(tier)
    expect(celebrations.current).toMatchObject({
      kind: 'win',
      game: 'limbo',
      intensity,
      amount: payout,
      multiplier: payout / 10_00,
    })
  })

  it('is celebrated with the multiplier of its history, not with that of the cents', () => {
    const round = { game: 'mines', stake: cents(10_00), payout: cents(14_78), multiplier: 1.4786 } as const
    celebrations.showWin({ ...round, chance: 0.67, isAuto: false })
    expect(celebrations.current).toMatchObject({ amount: 14_78, multiplier: 1.4786 })
  })

  it.each([0, 5_00, 10_00])('that pays %i for 10.00 is not', (payout) => {
    win(payout)
    expect(celebrations.current).toBeNull()
  })

  it('of automatic play is celebrated only if it is large', () => {
    win(20_00, { isAuto: true })
    expect(celebrations.current).toBeNull()
    win(500_00, { chance: 0.01, isAuto: true })
    expect(celebrations.current?.kind).toBe('win')
  })

  it('is forgotten after its time, and when the next one begins', async () => {
    win(20_00)
    await vi.advanceTimersByTimeAsync(1_600)
    expect(celebrations.current).toBeNull()
    win(500_00, { chance: 0.01 })
    celebrations.endWin()
    expect(celebrations.current).toBeNull()
  })
})

describe('news', () => {
  it('wait until the running round is over and no overlay is open, and come one after the other', async () => {
    const { rounds, overlays } = fixture.root
    rounds.set(true)
    pay(50)
    pay(70)
    expect(celebrations.current).toBeNull()
    overlays.open('deposit')
    rounds.set(false)
    expect(celebrations.current).toBeNull()
    const { alerts } = fixture.root
    alerts.toast({ text: 'Pago' })
    overlays.close()
    expect(celebrations.current).toBeNull()
    alerts.toasts.forEach((toast) => alerts.dismissToast(toast.id))
    expect(celebrations.current).toMatchObject({ kind: 'credit', amount: 50_00 })
    celebrations.dismiss()
    expect(celebrations.current).toMatchObject({ kind: 'credit', amount: 70_00 })
    await vi.advanceTimersByTimeAsync(9_000)
    expect(celebrations.current).toBeNull()
  })

  it('stay while the player is at their buttons, and go by themselves afterwards', async () => {
    pay(50)
    pay(70)
    celebrations.hold()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(celebrations.current).toMatchObject({ kind: 'credit', amount: 50_00 })
    celebrations.release()
    await vi.advanceTimersByTimeAsync(8_900)
    expect(celebrations.current).toMatchObject({ kind: 'credit', amount: 50_00 })
    await vi.advanceTimersByTimeAsync(100)
    expect(celebrations.current).toMatchObject({ kind: 'credit', amount: 70_00 })
    // The focus that has gone with the first says nothing of the second.
    await vi.advanceTimersByTimeAsync(8_000)
    celebrations.release()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(celebrations.current).toBeNull()
  })

  it('a paid deposit once, whether its event or the check of its order comes first, with its bonus', async () => {
    const time = '2030-01-01T00:00:00Z'
    const order = {
      ...{ orderId: 'o50', payNo: 'p50', url: '', amount: 50, bouns: 25, status: '10' },
      ...{ createdTime: time, expiredTime: time, paidTime: time },
    }
    fixture.respond('/api/app/order/detail/o50', { data: order })
    celebrations.tellDeposit('o50', cents(50_00))
    pay(50)
    await settled()
    expect(celebrations.current).toMatchObject({ kind: 'credit', orderId: 'o50', bonus: 25_00 })
    celebrations.dismiss()
    expect(celebrations.current).toBeNull()
  })

  it('a paid withdrawal once, after the round, with what its record says', async () => {
    const payload = { orderId: 'w1', amount: 60 }
    fixture.respond('/api/app/order/withdrawal/w1', {
      data: {
        ...{ id: 'w1', type: '11', title: 'CPF', amount: -60, stake: null, payout: null, fee: 1.5 },
        ...{ status: '10', wallet: 'balance', time: '2030-01-01T00:00:00Z' },
        detail: { key: '***.982.247-**', paidOut: 58.5 },
      },
    })
    fixture.root.rounds.set(true)
    fixture.emitEvent({ name: 'account:withdrawalPaid', payload })
    fixture.emitEvent({ name: 'account:withdrawalPaid', payload })
    expect(celebrations.current).toBeNull()
    fixture.root.rounds.set(false)
    expect(celebrations.current).toMatchObject({ kind: 'withdrawal', orderId: 'w1', amount: 60_00 })
    await settled()
    expect(celebrations.current).toMatchObject({ record: { fee: 1_50, detail: { paidOut: 58.5 } } })
    celebrations.dismiss()
    expect(celebrations.current).toBeNull()
  })

  it('no deposit that the place that sold it has told of', () => {
    fixture.root.rounds.set(true)
    celebrations.tellDeposit('o50', cents(50_00), { isTold: true })
    pay(50)
    // The event came first, and waits for the round.
    pay(70)
    celebrations.tellDeposit('o70', cents(70_00), { isTold: true })
    fixture.root.rounds.set(false)
    expect(celebrations.current).toBeNull()
  })

  it('a won ticket, but neither a lost one nor one that was cashed out by hand', async () => {
    const settledTicket = { settledTime: '2030-01-01T00:00:00Z', amount: 10 }
    const shown = async (changes: Parameters<typeof ticketWire>[0]) => {
      fixture.respond(ticketPath, { data: ticketWire({ ...settledTicket, ...changes }) })
      fixture.emitEvent({ name: 'feed:ticket', payload: { ticketId: 't1' } })
      await settled()
      return celebrations.current
    }
    expect(await shown({ payout: 0 })).toBeNull()
    expect(await shown({ payout: 10 })).toBeNull()
    expect(await shown({ payout: 15, cashedOut: true })).toBeNull()
    expect(await shown({ payout: 18.5, settledTime: null })).toBeNull()
    expect(await shown({ payout: 18.5 })).toMatchObject({ kind: 'ticket', amount: 18_50, multiplier: 1.85 })
  })

  it('a higher level of the same player, not the level of the next one', async () => {
    await fixture.enter({ level: 3 })
    expect(celebrations.current).toMatchObject({ kind: 'level', level: 3, before: 2 })
    await vi.advanceTimersByTimeAsync(10_000)
    await fixture.enter({ uId: 'u2', username: 'bia@gmail.com', level: 7 })
    expect(celebrations.current).toBeNull()
  })

  it('that came before this was loaded are told, and none twice', async () => {
    // A page that has only its first player yet.
    stop()
    fixture = createFixture()
    fixture.root.realtime.start()
    await fixture.enter()
    const ticket = ticketWire({ settledTime: '2030-01-01T00:00:00Z', amount: 10, payout: 18.5 })
    fixture.respond(ticketPath, { data: ticket })
    fixture.emitEvent({ name: 'feed:ticket', payload: { ticketId: 't1' } })
    pay(50)
    await fixture.enter({ level: 3 })
    celebrations = new CelebrationStore(fixture.root)
    stop = celebrations.start()
    const told: (string | undefined)[] = []
    for (let each = 0; each < 4; each++) {
      await settled()
      told.push(celebrations.current?.kind)
      celebrations.dismiss()
    }
    expect(told).toEqual(['credit', 'level', 'ticket', undefined])
    stop()
    stop = celebrations.start()
    await settled()
    expect(celebrations.current).toBeNull()
  })

  it('are dropped at a logout', async () => {
    fixture.root.rounds.set(true)
    pay(50)
    await fixture.root.session.logout()
    fixture.root.rounds.set(false)
    expect(celebrations.current).toBeNull()
  })
})
