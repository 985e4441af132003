import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { formatVoucherCode, withCheckCharacters } from '#contract/rules/vouchers.ts'
import { issueVoucher, listVouchers, voidVoucher } from '#server/domain/payments/vouchers.ts'
import { checkInvariants } from '#tests/reliability/harness/invariants.ts'
import { createTestServer, type TestPlayer, type TestServer } from './helpers/testServer.ts'

const server = await createTestServer()
const other = await server.startAnother()
const { call, clock, deps, player } = server
const { db } = deps

const hour = 3_600_000
const issue = (amount = 50_00, lifetimeMs = hour) => issueVoucher(deps, { amount: cents(amount), lifetimeMs })
const redeem = (owner: TestPlayer, code: string, key: string = randomUUID(), on: TestServer = server) =>
  on.call<{ amount: number; balance: number }>('POST', '/api/app/vouchers/redeem', {
    player: owner,
    body: { code },
    key,
  })
const walletOf = (owner: TestPlayer) => deps.ledger.wallet(db, owner.userId)
const stateOf = async (id: string) => (await listVouchers(deps)).find((voucher) => voucher.id === id)?.state

afterAll(async () => {
  expect(await deps.ledger.violations()).toEqual([])
  for (const { name, violations } of await checkInvariants(db)) expect([name, violations]).toEqual([name, []])
})

describe('redeeming a voucher', () => {
  it('credits cash once, with the turnover of a deposit, and shows it in the records', async () => {
    const owner = await player({ balance: 10 })
    const { id, code } = await issue()
    const looked = await call<{ amount: number }>('GET', `/api/app/vouchers/${code}`, { player: owner })
    expect(looked.data.amount).toBe(50)
    const redeemed = await redeem(owner, code.toLowerCase())
    expect(redeemed).toMatchObject({ httpStatus: 200, data: { amount: 50, balance: 60 } })
    expect(await walletOf(owner)).toMatchObject({ cash: 60_00, turnoverLeft: 50_00, depositSum: 50_00 })
    expect(await stateOf(id)).toBe('redeemed')
    const { data } = await call<{ list: { title: string; amount: number; wallet: string }[] }>(
      'GET',
      '/api/app/order/records?tab=deposits',
      { player: owner },
    )
    expect(data.list[0]).toMatchObject({ title: 'voucher', amount: 50, wallet: 'balance' })
  })

  it('answers a retry with the same response, and pays once', async () => {
    const owner = await player()
    const { code } = await issue()
    const key = randomUUID()
    const first = await redeem(owner, code, key)
    expect((await redeem(owner, code, key, other)).text).toBe(first.text)
    expect((await walletOf(owner)).cash).toBe(50_00)
  })

  it('by many players at once on two servers pays one of them', async () => {
    const owners = await Promise.all(Array.from({ length: 10 }, () => player()))
    const { code } = await issue()
    const responses = await Promise.all(
      owners.flatMap((owner) => [redeem(owner, code), redeem(owner, code, randomUUID(), other)]),
    )
    expect(responses.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
    expect(new Set(responses.map(({ httpStatus }) => httpStatus))).toEqual(new Set([200, 409]))
    const paid = await Promise.all(owners.map(async (owner) => (await walletOf(owner)).cash))
    expect(paid.filter((cash) => cash === 50_00)).toHaveLength(1)
    expect(paid.reduce((sum: number, cash) => sum + cash, 0)).toBe(50_00)
  })

  it('is refused after it was used, expired or voided, and for a code that nobody issued', async () => {
    const owner = await player()
    const messages: string[] = []
    const refusedWith = async (code: string, httpStatus: number) => {
      const response = await redeem(owner, code)
      expect(response.httpStatus).toBe(httpStatus)
      messages.push(response.message)
    }
    const used = await issue()
    await redeem(await player(), used.code)
    await refusedWith(used.code, 409)
    const voided = await issue()
    await voidVoucher(deps, voided.id)
    expect(await stateOf(voided.id)).toBe('void')
    await refusedWith(voided.code, 409)
    await refusedWith(formatVoucherCode(withCheckCharacters('ABCDEFGHJKMNPQ')), 404)
    const late = await issue(50_00, 60_000)
    await clock.advance(60_000)
    await refusedWith(late.code, 409)
    expect(messages).toEqual([
      'Este vale já foi usado.',
      'Este vale foi cancelado.',
      'Código de vale inválido. Confira os caracteres.',
      'Este vale expirou.',
    ])
    expect((await walletOf(owner)).cash).toBe(0)
  })

  it('is worth nothing when its row was changed', async () => {
    const owner = await player()
    const { id, code } = await issue()
    await db.write('update vouchers set amount = 99999900 where id = $1', [id])
    expect((await redeem(owner, code)).httpStatus).toBe(404)
    await db.write('update vouchers set amount = 5000 where id = $1', [id])
    expect((await redeem(owner, code)).httpStatus).toBe(200)
  })

  it('obeys the rules of a deposit: identity, pause, limit; play money is not mixed with it', async () => {
    const { code } = await issue()
    const refused: [fields: Record<string, unknown>, status: number][] = [
      [{ kyc: 0 }, 403],
      [{ testFlag: 1 }, 403],
    ]
    for (const [fields, status] of refused) {
      expect((await redeem(await player(fields), code)).httpStatus).toBe(status)
    }
    const paused = await player()
    await db.write(`update users set excluded_until = $2 where id = $1`, [
      paused.userId,
      new Date(clock.now().getTime() + hour),
    ])
    expect((await redeem(paused, code)).httpStatus).toBe(403)
    const limited = await player()
    await db.write(
      `insert into player_limits (user_id, kind, period, amount) values ($1, 'deposit', 'day', 6000)`,
      [limited.userId],
    )
    expect((await redeem(limited, code)).httpStatus).toBe(200)
    expect((await redeem(limited, (await issue()).code)).message).toMatch(/limite/i)
  })

  it('needs a login and a key', async () => {
    const { code } = await issue()
    expect((await call('POST', '/api/app/vouchers/redeem', { body: { code } })).httpStatus).toBe(401)
    const owner = await player()
    const without = await call('POST', '/api/app/vouchers/redeem', {
      player: owner,
      body: { code },
      key: null,
    })
    expect(without.httpStatus).toBe(400)
  })
})

describe('staff', () => {
  it('cannot void a voucher that was redeemed', async () => {
    const { id, code } = await issue()
    await redeem(await player(), code)
    await expect(voidVoucher(deps, id)).rejects.toMatchObject({ key: 'conflict' })
    await expect(voidVoucher(deps, 'nothing')).rejects.toMatchObject({ key: 'notFound' })
  })

  it('issue by QA’s control: a code, its address and its picture; the database has no code', async () => {
    const { data } = await call<{ code: string; url: string; qr: string }>('POST', '/sandbox/api/vouchers', {
      body: { amount: 25, hours: 2 },
    })
    expect(data.url).toContain(`/vale${data.code}`)
    expect(data.qr).toMatch(/^data:image\/png;base64,/)
    const rows = JSON.stringify(await db.read('select * from vouchers'))
    expect(rows).not.toContain(data.code.replaceAll('-', ''))
    expect((await redeem(await player(), data.code)).data.amount).toBe(25)
  })
})
