import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { realtimePath } from '#contract/realtime.ts'
import type { BusMessage } from '#server/messaging/bus.ts'
import { startAcceptance } from '#server/sports/acceptance.ts'
import { exportText } from './helpers/exports.ts'
import { showAmounts } from './helpers/showAmounts.ts'
import { createSlips } from './helpers/slips.ts'

const slips = await createSlips()
const { server, feed, now, leg, match, player, bet, cashOut, ticket, balance, settle } = slips
const { deps } = server

afterAll(async () => expect(await deps.ledger.violations()).toEqual([]))

describe('events, jobs and reports of tickets', () => {
  it('notifies the player’s devices of every change', async () => {
    const owner = await player()
    // Balances are sent only to players who are connected.
    const socket = io(await server.app.listen({ port: 0, host: '127.0.0.1' }), {
      path: realtimePath,
      transports: ['websocket'],
      query: { token: owner.token },
      forceNew: true,
    })
    const balances: unknown[] = []
    socket.on('insBalance', (payload) => balances.push(payload))
    await new Promise<void>((resolve) => socket.on('connect', resolve))
    const received: BusMessage[] = []
    const stop = deps.bus.subscribe((message) => received.push(message))
    const countOf = (id: string) =>
      received.filter((message) => message.type === 'event' && JSON.stringify(message.event).includes(id))
        .length
    const id = slips.live()
    const { data } = await bet(owner, [leg(id)])
    await expect.poll(() => countOf(data.ticketId)).toBe(1)
    await deps.clock.advance(3_000)
    await slips.accept()
    await expect.poll(() => countOf(data.ticketId)).toBe(2)
    received.length = 0
    feed.finish(id, 1, 0, now())
    await settle()
    await expect.poll(() => countOf(data.ticketId)).toBe(1)
    await expect.poll(() => balances.at(-1)).toMatchObject({ balance: 110 })
    expect(
      received.find((message) => message.type === 'event' && message.event.name === 'feed:ticket'),
    ).toEqual({
      type: 'event',
      userId: owner.uId,
      event: { name: 'feed:ticket', payload: { ticketId: data.ticketId } },
    })
    stop()
    socket.disconnect()
  })

  it('the process that placed a live bet decides it on time, without the jobs', async () => {
    const owner = await player()
    const stop = startAcceptance(deps)
    const { data } = await bet(owner, [leg(slips.live())])
    await deps.clock.advance(3_000)
    deps.acceptanceTimes.add(now())
    await expect.poll(async () => (await ticket(owner, data.ticketId)).state).toBe(0)
    await stop()
  })

  it('the jobs accept and settle', async () => {
    const owner = await player()
    const id = slips.live()
    const { data } = await bet(owner, [leg(id)])
    await server.post('/sandbox/api/clock', { advanceMs: 3_000 })
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 0 })
    feed.finish(id, 1, 0, now())
    await server.post('/sandbox/api/clock', { advanceMs: 0 })
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 9999, payout: 20 })
  })

  it('a ticket that cannot be read is reported, and does not hold up the others', async () => {
    const reported = vi.spyOn(deps.log, 'error').mockImplementation(() => undefined)
    const owner = await player()
    const [broken, sound] = [match(), match()]
    const bad = await bet(owner, [leg(broken)])
    const good = await bet(owner, [leg(sound)])
    await deps.db.write(
      `update ticket_legs set selection = '{"market": "total", "side": "over", "line": 0.1}' where ticket_id = $1`,
      [bad.data.ticketId],
    )
    for (const id of [broken, sound]) feed.finish(id, 1, 0, now())
    await settle()
    expect(await ticket(owner, good.data.ticketId)).toMatchObject({ state: 9999 })
    expect(reported).toHaveBeenCalledWith(expect.any(RangeError), `ticket ${bad.data.ticketId} failed`)
    reported.mockRestore()
    await deps.db.write(
      `update ticket_legs set selection = '{"market": "winner", "side": "home", "ways": 3}' where ticket_id = $1`,
      [bad.data.ticketId],
    )
    await settle()
    expect(await ticket(owner, bad.data.ticketId)).toMatchObject({ state: 9999 })
  })

  it('records of each state', async () => {
    const owner = await player()
    const [won, lost, cancelledMatch, open] = [match(2), match(2), match(2), match(2)]
    await bet(owner, [leg(won)])
    await bet(owner, [leg(lost)])
    await bet(owner, [leg(cancelledMatch)])
    await deps.clock.advance(10)
    await bet(owner, [leg(open), leg(won)])
    await deps.clock.advance(10)
    const cashed = await bet(owner, [leg(open)])
    await cashOut(owner, cashed.data.ticketId)
    feed.finish(won, 1, 0, now())
    feed.finish(lost, 0, 1, now())
    feed.period(cancelledMatch, -10, now())
    await settle()
    const { data } = await server.get<{ list: Record<string, unknown>[] }>(
      '/api/app/order/records?tab=bets',
      {
        token: owner.token,
      },
    )
    expect(data.list[0]).toMatchObject({
      id: cashed.data.ticketId,
      status: '10',
      amount: -0.5,
      detail: { state: 9999, result: 11, cashedOut: 1 },
    })
    expect(data.list[1]).toMatchObject({
      type: 'bet',
      title: 'parlay',
      status: '00',
      amount: -10,
      stake: 10,
      payout: 0,
      wallet: 'balance',
      detail: { odds: 4, legs: 2, home: `Casa ${open}`, away: `Fora ${open}`, state: 0, result: null },
    })
    const singles = data.list.slice(2)
    const recordOf = (id: string) =>
      singles.find(({ detail }) => (detail as { home: string }).home === `Casa ${id}`)
    expect(recordOf(won)).toMatchObject({ title: 'football', status: '10', amount: 10, payout: 20 })
    expect(recordOf(lost)).toMatchObject({ status: '10', amount: -10, detail: { state: 4, result: 20 } })
    expect(recordOf(cancelledMatch)).toMatchObject({ status: '01', amount: 0, detail: { result: 90 } })
  })

  it('an account with an open ticket is not erased; its tickets are in the personal data', async () => {
    const owner = await player(10)
    const id = match()
    const { data } = await bet(owner, [leg(id)])
    expect(await balance(owner)).toBe(0)
    const erase = () =>
      server.post('/api/app/user/personalData/erase', { pwd: owner.password }, { token: owner.token })
    expect(await erase()).toMatchObject({ http: 200, data: { erased: 0 } })
    const file = await exportText(server, owner.token, 'personalData')
    expect(JSON.parse(file)).toHaveProperty('tickets', [
      expect.objectContaining({
        id: data.ticketId,
        stake_amount: 10,
        selections: `Série F: Casa ${id} - Fora ${id}, winner:1:home:3 @ 2`,
      }),
    ])
    await server.get('/api/app/game/stopGame', { token: owner.token })
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 0 })
    feed.finish(id, 0, 1, now())
    await settle()
    expect(await erase()).toMatchObject({ http: 200, data: { erased: 1 } })
  })

  it('a big win is shown on /home; bets raise the VIP level once they are settled', async () => {
    const owner = await player(500, { username: `sorte${randomUUID()}@palpite.test` })
    await showAmounts(deps, owner.uId)
    const [id, running] = [match(3), slips.live()]
    await bet(owner, [leg(id, 3)], { amount: 100 })
    feed.finish(id, 1, 0, now())
    await settle()
    const { data } = await server.get<{ bigWins: { gameCode: string; amount: number }[] }>(
      '/api/app/main/home',
    )
    expect(data.bigWins[0]).toMatchObject({ gameCode: 'sports', amount: 300 })
    const level = async () => {
      const [user] = await deps.db.read<{ level: number }>('select level from users where id = $1', [
        owner.uId,
      ])
      return user?.level
    }
    await deps.db.write('update wallets set deposit_sum = 10000 where user_id = $1', [owner.uId])
    await bet(owner, [leg(running)], { amount: 400 })
    await deps.clock.advance(3_000)
    await slips.accept()
    expect(await level()).toBe(0)
    feed.finish(running, 1, 0, now())
    await settle()
    expect(await level()).toBe(1)
  })
})
