import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { cpf } from 'cpf-cnpj-validator'
import type { Flow } from './Flow.ts'
import type { Stage } from './Stage.ts'
import { dataOf, type CallResult, type Call } from './send.ts'

interface Form {
  username: string
  pwd: string
}

/** A fresh captcha and its answer, as the forms have them. */
async function newCaptcha(stage: Stage): Promise<{ codeId: string; captCode: string }> {
  const codeId = String(randomInt(100_000_000))
  await stage.done({ kind: 'captcha', method: 'GET', path: `/api/auth/user/captcha/${codeId}` })
  return { codeId, captCode: await stage.sandbox.captchaAnswer(codeId) }
}

/** Checks that the tokens of all responses, and that of a later login, belong to one account. */
async function verifyAccount(stage: Stage, call: Call, responses: readonly CallResult[]): Promise<void> {
  const { username, pwd } = call.body as Form
  const login = await stage.send({
    kind: 'login',
    path: '/api/auth/user/restLogin',
    body: { ...(await newCaptcha(stage)), username, pwd },
  })
  const ids = new Set<string>()
  for (const response of [...responses.filter((one) => one.hasResponse && one.http === 200), login]) {
    const { access_token: token } = dataOf<{ access_token: string }>(response)
    const { userInfo } = await stage.get<{ userInfo: { email: string; uId: string } }>(
      token,
      '/api/app/user/userInfo',
    )
    assert.equal(userInfo.email, username)
    ids.add(userInfo.uId)
  }
  assert.equal(ids.size, 1, 'the responses belong to several accounts')
}

/** A registration with a CPF, invited by the player: the new account is one of the effects on the player. */
export const registration: Flow = {
  name: 'registration',
  repeated: 409,
  async prepare(stage, player) {
    const body = {
      ...(await newCaptcha(stage)),
      username: `new-${randomUUID()}@gmail.com`,
      pwd: 'Segura-123',
      pwd1: 'Segura-123',
      name: 'Ana Souza',
      cardNo: cpf.generate(),
      country: '55',
      phone: '11987654321',
      regcode: await stage.sandbox.inviteCode(player.username),
      isapp: 0,
    }
    return { kind: 'registration', path: '/api/auth/user/restRegister', body }
  },
  // A captcha can be used once.
  again: async (stage, call) => ({ ...call, body: { ...(call.body as Form), ...(await newCaptcha(stage)) } }),
  verify: verifyAccount,
}
