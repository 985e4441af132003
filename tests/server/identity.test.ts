import { afterEach, describe, expect, it } from 'vitest'
import { nobodyBlocked } from '#server/providers/blockedPersons/BlockedPersons.ts'
import {
  sandboxIdentity,
  type IdentityResult,
  type Person,
} from '#server/providers/identity/IdentityProvider.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { createTestApp } from './helpers/testApp.ts'

const t = await createTestApp()
const { deps } = t

afterEach(() => Object.assign(deps, { identity: sandboxIdentity, blockedPersons: nobodyBlocked }))

/** Makes the identity provider answer so; returns the checks that it gets. */
function answerWith(answer: () => IdentityResult) {
  const checks: (Person & { id: string; transactions: number })[] = []
  deps.identity = {
    name: 'test',
    check: async (id, person) => {
      checks.push({ id, ...person, transactions: deps.db.usage().busy })
      return answer()
    },
  }
  return checks
}

function block(...blocked: string[]): void {
  deps.blockedPersons = { name: 'test', isBlocked: async (cpf) => blocked.includes(cpf) }
}

const unverified = () => t.createUser({ kyc: 0 })
const check = (token: string, cardNo: string) =>
  t.post('/api/app/user/updateKyc', { name: 'Ana Maria Souza', cardNo }, { token, lang: 'en_US' })
const kycOf = async (token: string) =>
  (await t.get<{ userInfo: { kyc: number } }>('/api/app/user/userInfo', { token })).data.userInfo.kyc
const registerWith = async (cardNo: string) =>
  t.post(
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
      message: 'We are checking your identity. Try again later.',
    })
    expect(await kycOf(token)).toBe(0)
    answer = 'confirmed'
    expect((await check(token, cpf)).http).toBe(200)
    expect(await kycOf(token)).toBe(1)
    expect(new Set(checks.map(({ id }) => id)).size).toBe(1)
    await check((await unverified()).token, randomCpf())
    expect(new Set(checks.map(({ id }) => id)).size).toBe(2)
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

describe('a person in the register of blocked persons', () => {
  it('is neither registered nor verified, and no identity provider gets the data', async () => {
    const checks = answerWith(() => 'confirmed')
    const [blocked, other] = [randomCpf(), randomCpf()]
    block(blocked)
    const { token } = await unverified()
    for (const response of [await check(token, blocked), await registerWith(blocked)]) {
      expect(response.http).toBe(403)
      expect(response.message).toMatch(/^This person may not bet/)
    }
    expect(checks).toEqual([])
    expect((await registerWith(other)).http).toBe(200)
  })

  it('is not let in while the register does not answer', async () => {
    deps.blockedPersons = { name: 'test', isBlocked: () => Promise.reject(new Error('no answer')) }
    const { token } = await unverified()
    expect((await check(token, randomCpf())).http).toBe(500)
    expect(await kycOf(token)).toBe(0)
  })
})
