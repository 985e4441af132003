import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fromWireTicket } from '#contract/http/sports.ts'
import { PartCashOut } from '#renderer/features/tickets/PartCashOut.ts'
import { createFixture } from '../../stores/rootFixture.ts'
import { cashOutPath, ticketPath, ticketWire } from '../betSlip/slipFixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('the same part again is one more part once the first is seen, though its response was lost', async () => {
  const fixture = createFixture()
  await fixture.enter()
  const onChange = vi.fn()
  const form = new PartCashOut(fixture.root, onChange)
  const confirm = async (cashedStake: number) => {
    form.type('2')
    const ticket = fromWireTicket(ticketWire({ cashOut: 8, cashedStake }))
    const done = form.confirm(ticket)
    await vi.runAllTimersAsync()
    await done
  }
  fixture.respond(cashOutPath, { networkError: true })
  fixture.respond(ticketPath, { networkError: true })
  await confirm(0)
  await confirm(0)
  await confirm(2)
  const keys = fixture.sent.flatMap(({ path, idempotencyKey }) =>
    path === cashOutPath ? [idempotencyKey] : [],
  )
  expect(keys).toHaveLength(9)
  expect(new Set(keys.slice(0, 6)).size).toBe(1)
  expect(keys[6]).not.toBe(keys[0])
})
