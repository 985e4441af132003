import { expect, it, vi } from 'vitest'
import { languageCodes } from '#contract/languages.ts'
import { vaultOf } from '#server/config/crypto.ts'
import { deliverMail } from '#server/domain/accounts/outbox.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { limitText } from '#server/domain/protection/protectionTexts.ts'
import { sendPayout } from '#server/domain/payments/payouts.ts'
import { approveWithdrawal, refuseWithdrawal } from '#server/domain/payments/withdrawals.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { testActor } from './helpers/testActor.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const { call, deps, player } = await createTestServer()

/** Subjects and texts of a player's mails, oldest first. */
async function mailsOf({ username }: TestPlayer): Promise<{ subject: string; text: string }[]> {
  const { data } = await call<{ subject: string; text: string }[]>(
    'GET',
    `/sandbox/api/outbox?to=${encodeURIComponent(username)}`,
  )
  return data.toReversed()
}
const subjectsOf = async (owner: TestPlayer) => (await mailsOf(owner)).map(({ subject }) => subject)

async function withdraw(owner: TestPlayer): Promise<string> {
  const body = { payCardBank: 'CPF', payCardNo: randomCpf(), name: 'Ana', amount: 60, ifsc: '', whatsapp: '' }
  const { data } = await call<{ orderId: string }>('POST', '/api/app/order/withdraw', { player: owner, body })
  return data.orderId
}

/** Opens an order of R$ 50 and pays it. */
async function deposit(owner: TestPlayer): Promise<void> {
  const { data: packages } = await call<{ pkgId: string; price: number; curreny: string }[]>(
    'GET',
    '/api/app/order/getPrices',
    { player: owner },
  )
  const pkg = packages.find(({ price, curreny }) => price === 50 && ['BRL', 'EXTPAY', ''].includes(curreny))
  const { data } = await call<{ orderId: string }>('POST', `/api/app/order/prePay/${pkg?.pkgId}`, {
    player: owner,
    body: { gift: 0, pkgId: pkg?.pkgId },
  })
  await call('POST', `/sandbox/api/orders/${data.orderId}/pay`, { body: {} })
}

it('a player is told of a deposit and of each step of a withdrawal, once', async () => {
  const owner = await player({ balance: 200, kyc: 1 })
  const paid = await withdraw(owner)
  await approveWithdrawal(deps, testActor, paid)
  await runJobs(deps)
  await sendPayout(deps, paid)
  await deposit(owner)
  expect(await subjectsOf(owner)).toEqual([
    'Recebemos seu pedido de retirada de R$ 60,00',
    'Retirada de R$ 60,00 paga',
    'Depósito de R$ 50,00 recebido',
  ])
})

it.each([
  ['turnoverOpen', 'Ainda falta rollover para este valor.'],
  [null, 'Confira o destino ou fale com o atendimento.'],
] as const)('a player is told why a withdrawal was refused: %s', async (reason, text) => {
  const owner = await player({ balance: 200, kyc: 1 })
  await refuseWithdrawal(deps, testActor, await withdraw(owner), reason)
  const [, mail] = await mailsOf(owner)
  expect(mail?.subject).toBe('Retirada de R$ 60,00 recusada')
  expect(mail?.text).toContain(text)
})

it('a player is told of a changed limit, and not of one that stays', async () => {
  const owner = await player({})
  const set = (amount: number | null) =>
    call('POST', '/api/app/limits', { player: owner, body: { kind: 'loss', period: 'day', amount } })
  await set(50)
  await set(50)
  await set(80)
  const [first, second, ...others] = await mailsOf(owner)
  expect(first?.text).toContain('\nPerda, por dia: R$ 50,00\n')
  expect(second?.text).toMatch(/\nPerda, por dia: R\$ 80,00, a partir de \d+ de .*\n/)
  expect(others).toEqual([])
})

it('a player is told that a pause begins, and until when', async () => {
  const owner = await player({})
  await call('POST', '/api/app/limits/timeOut', { player: owner, body: { days: 7 } })
  expect(await subjectsOf(owner)).toEqual([
    expect.stringMatching(/^Sua conta está em pausa até \d+ de .+ de \d{4}$/),
  ])
})

it('a test account gets none of them', async () => {
  const owner = await player({ testFlag: true, balance: 100 })
  await call('POST', '/api/app/limits', { player: owner, body: { kind: 'time', period: 'day', amount: 60 } })
  await deposit(owner)
  await runJobs(deps)
  expect(await mailsOf(owner)).toEqual([])
})

it('an event that is undone leaves no mail', async () => {
  const owner = await player({ balance: 10 })
  const body = { payCardBank: 'CPF', payCardNo: randomCpf(), name: 'Ana', amount: 60, ifsc: '', whatsapp: '' }
  expect((await call('POST', '/api/app/order/withdraw', { player: owner, body })).status).not.toBe(200)
  expect(await mailsOf(owner)).toEqual([])
})

it('a mail that an earlier program has queued is sent', async () => {
  const owner = await player({})
  const sealed = vaultOf(deps).seal(JSON.stringify({ subject: 's', text: 't', code: null }), 'outbox.sealed')
  const [row] = await deps.db.write<{ id: string }>(
    `insert into outbox ("to", kind, sealed, lang, created_at) values ($1, 'welcome', $2, 'pt_BR', now())
     returning id::text`,
    [owner.username, sealed],
  )
  const send = vi.spyOn(deps.mailer, 'send')
  await deliverMail(deps, row?.id ?? '')
  expect(send.mock.calls).toMatchObject([[{ to: owner.username, text: 't', link: null }]])
})

it.each(languageCodes)('a limit has no open placeholder in %s', (code) => {
  for (const amount of [null, 5_000])
    for (const kind of ['deposit', 'loss', 'time'] as const)
      for (const from of [null, new Date(0)])
        expect(limitText(code, { kind, period: 'week', amount, from })).not.toMatch(/[{}]/)
})
