import { afterEach, describe, expect, it } from 'vitest'
import {
  manualIdentity,
  sandboxIdentity,
  type IdentityResult,
  type Person,
} from '#server/providers/identity/IdentityProvider.ts'
import {
  askAboutIdentities,
  decideIdentity,
  listIdentityChecks,
  verifyIdentity,
} from '#server/domain/accounts/identityChecks.ts'
import { countAttempt, forgiveAddress, identityLimit } from '#server/domain/protection/rateLimits.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { testActor } from './helpers/testActor.ts'
import { createTestApp } from './helpers/testApp.ts'

const t = await createTestApp()
const { deps } = t

afterEach(() => Object.assign(deps, { identity: sandboxIdentity }))

/** Makes the identity provider answer so; returns the checks that it gets. */
function answerWith(answer: () => IdentityResult) {
  const checks: (Person & { id: string; transactions: number })[] = []
  deps.identity = {
    name: 'test',
    canBeAsked: true,
    check: async (id, person) => {
      checks.push({ id, ...person, transactions: deps.db.usage().busy })
      return answer()
    },
  }
  return checks
}

const unverified = () => t.createUser({ kyc: 0 })
const check = (token: string, cardNo: string) =>
  t.post('/api/app/user/updateKyc', { name: 'Ana Maria Souza', cardNo }, { token, lang: 'en_US' })
const kycOf = async (token: string) =>
  (await t.get<{ userInfo: { kyc: number } }>('/api/app/user/userInfo', { token })).data.userInfo.kyc
const infoOf = async (token: string) =>
  (
    await t.get<{ userInfo: { kyc: number }; protection: Record<string, unknown> }>(
      '/api/app/user/userInfo',
      {
        token,
      },
    )
  ).data
const kindsOf = async (token: string) =>
  (await t.get<{ list: { kind: string }[] }>('/api/app/messages', { token })).data.list.map(
    ({ kind }) => kind,
  )
const registerWith = async (cardNo: string) =>
  t.post<{ access_token: string }>(
    '/api/auth/user/restRegister',
    {
      ...(await t.captcha()),
      name: 'Ana Maria Souza',
      cardNo,
      username: `${cardNo}@example.com`,
      country: '55',
      phone: '11987654321',
      pwd: 'Segura-123',
      pwd1: 'Segura-123',
      regcode: '',
      isapp: 0,
    },
    { lang: 'en_US' },
  )

describe('the identity provider', () => {
  it('gets name and CPF as they are stored, with no transaction open', async () => {
    const checks = answerWith(() => 'confirmed')
    const [{ token }, cpf] = [await unverified(), randomCpf()]
    const formatted = cpf.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
    expect((await check(token, formatted)).http).toBe(200)
    expect(checks).toMatchObject([{ name: 'Ana Maria Souza', cpf, transactions: 0 }])
    expect(await kycOf(token)).toBe(1)
  })

  it('may answer later: the same form is then the same check', async () => {
    let answer: IdentityResult = 'pending'
    const checks = answerWith(() => answer)
    const [{ token }, cpf] = [await unverified(), randomCpf()]
    expect(await check(token, cpf)).toMatchObject({
      http: 409,
      message: 'We are checking your identity and will tell you the result by message and email.',
    })
    expect(await kycOf(token)).toBe(0)
    answer = 'confirmed'
    expect((await check(token, cpf)).http).toBe(200)
    expect(await kycOf(token)).toBe(1)
    expect(new Set(checks.map(({ id }) => id)).size).toBe(1)
    await check((await unverified()).token, randomCpf())
    expect(new Set(checks.map(({ id }) => id)).size).toBe(2)
  })

  it('that answers later does not keep anybody from registering', async () => {
    let answer: IdentityResult = 'pending'
    answerWith(() => answer)
    const registered = await registerWith(randomCpf())
    expect(registered.http).toBe(200)
    const token = registered.data.access_token
    expect(await infoOf(token)).toMatchObject({ userInfo: { kyc: 0 }, protection: { kycReview: 1 } })
    await askAboutIdentities(deps)
    expect(await infoOf(token)).toMatchObject({ userInfo: { kyc: 0 } })
    answer = 'confirmed'
    await deps.db.write('update identity_checks set next_ask_at = now()')
    await askAboutIdentities(deps)
    const info = await infoOf(token)
    expect(info).toMatchObject({ userInfo: { kyc: 1 } })
    expect(info.protection).not.toHaveProperty('kycReview')
    expect(await kindsOf(token)).toContain('identityConfirmed')
  })

  it('changes nothing of an account that is erased while it answers: the person may come back with the CPF', async () => {
    const [{ token, password, uId }, cpf] = [await unverified(), randomCpf()]
    deps.identity = {
      name: 'test',
      canBeAsked: true,
      async check() {
        const erased = await t.post('/api/app/user/personalData/erase', { pwd: password }, { token })
        expect(erased.data).toEqual({ erased: 1 })
        return 'confirmed'
      },
    }
    expect((await check(token, cpf)).http).toBe(401)
    const [user] = await deps.db.read('select kyc, name, kyc_name, cpf_index from users where id = $1', [uId])
    expect(user).toEqual({ kyc: 0, name: '', kyc_name: '', cpf_index: null })
    expect(await deps.db.read('select from identity_checks where user_id = $1', [uId])).toEqual([])
    answerWith(() => 'confirmed')
    expect((await check((await unverified()).token, cpf)).http).toBe(200)
  })

  it('is asked from one address as often as persons are confirmed there, and about twenty who are not', async () => {
    const strict = { ...deps, config: { ...deps.config, sandbox: false } }
    const verify = async (answer: IdentityResult, ip = '10.1.2.3') => {
      answerWith(() => answer)
      const { uId } = await unverified()
      const form = { name: 'Ana Maria Souza', cpf: randomCpf() }
      return verifyIdentity({ ...strict, identity: deps.identity }, uId, form, ip).then(
        () => 'confirmed',
        (error: { key: string }) => error.key,
      )
    }
    for (let customer = 0; customer < 21; customer++) expect(await verify('confirmed')).toBe('confirmed')
    for (let guess = 0; guess < 20; guess++) expect(await verify('refused')).toBe('kycRefused')
    expect(await verify('refused')).toBe('tooManyAttempts')
    for (let guess = 0; guess < 20; guess++) expect(await verify('pending', '10.1.2.4')).toBe('kycPending')
    expect(await verify('pending', '10.1.2.4')).toBe('tooManyAttempts')
  })

  it('is not asked from one address without end, even if each person is confirmed', async () => {
    const strict = { ...deps, config: { ...deps.config, sandbox: false } }
    for (let customer = 0; customer < 80; customer++) {
      await countAttempt(strict, identityLimit, { email: `${randomCpf()}@test.com`, ip: '10.1.2.5' })
      await forgiveAddress(strict, identityLimit, { ip: '10.1.2.5' })
    }
    const next = countAttempt(strict, identityLimit, { email: `${randomCpf()}@test.com`, ip: '10.1.2.5' })
    await expect(next).rejects.toMatchObject({ key: 'tooManyAttempts' })
    await deps.clock.advance(25 * 3_600_000)
    await countAttempt(strict, identityLimit, { email: `${randomCpf()}@test.com`, ip: '10.1.2.5' })
  })

  it('refuses a person, at registration too', async () => {
    answerWith(() => 'refused')
    const { token } = await unverified()
    expect(await check(token, randomCpf())).toMatchObject({ http: 403 })
    expect(await kycOf(token)).toBe(0)
    const cpf = randomCpf()
    expect(await registerWith(cpf)).toMatchObject({ http: 403 })
    answerWith(() => 'confirmed')
    expect((await registerWith(cpf)).http).toBe(200)
  })
})

it('a service that tells of a result makes the server ask, and is not believed', async () => {
  const other = await createTestApp({
    IDENTITY_PROVIDER: 'http',
    IDENTITY_URL: 'https://identity.example',
    IDENTITY_TOKEN: 'secret',
  })
  let answer: IdentityResult = 'pending'
  const ids: string[] = []
  const ask = async (id: string) => {
    ids.push(id)
    return answer
  }
  Object.assign(other.deps, { identity: { name: 'http', canBeAsked: true, check: ask } })
  const { token } = await other.createUser({ kyc: 0 })
  const form = { name: 'Ana Maria Souza', cardNo: randomCpf() }
  expect((await other.post('/api/app/user/updateKyc', form, { token })).http).toBe(409)
  const tell = (body: object) => other.post('/provider/identity/webhook', body)
  expect((await tell({ id: 'x' })).http).toBe(400)
  expect((await tell({ id: 'f'.repeat(64), result: 'confirmed' })).http).toBe(200)
  expect(ids).toHaveLength(1)
  const kyc = async () =>
    (await other.get<{ userInfo: { kyc: number } }>('/api/app/user/userInfo', { token })).data.userInfo.kyc
  await tell({ id: ids[0], result: 'confirmed' })
  expect([ids.length, await kyc()]).toEqual([2, 0])
  answer = 'confirmed'
  await tell({ id: ids[0] })
  expect(await kyc()).toBe(1)
})

describe('a person at the operator', () => {
  const pending = async () => {
    deps.identity = manualIdentity
    const user = await unverified()
    const cpf = randomCpf()
    expect((await check(user.token, cpf)).http).toBe(409)
    const checks = await listIdentityChecks(deps, { state: 'pending', limit: 100 })
    const found = checks.find(({ person }) => person.cpf === cpf)
    if (!found) throw new Error('the check does not wait')
    return { ...user, cpf, check: found }
  }
  const decide = (found: { userId: string; id: string }, result: 'confirmed' | 'refused', reason?: string) =>
    deps.db.tx((tx) =>
      decideIdentity(deps, tx, {
        userId: found.userId,
        id: found.id,
        result,
        actor: testActor,
        ...(reason === undefined ? {} : { reason }),
      }),
    )
  const subjectsOf = async (username: string) =>
    (await t.get<{ subject: string }[]>(`/sandbox/api/outbox?to=${encodeURIComponent(username)}`)).data.map(
      ({ subject }) => subject,
    )

  it('confirms a player, who is told by message and e-mail, once', async () => {
    const user = await pending()
    expect(await infoOf(user.token)).toMatchObject({ userInfo: { kyc: 0 }, protection: { kycReview: 1 } })
    const listed = await t.get<{ userId: string; cpf: string }[]>('/sandbox/api/identity')
    const [row] = listed.data.filter(({ userId }) => userId === user.uId)
    expect(row?.cpf).toMatch(/\*/)
    // No machine decides it.
    await deps.db.write('update identity_checks set next_ask_at = now() where next_ask_at is not null')
    await askAboutIdentities(deps)
    expect(await kycOf(user.token)).toBe(0)
    const confirm = await t.post(`/sandbox/api/identity/${user.uId}/confirm`, { id: user.check.id })
    expect(confirm.http).toBe(200)
    await decide(user.check, 'confirmed')
    expect(await kycOf(user.token)).toBe(1)
    expect((await kindsOf(user.token)).filter((kind) => kind === 'identityConfirmed')).toHaveLength(1)
    expect(await subjectsOf(user.username)).toEqual(['Sua identidade foi confirmada'])
    await expect(decide(user.check, 'refused')).rejects.toMatchObject({ key: 'conflict' })
  })

  it('refuses a player, which stands until a person changes it', async () => {
    const user = await pending()
    await decide(user.check, 'refused', 'another name at the tax office')
    expect(await kycOf(user.token)).toBe(0)
    expect(await kindsOf(user.token)).toContain('identityRefused')
    expect((await check(user.token, user.cpf)).http).toBe(403)
    const [refused] = await listIdentityChecks(deps, { state: 'refused', limit: 1 })
    expect(refused).toMatchObject({
      person: { cpf: user.cpf },
      decidedBy: 'staff:test',
      reason: 'another name at the tax office',
    })
    await decide(user.check, 'confirmed')
    expect(await kycOf(user.token)).toBe(1)
  })

  it('decides again about a player whom a person has refused, whatever a provider would say', async () => {
    const user = await pending()
    await decide(user.check, 'refused')
    const asked: string[] = []
    deps.identity = {
      name: 'fast',
      canBeAsked: true,
      check: (id) => {
        asked.push(id)
        return Promise.resolve('confirmed')
      },
    }
    expect((await check(user.token, user.cpf)).http).toBe(403)
    const other = randomCpf()
    expect((await check(user.token, other)).http).toBe(409)
    await deps.db.write('update identity_checks set next_ask_at = now() where user_id = $1', [user.uId])
    await askAboutIdentities(deps)
    expect([asked, await kycOf(user.token)]).toEqual([[], 0])
    const waiting = await listIdentityChecks(deps, { state: 'pending', limit: 100 })
    const again = waiting.find(({ userId }) => userId === user.uId)
    expect(again?.person.cpf).toBe(other)
    await decide({ userId: user.uId, id: again?.id ?? '' }, 'confirmed')
    expect(await kycOf(user.token)).toBe(1)
  })

  it('is not overruled by a provider that was being asked while the person refused', async () => {
    const user = await pending()
    let answer: ((result: IdentityResult) => void) | undefined
    deps.identity = {
      name: 'slow',
      canBeAsked: true,
      check: () => new Promise((resolve) => (answer = resolve)),
    }
    const sent = check(user.token, randomCpf())
    await expect.poll(() => answer).toBeDefined()
    await decide(user.check, 'refused')
    answer?.('confirmed')
    expect((await sent).http).toBe(409)
    expect(await kycOf(user.token)).toBe(0)
  })

  it('is asked about a form that a provider had refused', async () => {
    const user = await unverified()
    const cpf = randomCpf()
    deps.identity = { name: 'strict', canBeAsked: true, check: () => Promise.resolve('pending') }
    expect((await check(user.token, cpf)).http).toBe(409)
    deps.identity = { name: 'strict', canBeAsked: true, check: () => Promise.resolve('refused') }
    await deps.db.write('update identity_checks set next_ask_at = now() where user_id = $1', [user.uId])
    await askAboutIdentities(deps)
    const other = randomCpf()
    deps.identity = { name: 'strict', canBeAsked: true, check: () => Promise.resolve('pending') }
    expect((await check(user.token, other)).http).toBe(409)
    const waiting = await listIdentityChecks(deps, { state: 'pending', limit: 100 })
    const id = waiting.find(({ userId }) => userId === user.uId)?.id ?? ''
    await decide({ userId: user.uId, id }, 'refused')
    expect((await check(user.token, cpf)).http).toBe(409)
  })

  it('cannot confirm a second player of the same person, and sees one check for each player', async () => {
    const first = await pending()
    const second = await unverified()
    expect((await check(second.token, first.cpf)).http).toBe(409)
    await decide(first.check, 'confirmed')
    const other = { userId: second.uId, id: first.check.id }
    await expect(decide(other, 'confirmed')).rejects.toMatchObject({ key: 'cpfTaken' })
    await check(second.token, randomCpf())
    const waiting = await listIdentityChecks(deps, { state: 'pending', limit: 100 })
    expect(waiting.filter(({ userId }) => userId === other.userId)).toHaveLength(1)
  })
})

it('a provider that answers later says the same about a CPF that another account has, and refuses it in the end', async () => {
  const cpf = randomCpf()
  answerWith(() => 'confirmed')
  expect((await check((await unverified()).token, cpf)).http).toBe(200)
  let answer: IdentityResult = 'pending'
  answerWith(() => answer)
  const { token } = await unverified()
  expect((await check(token, cpf)).http).toBe(409)
  answer = 'confirmed'
  await deps.db.write('update identity_checks set next_ask_at = now()')
  await askAboutIdentities(deps)
  expect(await kycOf(token)).toBe(0)
  expect(await kindsOf(token)).toContain('identityRefused')
})
