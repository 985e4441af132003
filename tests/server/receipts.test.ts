/** What a terminal prints, and the address on a bet slip that shows it on any device. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TicketWire } from '#contract/http/sports.ts'
import { pagePaths } from '#contract/pages.ts'
import { readIdentity } from '#server/domain/accounts/kyc.ts'
import { createSlips } from './helpers/slips.ts'

const { server, leg, match, player, bet, settle, feed, now } = await createSlips()
const { get, post } = server

describe('the receipt of a withdrawal', () => {
  it('has amount, fee and masked key, for its owner alone', async () => {
    const owner = await player(500, { kyc: 1 })
    const { cpf = '' } = (await readIdentity(server.deps, server.deps.db, owner.uId)) ?? {}
    const requested = await post<{ orderId: string }>(
      '/api/app/order/withdraw',
      { payCardBank: 'CPF', payCardNo: cpf, name: 'ANA', amount: 100 },
      { token: owner.token, headers: { 'idempotency-key': randomUUID() } },
    )
    expect(requested.http).toBe(200)
    const path = `/api/app/order/withdrawal/${requested.data.orderId}`
    const { data } = await get<{ amount: number; fee: number; detail: { key: string; paidOut: number } }>(
      path,
      { token: owner.token },
    )
    expect(data).toMatchObject({ id: requested.data.orderId, amount: -100, status: '00' })
    expect(data.detail.paidOut).toBeCloseTo(100 - data.fee)
    expect(data.detail.key).toContain('*')
    expect((await get(path, { token: (await player()).token })).http).toBe(404)
  })
})

describe('the address on a bet slip', () => {
  const linkOf = (token: string, ticketId: string) =>
    get<{ url: string; ticket: TicketWire }>(`/api/app/sports/ticketLink/${ticketId}`, { token })
  const address = pagePaths.sharedTicket.replace('{}', '')
  const codeOf = (url: string) => new URL(url).pathname.slice(address.length)

  it('shows the ticket as it stands, without a login and without a word about its owner', async () => {
    const owner = await player()
    const id = match(2.2)
    const { data: placed } = await bet(owner, [leg(id, 2.2)])
    const { data: link } = await linkOf(owner.token, placed.ticketId)
    expect(link.ticket.ticketId).toBe(placed.ticketId)
    expect(new URL(link.url).pathname.startsWith(address)).toBe(true)

    const path = `/api/app/sports/sharedTicket/${codeOf(link.url)}`
    const shared = await get<TicketWire>(path)
    expect(shared.http).toBe(200)
    expect(shared.data).toEqual({ ...placed, cashOut: null })
    for (const secret of [owner.uId, owner.username])
      expect(JSON.stringify(shared.data)).not.toContain(secret)

    feed.finish(id, 1, 0, now())
    await settle()
    expect((await get<TicketWire>(path)).data).toMatchObject({ result: 10, payout: 22 })
  })

  it('is told to the owner alone, and cannot be guessed from the number of the ticket', async () => {
    const [owner, other] = [await player(), await player()]
    const { ticketId } = (await bet(owner, [leg(match())])).data
    const mine = (await bet(other, [leg(match())])).data.ticketId
    expect((await linkOf(other.token, ticketId)).http).toBe(404)
    const ownCode = codeOf((await linkOf(other.token, mine)).data.url)
    const forged = [
      ticketId,
      `${ticketId}.`,
      `${ticketId}.${'A'.repeat(22)}`,
      ownCode.replace(mine, ticketId),
    ]
    for (const code of forged) expect((await get(`/api/app/sports/sharedTicket/${code}`)).http).toBe(404)
  })
})
