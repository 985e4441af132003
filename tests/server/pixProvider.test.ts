import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { parseConfig } from '#server/config/config.ts'
import { askAboutPending, settleCharge } from '#server/domain/payments/charges.ts'
import { expireOrders } from '#server/domain/payments/orders.ts'
import { refundPayment } from '#server/domain/payments/returnedPayments.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { chooseProviders } from '#server/providers/chooseProviders.ts'
import { PixPeer } from '../peers/PixPeer.ts'
import { keepsPaymentContract } from './contracts/paymentProvider.ts'
import { createTestServer, type TestPlayer, type TestServer } from './helpers/testServer.ts'

interface Opened {
  orderId: string
  payNo: string
  url: string
}

const folder = mkdtempSync(join(tmpdir(), 'palpite-pix-'))
const webhook = '/provider/bank/webhook'
let bank: PixPeer
let server: TestServer

/** The environment of a server that this bank serves. */
function environment({ tls, access }: { tls: PixPeer['tls']; access: ReturnType<PixPeer['access']> }) {
  const file = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  return {
    PAYMENT_PROVIDER: 'pix',
    PIX_API_URL: access.baseUrl,
    PIX_TOKEN_URL: access.tokenUrl,
    PIX_CLIENT_ID: access.clientId,
    PIX_CLIENT_SECRET: access.clientSecret,
    PIX_CERTIFICATE_FILE: file('client.pem', tls.client.cert),
    PIX_PRIVATE_KEY_FILE: file('client.key', tls.client.key),
    PIX_AUTHORITY_FILE: file('authority.pem', tls.ca),
    PIX_KEY: 'pix@palpite.example',
  }
}

beforeAll(async () => {
  bank = await PixPeer.start({ document: process.env['PIX_OPENAPI'] })
  server = await createTestServer(environment({ tls: bank.tls, access: bank.access() }))
})

afterAll(async () => {
  await bank.close()
  rmSync(folder, { recursive: true, force: true })
  expect(bank.violations).toEqual([])
})

const prePay = (buyer: TestPlayer, key = randomUUID()) =>
  server.call<Opened>('POST', '/api/app/order/prePay/brl-20', {
    player: buyer,
    body: { gift: 0 },
    form: true,
    key,
  })

const txidOf = ({ orderId }: Opened) => orderId.replaceAll('-', '')
const cashOf = async ({ userId }: TestPlayer) =>
  (await server.deps.ledger.wallet(server.deps.db, userId)).cash
const statusOf = async (buyer: TestPlayer, { orderId }: Opened) =>
  (await server.call<{ status: string }>('GET', `/api/app/order/getStatus/${orderId}`, { player: buyer }))
    .data.status

/** What a bank sends, or anybody who knows the address. */
const callBack = (pix: unknown[], path = webhook) =>
  server.app.inject({ method: 'POST', url: path, payload: { pix } })

/** A player's CPF is that of their identity; sandbox players have one. */
async function cpfOf({ userId }: TestPlayer): Promise<string> {
  const charge = [...bank.charges.values()].at(-1)
  if (!charge?.devedor) throw new Error(`no debtor for ${userId}`)
  return charge.devedor.cpf
}

describe('the payment contract', () => {
  keepsPaymentContract(() => ({
    provider: server.deps.provider,
    now: () => server.clock.now(),
    pay: (id) => {
      bank.pay(id.replaceAll('-', ''))
      return Promise.resolve()
    },
    takeBack: (id) => {
      const txid = id.replaceAll('-', '')
      const paid = [...bank.received.values()].find((pix) => pix.txid === txid)
      bank.takeBack(paid?.endToEndId ?? '')
      return Promise.resolve()
    },
  }))
})

describe('a deposit', () => {
  it('is shown with its code, paid at the bank, and credited once, however often the bank calls', async () => {
    const buyer = await server.player()
    const { data: order } = await prePay(buyer)
    const page = await server.app.inject({ url: new URL(order.url).pathname })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`br.gov.bcb.pix2536pix.example.com/qr/v2/${txidOf(order)}`)
    expect(page.body.replaceAll('\u00A0', ' ')).toContain('R$ 20,00')
    const { endToEndId } = bank.pay(txidOf(order), { cpf: await cpfOf(buyer), nome: 'Ana' })
    const callback = { endToEndId, txid: txidOf(order), valor: '20.00' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => callBack([callback], index % 2 ? `${webhook}/pix` : webhook)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
    expect(await cashOf(buyer)).toBe(2_000)
    expect(await statusOf(buyer, order)).toBe('10')
    const state = await server.app.inject({ url: `${new URL(order.url).pathname}/state` })
    expect(state.json()).toMatchObject({ data: { state: 'paid' } })
  })

  it('is pushed to its page in every process as soon as it is paid, and the page need not ask', async () => {
    const other = await server.startAnother()
    const addresses = [await server.listen(), await other.listen()]
    const { data: order } = await prePay(await server.player())
    const path = `${new URL(order.url).pathname}/events`
    const streams = await Promise.all(
      addresses.map(async (address) => {
        const response = await fetch(`${address}${path}`)
        expect(response.headers.get('content-type')).toContain('text/event-stream')
        return response.body?.pipeThrough(new TextDecoderStream()).getReader()
      }),
    )
    const next = () => Promise.all(streams.map(async (stream) => (await stream?.read())?.value ?? 'ended'))
    const states = async () => (await next()).map((text) => /"state":"(\w+)"/.exec(text)?.[1] ?? text)
    expect(await states()).toEqual(['pending', 'pending'])
    bank.pay(txidOf(order))
    await callBack([{ txid: txidOf(order) }])
    expect(await states()).toEqual(['paid', 'paid'])
    // A process that stops does not wait for its pages.
    await other.app.close()
    expect((await streams[1]?.read())?.done).toBe(true)
    await streams[0]?.cancel()
    expect((await server.app.inject(path.replace(txidOf(order), 'f'.repeat(32)))).statusCode).toBe(404)
  })

  it('is found among the thousand payments that a bank tells of with one call', async () => {
    const buyer = await server.player()
    const { data: order } = await prePay(buyer)
    const paid = bank.pay(txidOf(order))
    const pixOf = (txid: string) => ({
      ...paid,
      txid,
      chave: 'pix@palpite.example',
      infoPagador: 'x'.repeat(140),
    })
    const odd = [null, 'x', { txid: null }, { gnExtras: null, devolucoes: null }, { txid: 7, gnExtras: 'x' }]
    const others = Array.from({ length: 999 - odd.length }, () =>
      pixOf(txidOf({ ...order, orderId: randomUUID() })),
    )
    expect((await callBack([...odd, ...others, pixOf(txidOf(order))])).statusCode).toBe(200)
    expect(await cashOf(buyer)).toBe(2_000)
  })

  it('is not believed to be paid because somebody says so', async () => {
    const buyer = await server.player()
    const { data: order } = await prePay(buyer)
    await callBack([{ endToEndId: 'E'.padEnd(32, '0'), txid: txidOf(order), valor: '999.00' }])
    expect(await cashOf(buyer)).toBe(0)
    expect(await statusOf(buyer, order)).toBe('00')
    const asked = bank.calls.length
    await callBack([{ txid: 'f'.repeat(32) }, { txid: 'not-ours' }, {}])
    expect(bank.calls.length).toBe(asked)
  })

  it('is found without a callback', async () => {
    const buyer = await server.player()
    const { data: order } = await prePay(buyer)
    bank.pay(txidOf(order), { cpf: await cpfOf(buyer), nome: 'Ana' })
    await server.deps.db.write(`update orders set asked_at = now() - interval '1 minute' where id = $1`, [
      order.orderId,
    ])
    await askAboutPending(server.deps)
    expect(await cashOf(buyer)).toBe(2_000)
  })

  it('about which the bank says nothing, or another amount, keeps no other one from being found', async () => {
    const buyers = [await server.player(), await server.player(), await server.player()]
    const orders: Opened[] = []
    for (const buyer of buyers) orders.push((await prePay(buyer)).data)
    const [found, other, silent] = orders
    if (!found || !other || !silent) throw new Error('no orders')
    for (const order of orders) bank.pay(txidOf(order))
    bank.receive({ txid: txidOf(other), valor: '1.00' })
    bank.fail({ path: `/api/v2/cob/${txidOf(silent)}`, when: 'before', status: 503 })
    await server.deps.db.write(
      `update orders set asked_at = now() - interval '1 minute' where id = any($1)`,
      [orders.map(({ orderId }) => orderId)],
    )
    await expect(askAboutPending(server.deps)).rejects.toThrow('2 orders could not be asked about')
    // The same in one callback: the bank sends again what was not taken.
    const [late, lateOther] = [(await prePay(await server.player())).data, other]
    bank.pay(txidOf(late))
    const answer = await callBack([{ txid: txidOf(lateOther) }, { txid: txidOf(late) }])
    expect(answer.statusCode).toBe(409)
    expect(await statusOf(buyers[0] as TestPlayer, found)).toBe('10')
    expect(
      (
        await server.deps.db.read('select 1 from orders where id = $1 and status = $2', [
          late.orderId,
          'paid',
        ])
      ).length,
    ).toBe(1)
    expect(await Promise.all(buyers.map(cashOf))).toEqual([2_000, 0, 0])
  })

  it('is credited by a callback that comes after its time, or after the process has died in between', async () => {
    const [late, killed] = [await server.player(), await server.player()]
    const [lateOrder, killedOrder] = [(await prePay(late)).data, (await prePay(killed)).data]
    bank.pay(txidOf(killedOrder))
    vi.spyOn(server.deps.db, 'tx').mockRejectedValueOnce(new Error('killed'))
    expect((await callBack([{ txid: txidOf(killedOrder) }])).statusCode).toBe(500)
    expect(await cashOf(killed)).toBe(0)
    expect((await callBack([{ txid: txidOf(killedOrder) }])).statusCode).toBe(200)
    expect(await cashOf(killed)).toBe(2_000)
    await server.clock.advance(31 * 60_000)
    await expireOrders(server.deps, new AbortController().signal)
    await settleCharge(server.deps, lateOrder.orderId)
    expect(await statusOf(late, lateOrder)).toBe('01')
    // The payer's bank was a second behind.
    bank.pay(txidOf(lateOrder))
    expect((await callBack([{ txid: txidOf(lateOrder) }])).statusCode).toBe(200)
    expect(await statusOf(late, lateOrder)).toBe('10')
    expect(await cashOf(late)).toBe(2_000)
  })

  it('goes back once at a bank that refuses a repetition, when the first answer was lost', async () => {
    const { data: order } = await prePay(await server.player())
    const { endToEndId } = bank.pay(txidOf(order))
    await server.deps.db.write(
      `update orders set status = 'failed', refusal = 'payerMismatch' where id = $1`,
      [order.orderId],
    )
    bank.refusesRepeatedRefunds = true
    bank.fail({ path: `/api/v2/pix/${endToEndId}/devolucao`, method: 'PUT', when: 'after' })
    await expect(refundPayment(server.deps, order.orderId)).rejects.toThrow('no usable response')
    await refundPayment(server.deps, order.orderId)
    expect(bank.received.get(endToEndId)?.devolucoes).toMatchObject([{ valor: '20.00' }])
    const refundedAt = await server.deps.db.read('select refunded_at from orders where id = $1', [
      order.orderId,
    ])
    expect(refundedAt).toEqual([{ refunded_at: expect.any(Date) as Date }])
    bank.refusesRepeatedRefunds = false
    // A refund that the bank has never taken is refused.
    const { data: other } = await prePay(await server.player())
    bank.takeBack(bank.pay(txidOf(other)).endToEndId)
    await expect(server.deps.provider.refund(other.orderId, cents(2_000))).rejects.toThrow(
      'PixDevolucaoInvalida',
    )
  })

  describe('where the rules ask for the own account', () => {
    /** A deposit that somebody has paid; undefined: the bank does not say who. */
    async function paidBy(payer?: Parameters<PixPeer['pay']>[1]) {
      const brazil = await createTestServer({
        ...environment({ tls: bank.tls, access: bank.access() }),
        JURISDICTION: 'br',
      })
      const buyer = await brazil.player()
      for (const kind of ['loss', 'time'])
        await brazil.call('POST', '/api/app/limits', {
          player: buyer,
          body: { kind, period: 'month', amount: 1000 },
        })
      const { data: order } = await brazil.call<Opened>('POST', '/api/app/order/prePay/brl-20', {
        player: buyer,
        body: { gift: 0 },
        form: true,
        key: randomUUID(),
      })
      const { endToEndId } = bank.pay(txidOf(order), payer)
      await brazil.app.inject({ method: 'POST', url: webhook, payload: { pix: [{ txid: txidOf(order) }] } })
      await runJobs(brazil.deps)
      const { cash } = await brazil.deps.ledger.wallet(brazil.deps.db, buyer.userId)
      const [row] = await brazil.deps.db.read<{ payer: string | null }>('select payer from orders')
      return { cash, returned: bank.received.get(endToEndId)?.devolucoes, payer: row?.payer }
    }

    it.each([
      ['person', { cpf: '11144477735', nome: 'Outra Pessoa' }],
      ['company', { cnpj: '12ABC34501DE35', nome: 'Empresa' }],
    ])('from another %s goes back', async (_, payer) => {
      const { cash, returned } = await paidBy(payer)
      expect(cash).toBe(0)
      expect(returned).toMatchObject([{ valor: '20.00', natureza: 'ORIGINAL' }])
    })

    it('stays when the bank does not say who paid, and is marked for a person', async () => {
      const { cash, returned, payer } = await paidBy()
      expect(cash).toBe(2_000)
      expect(returned).toEqual([])
      expect(payer).toBe('unknown')
    })
  })

  it('that the player cancels can no longer be paid', async () => {
    const buyer = await server.player()
    const { data: order } = await prePay(buyer)
    await server.deps.provider.cancel(order.orderId)
    expect(bank.charges.get(txidOf(order))?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
  })

  it.each([['never reached the bank', 'before'] as const, ['the bank has carried out', 'after'] as const])(
    'whose call %s before the connection was cut blocks nothing and leaves nothing to pay',
    async (_, when) => {
      const buyer = await server.player()
      bank.fail({ path: '/api/v2/cob', method: 'PUT', when })
      const lost = await prePay(buyer)
      expect(lost.httpStatus).toBe(503)
      expect((await prePay(buyer)).httpStatus).toBe(200)
      const [failed] = await server.deps.db.read<{ id: string }>(
        `select id from orders where user_id = $1 and status = 'failed'`,
        [buyer.userId],
      )
      const settled = settleCharge(server.deps, failed?.id ?? '')
      // A charge of which the bank knows nothing may still be on its way.
      if (when === 'before') await expect(settled).rejects.toThrow('no such charge yet')
      else await settled
      const charge = bank.charges.get(failed?.id.replaceAll('-', '') ?? '')
      expect(charge?.status ?? 'none').toBe(when === 'after' ? 'REMOVIDA_PELO_USUARIO_RECEBEDOR' : 'none')
    },
  )
})

describe('a server with the provider pix', () => {
  const complete = () => environment({ tls: bank.tls, access: bank.access() })
  const chosen = (env: Record<string, string>) => () => chooseProviders(parseConfig(env).config)

  it('says what is missing', () => {
    expect(chosen({ PAYMENT_PROVIDER: 'pix' })).toThrow(
      'PAYMENT_PROVIDER pix needs PIX_API_URL, PIX_TOKEN_URL, PIX_CLIENT_ID, PIX_CLIENT_SECRET, PIX_CERTIFICATE_FILE, PIX_PRIVATE_KEY_FILE, PIX_KEY',
    )
    expect(chosen({ ...complete(), PIX_CERTIFICATE_FILE: join(folder, 'nowhere.pem') })).toThrow(
      /PIX_CERTIFICATE_FILE .*nowhere\.pem cannot be read/,
    )
    const withFile = (name: string, text: string) => {
      const path = join(folder, 'other.pem')
      writeFileSync(path, text)
      return chosen({ ...complete(), [name]: path })
    }
    expect(withFile('PIX_CERTIFICATE_FILE', 'x')).toThrow('PIX_CERTIFICATE_FILE is not a certificate (PEM)')
    expect(withFile('PIX_AUTHORITY_FILE', 'x')).toThrow('PIX_AUTHORITY_FILE is not a certificate (PEM)')
    expect(withFile('PIX_CERTIFICATE_FILE', bank.tls.ca)).toThrow(
      'PIX_PRIVATE_KEY_FILE is not the private key',
    )
    expect(withFile('PIX_PRIVATE_KEY_FILE', 'x')).toThrow('PIX_PRIVATE_KEY_FILE is not the private key')
    expect(chosen(complete())).not.toThrow()
    // The peer's certificates are good for two days.
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * 24 * 3_600_000)
    expect(chosen(complete())).toThrow('PIX_CERTIFICATE_FILE is good until')
    now.mockRestore()
  })

  it('reaches the bank over TLS only', () => {
    expect(() => parseConfig({ ...complete(), PIX_API_URL: 'http://bank.example/api/v2' })).toThrow(
      'PIX_API_URL',
    )
  })
})
