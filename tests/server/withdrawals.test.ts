import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { staffRefusalCodes } from '#contract/rules/withdrawalDecision.ts'
import {
  approveWithdrawal,
  approveOverdueWithdrawals,
  refuseWithdrawal,
} from '#server/domain/payments/withdrawals.ts'
import { readIdentity } from '#server/domain/accounts/kyc.ts'
import { indexOldKeys } from '#server/domain/payments/payoutKeys.ts'
import { sendPayout } from '#server/domain/payments/payouts.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'
import { testActor } from './helpers/testActor.ts'
import { adjustWallet } from '#server/sandbox/adjustWallet.ts'
import { sized } from '../scope.ts'

const server = await createTestServer()
const { call, clock, deps, player } = server
const { db } = deps

const cpf = '529.982.247-25'
const cnpj = '11.222.333/0001-81'
const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

interface Limits {
  limitAmount: string
  number: number
  lock: boolean
  wdAmount: number
  usdtRate: number
  serviceAmount: number
  cardInfo: Record<string, { ifsc: string; payCardNo: string; name: string; whatsapp: string }> & {
    CHANNEL: string[]
  }
  ownCpf?: { ifsc: string; payCardNo: string; name: string }
}
interface Requested {
  orderId: string
  status: string
}

const toCpf = { payCardBank: 'CPF', payCardNo: cpf, ifsc: cpf, name: 'Ana Souza', whatsapp: '+5511987654321' }
const limits = async (owner: TestPlayer) =>
  (await call<Limits>('GET', '/api/app/order/getWithdraw', { player: owner })).data
/** To the player's verified CPF unless `body` says otherwise. */
const withdraw = async (owner: TestPlayer, body: object, options: { key?: string; lang?: string } = {}) =>
  call<Requested>('POST', '/api/app/order/withdraw', {
    player: owner,
    body: { ...toCpf, payCardNo: await ownCpf(owner), ...body },
    key: options.key ?? randomUUID(),
    ...(options.lang ? { lang: options.lang } : {}),
  })
const ownCpf = async ({ userId }: TestPlayer) => (await readIdentity(deps, db, userId))?.cpf ?? cpf
const walletOf = (owner: TestPlayer) => deps.ledger.wallet(db, owner.userId)
const recordsOf = async (owner: TestPlayer) =>
  (
    await call<{ list: { id: string; status: string; amount: number; fee: number; detail: object }[] }>(
      'GET',
      '/api/app/order/records?tab=withdrawals',
      { player: owner },
    )
  ).data.list
const messagesOf = async (owner: TestPlayer) =>
  (
    await call<{ list: { kind: string; params: object }[] }>('GET', '/api/app/messages', { player: owner })
  ).data.list.filter(({ kind }) => kind.startsWith('withdrawal'))

/** The operator approves, and the provider pays. */
async function pay(id: string): Promise<void> {
  await approveWithdrawal(deps, testActor, id)
  await sendPayout(deps, id)
}

describe('getWithdraw', () => {
  it('returns minimum, count, fee and withdrawable amount, by VIP level', async () => {
    const owner = await player({ balance: 200, turnover: 80, level: 5 })
    expect(await limits(owner)).toMatchObject({
      limitAmount: '50',
      number: 2,
      lock: false,
      wdAmount: 120,
      serviceAmount: 0.005,
      cardInfo: { CHANNEL: ['CPF', 'CNPJ'] },
    })
    expect(await limits(await player({ lock: true }))).toMatchObject({
      lock: true,
      number: 1,
      wdAmount: 0,
      serviceAmount: 0.03,
    })
  })

  it('offers USDT only to players with lx 20', async () => {
    expect((await limits(await player({ lx: '20' }))).cardInfo.CHANNEL).toEqual(['CPF', 'CNPJ', 'USDT'])
    expect((await limits(await player({ lx: '10' }))).cardInfo.CHANNEL).toEqual(['CPF', 'CNPJ'])
  })

  it('shows stored destinations masked, and stores them encrypted', async () => {
    const owner = await player({ lx: '20' })
    const setCard = (body: object) => call('POST', '/api/app/order/setCard', { player: owner, body })
    const saved = await setCard(toCpf)
    expect(saved).toMatchObject({ httpStatus: 200, message: 'Destino salvo.' })
    await setCard({ payCardBank: 'CNPJ', payCardNo: cnpj, name: 'Loja Azul', whatsapp: '' })
    await setCard({ payCardBank: 'USDT', payCardNo: address, ifsc: '5.4' })
    const { cardInfo, usdtRate } = await limits(owner)
    expect(cardInfo['CPF']).toEqual({
      ifsc: '***.982.247-**',
      payCardNo: '***.982.247-**',
      name: 'Ana Souza',
      whatsapp: '+5511987654321',
    })
    expect(cardInfo['CNPJ']).toMatchObject({ payCardNo: '**.222.333/****-**', name: 'Loja Azul', ifsc: '' })
    expect(cardInfo['USDT']).toMatchObject({ payCardNo: 'TR7N***Lj6t', ifsc: String(usdtRate), name: '' })
    const rows = await db.read<{ key_encrypted: Buffer; key_masked: string }>(
      'select key_encrypted, key_masked from payout_destinations where user_id = $1',
      [owner.userId],
    )
    expect(rows).toHaveLength(3)
    for (const row of rows) {
      expect(row.key_encrypted.toString('latin1')).not.toContain('52998224725')
      expect(row.key_encrypted.toString('latin1')).not.toContain(address)
      expect(row.key_masked).toContain('*')
    }
  })

  it('knows the verified CPF, masked, until a CPF is stored; its masked key can be stored and used', async () => {
    const owner = await player({ balance: 200, level: 5 })
    const own = await ownCpf(owner)
    const masked = `***.${own.slice(3, 6)}.${own.slice(6, 9)}-**`
    const before = await limits(owner)
    expect(before.cardInfo['CPF']).toBeUndefined()
    expect(before.ownCpf).toMatchObject({ payCardNo: masked, ifsc: masked })
    expect(JSON.stringify(before)).not.toContain(own)
    const body = { payCardBank: 'CPF', payCardNo: masked, name: '' }
    expect((await call('POST', '/api/app/order/setCard', { player: owner, body })).httpStatus).toBe(200)
    const after = await limits(owner)
    expect(after.ownCpf).toBeUndefined()
    expect(after.cardInfo['CPF']).toMatchObject({ payCardNo: masked, name: before.ownCpf?.name })
    expect((await withdraw(owner, { ...body, amount: 60 })).httpStatus).toBe(200)
  })

  it('knows no CPF before the identity check, and another player’s masked CPF is nobody’s', async () => {
    const [owner, unverified] = [await player(), await player({ kyc: 0 })]
    expect((await limits(unverified)).ownCpf).toBeUndefined()
    const masked = (await limits(owner)).ownCpf?.payCardNo
    for (const other of [unverified, await player()]) {
      const body = { payCardBank: 'CPF', payCardNo: masked, name: 'Ana Souza' }
      expect((await call('POST', '/api/app/order/setCard', { player: other, body })).httpStatus).toBe(400)
    }
  })

  it('keeps the stored key when an empty or masked one is sent, with a new name', async () => {
    const owner = await player()
    const setCard = (body: object) => call('POST', '/api/app/order/setCard', { player: owner, body })
    await setCard(toCpf)
    await setCard({ ...toCpf, payCardNo: '', name: 'Ana Lima' })
    await setCard({ ...toCpf, payCardNo: '***.982.247-**', name: 'Ana Lima', whatsapp: '+5521999990000' })
    expect((await limits(owner)).cardInfo['CPF']).toMatchObject({
      payCardNo: '***.982.247-**',
      name: 'Ana Lima',
      whatsapp: '+5521999990000',
    })
    expect((await setCard({ ...toCpf, payCardNo: '***.111.222-**' })).httpStatus).toBe(400)
    expect((await setCard({ payCardBank: 'CNPJ', payCardNo: '', name: 'Loja' })).httpStatus).toBe(400)
  })
})

describe('a withdrawal', () => {
  it('takes the money at once, waits, and is approved minus its fee', async () => {
    const owner = await player({ balance: 200 })
    const response = await withdraw(owner, { amount: 100 })
    expect(response).toMatchObject({
      httpStatus: 200,
      status: 0,
      message: 'Solicitação de saque bem-sucedida!',
      data: { status: '00' },
    })
    expect(await walletOf(owner)).toMatchObject({
      cash: 10_000,
      heldWithdrawals: 10_000,
      withdrawalSum: 0,
    })
    expect((await limits(owner)).number).toBe(0)
    expect(await recordsOf(owner)).toMatchObject([
      { id: response.data.orderId, status: '00', amount: -100, fee: 3 },
    ])

    await pay(response.data.orderId)
    expect(await walletOf(owner)).toMatchObject({
      cash: 10_000,
      heldWithdrawals: 0,
      withdrawalSum: 10_000,
    })
    expect(await recordsOf(owner)).toMatchObject([{ status: '10' }])
    const entries = await db.read<{ account: string; amount: number }>(
      `select e.account, e.amount from entries e join transfers t on t.id = e.transfer_id
        where t.ref_id = $1 and t.kind = 'withdrawal_paid' order by e.account`,
      [response.data.orderId],
    )
    expect(entries).toContainEqual({ account: 'house_fees', amount: 300 })
    expect(entries).toContainEqual({ account: 'house_payout', amount: 9_700 })
  })

  it('returns the money when it is refused, and does not count for the day', async () => {
    const owner = await player({ balance: 200 })
    const { data } = await withdraw(owner, { amount: 100 })
    await refuseWithdrawal(deps, testActor, data.orderId)
    expect(await walletOf(owner)).toMatchObject({ cash: 20_000, heldWithdrawals: 0 })
    expect(await recordsOf(owner)).toMatchObject([{ status: '01' }])
    expect((await limits(owner)).number).toBe(1)
    await expect(approveWithdrawal(deps, testActor, data.orderId)).rejects.toMatchObject({ key: 'conflict' })
    await expect(refuseWithdrawal(deps, testActor, randomUUID())).rejects.toMatchObject({ key: 'notFound' })
  })

  it.each(staffRefusalCodes)(
    'refused for %s: the player is told why, and the money is back once',
    async (code) => {
      const owner = await player({ balance: 200 })
      const { data } = await withdraw(owner, { amount: 100 })
      const refusals = await Promise.allSettled(
        Array.from({ length: 5 }, () => refuseWithdrawal(deps, testActor, data.orderId, code)),
      )
      expect(refusals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await walletOf(owner)).toMatchObject({ cash: 20_000, heldWithdrawals: 0 })
      expect(await recordsOf(owner)).toMatchObject([{ status: '01', detail: { refusal: code } }])
      expect(await messagesOf(owner)).toMatchObject([
        { kind: 'withdrawalRefused', params: { refusal: code } },
      ])
    },
  )

  it('refused without a reason, as before there were reasons, tells none', async () => {
    const owner = await player({ balance: 200, level: 5 })
    const refused = await withdraw(owner, { amount: 100 })
    await refuseWithdrawal(deps, testActor, refused.data.orderId)
    expect(await recordsOf(owner)).toMatchObject([{ status: '01', detail: { refusal: null } }])
    const paid = await withdraw(owner, { amount: 100 })
    await pay(paid.data.orderId)
    expect(await recordsOf(owner)).toMatchObject([{ status: '10', detail: { refusal: null } }, {}])
    expect((await messagesOf(owner)).map(({ params }) => params)).toEqual([{ amount: 100 }, { amount: 100 }])
  })

  it('is on its way until it is decided, beside a pending deposit', async () => {
    const owner = await player({ balance: 200 })
    const open = async (of = owner) =>
      (
        await call<{
          deposit: { orderId: string } | null
          withdrawal: { id: string; status: string } | null
        }>('GET', '/api/app/order/open', { player: of })
      ).data
    expect(await open()).toEqual({ deposit: null, withdrawal: null })
    const { data } = await withdraw(owner, { amount: 100 })
    const { deposit, withdrawal } = await open()
    expect(deposit).toBeNull()
    expect(withdrawal).toEqual(expect.objectContaining({ id: data.orderId, status: '00', amount: -100 }))
    expect((await open(await player())).withdrawal).toBeNull()
    await pay(data.orderId)
    expect((await open()).withdrawal).toBeNull()
    const body = { gift: 0, pkgId: 'brl-20' }
    const order = await call<{ orderId: string }>('POST', '/api/app/order/prePay/brl-20', {
      player: owner,
      body,
    })
    expect((await open()).deposit?.orderId).toBe(order.data.orderId)
  })

  it('is decided once, also by parallel decisions', async () => {
    const owner = await player({ balance: 200 })
    const { data } = await withdraw(owner, { amount: 100 })
    const decisions = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? approveWithdrawal : refuseWithdrawal)(deps, testActor, data.orderId),
      ),
    )
    expect(decisions.filter((decision) => decision.status === 'fulfilled')).toHaveLength(1)
    await sendPayout(deps, data.orderId)
    const { cash, heldWithdrawals, withdrawalSum } = await walletOf(owner)
    expect(heldWithdrawals).toBe(0)
    expect(cash + withdrawalSum).toBe(20_000)
  })

  it('is approved automatically after a while, once, also by two processes', async () => {
    const other = await server.startAnother()
    const owners = await Promise.all([1, 2, 3, 4].map(() => player({ balance: 200 })))
    await Promise.all(owners.map((owner) => withdraw(owner, { amount: 100 })))
    await approveOverdueWithdrawals(deps)
    expect(await recordsOf(owners[0] as TestPlayer)).toMatchObject([{ status: '00' }])
    await clock.advance(5_000)
    await Promise.all([runJobs(deps), runJobs(other.deps), runJobs(other.deps)])
    // A process that came too late for an approval did not find its payout either.
    await runJobs(deps)
    for (const owner of owners) {
      expect(await walletOf(owner)).toMatchObject({ heldWithdrawals: 0, withdrawalSum: 10_000 })
      expect(await recordsOf(owner)).toMatchObject([{ status: '10' }])
    }
  })

  it('goes to the stored destination when its masked key is sent, and stores a new one', async () => {
    const owner = await player({ balance: 500, level: 12, lx: '20' })
    await withdraw(owner, { amount: 50, payCardNo: cpf })
    expect((await limits(owner)).cardInfo['CPF']?.payCardNo).toBe('***.982.247-**')
    expect((await withdraw(owner, { amount: 50, payCardNo: '***.982.247-**', name: '' })).httpStatus).toBe(
      200,
    )
    expect((await withdraw(owner, { amount: 50, payCardBank: 'CNPJ', payCardNo: cnpj })).httpStatus).toBe(200)
    const usdt = await withdraw(owner, { amount: 50, payCardBank: 'USDT', payCardNo: address, name: '' })
    expect(usdt.httpStatus).toBe(200)
    const rows = await db.read<{ type: string; key_masked: string }>(
      'select type, key_masked from withdrawals where user_id = $1 order by created_at, id',
      [owner.userId],
    )
    expect(rows.map((row) => row.type).sort()).toEqual(['CNPJ', 'CPF', 'CPF', 'USDT'])
    expect(rows.every((row) => row.key_masked.includes('*'))).toBe(true)
  })

  it('counts days from midnight in São Paulo', async () => {
    // Noon of a day far in the future, so that withdrawals of the other tests are on earlier days in both time zones.
    await clock.moveTo(new Date('2031-05-10T15:00:00Z'))
    const owner = await player({ balance: 200 })
    await withdraw(owner, { amount: 50 })
    await clock.moveTo(new Date('2031-05-11T02:59:00Z'))
    expect((await limits(owner)).number).toBe(0)
    await clock.moveTo(new Date('2031-05-11T03:00:00Z'))
    expect((await limits(owner)).number).toBe(1)
  })
})

describe('the checks', () => {
  const minimum = 'Montante mínimo de retirada:R$50'

  it('run in the documented order', async () => {
    const owner = await player({ balance: 200, turnover: 500, lock: true })
    const set = (sql: string, ...values: (string | number | boolean)[]) =>
      db.write(sql, [owner.userId, ...values])
    const empty = { amount: '', payCardNo: '' }
    const message = async (body: object) => {
      const response = await withdraw(owner, body)
      expect(response.httpStatus).toBe(400)
      return response.message
    }
    await set(
      `insert into withdrawals (id, user_id, type, key_encrypted, key_masked, amount, created_at)
       values ($2, $1, 'CPF', '', '', 1, now())`,
      randomUUID(),
    )
    await db.write('update withdrawals set created_at = $2 where user_id = $1', [owner.userId, clock.now()])

    expect(await message(empty)).toBe(
      'Sua fatura do jogo está sendo gerada, por favor, tente novamente mais tarde',
    )
    await set('update users set lock = false where id = $1')
    expect(await message(empty)).toBe('Número de retiradas restantes hoje 0, tente novamente amanhã。')
    await set('delete from withdrawals where user_id = $1')
    expect(await message(empty)).toBe('Sem valor de levantamento')
    await adjustWallet(db, { userId: owner.userId, turnoverLeft: cents(0) }, deps.clock.now())
    expect(await message(empty)).toBe(minimum)
    expect(await message({ ...empty, amount: 0 })).toBe(minimum)
    expect(await message({ ...empty, amount: 49.99 })).toBe(minimum)
    expect(await message({ ...empty, amount: 200.01 })).toBe('Montante máximo de levantamento:R$200')
    expect(await message({ ...empty, amount: 100 })).toBe('Escolha para onde enviar o dinheiro.')
    expect((await withdraw(owner, { amount: 200 })).httpStatus).toBe(200)
  })

  it('allow exactly the amount that turnover does not lock', async () => {
    const owner = await player({ balance: 200, turnover: 100.5 })
    expect((await withdraw(owner, { amount: 99.51 })).message).toBe('Montante máximo de levantamento:R$99.50')
    expect((await withdraw(owner, { amount: '99.50' })).httpStatus).toBe(200)
  })

  it('allow at most R$ 10.000 at once, however much there is', async () => {
    const owner = await player({ balance: 20_000 })
    const refused = await withdraw(owner, { amount: 10_000.01 })
    expect(refused.message).toBe('Montante máximo de levantamento:R$10000')
    expect(await walletOf(owner)).toMatchObject({ cash: 2_000_000, heldWithdrawals: 0 })
    expect((await withdraw(owner, { amount: 10_000 })).httpStatus).toBe(200)
  })

  it.each([
    ['a CPF with wrong check digits', { payCardNo: '529.982.247-26' }, 400],
    ['a CPF of one digit', { payCardNo: '111.111.111-11' }, 400],
    ['a CNPJ with wrong check digits', { payCardBank: 'CNPJ', payCardNo: '11.222.333/0001-82' }, 400],
    ['no holder', { name: '  ' }, 400],
    ['a masked key and nothing stored', { payCardNo: '***.982.247-**' }, 400],
    ['USDT without lx 20', { payCardBank: 'USDT', payCardNo: address }, 403],
    ['an unknown type', { payCardBank: 'PIX' }, 400],
    ['a negative amount', { amount: -100 }, 400],
    ['three decimals', { amount: 60.001 }, 400],
    ['no number', { amount: 'NaN' }, 400],
    ['scientific notation', { amount: '1e2' }, 400],
    ['a huge amount', { amount: 1e15 }, 400],
    ['an unknown field', { amount: 100, balance: 1_000_000 }, 400],
    ['a very long key', { payCardNo: '9'.repeat(65) }, 400],
  ])('refuse %s', async (_, body, httpStatus) => {
    const owner = await player({ balance: 200 })
    const response = await withdraw(owner, { amount: 100, ...body })
    expect(response.httpStatus).toBe(httpStatus)
    expect(response.message).not.toBe('')
    expect(await walletOf(owner)).toMatchObject({ cash: 20_000, heldWithdrawals: 0 })
  })

  it('refuse an address with a wrong checksum, and test accounts', async () => {
    const rich = await player({ balance: 200, lx: '20' })
    const wrong = `${address.slice(0, -1)}u`
    const response = await withdraw(rich, { amount: 100, payCardBank: 'USDT', payCardNo: wrong })
    expect(response).toMatchObject({ httpStatus: 400, message: 'Este endereço USDT (TRC20) não é válido.' })
    const test = await player({ balance: 200, testFlag: '1' })
    // Nothing is offered that would be refused.
    expect((await limits(test)).wdAmount).toBe(0)
    expect((await call('GET', '/api/app/user/account', { player: test })).data).toMatchObject({ wdAmount: 0 })
    expect((await withdraw(test, { amount: 100 })).httpStatus).toBe(403)
    expect((await walletOf(test)).cash).toBe(20_000)
  })

  it('reply in the language of the call, and never with another player’s destination', async () => {
    const [owner, otherPlayer] = [await player({ balance: 200 }), await player({ balance: 200 })]
    await call('POST', '/api/app/order/setCard', { player: owner, body: toCpf })
    const response = await withdraw(
      otherPlayer,
      { amount: 100, payCardNo: '***.982.247-**' },
      { lang: 'en_US' },
    )
    expect(response.httpStatus).toBe(400)
    expect(response.message).not.toBe('Escolha para onde enviar o dinheiro.')
    expect((await limits(otherPlayer)).cardInfo['CPF']).toBeUndefined()
    expect((await call('POST', '/api/app/order/withdraw', { body: toCpf })).httpStatus).toBe(401)
  })
})

describe('identity', () => {
  it('a player whose identity is not checked withdraws nothing, after the other checks', async () => {
    const owner = await player({ balance: 200, kyc: 0 })
    expect((await withdraw(owner, { amount: 10 })).message).toBe('Montante mínimo de retirada:R$50')
    expect((await withdraw(owner, { amount: 100, payCardNo: '' })).message).toBe(
      'Escolha para onde enviar o dinheiro.',
    )
    expect(await withdraw(owner, { amount: 100 })).toMatchObject({
      httpStatus: 403,
      message: 'Confirme sua identidade antes de retirar.',
    })
    const english = await withdraw(owner, { amount: 100 }, { lang: 'en_US' })
    expect(english.message).toBe('Verify your identity before withdrawing.')
    expect(await walletOf(owner)).toMatchObject({ cash: 20_000, heldWithdrawals: 0 })
    expect(await recordsOf(owner)).toEqual([])

    const body = { name: 'Ana Souza', cardNo: randomCpf() }
    expect((await call('POST', '/api/app/user/updateKyc', { player: owner, body })).httpStatus).toBe(200)
    expect((await withdraw(owner, { amount: 100 })).httpStatus).toBe(200)
  })
})

describe('a key that several players use', () => {
  const request = async (owner: TestPlayer, key: string, type = 'CPF') =>
    (await withdraw(owner, { amount: 60, payCardBank: type, payCardNo: key })).data.orderId
  const reviewOf = async (id: string) => {
    const [row] = await db.read<{ review: string | null; status: string }>(
      'select review, status from withdrawals where id = $1',
      [id],
    )
    return row
  }
  const passApprovalTime = async () => {
    await clock.advance(6_000)
    await runJobs(deps)
  }
  const inReview = { review: 'sharedKey', status: 'inReview' }

  it.each([
    ['CPF', randomCpf()],
    ['CNPJ', '45.723.174/0001-10'],
    ['USDT', 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'],
  ])('%s: only the operator can approve the second one; the player sees it as pending', async (type, key) => {
    const [first, second] = [
      await player({ balance: 200, lx: '20' }),
      await player({ balance: 200, lx: '20' }),
    ]
    const paid = await request(first, key, type)
    await passApprovalTime()
    expect(await reviewOf(paid)).toEqual({ review: null, status: 'paid' })
    const id = await request(second, key, type)
    expect(await reviewOf(id)).toEqual(inReview)
    await passApprovalTime()
    expect(await reviewOf(id)).toEqual(inReview)
    expect(await recordsOf(second)).toMatchObject([{ id, status: '00' }])
    expect(await walletOf(second)).toMatchObject({ cash: 14_000, heldWithdrawals: 6_000 })
    await pay(id)
    expect(await recordsOf(second)).toMatchObject([{ status: '10' }])
  })

  it("puts the other player's pending withdrawal in review too, and can be refused", async () => {
    const [first, second] = [await player({ balance: 200 }), await player({ balance: 200 })]
    const key = randomCpf()
    const earlier = await request(first, key)
    const id = await request(second, key)
    await passApprovalTime()
    expect([await reviewOf(earlier), await reviewOf(id)]).toEqual([inReview, inReview])
    await refuseWithdrawal(deps, testActor, id)
    expect((await walletOf(second)).cash).toBe(20_000)
  })

  it("needs no review when it is the player's own verified CPF, but does when it is another player's", async () => {
    const [owner, other] = [await player({ balance: 200, level: 5 }), await player({ balance: 200 })]
    const key = await ownCpf(owner)
    const foreign = await request(other, key)
    const toOwnKey = await request(owner, key)
    await passApprovalTime()
    expect(await reviewOf(foreign)).toEqual(inReview)
    expect(await reviewOf(toOwnKey)).toEqual({ review: null, status: 'paid' })
    await request(owner, key)
    expect(await reviewOf(foreign)).toEqual(inReview)
  })

  it('puts the withdrawals of ten concurrent players in review', async () => {
    const key = randomCpf()
    const owners = await Promise.all(Array.from({ length: 10 }, () => player({ balance: 200 })))
    const ids = await Promise.all(owners.map((owner) => request(owner, key)))
    await passApprovalTime()
    expect(await Promise.all(ids.map(reviewOf))).toEqual(ids.map(() => inReview))
  })

  it('is recognised after its account was erased, even if it was stored before the index existed', async () => {
    const key = randomCpf()
    const [erasedPlayer, later, last] = [
      await player({ balance: 60 }),
      await player({ balance: 200 }),
      await player({ balance: 200 }),
    ]
    const id = await request(erasedPlayer, key)
    await db.write('update withdrawals set key_index = null where id = $1', [id])
    expect(await indexOldKeys(deps)).toBeGreaterThan(0)
    await passApprovalTime()
    const erased = await call('POST', '/api/app/user/personalData/erase', {
      player: erasedPlayer,
      body: { pwd: 'Segura-123' },
    })
    expect(erased.httpStatus).toBe(200)
    expect(await reviewOf(await request(later, key))).toEqual(inReview)
    expect(await indexOldKeys(deps)).toBe(0)
    expect(await reviewOf(await request(last, randomCpf()))).toEqual({ review: null, status: 'requested' })
  })
})

describe('concurrent withdrawals', () => {
  it('with one key are one withdrawal and one response, byte for byte', async () => {
    const owner = await player({ balance: 200, level: 12 })
    const key = randomUUID()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => withdraw(owner, { amount: 60 }, { key })),
    )
    responses.push(await withdraw(owner, { amount: 60 }, { key }))
    expect(new Set(responses.map((response) => `${response.httpStatus} ${response.text}`)).size).toBe(1)
    expect(responses[0]?.httpStatus).toBe(200)
    expect(await walletOf(owner)).toMatchObject({ cash: 14_000, heldWithdrawals: 6_000 })
    expect((await withdraw(owner, { amount: 61 }, { key })).httpStatus).toBe(422)
  })

  it('of many on one balance, as many succeed as the daily limit and the balance allow', async () => {
    const [rich, poor] = [
      await player({ balance: 10_000, level: 12 }),
      await player({ balance: 160, level: 12 }),
    ]
    const countAccepted = async (owner: TestPlayer) =>
      (
        await Promise.all(Array.from({ length: sized(60, 200) }, () => withdraw(owner, { amount: 50 })))
      ).filter((response) => response.httpStatus === 200).length
    expect(await countAccepted(rich)).toBe(5)
    expect(await walletOf(rich)).toMatchObject({ cash: 975_000, heldWithdrawals: 25_000 })
    expect(await countAccepted(poor)).toBe(3)
    expect(await walletOf(poor)).toMatchObject({ cash: 1_000, heldWithdrawals: 15_000 })
  })
})

it('leaves the ledger consistent', async () => {
  expect(await deps.ledger.violations()).toEqual([])
})
