import { randomUUID } from 'node:crypto'
import type { Envelope } from '#contract/errors.ts'
import { authCalls, toWireRegistration } from '#contract/http/auth.ts'
import { fillPath, type Call, type CallShape } from '#contract/http/call.ts'
import { originalCalls } from '#contract/http/originals.ts'
import { userCalls } from '#contract/http/user.ts'
import { fromWireAmount, toWireAmount, type Cents } from '#contract/money.ts'
import { Sandbox } from '../Sandbox.ts'

const password = 'Segura-123'
const funds = 100
const stake = 10

/**
 * Opens the page, registers a player with a captcha that the sandbox answers, gives them money and plays one round
 * of dice through the calls of the client. Returns one line about it. Throws when a call fails, or when the balance
 * has not changed by exactly the payout minus the stake.
 */
export async function playOneBet(url: string): Promise<string> {
  const page = await fetch(`${url}/home`)
  if (!page.ok || !(await page.text()).includes('id="prerender"'))
    throw new Error('/home is not the prerendered page')

  const email = `${randomUUID()}@example.com`
  const token = await register(url, email)
  await new Sandbox(url).patchUser(email, { balance: funds, kyc: 1 })
  const before = await balanceOf(url, token)
  const round = await call(url, originalCalls.diceBet, {
    token,
    body: { amount: stake, direction: 'over', chance: 50 },
  })
  const after = await balanceOf(url, token)
  const expected = before - fromWireAmount(stake) + fromWireAmount(round.payout)
  if (before !== fromWireAmount(funds) || after !== expected)
    throw new Error(
      `a ${round.status} bet took the balance from ${before} to ${after} cents, not ${expected}`,
    )
  return `a ${round.status} bet took the balance from ${toWireAmount(before)} to ${toWireAmount(after)}`
}

async function register(url: string, email: string): Promise<string> {
  const captchaId = 1
  await call(url, authCalls.captcha, { path: fillPath(authCalls.captcha.path, { codeId: captchaId }) })
  const { access_token: token } = await call(url, authCalls.restRegister, {
    body: toWireRegistration({
      email,
      password,
      passwordAgain: password,
      phonePrefix: '+55',
      phone: '11987654321',
      inviteCode: '',
      isApp: false,
      captchaId,
      captchaAnswer: await new Sandbox(url).captchaAnswer(captchaId),
    }),
  })
  return token
}

async function balanceOf(url: string, token: string): Promise<Cents> {
  return fromWireAmount((await call(url, userCalls.getBalance, { token })).balance)
}

interface CallInput {
  path?: string
  token?: string
  body?: object
}

async function call<Data>(
  url: string,
  { method, path, idempotent }: Call<CallShape, Data, Call['auth']>,
  { token, body, ...input }: CallInput,
): Promise<Data> {
  const address = `${url}${input.path ?? path}`
  const response = await fetch(address, {
    method,
    headers: {
      lang: 'pt_BR',
      ...(token ? { authorization: token } : {}),
      ...(idempotent ? { 'idempotency-key': randomUUID() } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (JSON.parse(text) as Envelope<Data>).data
}
