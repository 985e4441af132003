import { hash } from '@node-rs/argon2'
import type * as Argon2 from '@node-rs/argon2'
import { describe, expect, it, vi } from 'vitest'
import { createTestApp } from './helpers/testApp.ts'

/** The hashes that passwords were compared with. */
const compared = vi.hoisted(() => [] as string[])
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof Argon2>()
  const verifySync: typeof argon2.verifySync = (hash, ...rest) => {
    compared.push(hash.toString())
    return argon2.verifySync(hash, ...rest)
  }
  return { ...argon2, verifySync }
})

const t = await createTestApp()
const { deps } = t

const password = 'Segura-123'
let counter = 0
const newEmail = () => `new${++counter}@example.com`

async function registration(changes: Record<string, unknown> = {}) {
  return {
    ...(await t.captcha()),
    name: '',
    cardNo: '',
    username: newEmail(),
    country: '55',
    phone: '11987654321',
    pwd: password,
    pwd1: password,
    regcode: '',
    isapp: 0,
    ...changes,
  }
}

const register = async (changes: Record<string, unknown> = {}) =>
  t.post<{ access_token: string }>('/api/auth/user/restRegister', await registration(changes))
const login = async (username: string, pwd: string, changes: Record<string, unknown> = {}) =>
  t.post<{ access_token: string }>('/api/auth/user/restLogin', {
    ...(await t.captcha()),
    username,
    pwd,
    ...changes,
  })

describe('registration', () => {
  it('creates a player with a wallet, stores no password, and logs them in', async () => {
    const username = newEmail()
    const response = await register({ username: username.toUpperCase(), isapp: '1' })
    expect(response.http).toBe(200)
    expect(response.status).toBe(0)
    const info = await t.get<{ userInfo: Record<string, unknown> }>('/api/app/user/userInfo', {
      token: response.data.access_token,
    })
    expect(info.data.userInfo).toMatchObject({
      username,
      email: username,
      balance: 0,
      freeBalance: 0,
      level: 0,
      kyc: 0,
      testFlag: '0',
    })
    const [row] = await deps.db.read<Record<string, unknown>>('select * from users where email = $1', [
      username,
    ])
    expect(row?.['password_hash']).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/)
    expect(row).toMatchObject({ is_app: true, phone: '11987654321', country: '+55' })
    expect(JSON.stringify(row)).not.toContain(password)
    const [mail] = (await t.get<{ to: string; text: string }[]>(`/sandbox/api/outbox?to=${username}`)).data
    expect(mail?.to).toBe(username)
    expect(mail?.text).toMatch(
      /\n\nSaldo, depósitos, apostas e prêmios são fictícios: nada é cobrado e nada é pago\.$/,
    )
  })

  it('stores a token as a hash only', async () => {
    const { data } = await register()
    const rows = await deps.db.read<{ all: string }>('select sessions::text as all from sessions')
    expect(rows.length).toBeGreaterThan(0)
    for (const { all } of rows) expect(all).not.toContain(data.access_token)
  })

  it.each([
    ['no e-mail', { username: 'ana' }, 'Este e-mail não parece válido. Confira e tente de novo.'],
    [
      'a phone with letters',
      { phone: '11 98765-432x' },
      'Este telefone não parece válido. Digite o DDD e o número.',
    ],
    [
      'a phone without area code',
      { phone: '98765-432' },
      'Este telefone não parece válido. Digite o DDD e o número.',
    ],
    [
      'a foreign phone too short',
      { country: '44', phone: '123' },
      'Este telefone não parece válido. Digite o DDD e o número.',
    ],
    ['a short password', { pwd: 'Ab1', pwd1: 'Ab1' }, /8 a 128/],
    ['a password without a digit', { pwd: 'abcdefghij', pwd1: 'abcdefghij' }, /8 a 128/],
    ['a password without a letter', { pwd: '1234567890', pwd1: '1234567890' }, /8 a 128/],
    ['unequal passwords', { pwd1: 'Segura-124' }, 'As senhas não são iguais.'],
    [
      'an unknown invitation',
      { regcode: 'NOBODY99' },
      'Código de convite inválido. Confira com quem convidou você.',
    ],
    [
      'a CPF with wrong digits',
      { name: 'Ana Souza', cardNo: '529.982.247-26' },
      'CPF inválido. Confira os 11 dígitos.',
    ],
    ['a CPF without a name', { cardNo: '529.982.247-25' }, /nome completo/],
  ])('refuses %s', async (_what, changes, message) => {
    const response = await register(changes)
    expect(response.http).toBe(400)
    expect(response.message).toMatch(message)
    expect(response.data).toBeNull()
  })

  it('refuses a password with the e-mail in it', async () => {
    const response = await register({
      username: 'margarida@example.com',
      pwd: 'Margarida1',
      pwd1: 'Margarida1',
    })
    expect([response.http, response.message]).toEqual([400, 'A senha não pode conter o seu e-mail.'])
  })

  it.each(['balance', 'freeBalance', 'level', 'testFlag', 'kyc', 'lx'])(
    'refuses the field %s',
    async (field) => {
      const response = await register({ [field]: 1 })
      expect(response.http).toBe(400)
      expect(response.message).toContain(field)
    },
  )

  it('refuses a taken e-mail in any case, in the requested language', async () => {
    const { username } = await t.createUser()
    const body = await registration({ username: username.toUpperCase() })
    const response = await t.post('/api/auth/user/restRegister', body, { lang: 'en_US' })
    expect([response.http, response.status, response.message]).toEqual([
      409,
      409,
      'There is already an account with this email. Log in or reset your password.',
    ])
  })

  it('creates one account for 20 concurrent registrations', async () => {
    const username = newEmail()
    const bodies = await Promise.all(Array.from({ length: 20 }, () => registration({ username })))
    const responses = await Promise.all(bodies.map((body) => t.post('/api/auth/user/restRegister', body)))
    expect(responses.map(({ http }) => http).sort()).toEqual([200, ...Array<number>(19).fill(409)])
    const rows = await deps.db.read('select 1 as one from users where email = $1', [username])
    expect(rows).toHaveLength(1)
  })

  it('stores the inviter, and counts invitees on three levels', async () => {
    const top = await t.createUser({ inviteCode: 'TopCode1' })
    const first = await register({ regcode: ' ｔｏｐｃ–ｏｄｅ１\u200b' })
    const code = async (token: string) =>
      (await t.get<{ userInfo: { yqm: string } }>('/api/app/user/userInfo', { token })).data.userInfo.yqm
    const second = await register({ regcode: await code(first.data.access_token) })
    await register({ regcode: await code(second.data.access_token) })
    const info = await t.get<{ userInfo: Record<string, number> }>('/api/app/user/userInfo', {
      token: top.token,
    })
    expect(info.data.userInfo).toMatchObject({ level1Person: 1, level2Person: 1, level3Person: 1 })
  })

  it('goes on without the inviter who has erased the account since', async () => {
    const inviter = await t.createUser({ inviteCode: 'Saiu2345' })
    await deps.db.write('update users set erased_at = now() where id = $1', [inviter.uId])
    const username = newEmail()
    expect((await register({ username, regcode: 'SAIU2345' })).http).toBe(200)
    const rows = await deps.db.read('select invited_by from users where email = $1', [username])
    expect(rows).toEqual([{ invited_by: null }])
  })

  it('verifies a full name with a CPF at once', async () => {
    const { data } = await register({ name: 'Ana Souza', cardNo: '111.444.777-35' })
    const info = await t.get<{ userInfo: { kyc: number; name: string } }>('/api/app/user/userInfo', {
      token: data.access_token,
    })
    expect(info.data.userInfo).toMatchObject({ kyc: 1, name: 'Ana Souza' })
    expect((await register({ name: 'Outra Pessoa', cardNo: '11144477735' })).message).toBe(
      'Não foi possível confirmar sua identidade. Fale com o atendimento.',
    )
  })
})

describe('captcha', () => {
  it('is a PNG for an image request, an envelope for any other', async () => {
    const captcha = await t.get<{ kind: string; image: string }>('/api/auth/user/captcha/99999999', {
      headers: { accept: 'application/json, text/plain, */*' },
    })
    expect(captcha.data.kind).toBe('image')
    expect(captcha.data.image).toMatch(/^data:image\/png;base64,iVBOR/)
    expect(captcha.raw.headers['cache-control']).toBe('no-store')
    const picture = await t.get('/api/auth/user/captcha/99999998', {
      headers: { accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8' },
    })
    expect(picture.raw.headers['content-type']).toBe('image/png')
    expect(picture.raw.rawPayload.subarray(0, 8)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'))
  })

  it('refuses an invalid id', async () => {
    for (const id of ['100000000', '-1', 'abc']) {
      expect((await t.get(`/api/auth/user/captcha/${id}`)).http).toBe(400)
    }
  })

  it('accepts the answer in upper or lower case and with surrounding blanks', async () => {
    const { username } = await t.createUser()
    const { codeId, captCode } = await t.captcha()
    const response = await login(username, password, { codeId, captCode: ` ${captCode.toLowerCase()} ` })
    expect(response.http).toBe(200)
  })

  it.each([
    ['missing', '', 'Por favor verifique'],
    ['wrong', '00000', 'O código não confere com a imagem. Tente com a nova imagem.'],
  ])('is refused when %s, and used up', async (_what, captCode, message) => {
    const { username } = await t.createUser()
    const captcha = await t.captcha()
    const response = await login(username, password, { ...captcha, captCode })
    expect([response.http, response.message]).toEqual([400, message])
    expect((await login(username, password, captcha)).message).toBe(
      'O código da imagem já foi usado. Tente com a nova imagem.',
    )
  })

  it('is reported missing when none of its fields was sent', async () => {
    const response = await t.post('/api/auth/user/restLogin', { username: 'a@b.com', pwd: password })
    expect([response.http, response.message]).toEqual([400, 'Por favor verifique'])
  })

  it('is also used up by a failed registration', async () => {
    const { codeId, captCode } = await t.captcha()
    await register({ codeId, captCode, username: 'nothing' })
    expect((await register({ codeId, captCode })).message).toMatch(/já foi usado/)
  })

  it('expires after five minutes; one that was never requested counts as expired', async () => {
    const { username } = await t.createUser()
    const captcha = await t.captcha()
    await deps.clock.advance(5 * 60_000 + 1)
    const expired = 'O código da imagem expirou. Tente com a nova imagem.'
    expect((await login(username, password, captcha)).message).toBe(expired)
    expect((await login(username, password, { codeId: '31337', captCode: 'AAAAA' })).message).toBe(expired)
    expect((await t.get(`/sandbox/api/captcha/${captcha.codeId}`)).http).toBe(404)
  })

  it('allows one of 20 parallel logins', async () => {
    const { username } = await t.createUser()
    const captcha = await t.captcha()
    const responses = await Promise.all(Array.from({ length: 20 }, () => login(username, password, captcha)))
    expect(responses.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(responses.filter(({ http }) => http === 400)).toHaveLength(19)
  })

  it('is a proof of work when configured, and accepts no payload twice', async () => {
    const { username } = await t.createUser()
    await t.post('/sandbox/api/captcha', { kind: 'widget' })
    try {
      const captcha = await t.get<{ kind: string; challenge: { parameters: object; signature: string } }>(
        '/api/auth/user/captcha/777',
        { headers: { accept: 'image/*' } },
      )
      expect(captcha.data.kind).toBe('widget')
      expect(captcha.data.challenge.signature).toMatch(/^[0-9a-f]{64}$/)
      const solved = async (codeId: string) =>
        (await t.get<{ answer: string }>(`/sandbox/api/captcha/${codeId}`)).data.answer
      const captCode = await solved('777')
      await t.get('/api/auth/user/captcha/778')
      const other = await t.post('/api/auth/user/restLogin', {
        username,
        pwd: password,
        codeId: '778',
        captCode,
      })
      expect(other.message).toMatch(/não confere/)
      const body = { username, pwd: password, codeId: '777', captCode }
      expect((await t.post('/api/auth/user/restLogin', body)).http).toBe(200)
      expect((await t.post('/api/auth/user/restLogin', body)).message).toMatch(/já foi usado/)
      for (const forged of ['', 'AAAA', Buffer.from('{"challenge":{}}').toString('base64')]) {
        await t.get('/api/auth/user/captcha/779')
        const refused = await t.post('/api/auth/user/restLogin', { ...body, codeId: '779', captCode: forged })
        expect(refused.http).toBe(400)
      }
    } finally {
      await t.post('/sandbox/api/captcha', { kind: 'image' })
    }
  })
})

it('a captcha is the bot check for whoever asks for it', async () => {
  const { username } = await t.createUser()
  const { data } = await t.get<{ kind: string }>('/api/auth/user/captcha/881?kind=widget')
  expect(data.kind).toBe('widget')
  expect((await t.get<{ kind: string }>('/api/auth/user/captcha/882')).data.kind).toBe('image')
  const solved = await t.get<{ answer: string }>('/sandbox/api/captcha/881')
  const answer = { codeId: '881', captCode: solved.data.answer }
  expect((await login(username, password, { ...answer, captCode: 'AAAAA' })).http).toBe(400)
  await t.get('/api/auth/user/captcha/881?kind=widget')
  const again = await t.get<{ answer: string }>('/sandbox/api/captcha/881')
  expect((await login(username, password, { ...answer, captCode: again.data.answer })).http).toBe(200)
  expect((await t.get('/api/auth/user/captcha/883?kind=image')).http).toBe(400)
})

describe('login', () => {
  it('accepts the e-mail in any case and returns a working token', async () => {
    const { username } = await t.createUser()
    const { data } = await login(` ${username.toUpperCase()} `, password)
    expect((await t.get('/api/app/user/getBalance', { token: data.access_token })).http).toBe(200)
    const bearer = { headers: { authorization: `Bearer ${data.access_token}` } }
    expect((await t.get('/api/app/user/getBalance', bearer)).http).toBe(200)
  })

  it('returns the same message for a wrong password and an unknown e-mail', async () => {
    const { username } = await t.createUser()
    const wrong = await login(username, 'Errada-123')
    const unknown = await login(newEmail(), 'Errada-123')
    expect([wrong.http, wrong.message]).toEqual([400, 'E-mail ou senha incorretos.'])
    expect([unknown.http, unknown.message, unknown.data]).toEqual([wrong.http, wrong.message, wrong.data])
  })

  it('computes a hash for an unknown e-mail too', async () => {
    const { username } = await t.createUser()
    /** Algorithm and cost of each hash that a wrong password is compared with. */
    const hashesComparedFor = async (name: string) => {
      compared.length = 0
      await login(name, 'Errada-123')
      return compared.map((hash) => hash.split('$').slice(1, 4))
    }
    const hashes = await hashesComparedFor(username)
    expect(hashes).toEqual([['argon2id', 'v=19', 'm=7168,t=5,p=1']])
    expect(await hashesComparedFor(newEmail())).toEqual(hashes)
  })

  it('makes a hash of former options anew', async () => {
    const { username } = await t.createUser()
    const former = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    const storedHash = async () => {
      const [user] = await deps.db.read<{ password_hash: string }>(
        'select password_hash from users where email = $1',
        [username],
      )
      return user?.password_hash
    }
    await deps.db.write('update users set password_hash = $2 where email = $1', [username, former])
    expect((await login(username, 'Errada-123')).http).toBe(400)
    expect(await storedHash()).toBe(former)
    expect((await login(username, password)).http).toBe(200)
    const renewed = await storedHash()
    expect(renewed).toContain('$m=7168,t=5,p=1$')
    expect((await login(username, password)).http).toBe(200)
    expect(await storedHash()).toBe(renewed)
  })

  it('makes a hash anew that is of the password as it was typed, so that the other ways of typing it log in too', async () => {
    const { username } = await t.createUser()
    const typed = 'Ｓenha2026 ação'.normalize('NFD')
    const options = { memoryCost: 7_168, timeCost: 5, parallelism: 1, outputLen: 32 }
    await deps.db.write('update users set password_hash = $2 where email = $1', [
      username,
      await hash(typed, options),
    ])
    expect((await login(username, 'Senha2026 ação')).http).toBe(400)
    expect((await login(username, typed)).http).toBe(200)
    expect((await login(username, 'Senha2026 ação')).http).toBe(200)
  })

  it('is 429 with Retry-After after five failures, for that account only, for 15 minutes', async () => {
    const { username } = await t.createUser()
    for (let i = 0; i < 5; i++) expect((await login(username, 'Errada-123')).http).toBe(400)
    const refused = await login(username, password)
    expect([refused.http, refused.status]).toEqual([429, 429])
    expect(refused.message).toBe('Muitas tentativas. Aguarde 15 min e tente de novo.')
    const wait = Number(refused.raw.headers['retry-after'])
    expect(wait).toBeGreaterThan(14 * 60)
    expect(wait).toBeLessThanOrEqual(15 * 60)
    const other = await t.createUser()
    expect((await login(other.username, password)).http).toBe(200)
    await deps.clock.advance(15 * 60_000)
    expect((await login(username, password)).http).toBe(200)
  })

  it('counts a browser in which the player has logged in by itself: others cannot lock it', async () => {
    const { username } = await t.createUser()
    const [owner, guest] = [await t.createUser(), await login(username, password)]
    const cookieOf = ({ raw }: { raw: { headers: Record<string, unknown> } }) =>
      String(raw.headers['set-cookie']).split(';')[0] ?? ''
    const known = cookieOf(guest)
    expect(guest.raw.headers['set-cookie']).toMatch(/; Path=\/api; .*HttpOnly/)
    const from = async (cookie: string, pwd: string) =>
      (
        await t.post(
          '/api/auth/user/restLogin',
          { ...(await t.captcha()), username, pwd },
          { headers: { cookie } },
        )
      ).http
    for (let i = 0; i < 5; i++) await from('', 'Errada-123')
    const foreign = cookieOf(await login(owner.username, password))
    expect([await from('', password), await from(foreign, password)]).toEqual([429, 429])
    expect(await from(known, 'Errada-123')).toBe(400)
    expect(await from(known, password)).toBe(200)
    // It has lifted nothing for the others, and has its own five.
    expect(await from('', password)).toBe(429)
    for (let i = 0; i < 5; i++) expect(await from(known, 'Errada-123')).toBe(400)
    expect(await from(known, password)).toBe(429)
    // Attempts may outlive the account, and say nothing about the browser.
    const keys = await deps.db.read<{ key: string }>(
      `select key from attempts where key like 'login:device:%'`,
    )
    expect(keys.length).toBeGreaterThan(0)
    expect(JSON.stringify(keys)).not.toContain(known.split('=')[1])
    // A session that a link opened makes no browser known.
    const { data } = await t.post<{ token: string }>('/sandbox/api/links', { username })
    const linked = cookieOf(await t.post('/api/app/user/exchangeLink', { token: data.token }))
    expect(await from(linked, password)).toBe(429)
  })

  it('counts unknown e-mails too, and resets after a success', async () => {
    const unknown = newEmail()
    for (let i = 0; i < 5; i++) await login(unknown, 'Errada-123')
    expect((await login(unknown, 'Errada-123')).http).toBe(429)
    const { username } = await t.createUser()
    for (let i = 0; i < 4; i++) await login(username, 'Errada-123')
    expect((await login(username, password)).http).toBe(200)
    for (let i = 0; i < 4; i++) expect((await login(username, 'Errada-123')).http).toBe(400)
  })

  it('allows no more than five of 20 concurrent guesses', async () => {
    const { username } = await t.createUser()
    const captchas = await Promise.all(Array.from({ length: 20 }, () => t.captcha()))
    const responses = await Promise.all(captchas.map((captcha) => login(username, 'Errada-123', captcha)))
    expect(responses.filter(({ http }) => http === 400)).toHaveLength(5)
    expect(responses.filter(({ http }) => http === 429)).toHaveLength(15)
  })

  it('limits an address outside the sandbox', async () => {
    const { refuseOverLimit, countAttempt, loginLimit } =
      await import('#server/domain/protection/rateLimits.ts')
    const strict = { ...deps, config: { ...deps.config, sandbox: false } }
    for (let i = 0; i < 5; i++) await countAttempt(strict, loginLimit, { email: newEmail(), ip: '10.0.0.1' })
    const refused = refuseOverLimit(strict, loginLimit, { email: newEmail(), ip: '10.0.0.1' })
    await expect(refused).rejects.toMatchObject({ key: 'tooManyAttempts' })
    await refuseOverLimit(strict, loginLimit, { email: newEmail(), ip: '10.0.0.2' })
  })

  it('counts no more than five of 20 parallel attempts, as those of several processes are', async () => {
    const { countAttempt, loginLimit } = await import('#server/domain/protection/rateLimits.ts')
    const subject = { email: newEmail(), ip: '10.0.0.3' }
    const counted = await Promise.allSettled(
      Array.from({ length: 20 }, () => countAttempt(deps, loginLimit, subject)),
    )
    expect(counted.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })

  it.each([
    { body: { username: 'a@b.com' }, field: 'pwd' },
    { body: { username: 1, pwd: 'x', codeId: '1', captCode: 'x' }, field: 'username' },
    { body: [], field: 'body' },
    { body: 'text', field: 'body' },
    { body: null, field: 'body' },
  ])('refuses an invalid body and names the field: $body', async ({ body, field }) => {
    const payload = JSON.stringify(body)
    const response = await t.call('POST', '/api/auth/user/restLogin', { body: payload })
    expect(response).toMatchObject({ http: 400, status: 400, data: { field } })
    expect(response.message).toMatch(/Confira e tente de novo/)
  })
})

describe('session', () => {
  it('ends at logout, which itself requires a session', async () => {
    const { token } = await t.createUser()
    expect((await t.post('/api/app/user/logout', {}, { token })).http).toBe(200)
    const after = await t.get('/api/app/user/userInfo', { token })
    expect([after.http, after.status]).toEqual([401, 40101])
    expect((await t.post('/api/app/user/logout')).status).toBe(40101)
  })

  it('ends after 30 days', async () => {
    const { token } = await t.createUser()
    await deps.clock.advance(30 * 24 * 3_600_000 + 1)
    expect((await t.get('/api/app/user/userInfo', { token })).status).toBe(40101)
  })
})

describe('one-time link', () => {
  it('logs in once', async () => {
    const { username, uId } = await t.createUser()
    const { data } = await t.post<{ url: string; token: string }>('/sandbox/api/links', { username })
    expect(data.url).toBe(`${deps.config.publicUrl}/zgo${data.token}`)
    const exchange = () =>
      t.post<{ access_token: string }>('/api/app/user/exchangeLink', { token: data.token })
    const responses = await Promise.all([exchange(), exchange(), exchange()])
    expect(responses.map(({ http }) => http).sort()).toEqual([200, 400, 400])
    const session = responses.find(({ http }) => http === 200)?.data.access_token ?? ''
    const info = await t.get<{ userInfo: { uId: string } }>('/api/app/user/userInfo', { token: session })
    expect(info.data.userInfo.uId).toBe(uId)
    expect((await exchange()).message).toMatch(/expirou ou já foi usado/)
  })

  it('expires', async () => {
    const { username } = await t.createUser()
    const { data } = await t.post<{ token: string }>('/sandbox/api/links', { username })
    await deps.clock.advance(15 * 60_000)
    expect((await t.post('/api/app/user/exchangeLink', { token: data.token })).http).toBe(400)
    expect((await t.post('/api/app/user/exchangeLink', { token: 'x' })).http).toBe(400)
  })
})
