/** A session alone, without the password, moves no money to a key that its player has never used. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { WithdrawalRow } from '#contract/office/withdrawals.ts'
import { terminalHeader } from '#contract/terminal.ts'
import { readIdentity } from '#server/domain/accounts/kyc.ts'
import { sendPayout } from '#server/domain/payments/payouts.ts'
import { approveOverdueWithdrawals, approveWithdrawal } from '#server/domain/payments/withdrawals.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { signingTerminal } from './helpers/signingTerminal.ts'
import { testActor } from './helpers/testActor.ts'
import { createTestOffice } from './helpers/testOffice.ts'

const world = await createTestOffice()
const { product: t } = world
const { deps } = t

const password = 'Segura-123'
const minute = 60_000
const day = 24 * 60 * minute
const requested = 'Solicitação de saque bem-sucedida!'
const reviewed = expect.stringContaining('salve o destino com a sua senha') as unknown

const create = () => t.createUser({ balance: 2000, kyc: 1, level: 12 })
type Player = Awaited<ReturnType<typeof create>>

/** A session of the player that somebody opened with a one-time link. */
async function linkSession({ username }: Pick<Player, 'username'>): Promise<string> {
  const { data: link } = await t.post<{ url: string }>('/sandbox/api/links', { username })
  const body = { token: link.url.split('/zgo')[1] }
  return (await t.post<{ access_token: string }>('/api/app/user/exchangeLink', body)).data.access_token
}

async function logIn({ username }: Player, headers: Record<string, string> = {}, pwd = password) {
  const body = { username, pwd, ...(await t.captcha()) }
  return t.post<{ access_token: string }>('/api/auth/user/restLogin', body, { headers })
}

const cardOf = (key: string) => ({ payCardBank: 'CPF', payCardNo: key, ifsc: key, name: 'Outra Pessoa' })
const withdraw = (token: string, key: string, more: object = {}, idempotencyKey: string = randomUUID()) =>
  t.post<{ orderId: string; status: string }>(
    '/api/app/order/withdraw',
    { ...cardOf(key), whatsapp: '', amount: 100, ...more },
    { token, headers: { 'idempotency-key': idempotencyKey } },
  )
const setCard = (token: string, key: string, more: object = {}) =>
  t.post('/api/app/order/setCard', { ...cardOf(key), ...more }, { token })
const limitsOf = async (token: string) =>
  (
    await t.get<{ pwdAsked: boolean; cardInfo: { CPF?: { pwdAsked?: boolean } } }>(
      '/api/app/order/getWithdraw',
      { token },
    )
  ).data

const stateOf = async (id: string) => {
  const [row] = await deps.db.read<{ status: string; review: string | null }>(
    'select status, review from withdrawals where id = $1',
    [id],
  )
  return row
}
const inReview = { status: 'inReview', review: 'newKey' }
const normal = { status: 'requested', review: null }
/** The marks that concern the key. The clock moves, which ends the cashier's session. */
const risksOf = async (id: string) => {
  const { data } = await (await world.as('cashier')).get<WithdrawalRow>(`/api/withdrawals/${id}`)
  return data.risks.filter((mark) => /key|password/i.test(mark))
}
const cashOf = async ({ uId }: Player) => (await deps.ledger.wallet(deps.db, uId)).cash
const mailsOf = async ({ username }: Player) =>
  (
    await t.get<{ subject: string; text: string }[]>(`/sandbox/api/outbox?to=${encodeURIComponent(username)}`)
  ).data.filter(({ subject }) => subject === 'Novo destino de retirada na sua conta')

async function pay(id: string): Promise<void> {
  await approveWithdrawal(deps, testActor, id)
  await sendPayout(deps, id)
}

describe('a session that a link opened', () => {
  it('has its withdrawal to a new key reviewed; the owner is told, and the back office sees why', async () => {
    const owner = await create()
    const key = randomCpf()
    const response = await withdraw(await linkSession(owner), key)
    expect(response).toMatchObject({ http: 200, message: reviewed, data: { status: '00' } })
    const id = response.data.orderId
    expect(await stateOf(id)).toEqual(inReview)
    expect(await risksOf(id)).toEqual(['notOwnKey', 'newKey', 'noPassword'])
    const record = await t.get(`/api/app/order/withdrawal/${id}`, { token: owner.token })
    expect(record.data).toMatchObject({ status: '00', detail: { review: 'newKey' } })
    const [mail, ...others] = await mailsOf(owner)
    expect(mail?.text).toContain(`CPF ***.${key.slice(3, 6)}.${key.slice(6, 9)}-**`)
    expect(others).toEqual([])

    await deps.clock.advance(day - minute)
    await approveOverdueWithdrawals(deps)
    expect(await stateOf(id)).toEqual(inReview)
    await deps.clock.advance(minute)
    await approveOverdueWithdrawals(deps)
    expect(await stateOf(id)).toMatchObject({ status: 'approved' })
  })

  it('cannot make a key known by storing it; who has the password can, which lets the withdrawal go', async () => {
    const owner = await create()
    const [thief, key] = [await linkSession(owner), randomCpf()]
    expect((await setCard(thief, key)).http).toBe(200)
    expect(await limitsOf(thief)).toMatchObject({ pwdAsked: true, cardInfo: { CPF: { pwdAsked: true } } })
    const { data } = await withdraw(thief, key)
    expect(await stateOf(data.orderId)).toEqual(inReview)
    expect(await setCard(thief, key, { pwd: 'Errada-123' })).toMatchObject({
      http: 403,
      message: 'A senha não confere. Confira e tente de novo.',
    })
    expect(await stateOf(data.orderId)).toEqual(inReview)
    expect((await setCard(thief, key, { pwd: password })).http).toBe(200)
    expect(await stateOf(data.orderId)).toEqual(normal)
    expect((await limitsOf(thief)).cardInfo.CPF?.pwdAsked).toBeUndefined()
    expect(await stateOf((await withdraw(thief, key)).data.orderId)).toEqual(normal)
    expect(await mailsOf(owner)).toHaveLength(1)
  })

  it('withdraws as usual to the verified CPF and to a key that was paid before', async () => {
    const owner = await create()
    const session = await linkSession(owner)
    const own = (await readIdentity(deps, deps.db, owner.uId))?.cpf ?? ''
    const toOwn = await withdraw(session, own)
    expect(toOwn).toMatchObject({ http: 200, message: requested })
    const paid = await withdraw(owner.token, randomCpf(), { pwd: password })
    await pay(paid.data.orderId)
    const key = randomCpf()
    await pay((await withdraw(owner.token, key)).data.orderId)
    await setCard(session, randomCpf())
    const again = await withdraw(session, key)
    expect(again.message).toBe(requested)
    expect(await Promise.all([toOwn, again].map(({ data }) => stateOf(data.orderId)))).toEqual([
      normal,
      normal,
    ])
    expect(await risksOf(again.data.orderId)).toEqual(['notOwnKey'])
  })
})

describe('the password', () => {
  it('with the call makes it an ordinary one, a first payout that the back office sees as such', async () => {
    const owner = await create()
    const response = await withdraw(await linkSession(owner), randomCpf(), { pwd: password })
    expect(response).toMatchObject({ http: 200, message: requested })
    expect(await stateOf(response.data.orderId)).toEqual(normal)
    expect(await risksOf(response.data.orderId)).toEqual(['notOwnKey', 'newKey'])
    expect(await mailsOf(owner)).toHaveLength(1)
  })

  it('speaks for the session that it opened, for fifteen minutes', async () => {
    const owner = await create()
    const token = (await logIn(owner)).data.access_token
    expect(await limitsOf(token)).toMatchObject({ pwdAsked: false })
    expect(await stateOf((await withdraw(token, randomCpf())).data.orderId)).toEqual(normal)
    await deps.clock.advance(15 * minute)
    expect(await limitsOf(token)).toMatchObject({ pwdAsked: true })
    expect(await stateOf((await withdraw(token, randomCpf())).data.orderId)).toEqual(inReview)
  })

  it('does not on a terminal, which its customer may have left', async () => {
    const owner = await create()
    const terminal = await signingTerminal(t)
    const token = (await logIn(owner, { [terminalHeader]: terminal })).data.access_token
    expect(await limitsOf(token)).toMatchObject({ pwdAsked: true })
    expect(await stateOf((await withdraw(token, randomCpf())).data.orderId)).toEqual(inReview)
  })

  it('that is wrong takes nothing; the same call with the right one goes on, and again gets the same bytes', async () => {
    const owner = await create()
    const [token, key, idempotencyKey] = [await linkSession(owner), randomCpf(), randomUUID()]
    const wrong = await withdraw(token, key, { pwd: 'Errada-123' }, idempotencyKey)
    expect([wrong.http, await cashOf(owner)]).toEqual([403, 200_000])
    const right = await withdraw(token, key, { pwd: password }, idempotencyKey)
    expect([right.http, await cashOf(owner)]).toEqual([200, 190_000])
    // What is stored of the call does not depend on the password.
    for (const pwd of [password, 'Errada-123'])
      expect((await withdraw(token, key, { pwd }, idempotencyKey)).raw.payload).toBe(right.raw.payload)
    expect(await cashOf(owner)).toBe(190_000)
  })

  it('is guessed five times, also in parallel, and guesses do not lock the login', async () => {
    const owner = await create()
    const token = await linkSession(owner)
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => withdraw(token, randomCpf(), { pwd: 'Errada-123' })),
    )
    expect(guesses.map(({ http }) => http).sort()).toEqual([403, 403, 403, 403, 403, 429, 429, 429])
    expect((await withdraw(token, randomCpf(), { pwd: password })).http).toBe(429)
    expect((await logIn(owner)).http).toBe(200)
    await deps.clock.advance(15 * minute)
    expect((await withdraw(token, randomCpf(), { pwd: password })).http).toBe(200)
  })
})
