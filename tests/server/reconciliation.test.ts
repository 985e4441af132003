import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { readIdentity } from '#server/domain/accounts/kyc.ts'
import { sendPayout } from '#server/domain/payments/payouts.ts'
import { listDifferences, resolveDifference } from '#server/domain/payments/reconciliation/differences.ts'
import { reconcileDays, reconcilePayments } from '#server/domain/payments/reconciliation/reconcile.ts'
import { listReversals, settleDebt } from '#server/domain/payments/reversals.ts'
import { approveByRule } from '#server/domain/payments/approvalRule.ts'
import { suspendPrize } from '#server/domain/payments/suspendedPrizes.ts'
import { approveWithdrawal, refuseWithdrawal } from '#server/domain/payments/withdrawals.ts'
import { readToday, shiftDay } from '#server/time/days.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { EfiPeer } from '../peers/EfiPeer.ts'
import { PixPeer } from '../peers/PixPeer.ts'
import { bankEnvironment, pixKey } from '../peers/bankEnvironment.ts'
import { playedRound } from './helpers/playedRound.ts'
import { testActor } from './helpers/testActor.ts'
import { createTestServer, type TestPlayer, type TestServer } from './helpers/testServer.ts'

const folder = await mkdtemp(join(tmpdir(), 'palpite-reconciliation-'))
let bank: PixPeer
let efi: EfiPeer
let server: TestServer
let today: string

beforeAll(async () => {
  bank = await PixPeer.start({ document: process.env['PIX_OPENAPI'] })
  efi = await EfiPeer.start()
  efi.webhooks.set(pixKey, 'unused')
  server = await createTestServer({
    ...bankEnvironment(folder, { pix: bank, efi }),
    PAYOUT_AUTO_LIMIT: '1000',
  })
  // The banks have the real time.
  await server.clock.moveTo(new Date())
  today = (await readToday(server.deps.db, server.clock.now())).day
})

afterAll(async () => {
  const { db, ledger } = server.deps
  expect(await ledger.violations()).toEqual([])
  const text = await readFile('src/server/ledger/invariants.sql', 'utf8')
  for (const statement of text.split(/^-- invariant: /m).slice(1)) {
    const [name = '', ...sql] = statement.split('\n')
    expect([name, await db.read(sql.join('\n'))]).toEqual([name, []])
  }
  expect([...bank.violations, ...efi.violations]).toEqual([])
  await bank.close()
  await efi.close()
  await rm(folder, { recursive: true, force: true })
})

const bankId = (id: string) => id.replaceAll('-', '')
const cashOf = async ({ userId }: TestPlayer) =>
  (await server.deps.ledger.wallet(server.deps.db, userId)).cash
/** A night may end while the tests run. */
const compare = () => reconcileDays(server.deps, { first: shiftDay(today, -1), last: shiftDay(today, 1) })
const differences = async (subject: string) =>
  (await listDifferences(server.deps.db, { state: 'all' })).filter((one) => one.subject === subject)
const open = async (subject: string) =>
  (await listDifferences(server.deps.db)).filter((one) => one.subject === subject).map(({ kind }) => kind)
const messagesOf = async ({ userId }: TestPlayer) =>
  (
    await server.deps.db.read<{ text: string }>(
      `select concat_ws(' ', kind, params->>'amount', params->>'moved', params->>'owed', params->>'refusal') as text
        from messages where user_id = $1 and kind ~ '^(withdrawal|deposit)' order by seq`,
      [userId],
    )
  ).map(({ text }) => text)

/** A deposit of R$ 20 that was paid at the bank; nobody told us. */
async function paidDeposit(owner?: TestPlayer) {
  const buyer = owner ?? (await server.player())
  const { data } = await server.call<{ orderId: string }>('POST', '/api/app/order/prePay/brl-20', {
    player: buyer,
    body: { gift: 0 },
    form: true,
  })
  const { endToEndId } = bank.pay(bankId(data.orderId))
  return { buyer, id: data.orderId, endToEndId }
}

async function creditedDeposit(owner?: TestPlayer) {
  const deposit = await paidDeposit(owner)
  await callBack({ txid: bankId(deposit.id) })
  return deposit
}

const callBack = async (pix: object) => {
  const response = await server.app.inject({
    method: 'POST',
    url: '/provider/bank/webhook',
    payload: { pix: [pix] },
  })
  expect(response.statusCode).toBe(200)
}

async function withdraw(owner: TestPlayer, amount = 60, toKey = randomCpf()): Promise<string> {
  const body = { payCardBank: 'CPF', payCardNo: toKey, name: 'Ana', amount, ifsc: '', whatsapp: '' }
  const { data } = await server.call<{ orderId: string }>('POST', '/api/app/order/withdraw', {
    player: owner,
    body,
  })
  return data.orderId
}

/** A withdrawal of R$ 60 of which R$ 10 arrive, which Efí has taken. */
async function sentPayout() {
  const owner = await server.player({ balance: 100 })
  const id = await withdraw(owner)
  await server.deps.db.write('update withdrawals set fee = amount - 1000 where id = $1', [id])
  await approveWithdrawal(server.deps, testActor, id)
  await expect(sendPayout(server.deps, id)).rejects.toThrow('not paid yet')
  return { owner, id }
}

const withdrawalStatus = async (id: string) =>
  (await server.deps.db.read<{ status: string }>('select status from withdrawals where id = $1', [id]))[0]
    ?.status

describe('a comparison of deposits', () => {
  it('credits what was paid and not told, once, and finds nothing then', async () => {
    const { buyer, id } = await paidDeposit()
    await Promise.all([compare(), compare()])
    await compare()
    expect(await cashOf(buyer)).toBe(2_000)
    expect(await differences(id)).toEqual([])
  })

  it('finds money that no order asked for, once, until it has gone back', async () => {
    const { endToEndId } = bank.receive({ valor: '12.34' })
    await compare()
    await compare()
    expect(await differences(endToEndId)).toMatchObject([
      {
        kind: 'unknownDeposit',
        provider: 'pix',
        side: 'deposits',
        userId: null,
        ours: null,
        theirs: { state: 'paid', amount: 1_234 },
        resolved: null,
      },
    ])
    bank.sendBack(endToEndId)
    await compare()
    expect(await differences(endToEndId)).toMatchObject([
      { resolved: { by: { kind: 'job', id: 'reconcilePayments' }, reason: 'The sides agree.' } },
    ])
  })

  it('finds an order that is credited and unknown to the bank, or known with another amount', async () => {
    const [lost, other] = [await creditedDeposit(), await creditedDeposit()]
    bank.received.delete(lost.endToEndId)
    const charge = bank.charges.get(bankId(lost.id))
    bank.charges.delete(bankId(lost.id))
    const payment = bank.received.get(other.endToEndId)
    if (payment && charge) payment.valor = '19.00'
    await compare()
    expect(await open(lost.id)).toEqual(['notReceived'])
    expect(await differences(other.id)).toMatchObject([
      {
        kind: 'otherAmount',
        userId: other.buyer.userId,
        ours: { state: 'paid', amount: 2_000 },
        theirs: { state: 'paid', amount: 1_900 },
      },
    ])
  })

  it('finds an order that is not credited because another amount was paid, and one that was paid twice', async () => {
    const [less, twice] = [await paidDeposit(), await creditedDeposit()]
    const payment = bank.received.get(less.endToEndId)
    if (payment) payment.valor = '5.00'
    bank.receive({ txid: bankId(twice.id), valor: '20.00' })
    await compare()
    expect(await open(less.id)).toEqual(['otherAmount'])
    expect(await cashOf(less.buyer)).toBe(0)
    expect(await differences(twice.id)).toMatchObject([{ kind: 'otherAmount', theirs: { amount: 4_000 } }])
    expect(await cashOf(twice.buyer)).toBe(2_000)
  })

  it('finds a refund that only one side knows', async () => {
    const [missing, unknown] = [await creditedDeposit(), await creditedDeposit()]
    // As after a restore: here it was credited, at the bank we have sent it back.
    await server.deps.provider.refund(unknown.id, cents(2_000))
    const refund = bank.received.get(unknown.endToEndId)?.devolucoes[0]
    if (refund) refund.status = 'DEVOLVIDO'
    const { buyer } = missing
    const failed = await paidDeposit(buyer)
    await server.deps.db.write(
      `update orders set status = 'failed', refusal = 'payerMismatch', refunded_at = now() where id = $1`,
      [failed.id],
    )
    await compare()
    expect(await open(unknown.id)).toEqual(['refundUnknown'])
    expect(await open(failed.id)).toEqual(['refundMissing'])
    await server.deps.provider.refund(failed.id, cents(2_000))
    await compare()
    expect(await open(failed.id)).toEqual([])
  })
})

describe('a comparison of payouts', () => {
  it('pays, fails and takes back what was not told', async () => {
    const [paid, failed, back] = [await sentPayout(), await sentPayout(), await sentPayout()]
    efi.settle(bankId(paid.id))
    const refused = efi.sent.get(bankId(failed.id))
    if (refused) refused.status = 'NAO_REALIZADO'
    efi.settle(bankId(back.id))
    await compare()
    expect(await withdrawalStatus(back.id)).toBe('paid')
    efi.giveBack(bankId(back.id))
    await Promise.all([compare(), compare()])
    expect(await Promise.all([paid, failed, back].map(({ id }) => withdrawalStatus(id)))).toEqual([
      'paid',
      'failed',
      'returned',
    ])
    expect(await Promise.all([paid, failed, back].map(({ owner }) => cashOf(owner)))).toEqual([
      4_000, 10_000, 10_000,
    ])
    expect(await messagesOf(failed.owner)).toEqual(['withdrawalReturned 60 payoutFailed'])
    expect(await messagesOf(back.owner)).toEqual([
      'withdrawalPaid 60',
      'withdrawalReturned 60 payoutReturned',
    ])
    for (const { id } of [paid, failed, back]) expect(await differences(id)).toEqual([])
  })

  it('finds one that somebody sent by hand, one that left twice, and one that came back in part', async () => {
    const byHand = efi.sendByHand('7.00')
    const [twice, part] = [await sentPayout(), await sentPayout()]
    for (const { id } of [twice, part]) efi.settle(bankId(id))
    const first = efi.sent.get(bankId(twice.id))
    if (first) efi.sent.set('second', { ...first, endToEndId: 'E-second' })
    efi.sent.get(bankId(part.id))?.devolucoes.push({ valor: '3.00', status: 'DEVOLVIDO' })
    await compare()
    await compare()
    expect(await differences(byHand.endToEndId)).toMatchObject([
      { kind: 'unknownPayout', theirs: { state: 'paid', amount: 700 } },
    ])
    expect(await differences(twice.id)).toMatchObject([{ kind: 'sentTwice', theirs: { amount: 2_000 } }])
    expect(await differences(part.id)).toMatchObject([{ kind: 'partlyReturned', theirs: { amount: 700 } }])
  })

  it('finds one that left and was given back here, and one that is paid here only', async () => {
    const [out, missing] = [await sentPayout(), await sentPayout()]
    for (const { id } of [out, missing]) efi.settle(bankId(id))
    await sendPayout(server.deps, missing.id)
    efi.sent.delete(bankId(missing.id))
    // As after a restore: here nobody has decided yet, and a person refuses it.
    await server.deps.db.write(`update withdrawals set status = 'requested' where id = $1`, [out.id])
    await compare()
    expect(await open(out.id)).toEqual(['paidThere'])
    await refuseWithdrawal(server.deps, testActor, out.id)
    await compare()
    expect(await differences(out.id)).toMatchObject([
      { kind: 'paidThere', ours: { state: 'refused', amount: 1_000 }, theirs: { state: 'paid' } },
    ])
    expect(await open(missing.id)).toEqual(['notPaidThere'])
  })

  it('is right again when what a restore has undone is approved: it is not sent twice', async () => {
    const { owner, id } = await sentPayout()
    efi.settle(bankId(id))
    await server.deps.db.write(
      `update withdrawals set status = 'requested', asked_at = null, provider = null where id = $1`,
      [id],
    )
    await compare()
    expect(await open(id)).toEqual(['paidThere'])
    await approveWithdrawal(server.deps, testActor, id)
    await compare()
    expect(await open(id)).toEqual([])
    expect([await withdrawalStatus(id), await cashOf(owner)]).toEqual(['paid', 4_000])
  })
})

describe('a difference', () => {
  it('that a person has resolved stays so, until a side says something new', async () => {
    const { deps } = server
    const { endToEndId } = bank.receive({ valor: '3.00' })
    await compare()
    const [found] = await differences(endToEndId)
    const resolve = (id = found?.id ?? '') =>
      deps.db.tx((tx) =>
        resolveDifference(deps, tx, id, { by: { kind: 'staff', id: 'ana' }, reason: 'sent back by hand' }),
      )
    await resolve()
    await expect(resolve()).rejects.toMatchObject({ key: 'conflict' })
    await expect(resolve('none')).rejects.toMatchObject({ key: 'notFound' })
    await compare()
    expect(await differences(endToEndId)).toMatchObject([
      { resolved: { by: { kind: 'staff', id: 'ana' }, reason: 'sent back by hand' } },
    ])
    const payment = bank.received.get(endToEndId)
    if (payment) payment.valor = '4.00'
    await compare()
    expect(await open(endToEndId)).toEqual(['unknownDeposit'])
  })

  it('is not taken for gone when the provider does not answer', async () => {
    const { endToEndId } = bank.receive({ valor: '2.00' })
    await compare()
    bank.fail({ path: '/api/v2/pix', when: 'before', status: 503 })
    await expect(compare()).rejects.toThrow('no usable response')
    expect(await open(endToEndId)).toEqual(['unknownDeposit'])
  })

  it('is looked for on the other side and on other days when a bank does not answer about one', async () => {
    const { deps, clock } = server
    const { endToEndId } = bank.receive({ valor: '2.50' })
    const byHand = efi.sendByHand('2.00')
    await deps.db.write('delete from reconciled_days')
    bank.fail({ path: '/api/v2/pix', when: 'before', status: 503 })
    await expect(reconcilePayments(deps, new AbortController().signal)).rejects.toThrow(
      /^1 of \d+ comparisons failed$/,
    )
    expect(await open(byHand.endToEndId)).toEqual(['unknownPayout'])
    const days = await deps.db.read<{ side: string; days: number }>(
      'select side, count(*)::int as days from reconciled_days group by side order by side',
    )
    expect(days).toEqual([
      { side: 'deposits', days: (days[1]?.days ?? 0) - 1 },
      { side: 'payouts', days: expect.any(Number) as number },
    ])
    // What failed is due at once.
    await reconcilePayments(deps, new AbortController().signal)
    expect(await open(endToEndId)).toEqual(['unknownDeposit'])
    await clock.moveTo(new Date())
  })

  it('is none when a payment is on two pages, because others have come meanwhile', async () => {
    const [deposit, payout] = [await creditedDeposit(), await sentPayout()]
    efi.settle(bankId(payout.id))
    bank.pageTimes = efi.pageTimes = 2
    await compare()
    bank.pageTimes = efi.pageTimes = 1
    expect([await withdrawalStatus(payout.id), await cashOf(deposit.buyer)]).toEqual(['paid', 2_000])
    expect([await differences(deposit.id), await differences(payout.id)]).toEqual([[], []])
  })

  it('is looked for when it is due: today every hour, last week every day', async () => {
    const { deps, clock } = server
    const listed = () => bank.calls.filter((call) => call === 'GET /api/v2/pix').length
    const run = async () => {
      const before = listed()
      await reconcilePayments(deps, new AbortController().signal)
      return listed() - before
    }
    await deps.db.write(`update orders set created_at = created_at - interval '20 days'`)
    await run()
    expect(await run()).toBe(0)
    await clock.advance(61 * 60_000)
    expect(await run()).toBe(2)
    await clock.advance(25 * 3_600_000)
    expect(await run()).toBeGreaterThanOrEqual(8)
    await clock.moveTo(new Date())
  })
})

describe('a deposit that a bank takes back', () => {
  it('leaves the wallet once, however often the bank tells, and the player reads what happened', async () => {
    const { buyer, id, endToEndId } = await creditedDeposit()
    bank.takeBack(endToEndId)
    const told = { txid: bankId(id), devolucoes: [{}] }
    await Promise.all(Array.from({ length: 5 }, () => callBack(told)))
    await compare()
    expect(await cashOf(buyer)).toBe(0)
    expect(await messagesOf(buyer)).toEqual(['depositPaid 20', 'depositReversed 20 20 0'])
    expect(await listReversals(server.deps.db, { userId: buyer.userId })).toMatchObject([
      { orderId: id, cause: 'fraud', amount: 2_000, taken: 2_000, debt: 0 },
    ])
    const { list } = await server.deps.ledger.entriesOf(buyer.userId)
    expect(list[0]).toMatchObject({ kind: 'reversal', cash: -2_000, refId: id })
    const [{ actor_id: actor } = {}] = await server.deps.db.read<{ actor_id: string }>(
      `select actor_id from transfers where user_id = $1 and kind = 'reversal'`,
      [buyer.userId],
    )
    expect(actor).toBe('pix')
    expect(await differences(id)).toEqual([])
  })

  it('is not believed to be taken back because somebody says so, and not before it is done', async () => {
    const { buyer, id, endToEndId } = await creditedDeposit()
    await callBack({ txid: bankId(id), devolucoes: [{ id: 'MED', valor: '20.00', status: 'DEVOLVIDO' }] })
    bank.takeBack(endToEndId, 'MED_OPERACIONAL')
    const devolution = bank.received.get(endToEndId)?.devolucoes[0]
    if (devolution) devolution.status = 'EM_PROCESSAMENTO'
    await callBack({ txid: bankId(id), devolucoes: [{}] })
    expect(await cashOf(buyer)).toBe(2_000)
    if (devolution) devolution.status = 'DEVOLVIDO'
    await compare()
    expect(await cashOf(buyer)).toBe(0)
    expect(await listReversals(server.deps.db, { userId: buyer.userId })).toMatchObject([{ cause: 'fault' }])
  })

  it('without a callback, and before it was credited here, is credited and taken back', async () => {
    const { buyer, endToEndId } = await paidDeposit()
    bank.takeBack(endToEndId)
    await compare()
    expect(await messagesOf(buyer)).toEqual(['depositPaid 20', 'depositReversed 20 20 0'])
    expect(await cashOf(buyer)).toBe(0)
  })

  it('takes of a suspended prize what is missing, and the rest stays suspended', async () => {
    const { buyer, id, endToEndId } = await creditedDeposit()
    const { deps } = server
    await playedRound(deps, { userId: buyer.userId, stake: 2_000, payout: 5_000 })
    const [round] = await deps.db.read<{ id: string }>('select id from game_rounds where user_id = $1', [
      buyer.userId,
    ])
    const until = new Date(server.clock.now().getTime() + 86_400_000)
    await deps.db.tx((tx) =>
      suspendPrize(deps, tx, {
        betId: round?.id ?? '',
        reason: 'payments',
        until,
        note: 'a bank asks',
        staffId: 'risk',
      }),
    )
    expect(await cashOf(buyer)).toBe(0)
    bank.takeBack(endToEndId)
    await callBack({ txid: bankId(id), devolucoes: [{}] })
    expect(await listReversals(deps.db, { userId: buyer.userId })).toMatchObject([{ taken: 2_000, debt: 0 }])
    expect(await cashOf(buyer)).toBe(0)
    const kept = await deps.db.read(
      `select amount, until, note, made_by, ended_by from prize_suspensions where user_id = $1
        order by ended_at is null`,
      [buyer.userId],
    )
    expect(kept).toEqual([
      { amount: 5_000, until, note: 'a bank asks', made_by: 'risk', ended_by: 'reversal' },
      { amount: 3_000, until, note: 'a bank asks', made_by: 'risk', ended_by: null },
    ])
  })

  it('takes what withdrawals hold that nobody has decided, and leaves the rest as a debt', async () => {
    const buyer = await server.player({ balance: 60 })
    const { id, endToEndId } = await creditedDeposit(buyer)
    await setTurnover(buyer, 0)
    const held = await withdraw(buyer, 80)
    expect(await cashOf(buyer)).toBe(0)
    bank.takeBack(endToEndId)
    await callBack({ txid: bankId(id), devolucoes: [{}] })
    expect(await withdrawalStatus(held)).toBe('refused')
    expect(await cashOf(buyer)).toBe(6_000)
    expect(await messagesOf(buyer)).toEqual([
      'depositPaid 20',
      'withdrawalRefused 80 depositReversed',
      'depositReversed 20 20 0',
    ])
    await setTurnover(buyer)
  })

  it('that is used up is a debt, and nothing is approved by rule until it is settled', async () => {
    const { deps } = server
    const { db } = deps
    const buyer = await server.player({ balance: 100 })
    await db.write(`update users set created_at = created_at - interval '8 days', level = 8 where id = $1`, [
      buyer.userId,
    ])
    const { id, endToEndId } = await creditedDeposit(buyer)
    await setTurnover(buyer, 0)
    await approveWithdrawal(deps, testActor, await withdraw(buyer, 110))
    bank.takeBack(endToEndId)
    await callBack({ txid: bankId(id), devolucoes: [{}] })
    expect(await cashOf(buyer)).toBe(0)
    expect((await messagesOf(buyer)).at(-1)).toBe('depositReversed 20 10 10')
    const [reversal] = await listReversals(db, { userId: buyer.userId, withDebt: true })
    expect(reversal).toMatchObject({ amount: 2_000, taken: 1_000, debt: 1_000 })
    if (!reversal) return
    for (let i = 0; i < 3; i++) await creditedDeposit(buyer)
    await setTurnover(buyer, 0)
    const next = await withdraw(buyer, 60, (await readIdentity(deps, db, buyer.userId))?.cpf)
    await approveByRule(deps)
    expect(await withdrawalStatus(next)).toBe('requested')
    const settle = () =>
      db.tx((tx) => settleDebt(deps, tx, reversal, { by: 'ana', reason: 'paid by bank transfer' }))
    await settle()
    await expect(settle()).rejects.toMatchObject({ key: 'conflict' })
    expect(await listReversals(db, { userId: buyer.userId, withDebt: true })).toEqual([])
    await approveByRule(deps)
    expect(await withdrawalStatus(next)).toBe('approved')
    await setTurnover(buyer)
  })
})

/** By default what the postings say. */
async function setTurnover({ userId }: TestPlayer, left?: number): Promise<void> {
  await server.deps.db.write(
    `update wallets set turnover_left =
       coalesce($2, (select coalesce(sum(turnover), 0) from transfers t where t.user_id = $1)) where user_id = $1`,
    [userId, left ?? null],
  )
}
