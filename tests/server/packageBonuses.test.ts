import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { edgeOf } from '#contract/rules/gameEdge.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { settleSandboxPayment } from '#server/providers/payment/sandbox/settle.ts'
import { createTestServer, type TestPlayer, type TestServer } from './helpers/testServer.ts'

const server = await createTestServer()
const { call, clock, deps, player } = server

interface Price {
  pkgId: string
  price: number
  gift: number
  curreny: string
  giftUsed?: boolean
}

const prePay = (buyer: TestPlayer, pkgId: string, { gift = 1, lang = 'pt_BR', through = server } = {}) =>
  through.call<{ orderId: string }>('POST', `/api/app/order/prePay/${pkgId}`, {
    player: buyer,
    body: { gift, pkgId, isapp: 0 },
    form: true,
    key: randomUUID(),
    lang,
  })
const pay = (orderId: string, { app, deps: own }: TestServer = server) =>
  settleSandboxPayment(app, own, orderId, 'pay')
const walletOf = (buyer: TestPlayer) => deps.ledger.wallet(deps.db, buyer.userId)
const pricesOf = async (buyer: TestPlayer) =>
  (await call<Price[]>('GET', '/api/app/order/getPrices', { player: buyer })).data
const priceOf = async (buyer: TestPlayer, pkgId: string) =>
  (await pricesOf(buyer)).find((price) => price.pkgId === pkgId)

/** Buys a package with its bonus if the server lets the player, otherwise without. */
async function buy(buyer: TestPlayer, pkgId: string): Promise<void> {
  const wanted = await prePay(buyer, pkgId)
  const { data } = wanted.httpStatus === 409 ? await prePay(buyer, pkgId, { gift: 0 }) : wanted
  if (data?.orderId) await pay(data.orderId)
}

/** Opens an order for the package, and lets it expire without a payment. */
async function openAndExpire(buyer: TestPlayer, pkgId: string): Promise<string> {
  const { data } = await prePay(buyer, pkgId)
  await clock.advance(31 * 60_000)
  return data.orderId
}

describe('buying a package again and again', async () => {
  const packages = (await pricesOf(await player())).filter(({ curreny }) => curreny !== 'EXPPAY')
  const lowestEdge = edgeOf('dice', null)

  it.each(packages)('loses on average: $pkgId', async ({ pkgId, gift, curreny }) => {
    const buyer = await player()
    // That of the second deposit.
    if (curreny === 'BTBRL') await buy(buyer, 'brl-20')
    const late = [await openAndExpire(buyer, pkgId), await openAndExpire(buyer, pkgId)]
    await buy(buyer, pkgId)
    const before = await walletOf(buyer)
    expect(before.bonus).toBe(gift * 100)
    for (let i = 0; i < 3; i++) await buy(buyer, pkgId)
    for (const orderId of late) await pay(orderId)
    const { bonus, turnoverLeft } = await walletOf(buyer)
    // What the bets that free the money cost on average, in the game with the lowest edge.
    const cost = (turnoverLeft - before.turnoverLeft) * lowestEdge
    expect(bonus - before.bonus - cost).toBeLessThan(0)
  })
})

describe('the bonus of a package', () => {
  it('is given once: then the package shows it, and sells without', async () => {
    const buyer = await player()
    expect(await priceOf(buyer, 'brl-100')).toEqual({
      pkgId: 'brl-100',
      price: 100,
      gift: 0.15,
      sort: 30,
      curreny: 'BRL',
    })
    await buy(buyer, 'brl-100')
    expect(await priceOf(buyer, 'brl-100')).toMatchObject({ gift: 0, giftUsed: true })
    expect(await priceOf(buyer, 'brl-200')).not.toHaveProperty('giftUsed')

    const refused = await prePay(buyer, 'brl-100')
    expect(refused).toMatchObject({ httpStatus: 409, message: expect.stringContaining('uma vez por pessoa') })
    expect((await prePay(buyer, 'brl-100', { lang: 'ru_RU' })).message).toMatch(/один раз на человека/)
    const { data } = await prePay(buyer, 'brl-100', { gift: 0 })
    await pay(data.orderId)
    expect(await walletOf(buyer)).toMatchObject({ cash: 200_00, bonus: 15, turnoverLeft: 200_30 })
  })

  it('is not used up without it, nor by an order that nobody pays', async () => {
    const buyer = await player()
    const { data } = await prePay(buyer, 'brl-100', { gift: 0 })
    await pay(data.orderId)
    await openAndExpire(buyer, 'brl-100')
    expect(await priceOf(buyer, 'brl-100')).toMatchObject({ gift: 0.15 })
    await buy(buyer, 'brl-100')
    expect(await walletOf(buyer)).toMatchObject({ bonus: 15 })
  })

  it('is given once to orders that are paid late at the same time, in two processes', async () => {
    const other = await server.startAnother()
    const buyer = await player()
    const orders: string[] = []
    for (let i = 0; i < 6; i++) orders.push(await openAndExpire(buyer, 'top-5000'))
    await Promise.all(orders.map((id, i) => pay(id, i % 2 === 0 ? server : other)))
    expect(await walletOf(buyer)).toMatchObject({ cash: 30_000_00, bonus: 7_50, turnoverLeft: 30_015_00 })
  })

  it('is refused or credited, when an order is opened while another one is paid', async () => {
    const other = await server.startAnother()
    for (let i = 0; i < 8; i++) {
      const buyer = await player()
      const late = await openAndExpire(buyer, 'brl-1000')
      const [, opened] = await Promise.all([pay(late), prePay(buyer, 'brl-1000', { through: other })])
      if (opened.httpStatus === 200) await pay(opened.data.orderId)
      else expect(opened.httpStatus).toBe(409)
      expect((await walletOf(buyer)).bonus).toBe(1_50)
    }
  })

  it('is not given again to a person who closes the account and opens another one', async () => {
    const cpf = randomCpf()
    const verify = (of: TestPlayer) =>
      call('POST', '/api/app/user/updateKyc', { player: of, body: { name: 'Rita Lima', cardNo: cpf } })
    const first = await player({ kyc: 0, password: 'Segura-123' })
    expect((await verify(first)).httpStatus).toBe(200)
    await buy(first, 'fcbrl-20')
    await deps.db.write('update wallets set cash = 0, bonus = 0, turnover_left = 0 where user_id = $1', [
      first.userId,
    ])
    const erased = await call('POST', '/api/app/user/personalData/erase', {
      player: first,
      body: { pwd: 'Segura-123' },
    })
    expect(erased.httpStatus).toBe(200)

    const second = await player({ kyc: 0 })
    expect((await verify(second)).httpStatus).toBe(200)
    expect((await prePay(second, 'fcbrl-20')).httpStatus).toBe(409)
    const { data } = await call<{ paypackage: { pkgId: string | null } }>('GET', '/api/app/user/userInfo', {
      player: second,
    })
    expect(data.paypackage.pkgId).toBeNull()
  })
})
