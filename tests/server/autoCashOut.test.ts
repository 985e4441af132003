import fc from 'fast-check'
import type { TicketWire } from '#contract/http/sports.ts'
import { autoCashOuts } from '#server/sports/autoCashOut.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { createSlips } from './helpers/slips.ts'

const slips = await createSlips()
const { server, feed, now, leg, match, player, bet, cashOut, ticket, balance, settle } = slips
const { deps } = server

afterAll(async () => expect(await deps.ledger.violations()).toEqual([]))

const auto = ({ token }: { token: string }, ticketId: string, amount: number | null) =>
  server.post<TicketWire>('/api/app/sports/autoCashOut', { ticketId, amount }, { token })
const closings = async (ticketId: string) =>
  (
    await deps.db.read<{ payout: number }>(
      `select (args ->> 'payout')::bigint as payout from transfers where key = $1`,
      [`close:ticket:${ticketId}`],
    )
  ).map(({ payout }) => payout)

describe('a ticket that is cashed out by itself', () => {
  it('is paid at its value of the moment in which it reaches the amount, and not before', async () => {
    const owner = await player()
    const id = match()
    const { ticketId } = (await bet(owner, [leg(id)])).data
    expect((await auto(owner, ticketId, 12)).data).toMatchObject({ autoCashOut: 12, cashOut: 9.5 })
    feed.setValue(id, 1.26)
    await autoCashOuts(deps)
    expect(await ticket(owner, ticketId)).toMatchObject({ state: 0, cashOut: 11.97 })
    feed.suspend(id, 'match')
    feed.setValue(id, 1.4)
    await autoCashOuts(deps)
    expect(await closings(ticketId)).toEqual([])
    feed.suspend(id, 'match', false)
    await autoCashOuts(deps)
    expect(await ticket(owner, ticketId)).toMatchObject({ payout: 13.3, cashedOut: true, autoCashOut: 12 })
    expect(await balance(owner)).toBe(90_00 + 13_30)
    expect((await auto(owner, ticketId, 20)).http).toBe(409)
  })

  it('can be left alone again, and is only its owner’s', async () => {
    const [owner, other] = [await player(), await player()]
    const id = match()
    const { ticketId } = (await bet(owner, [leg(id)])).data
    expect((await auto(other, ticketId, 1)).http).toBe(404)
    expect((await auto(owner, ticketId, -1)).http).toBe(400)
    await auto(owner, ticketId, 9)
    expect((await auto(owner, ticketId, null)).data).toMatchObject({ autoCashOut: null })
    await autoCashOuts(deps)
    expect(await closings(ticketId)).toEqual([])
  })

  it('is settled once, whatever happens at the same time and in which order', async () => {
    const cents = fc.integer({ min: 1, max: 40_00 })
    const step = fc.oneof(
      fc.record({ do: fc.constant('set' as const), amount: fc.option(cents) }),
      fc.record({ do: fc.constant('worth' as const), value: fc.integer({ min: 1, max: 300 }) }),
      fc.record({ do: fc.constant('jobs' as const), manual: fc.boolean() }),
      fc.record({ do: fc.constant('finish' as const), won: fc.boolean() }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const owner = await player()
        const id = match()
        const { ticketId } = (await bet(owner, [leg(id)])).data
        for (const each of steps) {
          if (each.do === 'set') await auto(owner, ticketId, each.amount === null ? null : each.amount / 100)
          if (each.do === 'worth') feed.setValue(id, each.value / 100)
          if (each.do === 'finish') feed.finish(id, each.won ? 1 : 0, each.won ? 0 : 1, now())
          if (each.do !== 'jobs') continue
          await Promise.all([
            autoCashOuts(deps),
            settle(),
            autoCashOuts(deps),
            ...(each.manual ? [cashOut(owner, ticketId)] : []),
          ])
        }
        const { state, payout, cashedOut, autoCashOut } = await ticket(owner, ticketId)
        const closed = await closings(ticketId)
        expect(closed).toEqual(state === 0 ? [] : [Math.round(payout * 100)])
        expect(await balance(owner)).toBe(90_00 + Math.round(payout * 100))
        const wasByHand = steps.some((each) => each.do === 'jobs' && each.manual)
        if (cashedOut && !wasByHand) expect(payout).toBeGreaterThanOrEqual(autoCashOut ?? Infinity)
      }),
      { numRuns: 25 },
    )
  })
})
