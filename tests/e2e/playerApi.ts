import { randomUUID } from 'node:crypto'
import { send, type Answer } from '#qa/PlayerClient.ts'
import type { Sandbox } from '../../scripts/Sandbox.ts'
import { testCpf } from './testCpf.ts'

/** Calls the server as a player, without the UI; `body` makes it a POST with a new idempotency key. */
export function requestAs<Data = unknown>(
  sandbox: Sandbox,
  token: string,
  path: string,
  body?: object,
): Promise<Answer<Data>> {
  return send<Data>(sandbox.serverUrl, {
    method: body === undefined ? 'GET' : 'POST',
    path,
    body,
    headers: {
      Authorization: token,
      lang: 'pt_BR',
      ...(body === undefined ? {} : { 'Idempotency-Key': randomUUID() }),
    },
  })
}

/** Like `requestAs`, but throws unless the call succeeds; returns its data. */
export async function callAs<Data = unknown>(
  sandbox: Sandbox,
  token: string,
  path: string,
  body?: object,
): Promise<Data> {
  const response = await requestAs<Data>(sandbox, token, path, body)
  if (response.http !== 200) throw new Error(`${path}: ${response.http} ${response.message}`)
  return response.data
}

/** Deposits and pays the package of R$ 100, with its bonus of R$ 0.15 unless `gift` is 0. */
export async function deposit100(sandbox: Sandbox, token: string, gift: 0 | 1 = 1): Promise<string> {
  const { orderId } = await callAs<{ orderId: string }>(sandbox, token, '/api/app/order/prePay/brl-100', {
    gift,
    pkgId: 'brl-100',
    isapp: 0,
  })
  await sandbox.settleOrder(orderId, 'pay')
  return orderId
}

/** A dice bet that wins at least 200 times with the sandbox's seeds. */
export function betDice(sandbox: Sandbox, token: string, amount: number): Promise<unknown> {
  return callAs(sandbox, token, '/api/app/game/dice/bet', { amount, direction: 'over', chance: 98 })
}

/** Asks for a withdrawal of R$ 60 that only an operator can decide: its key is another player's too. */
export async function withdrawalInReview(sandbox: Sandbox, token: string): Promise<string> {
  const other = await sandbox.createUser({ balance: 100 })
  const key = testCpf()
  const request = async (player: string) => {
    const body = { payCardBank: 'CPF', payCardNo: key, ifsc: key, name: 'Ana Souza', amount: 60 }
    return (await callAs<{ orderId: string }>(sandbox, player, '/api/app/order/withdraw', body)).orderId
  }
  await request(other.token)
  return request(token)
}
