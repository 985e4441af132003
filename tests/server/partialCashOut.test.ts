import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { correctTickets } from '#server/sports/corrections.ts'
import { autoCashOuts } from '#server/sports/autoCashOut.ts'
import { createSlips } from './helpers/slips.ts'

const slips = await createSlips()
const { server, feed, now, leg, match, player, bet, cashOut, ticket, balance, wallet, settle } = slips
const { deps } = server

const invariants = readFileSync('src/server/ledger/invariants.sql', 'utf8')
  .split('-- invariant: ')
  .slice(1)
  .filter((text) => /ticket|held stakes|daily sums|running totals/.test(text.split('\n')[0] ?? ''))

afterAll(async () => {
  expect(await deps.ledger.violations()).toEqual([])
  expect(invariants.length).toBeGreaterThan(5)
  for (const invariant of invariants)
    expect(await deps.db.read(invariant.slice(invariant.indexOf('\n'))), invariant).toEqual([])
})

describe('cashing out a part of a ticket', () => {
  it('pays its share of the value, and the rest of the stake stays in play and wins', async () => {
    const owner = await player()
    const id = match(2)
    const { ticketId } = (await bet(owner, [leg(id)])).data
    const key = randomUUID()
    // 10 is worth 9.50: 4 of it 3.80.
    expect(await cashOut(owner, ticketId, { part: 4, amount: 3.81 })).toMatchObject({
      http: 409,
      data: { cashOut: 9.5 },
    })
    const paid = await cashOut(owner, ticketId, { part: 4, amount: 3.8, key })
    expect(paid.data).toMatchObject({
      state: 0,
      amount: 6,
      cashedStake: 4,
      cashedPaid: 3.8,
      cashedOut: false,
      cashOut: 5.7,
      potential: 12,
    })
    expect((await cashOut(owner, ticketId, { part: 4, amount: 3.8, key })).raw.payload).toBe(paid.raw.payload)
    expect(await wallet(owner)).toMatchObject({ cash: 93_80, heldRounds: 6_00, betSum: 10_00 })
    expect((await cashOut(owner, ticketId, { part: 2 })).data).toMatchObject({ amount: 4, cashedPaid: 5.7 })
    feed.finish(id, 1, 0, now())
    await settle()
    expect(await ticket(owner, ticketId)).toMatchObject({
      state: 9999,
      result: 10,
      payout: 8,
      cashedStake: 6,
    })
    expect(await wallet(owner)).toMatchObject({ cash: 90_00 + 5_70 + 8_00, heldRounds: 0 })
    expect((await cashOut(owner, ticketId, { part: 1 })).http).toBe(409)
  })

  it('leaves at least the smallest stake, and takes no less', async () => {
    const owner = await player()
    const { ticketId } = (await bet(owner, [leg(match())], { amount: 3 })).data
    for (const part of [0, 0.99, 2.01, 3.01])
      expect(await cashOut(owner, ticketId, { part }), String(part)).toMatchObject({ http: 400 })
    expect((await cashOut(owner, ticketId, { part: -1 })).http).toBe(400)
    expect((await cashOut(owner, ticketId, { part: 2 })).data).toMatchObject({ state: 0, amount: 1 })
    expect((await cashOut(owner, ticketId, { part: 1 })).data).toMatchObject({ state: 9999, payout: 0.95 })
    expect(await balance(owner)).toBe(97_00 + 1_90 + 95)
  })

  it('keeps the price of an automatic cash-out and of the highest return', async () => {
    const owner = await player(10_000)
    const id = match()
    const { ticketId } = (await bet(owner, [leg(id)])).data
    await server.post('/api/app/sports/autoCashOut', { ticketId, amount: 12 }, { token: owner.token })
    expect((await cashOut(owner, ticketId, { part: 5 })).data).toMatchObject({ autoCashOut: 6 })
    feed.setValue(id, 1.26)
    await autoCashOuts(deps)
    expect(await ticket(owner, ticketId)).toMatchObject({ state: 0, cashOut: 5.98 })
    feed.setValue(id, 1.27)
    await autoCashOuts(deps)
    expect(await ticket(owner, ticketId)).toMatchObject({ cashedOut: true, payout: 6.03 })

    const large = match(1000)
    const capped = (await bet(owner, [leg(large, 1000)], { amount: 500 })).data
    expect(capped.potential).toBe(100_000)
    expect((await cashOut(owner, capped.ticketId, { part: 375 })).data.potential).toBe(25_000)
  })

  it.each([
    ['lost', { finish: [0, 1] }, { state: 4, payout: 0 }],
    ['void', { period: -10 }, { payout: 6 }],
  ] as const)('settles the rest of a ticket that is %s', async (_word, end, expected) => {
    const owner = await player()
    const id = match()
    const { ticketId } = (await bet(owner, [leg(id)])).data
    await cashOut(owner, ticketId, { part: 4 })
    if ('finish' in end) feed.finish(id, end.finish[0], end.finish[1], now())
    else feed.period(id, end.period, now())
    await settle()
    expect(await ticket(owner, ticketId)).toMatchObject(expected)
    expect(await wallet(owner)).toMatchObject({
      cash: 93_80 + expected.payout * 100,
      heldRounds: 0,
      // A void stake was no bet, a part that was cashed out was one.
      betSum: end === undefined || 'period' in end ? 4_00 : 10_00,
    })
  })

  it('corrects the rest when a result is corrected', async () => {
    const owner = await player()
    const id = match()
    const { ticketId } = (await bet(owner, [leg(id)])).data
    await cashOut(owner, ticketId, { part: 4 })
    feed.finish(id, 0, 1, now())
    await settle()
    feed.finish(id, 1, 0, now())
    await correctTickets(deps)
    expect(await ticket(owner, ticketId)).toMatchObject({ payout: 12, cashedPaid: 3.8 })
    expect(await balance(owner)).toBe(93_80 + 12_00)
  })

  it('of a bonus stake pays to the bonus, counts what it won or lost, and is in the records once', async () => {
    const owner = await player(0, { freeBalance: 100, turnover: 50 })
    const id = match(2)
    const { ticketId } = (await bet(owner, [leg(id)], { wallet: 'freeBalance' })).data
    await cashOut(owner, ticketId, { part: 4 })
    // 4.00 lost 0.20.
    expect(await wallet(owner)).toMatchObject({ cash: 0, bonus: 93_80, turnoverLeft: 49_80 })
    feed.finish(id, 1, 0, now())
    await settle()
    expect(await wallet(owner)).toMatchObject({ bonus: 105_80, turnoverLeft: 46_23 })
    const { data } = await server.get<{ list: object[] }>('/api/app/order/records?tab=bets', {
      token: owner.token,
    })
    expect(data.list).toMatchObject([{ stake: 10, payout: 15.8, amount: 5.8 }])
  })

  it('pays every part once and never more than the whole, whatever the parts and whatever comes between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ part: fc.integer({ min: 1_00, max: 9_00 }), value: fc.integer({ min: 50, max: 150 }) }),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        fc.boolean(),
        async (parts, isWon) => {
          const owner = await player()
          const ids = [match(2), match(3)]
          const legs = ids.map((id, i) => leg(id, i + 2))
          const { ticketId } = (await bet(owner, legs)).data
          let paid = 0
          let left = 10_00
          for (const { part, value } of parts) {
            feed.setValue(ids[0] as string, value / 100)
            const offered = Math.round(((await ticket(owner, ticketId)).cashOut ?? 0) * 100)
            const key = randomUUID()
            const twice = await Promise.all(
              [key, key].map((same) => cashOut(owner, ticketId, { part: part / 100, key: same })),
            )
            const isValid = part === left || (part <= left - 1_00 && part >= 1_00)
            expect(twice.map(({ http }) => http)).toEqual(
              isValid ? [200, 200] : [expect.any(Number), expect.any(Number)],
            )
            if (!isValid) continue
            paid += Math.floor((offered * part) / left)
            left -= part
            if (left === 0) break
          }
          expect(await wallet(owner)).toMatchObject({ cash: 90_00 + paid, heldRounds: left })
          for (const id of ids) feed.finish(id, isWon ? 1 : 0, isWon ? 0 : 1, now())
          await settle()
          expect(await wallet(owner)).toMatchObject({
            cash: 90_00 + paid + (isWon ? left * 6 : 0),
            heldRounds: 0,
          })
        },
      ),
      { numRuns: 12 },
    )
  })

  it('several at once with different keys: none pays for a stake that is no longer in play', async () => {
    const owner = await player()
    const id = match()
    const { ticketId } = (await bet(owner, [leg(id)])).data
    const all = await Promise.all([
      ...Array.from({ length: 5 }, () => cashOut(owner, ticketId, { part: 4 })),
      settle(),
    ])
    expect(all.filter((response) => response?.http === 200)).toHaveLength(2)
    expect(await wallet(owner)).toMatchObject({ cash: 90_00 + 7_60, heldRounds: 2_00 })
  })
})
