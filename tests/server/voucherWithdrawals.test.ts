/** Cash that leaves a terminal as a voucher: it is in the wallet, on the paper or paid, and never in two of them. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { payVoucher, voidVoucher, takeVoucherCode, issueVoucher } from '#server/domain/payments/vouchers.ts'
import { holdForReview } from '#server/domain/payments/withdrawals.ts'
import { cents } from '#contract/money.ts'
import { createTerminal } from '#server/domain/terminals/terminals.ts'
import { checkInvariants } from '#tests/reliability/harness/invariants.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const server = await createTestServer()
const other = await server.startAnother()
const { call, clock, deps, player } = server
const { db } = deps
const dayMs = 24 * 3_600_000
const terminalId = await db.tx((tx) => createTerminal(deps, tx, 'Balcão'))

interface Own {
  voucherId: string
  amount: number
  isExpired: boolean
  code: string | null
  url: string | null
}

/** A player at the terminal. */
async function customer(balance = 100, fields: Record<string, unknown> = {}): Promise<TestPlayer> {
  const owner = await player({ balance, ...fields })
  await db.write('update sessions set terminal_id = $2 where user_id = $1', [owner.userId, terminalId])
  return owner
}
const withdraw = (
  owner: TestPlayer,
  amount: number,
  { pwd = 'Segura-123', key = randomUUID(), on = server } = {},
) =>
  on.call<{ voucherId: string; balance: number }>('POST', '/api/app/vouchers/withdraw', {
    player: owner,
    body: { amount, pwd },
    key,
  })
const own = async (owner: TestPlayer) =>
  (await call<Own[]>('GET', '/api/app/vouchers/own', { player: owner })).data
const putBack = (owner: TestPlayer, voucherId: string, on = server) =>
  on.call<{ amount: number; balance: number }>('POST', `/api/app/vouchers/own/${voucherId}/putBack`, {
    player: owner,
    key: randomUUID(),
  })
const redeem = (owner: TestPlayer, code: string, on = server) =>
  on.call<{ balance: number }>('POST', '/api/app/vouchers/redeem', {
    player: owner,
    body: { code },
    key: randomUUID(),
  })
const pay = (code: string) => db.tx((tx) => payVoucher(deps, tx, { code, staffId: 'cashier' }))
const cash = async (owner: TestPlayer) => (await deps.ledger.wallet(db, owner.userId)).cash

/** Takes R$ 40 out. */
async function takeOut(owner: TestPlayer): Promise<{ voucherId: string; code: string }> {
  expect((await withdraw(owner, 40)).httpStatus).toBe(200)
  const [voucher] = await own(owner)
  return { voucherId: voucher?.voucherId ?? '', code: voucher?.code ?? '' }
}

afterAll(async () => {
  expect(await deps.ledger.violations()).toEqual([])
  for (const { name, violations } of await checkInvariants(db)) expect([name, violations]).toEqual([name, []])
})

describe('taking cash out as a voucher', () => {
  it('moves it once, also when the call is repeated on another server, and shows the code to this session only', async () => {
    const owner = await customer()
    const key = randomUUID()
    const first = await withdraw(owner, 40, { key })
    expect(first).toMatchObject({ httpStatus: 200, data: { balance: 60 } })
    expect((await withdraw(owner, 40, { key, on: other })).text).toBe(first.text)
    expect(await cash(owner)).toBe(60_00)
    const vouchers = await own(owner)
    expect(vouchers).toMatchObject([{ amount: 40, isExpired: false }])
    expect(vouchers[0]?.url).toContain(`/vale${vouchers[0]?.code}`)
    // Nobody who reads the stored response can cash it in.
    expect(first.text).not.toContain(vouchers[0]?.code ?? '?')
    await db.write(`update vouchers set session_id = 'another' where id = $1`, [first.data.voucherId])
    expect(await own(owner)).toMatchObject([{ amount: 40, code: null, url: null }])
    const { data } = await call<{ list: { title: string; amount: number; status: string }[] }>(
      'GET',
      '/api/app/order/records?tab=withdrawals',
      { player: owner },
    )
    expect(data.list[0]).toMatchObject({ title: 'VOUCHER', amount: -40 })
  })

  it('on two screens at once counts as one of the day, never takes more than there is, and goes back once', async () => {
    const owner = await customer(100)
    const screens = [server, other]
    const taken = await Promise.all(screens.map((on) => withdraw(owner, 40, { on })))
    // Level 0 has one withdrawal a day.
    expect(taken.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 400])
    expect(await cash(owner)).toBe(60_00)
    const [voucher] = await own(owner)
    const back = await Promise.all(screens.map((on) => putBack(owner, voucher?.voucherId ?? '', on)))
    expect(back.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
    expect(await cash(owner)).toBe(100_00)
    // Level 5 has two.
    const rich = await customer(100, { level: 5 })
    const both = await Promise.all(screens.map((on) => withdraw(rich, 60, { on })))
    expect(both.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 400])
    expect(await cash(rich)).toBe(40_00)
  })

  it('is refused away from a terminal, with a wrong password, beyond the balance, the maximum, the turnover, and to test accounts', async () => {
    const owner = await customer(5_000)
    const refused = async (response: Promise<{ httpStatus: number }>) => (await response).httpStatus
    expect(await refused(withdraw(await player({ balance: 100 }), 40))).toBe(403)
    expect(await refused(withdraw(owner, 40, { pwd: 'wrong' }))).not.toBe(200)
    expect(await refused(withdraw(owner, 1_000.01))).not.toBe(200)
    expect(await refused(withdraw(owner, 0.5))).not.toBe(200)
    expect(await refused(withdraw(await customer(30), 40))).not.toBe(200)
    expect(await refused(withdraw(await customer(100, { kyc: 0 }), 40))).not.toBe(200)
    expect(await refused(withdraw(await customer(100, { testFlag: 1 }), 40))).not.toBe(200)
    const locked = await customer()
    await redeem(locked, (await issueVoucher(deps, { amount: cents(50_00), lifetimeMs: dayMs })).code)
    expect(await refused(withdraw(locked, 120))).not.toBe(200)
    expect(await cash(owner)).toBe(5_000_00)
    const rows = await db.read(
      'select 1 from vouchers v join withdrawals w on w.id = v.withdrawal_id where w.user_id = $1',
      [owner.userId],
    )
    expect(rows).toEqual([])
  })

  it('is refused while something is open against the player, who may ask for a payment that a person decides about', async () => {
    const refused = async (owner: TestPlayer) => {
      const response = await withdraw(owner, 40)
      expect(response.message).toBe(
        'Sua conta está em análise, por isso não dá para levar dinheiro em um vale agora. Você pode pedir uma retirada comum. Em caso de dúvida, fale com o atendimento.',
      )
      expect(response.httpStatus).toBe(403)
      expect(await cash(owner)).toBe(100_00)
    }
    const indebted = await customer(100)
    await db.write('update wallets set debt = 100 where user_id = $1', [indebted.userId])
    await refused(indebted)
    await db.write('update wallets set debt = 0 where user_id = $1', [indebted.userId])
    expect((await withdraw(indebted, 40)).httpStatus).toBe(200)

    const suspended = await customer(100)
    await db.write(
      `insert into prize_suspensions (user_id, id, ref_type, ref_id, amount, wallet, reason, note, made_by, until, created_at)
       values ($1, 's1', 'ticket', 't1', 0, 'cash', 'security', '', 'staff', now() + interval '1 day', now())`,
      [suspended.userId],
    )
    await refused(suspended)
    await db.write('delete from prize_suspensions where user_id = $1', [suspended.userId])

    const unknown = await customer(100)
    const pkg = { gift: 0, pkgId: 'brl-20', isapp: 0 }
    await call('POST', '/api/app/order/prePay/brl-20', { player: unknown, body: pkg, form: true })
    const payer = (is: string) =>
      db.write(`update orders set payer = $2 where user_id = $1`, [unknown.userId, is])
    await payer('unknown')
    await refused(unknown)
    await payer('checked')
    expect((await withdraw(unknown, 40)).httpStatus).toBe(200)

    const reviewed = await customer(150, { level: 12 })
    const asked = await call<{ orderId: string }>('POST', '/api/app/order/withdraw', {
      player: reviewed,
      body: {
        amount: 50,
        payCardBank: 'CNPJ',
        payCardNo: '11222333000181',
        ifsc: '11222333000181',
        name: 'Joana Prado',
        whatsapp: '',
      },
      key: randomUUID(),
    })
    expect(asked.httpStatus).toBe(200)
    await db.tx((tx) => holdForReview(tx, asked.data.orderId))
    await refused(reviewed)
  })
})

describe('such a voucher', () => {
  it('is a deposit for another player, at another terminal', async () => {
    const owner = await customer()
    const { code } = await takeOut(owner)
    const guest = await player()
    expect(await redeem(guest, code)).toMatchObject({ httpStatus: 200, data: { balance: 40 } })
    expect((await deps.ledger.wallet(db, guest.userId)).turnoverLeft).toBe(40_00)
    expect(await own(owner)).toEqual([])
    await expect(pay(code)).rejects.toMatchObject({ key: 'voucherUsed' })
  })

  it('is paid at the counter once, and staff neither see its code nor take its money', async () => {
    const owner = await customer()
    const { voucherId, code } = await takeOut(owner)
    await expect(voidVoucher(deps, voucherId)).rejects.toMatchObject({ key: 'conflict' })
    await expect(db.tx((tx) => takeVoucherCode(deps, tx, voucherId))).rejects.toMatchObject({
      key: 'notFound',
    })
    expect(await pay(`https://venue.example/vale${code}`)).toBe(voucherId)
    await expect(pay(code)).rejects.toMatchObject({ key: 'voucherUsed' })
    expect((await redeem(await player(), code)).httpStatus).toBe(409)
    expect((await putBack(owner, voucherId)).httpStatus).not.toBe(200)
    expect(await cash(owner)).toBe(60_00)
    const issued = await issueVoucher(deps, { amount: cents(10_00), lifetimeMs: dayMs })
    await expect(pay(issued.code)).rejects.toMatchObject({ key: 'conflict' })
  })

  it('that was not printed goes back without turnover: by its owner, from the list or by its code, also after it has expired', async () => {
    const owner = await customer()
    const { voucherId, code } = await takeOut(owner)
    expect((await putBack(await player(), voucherId)).httpStatus).toBe(404)
    expect(await putBack(owner, voucherId)).toMatchObject({
      httpStatus: 200,
      data: { amount: 40, balance: 100 },
    })
    expect((await putBack(owner, voucherId)).httpStatus).toBe(409)
    expect((await redeem(owner, code)).httpStatus).toBe(409)
    await expect(pay(code)).rejects.toMatchObject({ key: 'voucherVoid' })
    const scanned = await takeOut(owner)
    expect(await redeem(owner, scanned.code)).toMatchObject({ httpStatus: 200, data: { balance: 100 } })
    expect(await deps.ledger.wallet(db, owner.userId)).toMatchObject({ cash: 100_00, turnoverLeft: 0 })

    const late = await takeOut(owner)
    await db.write(`update sessions set expires_at = expires_at + interval '60 days' where user_id = $1`, [
      owner.userId,
    ])
    await clock.advance(30 * dayMs)
    await expect(pay(late.code)).rejects.toMatchObject({ key: 'voucherExpired' })
    expect(await own(owner)).toMatchObject([{ isExpired: true, code: null }])
    expect(await putBack(owner, late.voucherId)).toMatchObject({ httpStatus: 200, data: { balance: 100 } })
  })

  it('ends once when counter, owner and another player want it at the same time', async () => {
    const owner = await customer()
    const guest = await player()
    const { voucherId, code } = await takeOut(owner)
    const ended = await Promise.all([
      pay(code).then(
        () => true,
        () => false,
      ),
      putBack(owner, voucherId, other).then(({ httpStatus }) => httpStatus === 200),
      redeem(guest, code).then(({ httpStatus }) => httpStatus === 200),
      redeem(owner, code, other).then(({ httpStatus }) => httpStatus === 200),
    ])
    expect(ended.filter(Boolean)).toHaveLength(1)
    const paid = ended[0] ? 40_00 : 0
    expect((await cash(owner)) + (await cash(guest)) + paid).toBe(100_00)
  })
})
