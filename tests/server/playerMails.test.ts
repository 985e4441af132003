import { describe, expect, it, vi } from 'vitest'
import { languageCodes } from '#contract/languages.ts'
import { readIdentity } from '#server/domain/accounts/kyc.ts'
import { deliverMail } from '#server/domain/accounts/outbox.ts'
import { deleteExpired } from '#server/jobs/expiredRows.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { mailEndedPauses } from '#server/domain/protection/pauseEnds.ts'
import { limitText } from '#server/domain/protection/protectionTexts.ts'
import { mailStatements } from '#server/domain/payments/monthStatement.ts'
import { sendPayout } from '#server/domain/payments/payouts.ts'
import { approveWithdrawal, refuseWithdrawal } from '#server/domain/payments/withdrawals.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { mailWords } from '#server/texts/texts.ts'
import { testActor } from './helpers/testActor.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const { app, call, clock, deps, login, player } = await createTestServer({
  PUBLIC_URL: 'https://palpite.example',
})

interface Mail {
  subject: string
  text: string
  link: string | null
}

/** A player's mails, oldest first. */
async function mailsOf({ username }: TestPlayer): Promise<Mail[]> {
  const { data } = await call<Mail[]>('GET', `/sandbox/api/outbox?to=${encodeURIComponent(username)}`)
  return data.toReversed()
}
const subjectsOf = async (owner: TestPlayer) => (await mailsOf(owner)).map(({ subject }) => subject)

/** To the player's verified CPF. */
async function withdraw(owner: TestPlayer): Promise<string> {
  const own = await readIdentity(deps, deps.db, owner.userId)
  const body = { payCardBank: 'CPF', payCardNo: own?.cpf, name: 'Ana', amount: 60, ifsc: '', whatsapp: '' }
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

it('a player is told that a pause has ended, once', async () => {
  const owner = await player({})
  await call('POST', '/api/app/limits/timeOut', { player: owner, body: { days: 1 } })
  await mailEndedPauses(deps, new AbortController().signal)
  await clock.advance(86_400_000 + 1)
  await mailEndedPauses(deps, new AbortController().signal)
  await mailEndedPauses(deps, new AbortController().signal)
  const [, ended, ...others] = await mailsOf(owner)
  expect(ended?.subject).toBe('Sua pausa terminou')
  expect(ended?.text).toMatch(/terminou em \d+ de .+ de \d{4}\./)
  expect(others).toEqual([])
})

it('a player is told of a login on a browser that is new, and not of the next one there', async () => {
  const owner = await player({})
  const logIn = async (headers: Record<string, string>) => {
    const codeId = String(Math.floor(Math.random() * 1e8))
    await call('GET', `/api/auth/user/captcha/${codeId}`)
    const { data } = await call<{ answer: string }>('GET', `/sandbox/api/captcha/${codeId}`)
    const payload = { username: owner.username, pwd: 'Segura-123', codeId, captCode: data.answer }
    const response = await app.inject({
      method: 'POST',
      url: '/api/auth/user/restLogin',
      headers: { lang: 'en_US', ...headers },
      payload,
    })
    expect(response.statusCode).toBe(200)
    return response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  }
  const cookie = await logIn({})
  const subjects = await subjectsOf(owner)
  expect(subjects).toEqual(['Entrada em um novo aparelho'])
  await logIn({ cookie })
  expect(await subjectsOf(owner)).toEqual(subjects)
  // Another phone of the same model has the same device id.
  const model = { deviceid: 'model' }
  await logIn(model)
  await logIn(model)
  expect(await subjectsOf(owner)).toHaveLength(3)
  const application = { ...model, 'user-agent': 'Electron/45' }
  await logIn(application)
  await logIn(application)
  expect(await subjectsOf(owner)).toHaveLength(4)
  const link = await call<{ url: string }>('POST', '/sandbox/api/links', {
    body: { username: owner.username },
  })
  await call('POST', '/api/app/user/exchangeLink', { body: { token: link.data.url.split('/zgo')[1] } })
  expect(await subjectsOf(owner)).toHaveLength(5)
  // Of whoever was away for long there is no session any more.
  await clock.advance(61 * 86_400_000)
  await deleteExpired(deps)
  await logIn({ cookie })
  expect(await subjectsOf(owner)).toHaveLength(5)
  await deps.db.write('delete from sessions where user_id = $1', [owner.userId])
  await logIn({ cookie: '' })
  expect(await subjectsOf(owner)).toHaveLength(6)
})

it('the statement of the month comes to who has asked for it, once', async () => {
  const [owner, other] = [await player({ balance: 200 }), await player({})]
  const choose = (monthly: boolean, as = owner) =>
    call<{ monthly: boolean }>('POST', '/api/app/user/mails', { player: as, body: { monthly } })
  expect((await call('GET', '/api/app/user/mails', { player: owner })).data).toEqual({ monthly: false })
  expect((await choose(true)).data).toEqual({ monthly: true })
  const before = (await mailsOf(owner)).length
  await mailStatements(deps, new AbortController().signal)
  expect(await mailsOf(owner)).toHaveLength(before)
  await deposit(owner)
  const bet = { amount: 10, direction: 'over', chance: 50 }
  await call('POST', '/api/app/game/dice/bet', { player: owner, body: bet })
  await clock.advance(31 * 86_400_000)
  await mailStatements(deps, new AbortController().signal)
  await mailStatements(deps, new AbortController().signal)
  const statements = (await mailsOf(owner)).filter(({ subject }) => subject.startsWith('Seu extrato de '))
  expect(statements).toHaveLength(1)
  expect(statements[0]?.text).toContain('\nDepósitos: R$ 50,00\nRetiradas: R$ 0,00\nApostas: R$ 10,00\n')
  expect((await mailsOf(other)).map(({ subject }) => subject)).not.toContain(statements[0]?.subject)
  // The first session has ended by now.
  expect((await choose(false, await login(owner))).data).toEqual({ monthly: false })
  await clock.advance(31 * 86_400_000)
  await mailStatements(deps, new AbortController().signal)
  expect((await mailsOf(owner)).filter(({ subject }) => subject.startsWith('Seu extrato'))).toHaveLength(1)
})

describe('the link that confirms an address', () => {
  const unconfirmed = async () => {
    const owner = await player({})
    await deps.db.write('update users set email_confirmed_at = null where id = $1', [owner.userId])
    return owner
  }
  const resend = (owner: TestPlayer) =>
    call('POST', '/api/app/user/confirmEmail', { player: owner, body: {} })
  const newestLink = async (owner: TestPlayer) => {
    const link = (await mailsOf(owner)).at(-1)?.link ?? ''
    expect(link).toMatch(/^https:\/\/palpite\.example\/confirm\/[\w-]{43}$/)
    return new URL(link).pathname
  }
  const open = (url: string, method: 'GET' | 'POST' = 'GET') => app.inject({ method, url })
  const isOpen = async (owner: TestPlayer) =>
    (await call<{ protection: { emailOpen?: number } }>('GET', '/api/app/user/userInfo', { player: owner }))
      .data.protection.emailOpen === 1

  it('confirms by the press of its button, not by being opened, and once', async () => {
    const owner = await unconfirmed()
    expect((await resend(owner)).message).toBe('Enviamos o link para o seu e-mail.')
    const link = await newestLink(owner)
    const page = await open(link)
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(page.payload).toContain(owner.username)
    expect(String(page.headers['content-security-policy'])).not.toContain('unsafe')
    expect(await isOpen(owner)).toBe(true)
    expect((await open(link, 'POST')).payload).toContain('E-mail confirmado')
    expect(await isOpen(owner)).toBe(false)
    expect((await open(link, 'POST')).statusCode).toBe(410)
    expect((await open(link)).payload).not.toContain(owner.username)
    expect((await resend(owner)).httpStatus).toBe(409)
  })

  it('ends after three days, with the next link, and is sent three times a day', async () => {
    const owner = await unconfirmed()
    await resend(owner)
    const first = await newestLink(owner)
    await resend(owner)
    const second = await newestLink(owner)
    expect((await open(first, 'POST')).statusCode).toBe(410)
    await clock.advance(3 * 86_400_000 + 1)
    expect((await open(second, 'POST')).statusCode).toBe(410)
    expect(await isOpen(owner)).toBe(true)
    for (let i = 0; i < 3; i++) expect((await resend(owner)).httpStatus).toBe(200)
    expect((await resend(owner)).httpStatus).toBe(429)
  })

  it('does not confirm an address that the account has no more', async () => {
    const owner = await unconfirmed()
    await resend(owner)
    const link = await newestLink(owner)
    await deps.db.write(`update users set email = 'other-' || email where id = $1`, [owner.userId])
    expect((await open(link, 'POST')).statusCode).toBe(410)
    expect(await isOpen(owner)).toBe(true)
  })

  it.each(languageCodes)('leads to a page in %s', async (code) => {
    const owner = await unconfirmed()
    await deps.db.write('update users set language = $2 where id = $1', [owner.userId, code])
    await resend(owner)
    const { payload } = await open(await newestLink(owner))
    expect(payload).toContain(`>${mailWords(code).confirmPage.button}</button>`)
    expect(payload).not.toMatch(/\{\w+\}/)
  })
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
  const sealed = deps.config.secrets.vault.seal(
    JSON.stringify({ subject: 's', text: 't', code: null }),
    'outbox.sealed',
  )
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
