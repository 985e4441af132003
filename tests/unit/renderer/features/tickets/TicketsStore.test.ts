import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TicketsStore } from '#renderer/features/tickets/TicketsStore.ts'
import { ticketLabel } from '#renderer/features/tickets/ticketState.ts'
import { fromWireTicket, type TicketWire } from '#contract/http/sports.ts'
import { createFixture, settled, type Fixture } from '../../stores/rootFixture.ts'
import { cashOutPath, ticketPath, ticketsPath, ticketWire } from '../betSlip/slipFixture.ts'

let fixture: Fixture
let tickets: TicketsStore
let stop: () => void
const page = { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined }
const respond = (list: TicketWire[], next: string | null = null) =>
  fixture.respond(ticketsPath, { data: { list, next } })
const first = () => {
  const [ticket] = tickets.rows
  if (!ticket) throw new Error('no ticket')
  return ticket
}

beforeEach(async () => {
  vi.useFakeTimers()
  fixture = createFixture()
  fixture.root.realtime.start()
  respond([ticketWire({ cashOut: 8.5 })])
  await fixture.enter()
  tickets = new TicketsStore(fixture.root)
  stop = tickets.start(page)
  await settled()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('the list', () => {
  it('is refreshed every five seconds and on pushes, until it is left', async () => {
    expect(tickets.rows.map(({ cashOut }) => cashOut)).toEqual([8_50])
    respond([ticketWire({ cashOut: 9 })])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(first().cashOut).toBe(9_00)
    respond([])
    fixture.emitEvent({ name: 'feed:ticket', payload: { ticketId: 't1' } })
    await settled()
    expect(tickets.rows).toEqual([])
    const requestCount = fixture.count(ticketsPath)
    stop()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(fixture.count(ticketsPath)).toBe(requestCount)
  })

  it('grows page by page, and keeps its pages when the newest is loaded again', async () => {
    const pages: Record<string, { list: TicketWire[]; next: string | null }> = {
      '': { list: [ticketWire({ ticketId: 'c' }), ticketWire({ ticketId: 'b' })], next: 'b' },
      b: { list: [ticketWire({ ticketId: 'a' })], next: null },
    }
    fixture.respond(ticketsPath, ({ query }) => ({ data: pages[query['cursor'] ?? ''] }))
    await tickets.load()
    await tickets.loadMore()
    expect(tickets.rows.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
    expect(tickets.hasMore).toBe(false)
    pages[''] = {
      list: [ticketWire({ ticketId: 'd' }), ticketWire({ ticketId: 'c' }), ticketWire({ ticketId: 'b' })],
      next: 'b',
    }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(tickets.rows.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a'])
  })

  it('shows a failure and loads on a retry', async () => {
    fixture.respond(ticketsPath, { httpStatus: 503, status: 500, message: 'Fora do ar' })
    tickets.setTab('settled')
    await settled()
    expect(tickets.state).toBe('failed')
    expect(fixture.root.alerts.alerts).toEqual([])
    respond([])
    await tickets.load()
    expect(tickets.state).toBe('ready')
  })
})

describe('cashing out', () => {
  const cashOuts = () => fixture.bodies(cashOutPath)

  it('takes two clicks, pays the shown amount, and removes the ticket from the open ones', async () => {
    fixture.respond(cashOutPath, { data: ticketWire({ state: 9999, payout: 8.5, cashedOut: true }) })
    await tickets.cashOut.confirm()
    expect(cashOuts()).toEqual([])
    tickets.cashOut.arm(first())
    await tickets.cashOut.confirm()
    expect(cashOuts()).toEqual([{ ticketId: 't1', amount: 8.5 }])
    expect(tickets.rows).toEqual([])
    expect(fixture.root.alerts.toasts[0]?.message).toEqual({
      key: 'sports.tickets.cashedOut',
      params: { amount: 'R$ 8,50' },
    })
  })

  it('resets after a first click without a second one', async () => {
    tickets.cashOut.arm(first())
    await vi.advanceTimersByTimeAsync(8_000)
    expect(tickets.cashOut.armed).toBeNull()
  })

  it('when refused because the amount has changed, says so and loads the new one', async () => {
    fixture.respond(cashOutPath, { httpStatus: 409, status: 409, message: 'Mudou', data: { cashOut: 7 } })
    tickets.cashOut.arm(first())
    await tickets.cashOut.confirm()
    expect(tickets.cashOut.armed).toEqual({ ticketId: 't1', amount: 7_00 })
    expect(tickets.cashOut.note?.message).toEqual({
      key: 'sports.tickets.cashOutChanged',
      params: { amount: 'R$ 7,00' },
    })
    fixture.respond(cashOutPath, { httpStatus: 409, status: 409, message: 'Mudou', data: { cashOut: null } })
    await tickets.cashOut.confirm()
    expect(tickets.cashOut.armed).toBeNull()
    expect(tickets.cashOut.note?.message).toEqual({ key: 'sports.tickets.cashOutGone' })
  })

  it('follows the amount between the clicks: a higher one is accepted, a lower one is shown', async () => {
    tickets.cashOut.arm(first())
    respond([ticketWire({ cashOut: 9 })])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(tickets.cashOut.armed?.amount).toBe(9_00)
    expect(tickets.cashOut.note).toBeNull()
    respond([ticketWire({ cashOut: 6 })])
    fixture.emitEvent({ name: 'feed:ticket', payload: { ticketId: 't1' } })
    await settled()
    expect(tickets.cashOut.armed?.amount).toBe(6_00)
    expect(tickets.cashOut.note?.message).toMatchObject({ key: 'sports.tickets.cashOutChanged' })
  })
})

describe('a ticket that was cashed out in another tab', () => {
  const cashedOut = ticketWire({ state: 9999, result: 11, payout: 8.5, cashOut: null, cashedOut: true })
  const toasts = () => fixture.root.alerts.toasts.map(({ message }) => message)

  it('shows its amount when the second press is refused', async () => {
    tickets.cashOut.arm(first())
    fixture.respond(cashOutPath, { httpStatus: 409, status: 409, message: 'Já foi finalizada' })
    fixture.respond(ticketPath, { data: cashedOut })
    await tickets.cashOut.confirm()
    expect(toasts()).toEqual([{ key: 'sports.tickets.cashedOut', params: { amount: 'R$ 8,50' } }])
    expect([tickets.cashOut.note, tickets.cashOut.armed]).toEqual([null, null])
    expect(tickets.rows).toEqual([])
  })

  it('shows its amount when it leaves the open ones before the second press', async () => {
    tickets.cashOut.arm(first())
    fixture.respond(ticketPath, { data: cashedOut })
    respond([])
    fixture.emitEvent({ name: 'feed:ticket', payload: { ticketId: 't1' } })
    await settled()
    expect(toasts()).toEqual([{ key: 'sports.tickets.cashedOut', params: { amount: 'R$ 8,50' } }])
  })

  it('says why when it was settled by its result instead', async () => {
    tickets.cashOut.arm(first())
    fixture.respond(cashOutPath, { httpStatus: 409, status: 409, message: 'Já foi finalizada' })
    fixture.respond(ticketPath, { data: ticketWire({ state: 4, result: 20, cashOut: null }) })
    await tickets.cashOut.confirm()
    expect(tickets.cashOut.note?.message).toEqual({ text: 'Já foi finalizada' })
    expect(toasts()).toEqual([])
  })
})

describe('the state of a ticket', () => {
  it.each([
    [{ state: -10 }, 'waiting'],
    [{ state: 0 }, 'accepted'],
    [{ state: -1, result: 90, reason: 'Fechada' }, 'refused'],
    [{ state: -1, result: 90 }, 'void'],
    [{ state: 9999, result: 10 }, 'win'],
    [{ state: 9999, result: 21 }, 'winHalf'],
    [{ state: 9999, result: 90 }, 'refund'],
    [{ state: 9999, result: 11 }, 'loseHalf'],
    [{ state: 4, result: 20 }, 'lose'],
    [{ state: 9999, result: 10, cashedOut: true }, 'cashedOut'],
  ] as const)('%o is %s', (changes, word) => {
    expect(ticketLabel(fromWireTicket(ticketWire(changes)))).toBe(word)
  })
})
