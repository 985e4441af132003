import { describe, expect, it } from 'vitest'
import { sandboxBlocked } from '#server/providers/blockedPersons/BlockedPersons.ts'
import { createTestApp } from './helpers/testApp.ts'

const t = await createTestApp()
const { deps } = t

const send = (email: string, { lang = 'pt_BR', cookie = '', captcha = {} } = {}) =>
  t.call('POST', '/api/app/main/RESETPWD/sendEmail', {
    body: { email, ...captcha },
    form: true,
    lang,
    headers: { cookie },
  })
const check = (email: string, code: string, cookie = '') =>
  t.call<string>('POST', '/api/app/main/RESETPWD/checkEmail', {
    body: { email, code },
    form: true,
    headers: { cookie },
  })
const set = (chkId: string, nPwd: string) => t.post('/api/app/main/setPwd', { chkId, nPwd })
const mails = async (to: string) =>
  (
    await t.get<{ subject: string; text: string; code: string; sentAt: string }[]>(
      `/sandbox/api/outbox?to=${to}`,
    )
  ).data
const lastCode = async (to: string) => (await mails(to))[0]?.code ?? ''
const login = async (username: string, pwd: string) =>
  t.post('/api/auth/user/restLogin', { ...(await t.captcha()), username, pwd })
const cookieOf = ({ raw }: { raw: { headers: Record<string, unknown> } }) =>
  String(raw.headers['set-cookie']).split(';')[0] ?? ''
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('password reset', () => {
  it('goes from code to check id to new password, and ends every session', async () => {
    const { username, token, password } = await t.createUser()
    const sent = await send(` ${username.toUpperCase()} `)
    expect([sent.http, sent.data, sent.message]).toEqual([200, null, 'Enviado com sucesso'])
    const [mail] = await mails(username)
    expect(mail?.code).toMatch(/^\d{6}$/)
    expect(mail?.subject).toContain(mail?.code)
    const checked = await check(username, mail?.code ?? '')
    expect(checked.data).toMatch(/^[\w-]{32}$/)
    const done = await set(checked.data, 'Nova-4567')
    expect([done.http, done.data, done.message]).toEqual([
      200,
      null,
      'Senha alterada. Entre com a nova senha.',
    ])
    expect((await t.get('/api/app/user/userInfo', { token })).status).toBe(40101)
    expect((await login(username, password)).http).toBe(400)
    expect((await login(username, 'Nova-4567')).http).toBe(200)
    const again = await set(checked.data, 'Nova-8901')
    expect([again.http, again.message]).toEqual([400, 'A confirmação expirou. Comece de novo.'])
  })

  it('stores neither code nor check id in plain text', async () => {
    const { username, uId } = await t.createUser()
    await send(username)
    const code = await lastCode(username)
    const { data: chkId } = await check(username, code)
    const [row] = await deps.db.read<{ all: string }>(
      'select password_resets::text as all from password_resets where user_id = $1',
      [uId],
    )
    expect(row?.all).not.toContain(chkId)
    expect(row?.all).not.toContain(`,${code},`)
  })

  it('returns the same for an unknown e-mail, and sends nothing', async () => {
    const { username } = await t.createUser()
    const response = await send(username, { lang: 'en_US' })
    const unknown = await send('stranger@example.com', { lang: 'en_US' })
    expect(unknown.raw.body).toBe(response.raw.body)
    expect(await mails('stranger@example.com')).toEqual([])
    expect((await check('stranger@example.com', '123456')).raw.body).toBe(
      (await check(username, otherCode(await lastCode(username)))).raw.body,
    )
  })

  it('refuses invalid e-mails and bodies with extra fields', async () => {
    expect((await send('nonsense')).message).toBe('Este e-mail não parece válido. Confira e tente de novo.')
    expect((await send('')).http).toBe(400)
    const body = { email: 'a@b.com', balance: '1' }
    const response = await t.call('POST', '/api/app/main/RESETPWD/sendEmail', { body, form: true })
    expect(response.message).toContain('balance')
  })

  it('voids no code because somebody asks for another; one that is used voids all', async () => {
    const { username } = await t.createUser()
    await send(username)
    const first = await lastCode(username)
    await send(username)
    const second = await lastCode(username)
    expect((await check(username, ` ${first} `)).http).toBe(200)
    for (const code of [first, second])
      expect((await check(username, code)).message).toBe(
        'O código não confere. Veja o último e-mail que enviamos.',
      )
  })

  it('accepts the newest five codes', async () => {
    const { username } = await t.createUser()
    await send(username)
    const first = await lastCode(username)
    const codes: string[] = []
    for (let i = 0; i < 5; i++) {
      await send(username, { captcha: await t.captcha() })
      codes.push(await lastCode(username))
    }
    if (!codes.includes(first)) expect((await check(username, first)).http).toBe(400)
    expect((await check(username, codes[0] ?? '')).http).toBe(200)
  })

  it('lets a code expire after ten minutes', async () => {
    const { username } = await t.createUser()
    await send(username)
    await deps.clock.advance(10 * 60_000 + 1)
    const response = await check(username, await lastCode(username))
    expect([response.http, response.message]).toEqual([400, 'O código do e-mail expirou. Peça um novo.'])
  })

  it('lets a check id expire after ten minutes', async () => {
    const { username } = await t.createUser()
    await send(username)
    const { data: chkId } = await check(username, await lastCode(username))
    await deps.clock.advance(10 * 60_000 + 1)
    expect((await set(chkId, 'Nova-4567')).http).toBe(400)
  })

  it('stops guessing after five attempts, for known and unknown e-mails, even with the right code', async () => {
    const { username } = await t.createUser()
    await send(username)
    const code = await lastCode(username)
    for (let i = 0; i < 5; i++) expect((await check(username, otherCode(code))).http).toBe(400)
    const refused = await check(username, code)
    expect(refused.http).toBe(429)
    expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(9 * 60)
    for (let i = 0; i < 5; i++) await check('nobody@example.com', '000000')
    expect((await check('nobody@example.com', '000000')).http).toBe(429)
    await send(username)
    expect((await check(username, await lastCode(username))).http).toBe(200)
  })

  it('allows five of 30 parallel guesses', async () => {
    const { username } = await t.createUser()
    await send(username)
    const wrong = otherCode(await lastCode(username))
    const responses = await Promise.all(Array.from({ length: 30 }, () => check(username, wrong)))
    expect(responses.filter(({ http }) => http === 400)).toHaveLength(5)
    expect(responses.filter(({ http }) => http === 429)).toHaveLength(25)
  })

  it('asks for a captcha after two mails in 15 minutes, and sends five with one, also to unknown addresses', async () => {
    const { username } = await t.createUser()
    for (const email of [username, 'nobody2@example.com']) {
      for (let i = 0; i < 2; i++) expect((await send(email)).http).toBe(200)
      expect(await send(email)).toMatchObject({
        http: 400,
        message: 'Por favor verifique',
        data: { reason: 'captcha' },
      })
      const wrong = await send(email, { captcha: { ...(await t.captcha()), captCode: 'nao' } })
      expect(wrong.message).toMatch(/não confere/)
      const solved = async () => send(email, { captcha: await t.captcha() })
      for (let i = 0; i < 5; i++) expect((await solved()).http).toBe(200)
      const refused = await solved()
      expect(refused.http).toBe(429)
      expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(14 * 60)
    }
    expect(await mails(username)).toHaveLength(7)
    await deps.clock.advance(15 * 60_000)
    expect((await send(username)).http).toBe(200)
  })

  it('keeps the check id when the new password is refused', async () => {
    const { username } = await t.createUser()
    await send(username)
    const { data: chkId } = await check(username, await lastCode(username))
    expect((await set(chkId, 'curta1')).message).toMatch(/8 a 128/)
    expect((await set(chkId, 'Nova-4567')).http).toBe(200)
  })

  it('sets one of two passwords sent in parallel', async () => {
    const { username } = await t.createUser()
    await send(username)
    const { data: chkId } = await check(username, await lastCode(username))
    const responses = await Promise.all([
      set(chkId, 'Nova-1111'),
      set(chkId, 'Nova-2222'),
      set(chkId, 'Nova-3333'),
    ])
    expect(responses.map(({ http }) => http).sort()).toEqual([200, 400, 400])
  })

  it('cannot be blocked by strangers on a browser in which the player has logged in', async () => {
    const { username, password } = await t.createUser()
    const cookie = cookieOf(await login(username, password))
    // A stranger uses up the requests, the guesses of a day and the places of codes.
    await send(username, { cookie })
    const code = await lastCode(username)
    for (let i = 0; i < 7; i++) await send(username, { captcha: i < 2 ? {} : await t.captcha() })
    for (let day = 0; day < 5; day++) {
      for (let i = 0; i < 5; i++) await check(username, otherCode(code))
      await deps.db.write(`delete from attempts where key like 'resetCheck:account:%'`)
    }
    expect((await check(username, code)).http).toBe(429)
    expect((await send(username, { captcha: await t.captcha() })).http).toBe(429)
    expect((await check(username, code, cookie)).http).toBe(200)
    expect((await send(username, { cookie })).http).toBe(200)
    const other = await t.createUser()
    const foreign = cookieOf(await login(other.username, other.password))
    expect((await send(username, { cookie: foreign, captcha: await t.captcha() })).http).toBe(429)
  })

  it('unlocks an account that was locked by wrong passwords', async () => {
    const { username } = await t.createUser()
    for (let i = 0; i < 5; i++) await login(username, 'Errada-123')
    expect((await login(username, 'Errada-123')).http).toBe(429)
    await send(username)
    const { data: chkId } = await check(username, await lastCode(username))
    await set(chkId, 'Nova-4567')
    expect((await login(username, 'Nova-4567')).http).toBe(200)
  })
})

it('a login that is under way with the old password opens no session after a reset', async () => {
  const { username, password, uId } = await t.createUser({ kyc: 1 })
  const reset = async () => {
    await send(username)
    const { data } = await check(username, await lastCode(username))
    expect((await set(data, 'Nova-4567')).http).toBe(200)
  }
  const { blockedPersons } = deps
  // Asked after the password was compared, and slow.
  deps.blockedPersons = {
    name: 'slow',
    async ask(cpf) {
      await reset()
      return sandboxBlocked.ask(cpf)
    },
  }
  expect((await login(username, password)).http).toBe(400)
  Object.assign(deps, { blockedPersons })
  const open = await deps.db.read('select from sessions where user_id = $1 and revoked_at is null', [uId])
  expect(open).toEqual([])
  expect((await login(username, 'Nova-4567')).http).toBe(200)
})

it('a one-time link from before is worth nothing after a reset', async () => {
  const { username } = await t.createUser()
  const link = await t.post<{ url: string }>('/sandbox/api/links', { username })
  await send(username)
  const { data } = await check(username, await lastCode(username))
  expect((await set(data, 'Nova-4567')).http).toBe(200)
  const token = link.data.url.split('/zgo')[1]
  expect((await t.post('/api/app/user/exchangeLink', { token })).message).toMatch(/expirou ou já foi usado/)
})
