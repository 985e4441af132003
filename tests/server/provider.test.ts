import { randomUUID } from 'node:crypto'
import { parsePix } from 'pix-utils'
import { describe, expect, it } from 'vitest'
import { settleSandboxPayment } from '#server/providers/payment/sandbox/settle.ts'
import {
  sign,
  signatureHeader,
  timestampHeader,
  webhookKey,
} from '#server/providers/payment/sandbox/signature.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const server = await createTestServer()
const closed = await createTestServer({ SANDBOX: '0' })
const { app, call, clock, deps, player } = server
const { db } = deps
const key = webhookKey(deps.config.secrets.webhookSecret)
const webhookPath = '/provider/sandbox/webhook'
const fiveMinutes = 5 * 60_000

interface Opened {
  orderId: string
  payNo: string
}
type Result = 'paid' | 'cancelled' | 'failed' | 'expired'

async function open(buyer: TestPlayer, pkgId = 'brl-100'): Promise<Opened> {
  const { data } = await call<Opened>('POST', `/api/app/order/prePay/${pkgId}`, {
    player: buyer,
    body: { gift: 1 },
    form: true,
    key: randomUUID(),
  })
  return data
}

/** The provider's notification about an order; its parts can be forged. */
function notification(order: Opened, result: Result, forged: { amount?: number; extra?: object } = {}) {
  const { orderId, payNo } = order
  return JSON.stringify({ orderId, payNo, result, amount: forged.amount ?? 10_000, ...forged.extra })
}

async function post(body: string, forged: { timestamp?: string; signature?: string; type?: string } = {}) {
  const timestamp = forged.timestamp ?? String(clock.now().getTime())
  const response = await app.inject({
    method: 'POST',
    url: webhookPath,
    headers: {
      'content-type': forged.type ?? 'application/json',
      lang: 'pt_BR',
      [timestampHeader]: timestamp,
      [signatureHeader]: forged.signature ?? sign(key, timestamp, body),
    },
    payload: body,
  })
  return { httpStatus: response.statusCode, ...response.json<{ status: number; message: string }>() }
}

const balanceOf = async (buyer: TestPlayer) => (await deps.ledger.wallet(db, buyer.userId)).cash
const statusOf = async (buyer: TestPlayer, { orderId }: Opened) =>
  (await call<{ status: string }>('GET', `/api/app/order/getStatus/${orderId}`, { player: buyer })).data
    .status

describe('the webhook', () => {
  it('credits a signed payment once', async () => {
    const buyer = await player()
    const order = await open(buyer)
    expect(await post(notification(order, 'paid'))).toMatchObject({ httpStatus: 200, status: 0 })
    expect(await post(notification(order, 'paid'))).toMatchObject({ httpStatus: 200, status: 0 })
    expect(await balanceOf(buyer)).toBe(10_000)
  })

  it('credits once for twenty parallel calls', async () => {
    const buyer = await player()
    const order = await open(buyer)
    const body = notification(order, 'paid')
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(body)))
    expect(responses.map((response) => response.httpStatus)).toEqual(Array(20).fill(200))
    expect(await balanceOf(buyer)).toBe(10_000)
    expect((await deps.ledger.entriesOf(buyer.userId, { kinds: ['deposit'] })).list).toHaveLength(1)
  })

  it.each([
    ['a wrong signature', () => ({ signature: '0'.repeat(64) })],
    ['half a signature', () => ({ signature: 'abcd' })],
    ['a signature that is not hexadecimal', () => ({ signature: 'not a signature' })],
    [
      'the signature of another key',
      (body: string) => {
        const timestamp = String(clock.now().getTime())
        return { timestamp, signature: sign(webhookKey('another secret'), timestamp, body) }
      },
    ],
    [
      'the signature of another body',
      () => {
        const timestamp = String(clock.now().getTime())
        return { timestamp, signature: sign(key, timestamp, '{}') }
      },
    ],
    [
      'the signature of another timestamp',
      (body: string) => {
        const now = clock.now().getTime()
        return { timestamp: String(now), signature: sign(key, String(now - 1), body) }
      },
    ],
    ['an old timestamp', () => ({ timestamp: String(clock.now().getTime() - fiveMinutes - 1_000) })],
    ['a timestamp in the future', () => ({ timestamp: String(clock.now().getTime() + fiveMinutes + 5_000) })],
    ['a timestamp that is not a number', () => ({ timestamp: 'now' })],
  ])('refuses %s, with an envelope and without effect', async (_, forge) => {
    const buyer = await player()
    const order = await open(buyer)
    const body = notification(order, 'paid')
    const response = await post(body, forge(body))
    expect(response).toMatchObject({ httpStatus: 403, status: 403 })
    expect(response.message).not.toBe('')
    expect(await balanceOf(buyer)).toBe(0)
    expect(await statusOf(buyer, order)).toBe('00')
  })

  it('refuses a call without any signature', async () => {
    const response = await app.inject({ method: 'POST', url: webhookPath, payload: { result: 'paid' } })
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ status: 403 })
  })

  it('refuses another amount, another payment number, unknown fields, and invalid JSON', async () => {
    const buyer = await player()
    const order = await open(buyer)
    const { httpStatus } = await post(notification(order, 'paid', { amount: 1 }))
    expect(httpStatus).toBe(409)
    expect((await post(notification({ ...order, payNo: 'f'.repeat(24) }, 'paid'))).httpStatus).toBe(403)
    expect((await post(notification(order, 'paid', { extra: { credit: 5 } }))).httpStatus).toBe(400)
    expect((await post(notification(order, 'paid', { amount: 10_000.5 }))).httpStatus).toBe(400)
    expect((await post('paid')).httpStatus).toBe(400)
    expect((await post('x'.repeat(5_000))).httpStatus).toBe(413)
    expect(await balanceOf(buyer)).toBe(0)
  })

  it('refuses an unknown order', async () => {
    expect((await post(notification({ orderId: randomUUID(), payNo: 'a' }, 'paid'))).httpStatus).toBe(404)
  })

  it('credits money that arrives after the order was cancelled, failed or expired, once', async () => {
    for (const first of ['cancelled', 'failed', 'expired'] as const) {
      const buyer = await player()
      const order = await open(buyer)
      await post(notification(order, first))
      await post(notification(order, 'paid'))
      await post(notification(order, 'paid'))
      expect(await balanceOf(buyer), first).toBe(10_000)
      expect(await statusOf(buyer, order), first).toBe('10')
    }
  })

  it('credits money that arrives after the player cancelled, and after 30 minutes', async () => {
    const [buyer, late] = [await player(), await player()]
    const cancelled = await open(buyer)
    await call('POST', `/api/app/order/cancel/${cancelled.orderId}`, { player: buyer, body: {} })
    const next = await open(buyer, 'brl-20')
    await post(notification(cancelled, 'paid'))
    expect(await balanceOf(buyer)).toBe(10_000)
    expect(await statusOf(buyer, next)).toBe('00')

    const expired = await open(late)
    await clock.advance(31 * 60_000)
    await post(notification(expired, 'paid'))
    expect(await balanceOf(late)).toBe(10_000)
  })

  it('leaves a paid order paid, whatever arrives later', async () => {
    const buyer = await player()
    const order = await open(buyer)
    await post(notification(order, 'paid'))
    for (const later of ['cancelled', 'failed', 'expired'] as const) {
      expect((await post(notification(order, later))).httpStatus).toBe(200)
    }
    expect(await statusOf(buyer, order)).toBe('10')
    expect(await balanceOf(buyer)).toBe(10_000)
  })

  it('credits once when paid and cancelled arrive together, in any order', async () => {
    for (let round = 0; round < 5; round++) {
      const buyer = await player()
      const order = await open(buyer)
      const bodies = [notification(order, 'paid'), notification(order, 'cancelled')]
      await Promise.all(Array.from({ length: 10 }, (_, i) => post(bodies[(i + round) % 2] ?? '')))
      expect(await balanceOf(buyer)).toBe(10_000)
      expect(await statusOf(buyer, order)).toBe('10')
    }
  })

  it('is retried when the server was down', async () => {
    const buyer = await player()
    const order = await open(buyer)
    // The same state as after a crash between the provider's own record and the webhook.
    await db.write(
      `update sandbox_provider.payments set result = 'paid', settled_at = now() - interval '10 seconds' where pay_no = $1`,
      [order.payNo],
    )
    await expect.poll(() => balanceOf(buyer), { timeout: 10_000, interval: 200 }).toBe(10_000)
  })
})

describe('the payment page', () => {
  const page = (order: Opened, query = '') => app.inject(`/provider/sandbox/pay/${order.payNo}${query}`)

  it('shows amount, PIX code with a valid CRC, QR code and choices, under a strict policy', async () => {
    const order = await open(await player())
    const response = await page(order)
    expect(response.statusCode).toBe(200)
    expect(response.payload).toContain('R$ 100,00')
    for (const name of ['Pagar', 'Cancelar', 'Simular falha', 'Copiar código'])
      expect(response.payload).toContain(`>${name}<`)
    expect(response.payload).toContain(`/paySuccess?order=${order.orderId}`)
    const policy = String(response.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toContain('unsafe')
    expect(response.payload).not.toMatch(/<script>|<style|style=|onclick/)

    const code = /<textarea[^>]*>([^<]+)</.exec(response.payload)?.[1] ?? ''
    expect(code).toMatch(/^000201.*6304[0-9A-F]{4}$/)
    expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)))
    expect(parsePix(code)).toMatchObject({ type: 'STATIC', transactionAmount: 100, txid: order.payNo })

    const picture = await app.inject(`/provider/sandbox/pay/${order.payNo}/qr.svg`)
    expect(picture.headers['content-type']).toContain('image/svg+xml')
    expect(picture.payload).toContain('<svg')
    for (const [name, type] of [
      ['pay.css', 'text/css'],
      ['pay.js', 'text/javascript'],
    ]) {
      const file = await app.inject(`/provider/sandbox/${name}`)
      expect(file.statusCode).toBe(200)
      expect(file.headers['content-type']).toContain(type)
    }
  })

  it("is in the player's language, for all nine, and declares it", async () => {
    const order = await open(await player())
    const titles = new Set<string>()
    for (const lang of ['pt_BR', 'en_US', 'id_ID', 'vi_VN', 'nr_NR', 'ja_JP', 'ko_KR', 'zh_CN', 'ru_RU']) {
      const { payload } = await page(order, `?lang=${lang}`)
      titles.add(/id="paid"[^]*?<h1[^>]*>([^<]+)</.exec(payload)?.[1] ?? '')
      expect(payload).toContain(`<html lang="${lang === 'nr_NR' ? 'en-NG' : lang.replace('_', '-')}"`)
    }
    // Nigerian English confirms a payment in the same words as English.
    expect(titles.size).toBe(8)
    expect((await page(order, '?lang=en_US')).payload).toContain('>Pay<')
    expect((await page(order, '?lang=%3Cscript%3E')).payload).toContain('>Pagar<')
  })

  it('settles once: the first choice counts', async () => {
    const buyer = await player()
    const order = await open(buyer)
    const choose = (action: string) =>
      app.inject({ method: 'POST', url: `/provider/sandbox/pay/${order.payNo}/${action}` })
    const responses = await Promise.all([choose('pay'), choose('pay'), choose('pay')])
    expect(responses.some((response) => response.statusCode === 200)).toBe(true)
    expect((await choose('cancel')).statusCode).toBe(409)
    expect((await choose('refund')).statusCode).toBe(400)
    expect(await balanceOf(buyer)).toBe(10_000)
    expect((await page(order)).payload).toContain('data-state="paid"')
  })

  it('does not pay a cancelled or expired order', async () => {
    const buyer = await player()
    const order = await open(buyer)
    const choose = (payNo: string, action: string) =>
      app.inject({
        method: 'POST',
        url: `/provider/sandbox/pay/${payNo}/${action}`,
        headers: { lang: 'pt_BR' },
      })
    await choose(order.payNo, 'cancel')
    expect(await statusOf(buyer, order)).toBe('01')
    expect((await choose(order.payNo, 'pay')).statusCode).toBe(409)
    const late = await open(buyer)
    await clock.advance(30 * 60_000)
    const refused = await choose(late.payNo, 'pay')
    expect(refused.json()).toMatchObject({
      message: 'Este pedido de pagamento expirou. Faça um novo depósito.',
    })
    expect((await page(late)).payload).toContain('data-state="expired"')
    expect(await balanceOf(buyer)).toBe(0)
  })

  it('for an unknown number shows a clear message and nothing else', async () => {
    const response = await page({ orderId: '', payNo: 'f'.repeat(24) })
    expect(response.statusCode).toBe(404)
    expect(response.payload).toContain('Pagamento não encontrado')
    expect((await app.inject(`/provider/sandbox/pay/${'f'.repeat(24)}/state`)).statusCode).toBe(404)
    expect((await app.inject(`/provider/sandbox/pay/${'f'.repeat(24)}/qr.svg`)).statusCode).toBe(404)
  })
})

describe('paying by card', () => {
  const number = { paid: '4111 1111 1111 1111', declined: '4000000000000002', challenge: '4000000000003220' }
  const typed = (fields: object = {}) => ({
    number: number.paid,
    name: 'Maria Souza',
    expiry: '08/49',
    cvv: '9173',
    ...fields,
  })
  const send = async (order: Opened, path: 'card' | 'code', payload: object) => {
    const response = await app.inject({
      method: 'POST',
      url: `/provider/sandbox/pay/${order.payNo}/${path}`,
      headers: { lang: 'pt_BR' },
      payload,
    })
    const { data, message } = response.json<{ data: { result: string } | null; message: string }>()
    return { httpStatus: response.statusCode, result: data?.result, message, text: response.payload }
  }
  const resultOf = async (order: Opened, fields: object) => (await send(order, 'card', typed(fields))).result

  it('credits a card that is accepted, once, and stores nothing of the card', async () => {
    const buyer = await player()
    const order = await open(buyer)
    const answers = await Promise.all([1, 2, 3].map(() => send(order, 'card', typed())))
    expect(answers.map(({ result }) => result)).toContain('paid')
    await expect.poll(() => balanceOf(buyer)).toBe(10_000)
    const rows = await db.read<{ row: string; paid_with: string }>(
      'select t::text as row, paid_with from sandbox_provider.payments t where pay_no = $1',
      [order.payNo],
    )
    expect(rows).toMatchObject([{ paid_with: 'card' }])
    for (const secret of ['411111', '9173', 'Maria Souza']) expect(rows[0]?.row).not.toContain(secret)
  })

  it('says what is wrong with a card, and lets another one pay the same order', async () => {
    const buyer = await player()
    const order = await open(buyer)
    expect(await resultOf(order, { number: number.declined })).toBe('declined')
    expect(await resultOf(order, { number: '4000000000000069' })).toBe('expired')
    expect(await resultOf(order, { expiry: '01/20' })).toBe('expired')
    // A valid number that the sandbox does not know could be somebody's.
    expect(await resultOf(order, { number: '5555555555554444' })).toBe('notTest')
    expect(await statusOf(buyer, order)).toBe('00')
    expect(await resultOf(order, {})).toBe('paid')
    expect(await balanceOf(buyer)).toBe(10_000)
  })

  it('asks for the code of the bank, three times at most, then for another card', async () => {
    const buyer = await player()
    const order = await open(buyer)
    expect((await send(order, 'code', { code: '123456' })).httpStatus).toBe(409)
    expect(await resultOf(order, { number: number.challenge })).toBe('challenge')
    expect((await send(order, 'code', { code: '1' })).result).toBe('wrongCode')
    expect((await send(order, 'code', { code: '2' })).result).toBe('wrongCode')
    expect((await send(order, 'code', { code: '3' })).result).toBe('declined')
    expect((await send(order, 'code', { code: '123456' })).httpStatus).toBe(409)
    expect(await resultOf(order, { number: number.challenge })).toBe('challenge')
    expect((await send(order, 'code', { code: '123456' })).result).toBe('paid')
    expect(await balanceOf(buyer)).toBe(10_000)
  })

  it('declines every card after ten', async () => {
    const order = await open(await player())
    for (let i = 0; i < 10; i++) await resultOf(order, { number: number.declined })
    expect(await resultOf(order, {})).toBe('declined')
  })

  it.each([
    ['a number with a wrong check digit', { number: '4111111111111112' }],
    ['a month that does not exist', { expiry: '13/30' }],
    ['a CVV of two digits', { cvv: '12' }],
    ['no name', { name: ' ' }],
    ['a field that nobody asked for', { pin: '1234' }],
  ])('refuses %s without repeating what was sent', async (_, fields) => {
    const answer = await send(await open(await player()), 'card', typed(fields))
    expect(answer.httpStatus).toBe(400)
    expect(answer.text).not.toMatch(/4111|9173|Maria/)
  })

  it('takes no card for an order that is over', async () => {
    const buyer = await player()
    const order = await open(buyer)
    await call('POST', `/api/app/order/cancel/${order.orderId}`, { player: buyer, body: {} })
    expect((await send(order, 'card', typed())).httpStatus).toBe(409)
    expect(await balanceOf(buyer)).toBe(0)
  })

  it('is not offered where the jurisdiction allows Pix only', async () => {
    const order = await open(await player())
    await db.write(`update sandbox_provider.payments set methods = '{pix}' where pay_no = $1`, [order.payNo])
    const { payload } = await app.inject(`/provider/sandbox/pay/${order.payNo}`)
    expect(payload).not.toContain('card-form')
    expect(payload).toContain('Pagamento Pix')
    expect((await send(order, 'card', typed())).httpStatus).toBe(403)
  })
})

describe('without the sandbox', () => {
  it('there is no button to pay', async () => {
    const buyer = await closed.player()
    const { data } = await closed.call<Opened>('POST', '/api/app/order/prePay/brl-100', {
      player: buyer,
      body: { gift: 1 },
      form: true,
      key: randomUUID(),
    })
    const page = await closed.app.inject(`/provider/sandbox/pay/${data.payNo}`)
    expect(page.statusCode).toBe(200)
    expect(page.payload).not.toContain('data-action="')
    const press = await closed.app.inject({ method: 'POST', url: `/provider/sandbox/pay/${data.payNo}/pay` })
    expect(press.statusCode).toBe(404)
  })

  it('takes no card, and shows no logo of one', async () => {
    const buyer = await closed.player()
    const { data } = await closed.call<Opened>('POST', '/api/app/order/prePay/brl-100', {
      player: buyer,
      body: { gift: 1 },
      form: true,
      key: randomUUID(),
    })
    const card = { number: '4111111111111111', name: 'Maria Souza', expiry: '08/49', cvv: '917' }
    const press = await closed.app.inject({
      method: 'POST',
      url: `/provider/sandbox/pay/${data.payNo}/card`,
      payload: card,
    })
    expect(press.statusCode).toBe(404)
    const info = await closed.call<{ paymentMethods: string[] }>('GET', '/api/app/main/appInfo')
    expect(info.data.paymentMethods).toEqual(['pix'])
  })
})

it('QA’s control settles through the same webhook', async () => {
  const buyer = await player()
  const order = await open(buyer)
  const { httpStatus, envelope } = await settleSandboxPayment(app, deps, order.orderId, 'pay')
  expect([httpStatus, envelope.status]).toEqual([200, 0])
  await expect(settleSandboxPayment(app, deps, 'nothing', 'pay')).rejects.toMatchObject({ key: 'notFound' })
})

it('leaves the ledger consistent', async () => {
  expect(await deps.ledger.violations()).toEqual([])
})

/** CRC-16/CCITT-FALSE, as the BR Code requires. */
function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
