import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type * as argon2Module from '@node-rs/argon2'
import type { Envelope } from '#contract/errors.ts'
import { startTarget } from './helpers/target.ts'

/** Number of password hashes that the server has computed. Nothing else takes long enough to be measured remotely. */
let hashes = 0

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof argon2Module>()
  return {
    ...argon2,
    hashSync: (...args: Parameters<typeof argon2.hashSync>) => (hashes++, argon2.hashSync(...args)),
    verifySync: (...args: Parameters<typeof argon2.verifySync>) => (hashes++, argon2.verifySync(...args)),
  }
})

const target = await startTarget()
const { sendAs, deps } = target
const known = await target.player()
const unknown = `${randomUUID()}@palpite.test`
let captchas = 0

async function post(path: string, body: object) {
  const { http, envelope, headers } = await sendAs(undefined, { method: 'POST', path, body })
  const { 'content-length': length } = headers
  return { http, length, ...(envelope as Envelope<unknown>) }
}

async function logIn(username: string, pwd = 'nao-e-esta-1') {
  const codeId = String(++captchas)
  await sendAs(undefined, { method: 'GET', path: `/api/auth/user/captcha/${codeId}` })
  const { envelope } = await sendAs(undefined, { method: 'GET', path: `/sandbox/api/captcha/${codeId}` })
  const captCode = (envelope?.data as { answer: string }).answer
  return post('/api/auth/user/restLogin', { username, pwd, codeId, captCode })
}

/** The number of database calls of `work`: the minimum of three runs, because jobs make some too. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let time = 0; time < 3; time++) {
    const spies = (['read', 'write', 'tx'] as const).map((method) => vi.spyOn(deps.db, method))
    await work()
    counts.push(spies.reduce((total, spy) => total + spy.mock.calls.length, 0))
    vi.restoreAllMocks()
  }
  return Math.min(...counts)
}

beforeEach(async () => {
  // The dummy hash for unknown addresses is computed once.
  await logIn(`${randomUUID()}@palpite.test`)
  hashes = 0
})

describe('an e-mail address without an account', () => {
  it('gets the same login response as a wrong password, after the same work', async () => {
    const wrong = await logIn(known.username)
    expect([wrong.http, hashes]).toEqual([400, 1])
    expect(await logIn(unknown)).toEqual(wrong)
    expect(hashes).toBe(2)
    expect(await statementsOf(() => logIn(unknown))).toBe(await statementsOf(() => logIn(known.username)))
  })

  it('is locked after as many attempts as an account', async () => {
    const attempts = async (email: string) => {
      const responses = []
      for (let i = 0; i < 7; i++) responses.push((await logIn(email)).http)
      return responses
    }
    const other = await target.player()
    expect(await attempts(`${randomUUID()}@palpite.test`)).toEqual(await attempts(other.username))
  })

  it('gets the same response to a request for a reset code, after the same work', async () => {
    const send = (email: string) => post('/api/app/main/RESETPWD/sendEmail', { email })
    const response = await send(known.username)
    expect(response).toMatchObject({ http: 200, data: null })
    expect(await send(unknown)).toEqual(response)
    expect(hashes).toBe(0)
    expect(await statementsOf(() => send(unknown))).toBe(await statementsOf(() => send(known.username)))
  })

  it('gets the same response to a guessed code', async () => {
    const check = (email: string) => post('/api/app/main/RESETPWD/checkEmail', { email, code: '000000' })
    const response = await check(known.username)
    expect(response.http).toBe(400)
    expect(await check(unknown)).toEqual(response)
    expect(await statementsOf(() => check(unknown))).toBe(await statementsOf(() => check(known.username)))
  })
})
