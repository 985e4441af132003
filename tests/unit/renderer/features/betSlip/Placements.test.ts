import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SlipStore } from '#renderer/features/betSlip/SlipStore.ts'
import { createFixture, settled, type Fixture } from '../../stores/rootFixture.ts'
import {
  betPath,
  pickOf,
  quoteOf,
  quotePath,
  shownPage,
  slipHands,
  ticketPath,
  ticketWire,
} from './slipFixture.ts'

let fixture: Fixture
let slip: SlipStore

beforeEach(async () => {
  vi.useFakeTimers()
  fixture = createFixture()
  await fixture.enter({ balance: 100, freeBalance: 20 })
  slip = fixture.root.feature(SlipStore)
})
afterEach(() => vi.useRealTimers())

const { fill, stakeAll, legOf } = slipHands(() => slip)

describe('placing', () => {
  it('singles is one call each; placed ones leave, refused ones stay with the reason and the current price', async () => {
    fixture.respond(betPath, (request) =>
      request.body?.includes('"m2"')
        ? {
            httpStatus: 409,
            status: 409,
            message: 'As odds mudaram.',
            data: { legs: [{ matchId: 'm2', key: 'winner:1:home:3', odds: 1.7 }] },
          }
        : { data: ticketWire() },
    )
    fill(pickOf('m1'), pickOf('m2'), pickOf('m3'))
    slip.stakes.setMode('single')
    stakeAll('10')
    slip.bet()
    await settled()
    await settled()
    expect(fixture.count(betPath)).toBe(3)
    expect(slip.legs.map(({ pick }) => pick.matchId)).toEqual(['m2'])
    expect(legOf(0)).toMatchObject({ refusal: { text: 'As odds mudaram.' }, current: 1.7, isChanged: true })
    expect(slip.receipts).toHaveLength(2)
    expect(fixture.root.alerts.alerts).toEqual([])
  })

  it('opens the low-balance deposit when money runs out, sends nothing more and keeps the picks', async () => {
    fixture.respond(betPath, { httpStatus: 500, status: 9999, message: 'Saldo insuficiente' })
    fill(pickOf('m1'), pickOf('m2'))
    slip.stakes.setMode('single')
    stakeAll('10')
    slip.bet()
    await settled()
    expect(fixture.root.overlays.isOpen('gameDeposit')).toBe(true)
    expect(fixture.count(betPath)).toBe(1)
    expect(slip.legs).toHaveLength(2)
    expect(slip.isBusy).toBe(false)
  })

  it('on a live match waits for the acceptance and polls every second', async () => {
    fixture.respond(betPath, { data: ticketWire({ state: -10 }) })
    fixture.respond(ticketPath, { data: ticketWire({ state: -10 }) })
    fill(pickOf('m1', { isLive: true }))
    stakeAll('10')
    slip.bet()
    await settled()
    expect(slip.placements.progress).toBe('waiting')
    slip.toggle(pickOf('m9'))
    expect(slip.legs).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(fixture.count(ticketPath)).toBe(2)
    expect(slip.isBusy).toBe(true)
    fixture.respond(ticketPath, { data: ticketWire({ state: 0 }) })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(slip.receipts).toHaveLength(1)
    expect(slip.legs).toEqual([])
  })

  it('shows a pushed acceptance at once, and a refusal with its reason', async () => {
    fixture.root.realtime.start()
    fixture.respond(betPath, { data: ticketWire({ state: -10 }) })
    fixture.respond(ticketPath, { data: ticketWire({ state: -1, result: 90, reason: 'Opção não aberta.' }) })
    fill(pickOf('m1', { isLive: true }))
    stakeAll('10')
    slip.bet()
    await settled()
    fixture.emitEvent({ name: 'feed:ticket', payload: { ticketId: 't1' } })
    await settled()
    expect(slip.isBusy).toBe(false)
    expect(legOf(0).refusal).toEqual({ text: 'Opção não aberta.' })
    expect(slip.receipts).toEqual([])
  })

  it('retries after a lost response with the same bet and key, also after the device has slept, and never counts it twice', async () => {
    let isCapped = true
    fixture.respond(betPath, () => (isCapped ? { networkError: true } : { data: ticketWire() }))
    fixture.respond(quotePath, { data: [quoteOf('m1', { odds: 1.5 })] })
    fill(pickOf('m1'))
    stakeAll('10')
    slip.bet()
    slip.start(shownPage)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(slip.placements.progress).toBe('retrying')
    vi.setSystemTime(Date.now() + 3_600_000)
    await vi.advanceTimersByTimeAsync(5_000)
    isCapped = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect(slip.receipts).toHaveLength(1)
    const bets = fixture.sent.filter(({ path }) => path === betPath)
    expect(bets.length).toBeGreaterThan(3)
    expect(new Set(bets.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(new Set(bets.map(({ body }) => body)).size).toBe(1)
  })

  it('is asked for again with its key after a lost response, whatever the server says that is no decision', async () => {
    const undecided = [
      { networkError: true },
      { httpStatus: 503, status: 503, message: 'Agora não.' },
      { httpStatus: 429, status: 429, message: 'Muitos pedidos.' },
      { httpStatus: 500, status: 500, message: 'Erro.' },
    ]
    fixture.respond(betPath, () => undecided.shift() ?? { data: ticketWire() })
    fixture.respond(quotePath, { data: [quoteOf('m1')] })
    fill(pickOf('m1'))
    stakeAll('10')
    slip.bet()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([undecided, slip.receipts.length]).toEqual([[], 1])
    expect(
      new Set(fixture.sent.filter(({ path }) => path === betPath).map((each) => each.idempotencyKey)).size,
    ).toBe(1)
  })

  it('is not asked for again where the service has closed, also after a lost response', async () => {
    const responses = [{ networkError: true }, { networkError: true }, { networkError: true }]
    fixture.respond(
      betPath,
      () => responses.shift() ?? { httpStatus: 500, status: 1403, message: 'Fechado.' },
    )
    fill(pickOf('m1'))
    stakeAll('10')
    slip.bet()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([slip.isBusy, fixture.count(betPath)]).toEqual([false, 4])
  })

  it('says what failed where the server fails again and again, or was closed from the beginning', async () => {
    fixture.respond(betPath, { httpStatus: 500, status: 500, message: 'Erro.' })
    fill(pickOf('m1'))
    stakeAll('10')
    slip.bet()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([slip.isBusy, legOf(0).refusal]).toEqual([false, { text: 'Erro.' }])
    const before = fixture.count(betPath)
    fixture.respond(betPath, { httpStatus: 500, status: 1403, message: 'Fechado.' })
    slip.bet()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([slip.isBusy, fixture.count(betPath) - before]).toEqual([false, 1])
  })

  it('is over with the session: the next player neither bets it nor sees it', async () => {
    let isCut = true
    fixture.respond(betPath, () => (isCut ? { networkError: true } : { data: ticketWire() }))
    fixture.respond(quotePath, { data: [quoteOf('m1')] })
    fill(pickOf('m1'))
    stakeAll('10')
    slip.bet()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(slip.placements.progress).toBe('retrying')
    const before = fixture.count(betPath)
    await fixture.root.session.end()
    await fixture.enter({ uId: 'u2' })
    isCut = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect([fixture.count(betPath), slip.isBusy, slip.receipts]).toEqual([before, false, []])
  })

  it('shows nobody a bet that was accepted after its player had left', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const { send } = fixture.root.platform
    fixture.root.platform.send = async (request) => {
      if (request.path === betPath) await answered
      return send(request)
    }
    fixture.respond(betPath, { data: ticketWire() })
    fill(pickOf('m1'))
    stakeAll('10')
    slip.bet()
    await settled()
    await fixture.root.session.end()
    answer()
    await settled()
    expect([fixture.count(betPath), slip.isBusy, slip.receipts]).toEqual([1, false, []])
  })
})
