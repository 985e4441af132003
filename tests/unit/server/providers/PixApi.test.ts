import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCA, createCert } from 'mkcert'
import { cents } from '#contract/money.ts'
import { fromBankAmount, toBankAmount } from '#server/providers/bank/amounts.ts'
import { BankClient } from '#server/providers/bank/BankClient.ts'
import { BankProblemError, BankSilentError } from '#server/providers/bank/errors.ts'
import { PixApi } from '#server/providers/payment/pix/PixApi.ts'
import { PixPeer } from '../../../peers/PixPeer.ts'

/** The Central Bank's own description of its interface; it is not part of this project. */
const document = process.env['PIX_OPENAPI']
if (!document) console.log('PIX_OPENAPI is not set: calls are not compared with the Central Bank’s document')

let peer: PixPeer
let bank: BankClient
let api: PixApi
let now = 0
const newTxid = () => randomBytes(16).toString('hex')
const charge = (txid = newTxid(), amount = '100.00') => ({
  txid,
  amount,
  seconds: 1800,
  key: 'pix@example.com',
})

/** The keys and the compiled document, which all peers share, take seconds. */
beforeAll(async () => (await PixPeer.start({ document })).close(), 60_000)

beforeEach(async () => {
  peer = await PixPeer.start({ document })
  bank = new BankClient(peer.access(), () => now)
  api = new PixApi(bank)
})

afterEach(async () => {
  await bank.close()
  await peer.close()
  expect(peer.violations).toEqual([])
})

describe('amounts of the API', () => {
  it('have two decimals, and are whole cents', () => {
    expect([0, 5, 1234, 1_000_000].map((value) => toBankAmount(cents(value)))).toEqual([
      '0.00',
      '0.05',
      '12.34',
      '10000.00',
    ])
    expect(fromBankAmount('10000.07')).toBe(1_000_007)
    for (const text of ['1', '1.5', '1,50', '-1.00', '1.005', ''])
      expect(() => fromBankAmount(text)).toThrow(RangeError)
    expect(() => toBankAmount(cents(-1))).toThrow(RangeError)
  })
})

describe('a charge', () => {
  it('is created, read, paid and listed', async () => {
    const { txid, status, valor, pixCopiaECola } = await api.createCharge({
      ...charge(),
      debtor: { name: 'Ana Souza', cpf: '52998224725' },
    })
    expect({ status, valor: valor.original, hasCode: Boolean(pixCopiaECola) }).toEqual({
      status: 'ATIVA',
      valor: 10_000,
      hasCode: true,
    })
    const paid = peer.pay(txid, { cpf: '52998224725', nome: 'Ana Souza' })
    const read = await api.charge(txid)
    expect(read.status).toBe('CONCLUIDA')
    expect(read.pix).toMatchObject([
      { endToEndId: paid.endToEndId, valor: 10_000, pagador: { cpf: '52998224725' } },
    ])
    expect((await api.received(paid.endToEndId)).txid).toBe(txid)
  })

  it('is created once: a repetition is refused, and the charge can be read', async () => {
    const body = charge()
    await api.createCharge(body)
    await expect(api.createCharge(body)).rejects.toThrow(BankProblemError)
    expect((await api.charge(body.txid)).status).toBe('ATIVA')
    expect(peer.charges.size).toBe(1)
  })

  it('cannot be paid once it is removed', async () => {
    const { txid } = await api.createCharge(charge())
    expect((await api.removeCharge(txid)).status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
    expect(() => peer.pay(txid)).toThrow('no open charge')
  })

  it('that the bank refuses names the field, not its value', async () => {
    const refused = await api.createCharge(charge(newTxid(), '0.00')).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(BankProblemError)
    expect(refused).toMatchObject({ status: 400, kind: 'CobOperacaoInvalida' })
    expect(String(refused)).toContain('cob.valor.original')
    expect(String(refused)).not.toContain('0.00')
  })
})

describe('payments that came in', () => {
  it('are listed over all pages', async () => {
    const sent = Array.from(
      { length: 230 },
      (_, index) => peer.receive({ valor: `${index + 1}.00` }).endToEndId,
    )
    const listed: string[] = []
    const range = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)] as const
    for (let page = 0, isLast = false; !isLast; page++) {
      const received = await api.receivedPage(...range, page)
      listed.push(...received.pix.map(({ endToEndId }) => endToEndId))
      isLast = received.isLast
    }
    expect(listed).toEqual(sent)
  })

  it('go back once, whoever repeats it', async () => {
    const { endToEndId } = peer.receive({ valor: '50.00' })
    const [first, second] = [
      await api.refund(endToEndId, 'r1', '50.00'),
      await api.refund(endToEndId, 'r1', '50.00'),
    ]
    expect([first.valor, second.status]).toEqual([5_000, 'EM_PROCESSAMENTO'])
    expect(peer.received.get(endToEndId)?.devolucoes).toHaveLength(1)
    expect((await api.refundStatus(endToEndId, 'r1')).id).toBe('r1')
    await expect(api.refund(endToEndId, 'r2', '0.01')).rejects.toThrow(BankProblemError)
  })

  it('show what the banks took back', async () => {
    const { endToEndId } = peer.receive({ valor: '50.00' })
    peer.takeBack(endToEndId)
    const { devolucoes } = await api.received(endToEndId)
    expect(devolucoes).toMatchObject([{ natureza: 'MED_FRAUDE', status: 'DEVOLVIDO', valor: 5_000 }])
  })
})

describe('the connection', () => {
  it('asks for one token, also for calls at the same time, and for another shortly before it ends', async () => {
    const tokens = () => peer.calls.filter((call) => call === 'POST /oauth/token').length
    await Promise.all(Array.from({ length: 5 }, () => api.createCharge(charge())))
    expect(tokens()).toBe(1)
    now += 3_500_000
    await api.createCharge(charge())
    expect(tokens()).toBe(1)
    now += 60_000
    await api.createCharge(charge())
    expect(tokens()).toBe(2)
    peer.revokeTokens()
    await api.createCharge(charge())
    expect(tokens()).toBe(3)
  })

  it('is refused with a wrong secret, and no secret is in the error', async () => {
    const wrong = new BankClient({ ...peer.access(), clientSecret: 'not-the-secret' })
    const refused = await new PixApi(wrong).charge(newTxid()).catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'BankProblemError', status: 401 })
    expect(JSON.stringify([String(refused), refused])).not.toContain('not-the-secret')
    await wrong.close()
  })

  it('that is garbled leaves the outcome unknown, and neither token nor person is in the error', async () => {
    const garbled = async (path: string, text: string) => {
      peer.fail({ path, when: 'before', text })
      const error = await api.charge(newTxid()).catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(BankSilentError)
      return inspect(error, { depth: 5 })
    }
    expect(await garbled('/oauth/token', '{"access_token":s3cret,"expires_in":1}')).not.toContain('s3cret')
    expect(await garbled('/api/v2/cob', '{"txid":52998224725')).not.toContain('52998224725')
    expect(await garbled('/api/v2/cob', '{"devedor":{"cpf":"52998224725"}}')).not.toContain('52998224725')
    expect(await garbled('/api/v2/cob', '<html>')).toContain('no usable response')
    peer.fail({ path: '/api/v2/webhook', when: 'before', text: '<html>' })
    await expect(api.registerWebhook('key', 'https://example.com')).rejects.toThrow(BankSilentError)
  })

  it('is refused without a certificate of the bank’s choice, and to a bank with a foreign one', async () => {
    const subject = { organization: 'Somebody', countryCode: 'BR', state: 'SP', locality: 'SP', validity: 1 }
    const foreign = await createCA(subject)
    const own = await createCert({ ca: foreign, domains: ['client'], validity: 1 })
    const intruder = new BankClient({ ...peer.access(), certificate: own.cert, key: own.key })
    await expect(new PixApi(intruder).charge(newTxid())).rejects.toThrow(BankSilentError)
    const trusting = new BankClient({ ...peer.access(), authority: foreign.cert })
    await expect(new PixApi(trusting).charge(newTxid())).rejects.toThrow(BankSilentError)
    await Promise.all([intruder.close(), trusting.close()])
  })

  it.each([
    ['is cut before the call', { when: 'before' } as const, 0],
    ['is cut after the call', { when: 'after' } as const, 1],
    ['answers 503', { when: 'before', status: 503 } as const, 0],
    ['answers 503 after it has carried the call out', { when: 'after', status: 503 } as const, 1],
  ])('that %s leaves the outcome unknown', async (_, fault, created) => {
    peer.fail({ path: '/api/v2/cob', ...fault })
    await expect(api.createCharge(charge())).rejects.toThrow(BankSilentError)
    expect(peer.charges.size).toBe(created)
  })

  it('registers where the bank tells of payments', async () => {
    await api.registerWebhook('pix@example.com', 'https://example.com/provider/pix')
    expect(peer.webhooks.get('pix@example.com')).toBe('https://example.com/provider/pix')
  })
})
