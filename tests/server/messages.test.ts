import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { sendMessage } from '#server/domain/accounts/messages.ts'
import { handlePayoutNotification } from '#server/domain/payments/payouts.ts'
import { refuseWithdrawal } from '#server/domain/payments/withdrawals.ts'
import { createTestApp } from './helpers/testApp.ts'
import { testActor } from './helpers/testActor.ts'

const { deps, get, post, createUser, captcha } = await createTestApp()

interface MessageData {
  id: string
  kind: string
  params: { amount?: number; level?: number; reward?: string }
  isRead: boolean
}
interface Inbox {
  list: MessageData[]
  unread: number
  next: number | null
}

const inboxOf = async (token: string, query = '') =>
  (await get<Inbox>(`/api/app/messages${query}`, { token })).data

describe('inbox', () => {
  it('is for players only', async () => {
    expect((await get('/api/app/messages')).http).toBe(401)
    expect((await get('/api/app/messages/unread')).http).toBe(401)
  })

  it('welcomes at registration', async () => {
    const form = {
      name: '',
      cardNo: '',
      username: `${randomUUID()}@example.com`,
      country: '+55',
      phone: '11987654321',
      pwd: 'Segura-123',
      pwd1: 'Segura-123',
      regcode: '',
      isapp: 0,
      ...(await captcha()),
    }
    const { data } = await post<{ access_token: string }>('/api/auth/user/restRegister', form)
    const { list, unread } = await inboxOf(data.access_token)
    expect(list.map(({ kind }) => kind)).toEqual(['welcome'])
    expect(unread).toBe(1)
  })

  it('has messages about a paid deposit, a level, a reward and decided withdrawals', async () => {
    const { token, uId, username } = await createUser({ kyc: 1, balance: 10_000, gift: 1 })
    await post('/api/app/main/claimGift', {}, { token })
    const packages = (await get<{ pkgId: string; price: number }[]>('/api/app/order/getPrices', { token }))
      .data
    const hundred = packages.find(({ price }) => price === 100)
    const order = await post<{ orderId: string }>(
      `/api/app/order/prePay/${hundred?.pkgId}`,
      { gift: 0, pkgId: hundred?.pkgId },
      { token },
    )
    await post(`/sandbox/api/orders/${order.data.orderId}/pay`, {})
    await deps.db.tx(async (tx) => {
      for (const amount of [5_000, 6_000]) {
        const id = randomUUID()
        await deps.ledger.holdWithdrawal(tx, {
          actor: testActor,
          userId: uId,
          withdrawalId: id,
          amount: cents(amount),
        })
        await tx.query(
          `insert into withdrawals (id, user_id, type, key_encrypted, key_masked, amount, created_at)
           values ($1, $2, 'CPF', '', '', $3, $4)`,
          [id, uId, amount, deps.clock.now()],
        )
      }
    })
    const rows = await deps.db.read<{ id: string; amount: number }>(
      'select id, amount from withdrawals where user_id = $1 order by amount',
      [uId],
    )
    await deps.db.write(`update withdrawals set status = 'approved' where id = $1`, [rows[0]?.id ?? ''])
    await handlePayoutNotification(deps, {
      id: rows[0]?.id ?? '',
      status: { state: 'paid', reference: null },
    })
    await refuseWithdrawal(deps, testActor, rows[1]?.id ?? '')
    const { list } = await inboxOf(token)
    expect(list.map(({ kind, params }) => ({ kind, ...params }))).toEqual([
      { kind: 'withdrawalRefused', amount: 60 },
      { kind: 'withdrawalPaid', amount: 50 },
      { kind: 'depositPaid', amount: 100 },
      { kind: 'rewardClaimed', reward: 'gift', amount: 10 },
    ])
    expect(username).toBeTruthy()
  })

  it('counts unread messages, opens one, marks all as read', async () => {
    const { token, uId } = await createUser()
    for (const level of [1, 2, 3])
      await sendMessage(deps, deps.db, uId, { kind: 'levelUp', params: { level } })
    const { list, unread } = await inboxOf(token)
    expect(list.map(({ params }) => params.level)).toEqual([3, 2, 1])
    expect(unread).toBe(3)
    const opened = await get<MessageData>(`/api/app/messages/${list[1]?.id}`, { token })
    expect(opened.data).toMatchObject({ kind: 'levelUp', params: { level: 2 }, isRead: true })
    expect((await get<{ unread: number }>('/api/app/messages/unread', { token })).data.unread).toBe(2)
    await post('/api/app/messages/readAll', {}, { token })
    expect((await inboxOf(token)).unread).toBe(0)
    expect((await inboxOf(token)).list.every(({ isRead }) => isRead)).toBe(true)
  })

  it('never returns another player’s message', async () => {
    const owner = await createUser()
    const other = await createUser()
    await sendMessage(deps, deps.db, owner.uId, { kind: 'welcome' })
    const id = (await inboxOf(owner.token)).list[0]?.id
    const stolen = await get(`/api/app/messages/${id}`, { token: other.token })
    expect(stolen).toMatchObject({ http: 404, message: 'Não encontramos o que você procura.' })
    expect((await inboxOf(owner.token)).unread).toBe(1)
    expect((await get(`/api/app/messages/${randomUUID()}`, { token: owner.token })).http).toBe(404)
  })

  it('is paged', async () => {
    const { token, uId } = await createUser()
    for (let level = 1; level <= 25; level++) {
      await sendMessage(deps, deps.db, uId, { kind: 'levelUp', params: { level } })
    }
    const first = await inboxOf(token)
    expect(first.list).toHaveLength(20)
    const second = await inboxOf(token, `?cursor=${first.next}`)
    expect(second.list.map(({ params }) => params.level)).toEqual([5, 4, 3, 2, 1])
    expect(second.next).toBeNull()
  })
})
