import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { parseConfig } from '#server/config/config.ts'
import { sendPayout } from '#server/domain/payments/payouts.ts'
import { approveWithdrawal } from '#server/domain/payments/withdrawals.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { requeueJob } from '#server/jobs/requeue.ts'
import { BankWebhook } from '#server/providers/bank/BankWebhook.ts'
import { chooseProviders } from '#server/providers/chooseProviders.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { EfiPeer } from '../peers/EfiPeer.ts'
import { PixPeer } from '../peers/PixPeer.ts'
import { keepsPayoutContract } from './contracts/payoutProvider.ts'
import { testActor } from './helpers/testActor.ts'
import { createTestServer, type TestPlayer, type TestServer } from './helpers/testServer.ts'

const folder = mkdtempSync(join(tmpdir(), 'palpite-efi-'))
const webhook = '/provider/bank/webhook'
const key = 'pix@palpite.example'
const sendPath = '/v3/gn/pix'
/** A refusal that is about the receiver. */
const otherHolder = { nome: 'chave_nao_pertence_ao_documento', mensagem: 'A chave é de outro documento' }
let efi: EfiPeer
let server: TestServer

const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** The environment of a server that this bank serves; `prefix` is that of the variables. */
function bankAt(
  prefix: 'EFI' | 'PIX',
  { tls, access }: { tls: EfiPeer['tls']; access: ReturnType<EfiPeer['access']> },
) {
  return {
    [`${prefix}_API_URL`]: access.baseUrl,
    [`${prefix}_CLIENT_ID`]: access.clientId,
    [`${prefix}_CLIENT_SECRET`]: access.clientSecret,
    [`${prefix}_CERTIFICATE_FILE`]: file('client.pem', tls.client.cert),
    [`${prefix}_PRIVATE_KEY_FILE`]: file('client.key', tls.client.key),
    [`${prefix}_AUTHORITY_FILE`]: file('authority.pem', tls.ca),
    [`${prefix}_KEY`]: key,
  }
}

const environment = () => ({
  PAYOUT_PROVIDER: 'efi',
  ...bankAt('EFI', { tls: efi.tls, access: efi.access() }),
})

beforeAll(async () => {
  efi = await EfiPeer.start()
  server = await createTestServer(environment())
  await server.listen()
  await vi.waitFor(() => expect(efi.webhooks.get(key)).toBe(`${server.deps.config.publicUrl}${webhook}`))
})

afterEach(() => {
  vi.restoreAllMocks()
  efi.decidesAtOnce = false
})

afterAll(async () => {
  expect(await server.deps.ledger.violations()).toEqual([])
  expect(efi.violations).toEqual([])
  await efi.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Approved {
  owner: TestPlayer
  id: string
  /** Efí's name of it. */
  bankId: string
  cpf: string
}

/** An approved withdrawal of R$ 60 of which `arriving` cents arrive: Efí decides by the amount. */
async function approved(
  arriving: number,
  type: 'CPF' | 'USDT' = 'CPF',
  { deps, call, player } = server,
): Promise<Approved> {
  const owner = await player({ balance: 100 })
  const cpf = randomCpf()
  const body = { payCardBank: 'CPF', payCardNo: cpf, name: 'Ana', amount: 60, ifsc: '', whatsapp: '' }
  const { data } = await call<{ orderId: string }>('POST', '/api/app/order/withdraw', { player: owner, body })
  const id = data.orderId
  await deps.db.write('update withdrawals set fee = amount - $2, type = $3 where id = $1', [
    id,
    arriving,
    type,
  ])
  await approveWithdrawal(deps, testActor, id)
  return { owner, id, bankId: id.replaceAll('-', ''), cpf }
}

async function stateOf({ owner, id }: Approved) {
  const { db, ledger } = server.deps
  const [row] = await db.read<{ status: string }>('select status from withdrawals where id = $1', [id])
  const { cash, heldWithdrawals } = await ledger.wallet(db, owner.userId)
  return { status: row?.status, cash, held: heldWithdrawals }
}

const messagesOf = async ({ owner }: Approved) =>
  (
    await server.deps.db.read<{ kind: string; refusal: string | null }>(
      `select kind, params->>'refusal' as refusal from messages where user_id = $1 and kind like 'withdrawal%' order by seq`,
      [owner.userId],
    )
  ).map(({ kind, refusal }) => (refusal === null ? kind : `${kind} ${refusal}`))

const callBack = (pix: object[], path = webhook) =>
  server.app.inject({ method: 'POST', url: path, payload: { pix } })

const sendsOf = ({ bankId }: Approved) =>
  efi.calls.filter((call) => call === `PUT ${sendPath}/${bankId}`).length
const send = ({ id }: Approved) => sendPayout(server.deps, id)
const ended = { status: 'paid', cash: 4_000, held: 0 }
const moneyBack = (status: string) => ({ status, cash: 10_000, held: 0 })

describe('the payout contract', () => {
  keepsPayoutContract(() => {
    efi.decidesAtOnce = true
    return {
      provider: server.deps.payout,
      paid: (id) => Promise.resolve(efi.sent.has(id.replaceAll('-', '')) ? 1 : 0),
      giveBack: (id) => {
        efi.giveBack(id.replaceAll('-', ''))
        return Promise.resolve()
      },
    }
  })
})

describe('a withdrawal', () => {
  it('is sent with our id to the holder of the number, and paid once Efí tells', async () => {
    const payout = await approved(1_000)
    await runJobs(server.deps)
    expect(await stateOf(payout)).toEqual({ status: 'sent', cash: 4_000, held: 6_000 })
    expect(efi.sent.get(payout.bankId)).toMatchObject({
      valor: '10.00',
      chave: key,
      favorecido: { chave: payout.cpf, cpf: payout.cpf },
    })
    const callback = efi.settle(payout.bankId)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => callBack([callback], index % 2 ? `${webhook}/pix` : webhook)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
    expect(await stateOf(payout)).toEqual(ended)
    expect(await messagesOf(payout)).toEqual(['withdrawalPaid'])
  })

  it('that Efí has not paid yet is asked about again, which is no failure: nobody is alarmed', async () => {
    const payout = await approved(650)
    const { queue, metrics, log } = server.deps
    const failed = vi.spyOn(queue, 'fail')
    const logged = vi.spyOn(log, 'error')
    const failures = async () =>
      /palpite_job_runs_total\{task="sendPayout",result="failed"\} (\d+)/.exec(await metrics.text())?.[1] ??
      '0'
    const before = await failures()
    await runJobs(server.deps)
    expect((await stateOf(payout)).status).toBe('sent')
    expect(failed.mock.calls.map(([name, { id }]) => [name, id])).toContainEqual(['sendPayout', payout.id])
    expect([await failures(), logged.mock.calls]).toEqual([before, []])
    await server.deps.db.write(`update pgboss.job set start_after = now() where singleton_key = $1`, [
      payout.id,
    ])
    efi.settle(payout.bankId)
    await runJobs(server.deps)
    expect(await stateOf(payout)).toEqual(ended)
  })

  it('is found paid without a callback', async () => {
    const payout = await approved(900)
    await expect(send(payout)).rejects.toThrow('not paid yet')
    efi.settle(payout.bankId)
    await send(payout)
    expect(await stateOf(payout)).toEqual(ended)
    expect(sendsOf(payout)).toBe(1)
  })

  it('that the receiver’s bank refuses gives the money back, and the player is told why', async () => {
    const payout = await approved(1_500)
    await expect(send(payout)).rejects.toThrow('not paid yet')
    const callback = efi.settle(payout.bankId)
    await Promise.all([callBack([callback]), callBack([callback])])
    expect(await stateOf(payout)).toEqual(moneyBack('failed'))
    expect(await messagesOf(payout)).toEqual(['withdrawalReturned payoutFailed'])
  })

  it('that Efí refuses at once gives the money back', async () => {
    const payout = await approved(2_001)
    await send(payout)
    expect(await stateOf(payout)).toEqual(moneyBack('failed'))
    expect(await messagesOf(payout)).toEqual(['withdrawalRefused detailsRejected'])
  })

  it.each([
    ['has decided against it', 422, { nome: 'pagamento_negado', mensagem: 'Pagamento negado por análises' }],
    ['finds no such key', 404, { nome: 'chave_favorecido_nao_encontrada', mensagem: 'Chave não encontrada' }],
    ['knows another holder', 400, otherHolder],
    ['names the receiver', 422, { nome: 'conta_recebedor_encerrada', mensagem: 'Conta encerrada' }],
    ['says so without a name', 422, { title: 'Conta do favorecido encerrada' }],
  ])('that Efí refuses for good because it %s gives the money back', async (_, status, body) => {
    const payout = await approved(900)
    efi.fail({ path: sendPath, when: 'before', status, body })
    const alert = vi.spyOn(server.deps.log, 'error')
    await send(payout)
    expect(await stateOf(payout)).toEqual(moneyBack('failed'))
    expect(await messagesOf(payout)).toEqual(['withdrawalRefused detailsRejected'])
    expect(alert).not.toHaveBeenCalled()
  })

  it.each([
    ['our account is blocked', 400, 'documento_bloqueado', 'Recusado'],
    ['our key is none of the account', 400, 'chave_invalida', 'Recusado'],
    ['our key has no webhook yet', 400, 'webhook_nao_associado', 'Recusado'],
    ['our balance is too low', 422, 'saldo_insuficiente', 'Transação rejeitada por falta de saldo'],
    ['our limit is used up', 422, 'limite_excedido', 'Rejeitada: limite de envio ao favorecido'],
    ['it names no reason that we know', 400, 'outro_motivo', 'Recusado'],
  ])('that Efí refuses because %s waits, and the staff learns of it', async (_, status, nome, mensagem) => {
    const payout = await approved(900)
    efi.fail({ path: sendPath, when: 'before', status, body: { nome, mensagem } })
    const alert = vi.spyOn(server.deps.log, 'error')
    await expect(send(payout)).rejects.toThrow('cannot be sent now')
    expect(alert.mock.calls).toEqual([
      [
        {
          withdrawal: payout.id,
          name: nome,
          reason: expect.stringContaining(`${status} ${mensagem}`) as string,
        },
        'the bank has refused a payout, which is sent again',
      ],
    ])
    expect(await stateOf(payout)).toEqual({ status: 'approved', cash: 4_000, held: 6_000 })
    expect(await messagesOf(payout)).toEqual([])
    efi.decidesAtOnce = true
    await expect(send(payout)).rejects.toThrow('not paid yet')
    await send(payout)
    expect(await stateOf(payout)).toEqual(ended)
  })

  it.each([
    ['as a whole', 500],
    ['in two parts', 400],
  ])('that comes back %s is credited with its fee, once', async (_, arriving) => {
    const payout = await approved(arriving)
    await expect(send(payout)).rejects.toThrow('not paid yet')
    await callBack([efi.settle(payout.bankId)])
    const callback = efi.giveBack(payout.bankId)
    await Promise.all(Array.from({ length: 5 }, () => callBack([callback])))
    expect(await stateOf(payout)).toEqual(moneyBack('returned'))
    expect(await messagesOf(payout)).toEqual(['withdrawalPaid', 'withdrawalReturned payoutReturned'])
  })

  it('of which only a part comes back stays paid', async () => {
    const payout = await approved(400)
    await expect(send(payout)).rejects.toThrow('not paid yet')
    await callBack([efi.settle(payout.bankId)])
    const callback = efi.giveBack(payout.bankId)
    efi.sent.get(payout.bankId)?.devolucoes.pop()
    await callBack([callback])
    expect(await stateOf(payout)).toEqual(ended)
  })

  it('to USDT is not sent: it waits for a person', async () => {
    const payout = await approved(500, 'USDT')
    await send(payout)
    const adding = vi.spyOn(server.deps.queue, 'add')
    await requeueJob.run(server.deps, new AbortController().signal)
    expect(adding.mock.calls.map(([, , id]) => id)).not.toContain(payout.id)
    expect(sendsOf(payout)).toBe(0)
    expect(await stateOf(payout)).toEqual({ status: 'approved', cash: 4_000, held: 6_000 })
  })
})

describe('a withdrawal whose answer does not come', () => {
  it.each([
    ['was cut before it reached Efí', { when: 'before' }, 2],
    ['was cut after Efí had taken it', { when: 'after' }, 1],
    ['got 503 before', { when: 'before', status: 503 }, 2],
    ['got 503 after', { when: 'after', status: 503 }, 1],
    ['got 429: nothing is said about the payout', { when: 'before', status: 429 }, 2],
    ['got 403: our access is wrong, not the payout', { when: 'before', status: 403 }, 2],
  ] as const)('because the call %s is asked about, and paid once', async (_, fault, sends) => {
    const payout = await approved(800)
    efi.fail({ path: sendPath, ...fault })
    await expect(send(payout)).rejects.toThrow()
    expect(await stateOf(payout)).toEqual({ status: 'approved', cash: 4_000, held: 6_000 })
    efi.fail({ path: '/v2/gn/pix/enviados/id-envio', when: 'before' })
    await expect(send(payout)).rejects.toThrow()
    expect(sendsOf(payout)).toBe(1)
    efi.decidesAtOnce = true
    if (sends === 2) await expect(send(payout)).rejects.toThrow('not paid yet')
    await send(payout)
    expect(await stateOf(payout)).toEqual(ended)
    expect(sendsOf(payout)).toBe(sends)
    expect(await messagesOf(payout)).toEqual(['withdrawalPaid'])
  })

  it('and is refused when it is sent again, before Efí finds it, is not given back: it is paid once', async () => {
    const payout = await approved(750)
    efi.fail({ path: sendPath, when: 'after' })
    await expect(send(payout)).rejects.toThrow()
    efi.fail({ path: '/v2/gn/pix/enviados/id-envio', when: 'before', status: 404 })
    efi.fail({ path: sendPath, when: 'before', status: 422, body: otherHolder })
    await expect(send(payout)).rejects.toThrow('asked for before')
    expect(await stateOf(payout)).toEqual({ status: 'approved', cash: 4_000, held: 6_000 })
    efi.settle(payout.bankId)
    await send(payout)
    expect(await stateOf(payout)).toEqual(ended)
    expect(await messagesOf(payout)).toEqual(['withdrawalPaid'])
  })

  it('and of which Efí knows nothing a quarter of an hour later has failed when it is refused', async () => {
    const payout = await approved(760)
    efi.fail({ path: sendPath, when: 'before' })
    await expect(send(payout)).rejects.toThrow()
    await server.deps.db.write(
      `update withdrawals set asked_at = now() - interval '16 minutes' where id = $1`,
      [payout.id],
    )
    efi.fail({ path: sendPath, when: 'before', status: 422, body: otherHolder })
    await send(payout)
    expect(await stateOf(payout)).toEqual(moneyBack('failed'))
  })

  it('because the process ended between Efí’s answer and our record is paid once, by another process', async () => {
    const payout = await approved(700)
    vi.spyOn(server.deps.db, 'tx').mockRejectedValueOnce(new Error('killed'))
    await expect(send(payout)).rejects.toThrow('killed')
    expect(efi.sent.has(payout.bankId)).toBe(true)
    const other = await server.startAnother()
    efi.settle(payout.bankId)
    await sendPayout(other.deps, payout.id)
    expect(await stateOf(payout)).toEqual(ended)
    expect(sendsOf(payout)).toBe(1)
  })

  it('because the call arrives late, after it was sent again, is paid once', async () => {
    const payout = await approved(300)
    efi.fail({ path: sendPath, when: 'after', delayMs: 500, meanwhile: () => Promise.resolve() })
    const late = server.deps.payout.send({
      id: payout.id,
      amount: cents(300),
      destination: { type: 'CPF', key: payout.cpf, holder: 'Ana' },
    })
    await expect.poll(() => sendsOf(payout)).toBe(1)
    expect((await server.deps.payout.status(payout.id)).state).toBe('none')
    await expect(send(payout)).rejects.toThrow('not paid yet')
    const { reference } = await server.deps.payout.status(payout.id)
    expect(await late).toEqual({ state: 'sent', reference })
    efi.settle(payout.bankId)
    await send(payout)
    expect(await stateOf(payout)).toEqual(ended)
    expect(sendsOf(payout)).toBe(2)
  })

  it('before the callback does is paid once', async () => {
    const payout = await approved(600)
    const told: number[] = []
    efi.fail({
      path: sendPath,
      when: 'after',
      meanwhile: async () => {
        told.push((await callBack([efi.settle(payout.bankId)])).statusCode)
      },
    })
    // Efí's answer is older than its callback.
    await expect(send(payout)).rejects.toThrow('not paid yet')
    expect(told).toEqual([200])
    expect(await stateOf(payout)).toEqual(ended)
    await send(payout)
    expect(sendsOf(payout)).toBe(1)
    expect(await messagesOf(payout)).toEqual(['withdrawalPaid'])
  })
})

describe('a callback', () => {
  it('that somebody makes up has no effect', async () => {
    const payout = await approved(500)
    await expect(send(payout)).rejects.toThrow('not paid yet')
    const forged = { endToEndId: 'E', status: 'REALIZADO', gnExtras: { idEnvio: payout.bankId } }
    expect((await callBack([forged, { ...forged, status: 'NAO_REALIZADO' }])).statusCode).toBe(200)
    expect(await stateOf(payout)).toEqual({ status: 'sent', cash: 4_000, held: 6_000 })
  })

  it('about what is not ours, or is over, makes nobody ask', async () => {
    const payout = await approved(2_001)
    await send(payout)
    const asked = efi.calls.length
    const ids = ['f'.repeat(32), 'not-ours', payout.bankId]
    await callBack([...ids.map((idEnvio) => ({ gnExtras: { idEnvio } })), { txid: 'f'.repeat(32) }, {}])
    expect(efi.calls.length).toBe(asked)
  })

  it('that only tries the address is answered', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: webhook,
      payload: { evento: 'teste_webhook' },
    })
    expect(response.statusCode).toBe(200)
  })

  it('reaches deposits and payouts of the same Pix key at one address', async () => {
    const bank = await PixPeer.start()
    const both = await createTestServer({
      ...environment(),
      PAYMENT_PROVIDER: 'pix',
      PIX_TOKEN_URL: bank.access().tokenUrl,
      ...bankAt('PIX', { tls: bank.tls, access: bank.access() }),
    })
    await both.listen()
    const address = `${both.deps.config.publicUrl}${webhook}`
    await expect.poll(() => [efi.webhooks.get(key), bank.webhooks.get(key)]).toEqual([address, address])
    const payout = await approved(500, 'CPF', both)
    await expect(sendPayout(both.deps, payout.id)).rejects.toThrow('not paid yet')
    const { data: order } = await both.call<{ orderId: string }>('POST', '/api/app/order/prePay/brl-20', {
      player: payout.owner,
      body: { gift: 0 },
      form: true,
      key: randomUUID(),
    })
    const deposit = bank.pay(order.orderId.replaceAll('-', ''))
    const pix = [{ txid: deposit.txid, endToEndId: deposit.endToEndId }, efi.settle(payout.bankId)]
    expect((await both.app.inject({ method: 'POST', url: webhook, payload: { pix } })).statusCode).toBe(200)
    const { db, ledger } = both.deps
    expect(await ledger.wallet(db, payout.owner.userId)).toMatchObject({ cash: 6_000, heldWithdrawals: 0 })
    await bank.close()
  })
})

describe('the address at which the bank tells of payments', () => {
  it('is registered again until the bank has taken it', async () => {
    const app = Fastify().setValidatorCompiler(() => () => true)
    const { config, log } = server.deps
    const tried: string[] = []
    new BankWebhook({ config, log }, 5).add(app, {
      register: (url) => {
        tried.push(url)
        return tried.length < 3 ? Promise.reject(new Error('down')) : Promise.resolve()
      },
      onPix: () => Promise.resolve(),
    })
    await app.listen()
    await expect.poll(() => tried).toEqual(Array(3).fill(`${config.publicUrl}${webhook}`))
    await app.close()
  })
})

describe('a server with the payout provider efi', () => {
  const chosen = (env: Record<string, string>) => () => chooseProviders(parseConfig(env).config)

  it('says what is missing', () => {
    expect(chosen({ PAYOUT_PROVIDER: 'efi' })).toThrow(
      'PAYOUT_PROVIDER efi needs EFI_API_URL, EFI_CLIENT_ID, EFI_CLIENT_SECRET, EFI_CERTIFICATE_FILE, EFI_PRIVATE_KEY_FILE, EFI_KEY',
    )
    expect(chosen({ ...environment(), EFI_PRIVATE_KEY_FILE: join(folder, 'nowhere.key') })).toThrow(
      /EFI_PRIVATE_KEY_FILE .*nowhere\.key cannot be read/,
    )
    expect(chosen(environment())).not.toThrow()
    expect(() => parseConfig({ EFI_API_URL: 'http://efi.example' })).toThrow('EFI_API_URL')
  })
})
