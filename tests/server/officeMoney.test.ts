import { describe, expect, it } from 'vitest'
import { officeCalls } from '#contract/office/calls.ts'
import type { Withdrawal, WithdrawalRow } from '#contract/office/withdrawals.ts'
import { cents } from '#contract/money.ts'
import { readIdentity } from '#server/domain/accounts/kyc.ts'
import { eraseAccount } from '#server/domain/accounts/personalData.ts'
import { markPaidByHand } from '#server/domain/payments/payouts.ts'
import { compareDay } from '#server/domain/reports/check.ts'
import { rollUpReports } from '#server/domain/reports/rollUp.ts'
import { readToday } from '#server/time/days.ts'
import { adjustWallet } from '#server/sandbox/adjustWallet.ts'
import { staffActor } from '#server/ledger/ledger.ts'
import { workOff } from '#server/jobs/queueJobs.ts'
import { handlers } from '#server/jobs/handlers.ts'
import { createTestOffice } from './helpers/testOffice.ts'

const world = await createTestOffice()
const { product } = world
const { deps } = product
const [cashier, other, risk, support] = [
  await world.as('cashier'),
  await world.as('administrator'),
  await world.as('risk'),
  await world.as('support'),
]
const why = { reason: 'seen by a test' }
const unreviewed = { review: null }

/** A player with R$ `balance`, who asks for R$ `amount`. */
async function withdrawalOf(amount: number, fields: Record<string, unknown> = {}, body: object = {}) {
  const player = await product.createUser({ balance: 20_000, level: 12, kyc: 1, ...fields })
  const identity = await readIdentity(deps, deps.db, player.uId)
  const to = { payCardBank: 'CPF', payCardNo: identity?.cpf, ifsc: identity?.cpf, name: identity?.name }
  const response = await product.post<{ orderId: string }>(
    '/api/app/order/withdraw',
    { amount, ...to, whatsapp: '+5511987654321', ...body },
    { token: player.token },
  )
  expect(response).toMatchObject({ http: 200 })
  return { player, id: response.data.orderId }
}

const cashOf = async ({ uId }: { uId: string }) => (await deps.ledger.wallet(deps.db, uId)).cash
const get = async (id: string) => (await cashier.get<Withdrawal>(`/api/withdrawals/${id}`)).data
const workOffPayouts = () => workOff(deps, 'sendPayout', handlers.sendPayout, new AbortController().signal)
const auditOf = (id: string) =>
  deps.db.read<{
    action: string
    staff_name: string
    requested_by_name: string | null
    reason: string | null
  }>(
    `select action, staff_name, requested_by_name, reason from office.staff_audit where subject_id = $1 order by id`,
    [id],
  )

describe('the queue of withdrawals', () => {
  it('shows who waits, oldest first, with what to look at, and counts them', async () => {
    const { id, player } = await withdrawalOf(60)
    const { data } = await cashier.get<{ data: WithdrawalRow[] }>(
      '/api/withdrawals?state=waiting&sort=createdAt',
    )
    expect(data.data.find((row) => row.id === id)).toMatchObject({
      email: player.username,
      amountCents: 6000,
      state: 'requested',
      risks: ['newAccount', 'noDeposit'],
    })
    const queue = await cashier.get<{ counts: { kind: string; count: number }[] }>('/api/queue')
    const counted = queue.data.counts.find(({ kind }) => kind === 'withdrawals')
    expect(counted?.count).toBeGreaterThan(0)
    const found = await cashier.get<{ data: WithdrawalRow[] }>(
      `/api/withdrawals?q=${encodeURIComponent(player.username.slice(0, 9))}&playerId=${player.uId}`,
    )
    expect(found.data.data.map((row) => row.id)).toEqual([id])
    expect((await support.get(`/api/withdrawals/${id}`)).status).toBe(200)
    expect((await support.post(`/api/withdrawals/${id}/approve`, unreviewed)).status).toBe(403)
  })

  it('a later page goes on where the one before ended, in any order and with a filter', async () => {
    const { player } = await withdrawalOf(70)
    await withdrawalOf(80)
    await withdrawalOf(90)
    const idsOf = async (query: string) => {
      const { data } = await cashier.get<{ data: WithdrawalRow[]; hasNext: boolean }>(
        `/api/withdrawals?state=waiting&${query}`,
      )
      return { ids: data.data.map(({ id }) => id), hasNext: data.hasNext }
    }
    for (const query of ['sort=createdAt&order=asc', 'sort=amountCents&order=desc']) {
      const { ids } = await idsOf(query)
      expect(ids.length).toBeGreaterThan(2)
      const pages = await Promise.all(ids.map((_, index) => idsOf(`${query}&perPage=1&page=${index + 1}`)))
      expect(pages).toEqual(ids.map((id, index) => ({ ids: [id], hasNext: index < ids.length - 1 })))
    }
    expect(await idsOf(`q=${encodeURIComponent(player.username)}&perPage=1&page=2`)).toEqual({
      ids: [],
      hasNext: false,
    })
    // The same way to the rows of the other lists.
    for (const path of ['players', 'deposits', 'support'])
      expect((await (await world.as('support')).get(`/api/${path}?perPage=1&page=2`)).status).toBe(200)
  })

  it('an approved one is paid by the job, once, and everybody sees who decided', async () => {
    const { id } = await withdrawalOf(60)
    expect((await cashier.post(`/api/withdrawals/${id}/approve`, unreviewed)).data).toMatchObject({
      state: 'approved',
    })
    expect((await risk.post(`/api/withdrawals/${id}/approve`, unreviewed)).status).toBe(409)
    await workOffPayouts()
    expect(await get(id)).toMatchObject({ state: 'paid', provider: 'sandbox' })
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['withdrawals.approve'])
  })

  it('a large one needs a second person, who is not the first', async () => {
    const { id } = await withdrawalOf(6000)
    const asked = await cashier.post<{ approvalId: string }>(`/api/withdrawals/${id}/approve`, unreviewed)
    expect(asked.status).toBe(202)
    expect((await get(id)).state).toBe('requested')
    const confirm = `/api/approvals/${asked.data.approvalId}/confirm`
    expect((await cashier.post(confirm, why)).status).toBe(403)
    expect((await support.post(confirm, why)).status).not.toBe(200)
    expect((await other.post(confirm, why)).status).toBe(200)
    expect((await get(id)).state).toBe('approved')
    const rows = await auditOf(id)
    expect(rows.at(-1)).toMatchObject({ action: 'withdrawals.approve', requested_by_name: 'Caio Caixa' })
  })

  it('a refused one gives the money back and tells the player why', async () => {
    const { id, player } = await withdrawalOf(60)
    const refused = await cashier.post(`/api/withdrawals/${id}/refuse`, {
      ...why,
      ...unreviewed,
      refusal: 'notOwnKey',
    })
    expect(refused.data).toMatchObject({ state: 'refused', refusal: 'notOwnKey' })
    expect(await cashOf(player)).toBe(2_000_000)
    const { data } = await product.get<{ list: { kind: string; params: object }[] }>('/api/app/messages', {
      token: player.token,
    })
    expect(data.list[0]).toMatchObject({ kind: 'withdrawalRefused', params: { refusal: 'notOwnKey' } })
    const unexplained = { ...unreviewed, refusal: 'notOwnKey' }
    expect((await cashier.post(`/api/withdrawals/${id}/refuse`, unexplained)).status).toBe(422)
  })

  it('one that a colleague has held is not decided by who has not seen that', async () => {
    const { id } = await withdrawalOf(60)
    await risk.post(`/api/withdrawals/${id}/hold`, why)
    expect(await cashier.post(`/api/withdrawals/${id}/approve`, unreviewed)).toMatchObject({
      status: 409,
      data: { error: { code: 'conflict' } },
    })
    const refusal = { ...why, ...unreviewed, refusal: 'other' }
    expect((await cashier.post(`/api/withdrawals/${id}/refuse`, refusal)).status).toBe(409)
    expect(await get(id)).toMatchObject({ state: 'inReview', review: 'held' })
    expect((await cashier.post(`/api/withdrawals/${id}/approve`, { review: 'held' })).data).toMatchObject({
      state: 'approved',
    })
  })

  it('one that is held after a second person was asked is not paid by the confirmation', async () => {
    const { id } = await withdrawalOf(6000)
    const approve = () => cashier.post<{ approvalId: string }>(`/api/withdrawals/${id}/approve`, unreviewed)
    const asked = await approve()
    await risk.post(`/api/withdrawals/${id}/hold`, why)
    expect((await other.post(`/api/approvals/${asked.data.approvalId}/confirm`, why)).status).toBe(409)
    expect((await get(id)).state).toBe('inReview')
    const approval = await other.get<{ state: string }>(`/api/approvals/${asked.data.approvalId}`)
    expect(approval.data.state).toBe('failed')
    // Nor is a second person asked about what the first has not seen.
    expect((await approve()).status).toBe(409)
  })

  it('one is decided by a page of an earlier release, which does not say what it has seen', async () => {
    const [held, refused, large] = [await withdrawalOf(60), await withdrawalOf(60), await withdrawalOf(6000)]
    const approve = `/api/withdrawals/${large.id}/approve`
    for (const { id } of [held, refused, large]) await risk.post(`/api/withdrawals/${id}/hold`, why)
    expect((await cashier.post(`/api/withdrawals/${held.id}/approve`, {})).data).toMatchObject({
      state: 'approved',
    })
    const refusal = { ...why, refusal: 'other' }
    expect((await cashier.post(`/api/withdrawals/${refused.id}/refuse`, refusal)).status).toBe(200)
    const asked = await cashier.post<{ approvalId: string }>(approve, {})
    expect((await other.post(`/api/approvals/${asked.data.approvalId}/confirm`, why)).status).toBe(200)
    expect((await get(large.id)).state).toBe('approved')
  })

  it('one whose player has confirmed the key meanwhile is decided', async () => {
    const { id } = await withdrawalOf(60)
    expect((await cashier.post(`/api/withdrawals/${id}/approve`, { review: 'newKey' })).data).toMatchObject({
      state: 'approved',
    })
  })

  it('one that is held waits for a person; the key is shown to who may decide, and to the audit', async () => {
    const { id } = await withdrawalOf(60)
    expect((await cashier.post(`/api/withdrawals/${id}/hold`, why)).data).toMatchObject({
      state: 'inReview',
      risks: expect.arrayContaining(['held']),
    })
    const shown = await cashier.post<{ key: string }>(`/api/withdrawals/${id}/show-key`, why)
    expect(shown.data.key).toMatch(/^\d{11}$/)
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'withdrawals.hold',
      'withdrawals.showKey',
    ])
    expect(JSON.stringify(await auditOf(id))).not.toContain(shown.data.key)
  })

  it('USDT that no provider pays is paid by a person, with the number of the transfer, once', async () => {
    const usdt = {
      payCardBank: 'USDT',
      payCardNo: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      ifsc: '',
      name: 'Ana Souza',
    }
    const { id, player } = await withdrawalOf(60, { lx: '20' }, usdt)
    await cashier.post(`/api/withdrawals/${id}/approve`, unreviewed)
    // The sandbox's provider pays to every destination.
    const reference = 'b3f1c0ffee'
    expect((await cashier.post(`/api/withdrawals/${id}/mark-paid`, { ...why, reference })).status).toBe(409)
    const payout = Object.assign(Object.create(deps.payout) as typeof deps.payout, { destinations: ['CPF'] })
    const markPaid = (withdrawal: string) =>
      deps.db.tx((tx) =>
        markPaidByHand({ ...deps, payout }, tx, { id: withdrawal, reference, actor: staffActor('cashier') }),
      )
    await markPaid(id)
    expect(await get(id)).toMatchObject({ state: 'paid', provider: 'byHand', reference })
    expect(await cashOf(player)).toBe(2_000_000 - 6000)
    await expect(markPaid(id)).rejects.toMatchObject({ key: 'conflict' })
    const second = await withdrawalOf(60, { lx: '20' }, usdt)
    await cashier.post(`/api/withdrawals/${second.id}/approve`, unreviewed)
    await expect(markPaid(second.id)).rejects.toMatchObject({ key: 'conflict' })
  })
})

describe('an adjustment', () => {
  const make = (browser: typeof cashier, body: object) =>
    browser.post<{ amountCents: number; approvalId?: string }>('/api/adjustments/make', {
      account: 'cash',
      kind: 'goodwill',
      ...why,
      ...body,
    })

  it('is one posting at the expense of the house, by the member of staff', async () => {
    const player = await product.createUser({ balance: 10 })
    expect((await make(cashier, { player: player.username, amountCents: 1234 })).status).toBe(200)
    expect(await cashOf(player)).toBe(2234)
    expect((await make(cashier, { player: player.uId, amountCents: -2234 })).status).toBe(200)
    expect(await cashOf(player)).toBe(0)
    expect((await make(cashier, { player: player.uId, amountCents: -1 })).status).toBe(422)
    const postings = await deps.db.read<{ actor_kind: string; amounts: number[]; accounts: string }>(
      `select actor_kind, amounts::int[] as amounts, accounts::text[] as accounts from transfers where user_id = $1 and ref_type = 'adjust'
        and actor_id <> 'sandbox' order by id`,
      [player.uId],
    )
    expect(postings).toEqual([
      { actor_kind: 'staff', accounts: ['house_adjustments', 'cash'], amounts: [-1234, 1234] },
      { actor_kind: 'staff', accounts: ['cash', 'house_adjustments'], amounts: [-2234, 2234] },
    ])
    expect(await deps.ledger.violations()).toEqual([])
    const list = await cashier.get<{ data: { amountCents: number }[] }>(
      `/api/adjustments?playerId=${player.uId}`,
    )
    expect(list.data.data.map(({ amountCents }) => amountCents).toSorted((a, b) => a - b)).toEqual([
      -2234, 1234,
    ])
  })

  it('of an erased account only takes what has come to it later', async () => {
    const player = await product.createUser({ balance: 0 })
    await deps.db.tx((tx) => eraseAccount(deps, tx, player.uId, player.username))
    await adjustWallet(deps.db, { userId: player.uId, cash: cents(4000) }, deps.clock.now())
    expect((await make(cashier, { player: player.uId, amountCents: 1 })).status).toBe(404)
    expect((await make(cashier, { player: player.uId, amountCents: -4000 })).status).toBe(200)
    expect(await cashOf(player)).toBe(0)
  })

  it('needs a second person above the limit, a known player and a role that may', async () => {
    const player = await product.createUser({ balance: 0 })
    const asked = await make(cashier, { player: player.uId, amountCents: 500_00 })
    expect(asked.status).toBe(202)
    expect(await cashOf(player)).toBe(0)
    expect((await other.post(`/api/approvals/${asked.data.approvalId}/confirm`, why)).status).toBe(200)
    expect(await cashOf(player)).toBe(500_00)
    expect((await make(cashier, { player: 'nobody@nowhere.test', amountCents: 1 })).status).toBe(404)
    expect((await make(cashier, { player: player.uId, amountCents: 0 })).status).toBe(422)
    expect((await make(support, { player: player.uId, amountCents: 1 })).status).toBe(403)
  })
})

it('deposits are listed and found by what the provider calls them', async () => {
  const player = await product.createUser({ kyc: 1 })
  const order = await product.post<{ orderId: string }>(
    '/api/app/order/prePay/brl-500',
    { gift: 0, pkgId: 'brl-500', isapp: 0 },
    { token: player.token, form: true },
  )
  expect(order).toMatchObject({ http: 200 })
  const { data } = await cashier.get<{ data: { id: string; reference: string; amountCents: number }[] }>(
    `/api/deposits?playerId=${player.uId}`,
  )
  const [row] = data.data
  expect(data.data).toMatchObject([{ state: 'pending', email: player.username }])
  const found = await cashier.get<{ data: { id: string }[] }>(`/api/deposits?q=${row?.reference}`)
  expect(found.data.data.map(({ id }) => id)).toEqual([row?.id])
  await deps.db.write(`update orders set payer = 'unknown' where id = $1`, [row?.id ?? ''])
  const unknown = await cashier.get<{ data: { id: string }[] }>('/api/deposits?payer=unknown')
  expect(unknown.data.data).toMatchObject([{ id: row?.id }])
  const confirmed = () => cashier.post(`/api/deposits/${row?.id}/confirm-payer`, why)
  expect((await support.post(`/api/deposits/${row?.id}/confirm-payer`, why)).status).toBe(403)
  expect((await confirmed()).data).toMatchObject({ payer: 'checked' })
  expect((await confirmed()).status).toBe(409)
  const file = await cashier.get('/api/deposits.csv')
  expect(file.raw.body).toContain(player.username)
  // A file's days are those of its filter: no time in it is that of another zone.
  const lists = officeCalls.filter(
    ({ kind, path }) => kind === 'csv' && path !== '/api/audit.csv' && !path.startsWith('/api/reports'),
  )
  expect(lists.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['vouchers.export', 'reconciliation.export', 'suspendedPrizes.export']),
  )
  for (const { name, path } of lists) {
    const { status, data: text } = await other.get<string>(path)
    expect([name, status, /T\d\d:\d\d:\d\d[\d.]*Z[,\r\n]/.exec(text)]).toEqual([name, 200, null])
  }
})

it('a debt is written off at the expense of the house, with a second person above the limit', async () => {
  const debtor = async (amount: number) => {
    const player = await product.createUser({ balance: 10 })
    await deps.ledger.oweForTicket(deps.db, {
      userId: player.uId,
      actor: staffActor('risk'),
      ticketId: `lost-${player.uId}`,
      number: 1,
      amount: cents(amount),
    })
    return player
  }
  const player = await debtor(5000)
  const path = `/api/players/${player.uId}/write-off-debt`
  expect((await risk.post(path, { amountCents: 5000, ...why })).status).toBe(403)
  const debt = { amountCents: 5000, ...why }
  expect((await cashier.post(path, { ...debt, amountCents: 4000 })).status).toBe(409)
  const done = await cashier.post<{ debtCents: number; cashCents: number }>(path, debt)
  expect(done).toMatchObject({ status: 200, data: { debtCents: 0, cashCents: 6000 } })
  expect((await cashier.post(path, debt)).status).toBe(409)
  expect(await auditOf(player.uId)).toEqual([
    expect.objectContaining({ action: 'players.writeOffDebt', staff_name: 'Caio Caixa', reason: why.reason }),
  ])
  const { data } = await cashier.get<{ data: object[] }>(`/api/adjustments?playerId=${player.uId}`)
  expect(data.data).toMatchObject([{ account: 'debt', kind: 'writtenOff', amountCents: 5000, ...why }])
  const timeline = await cashier.get<{ entries: { what: string }[] }>(
    `/api/players/${player.uId}/timeline?kind=money`,
  )
  expect(timeline.data.entries.map(({ what }) => what)).toEqual(['writtenOff', 'debt', 'adjust'])
  // What is won now stays.
  await product.post('/api/app/game/dice/bet', { amount: 1, direction: 'over', chance: 98 }, player)
  expect((await cashier.get<{ debtCents: number }>(`/api/players/${player.uId}`)).data.debtCents).toBe(0)

  const rich = await debtor(90_000)
  const asked = await cashier.post<{ approvalId: string }>(`/api/players/${rich.uId}/write-off-debt`, {
    amountCents: 90_000,
    ...why,
  })
  expect(asked.status).toBe(202)
  // By the player's e-mail, for those who decide and in the audit.
  const confirmed = await other.post<{ subjectName: string }>(
    `/api/approvals/${asked.data.approvalId}/confirm`,
    why,
  )
  expect(confirmed).toMatchObject({ status: 200, data: { subjectName: rich.username } })
  expect((await other.get<{ data: object[] }>(`/api/audit?subjectId=${rich.uId}`)).data.data).toMatchObject([
    { action: 'players.writeOffDebt', subjectName: rich.username },
  ])
  expect(await deps.ledger.violations()).toEqual([])
  await rollUpReports(deps)
  const { day } = await readToday(deps.db, deps.clock.now())
  expect(await compareDay(deps.db, day)).toEqual([])
})

it('a debt that has grown since a write-off was asked for is not written off with it', async () => {
  const player = await product.createUser({ balance: 10 })
  const owe = (ticketId: string, amount: number) =>
    deps.ledger.oweForTicket(deps.db, {
      userId: player.uId,
      actor: staffActor('risk'),
      ticketId: `${ticketId}-${player.uId}`,
      number: 1,
      amount: cents(amount),
    })
  await owe('first', 600_000)
  const asked = await cashier.post<{ approvalId: string }>(`/api/players/${player.uId}/write-off-debt`, {
    amountCents: 600_000,
    ...why,
  })
  expect(asked.status).toBe(202)
  await owe('second', 4_000_000)
  expect((await other.post(`/api/approvals/${asked.data.approvalId}/confirm`, why)).status).toBe(409)
  expect((await cashier.get<{ debtCents: number }>(`/api/players/${player.uId}`)).data.debtCents).toBe(
    4_600_000,
  )
})

it('a difference is resolved with a reason, once', async () => {
  await deps.db.write(
    `insert into payment_differences (id, provider, side, kind, subject, their_state, their_amount, at, found_at)
     values ('d1', 'sandbox', 'deposits', 'unknownDeposit', 'e1', 'paid', 5000, now(), now())`,
  )
  const { data } = await cashier.get<{ data: { id: string; theirs: object }[] }>(
    '/api/reconciliation?state=open',
  )
  expect(data.data).toMatchObject([{ id: 'd1', theirs: { state: 'paid', amountCents: 5000 }, ours: null }])
  expect((await support.get('/api/reconciliation')).status).toBe(403)
  const resolve = () => cashier.post('/api/reconciliation/d1/resolve', why)
  expect((await resolve()).data).toMatchObject({ state: 'resolved', resolvedBy: 'Caio Caixa' })
  expect((await resolve()).status).toBe(409)
  const { data: file } = await cashier.get<string>('/api/reconciliation.csv?state=resolved')
  expect(file).toMatch(/^d1,.*,unknownDeposit,e1,,,,,,paid,50\.00,resolved,[^,]+,Caio Caixa,seen by a test$/m)
})
