import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'

/** The calls of the main job, as a generated client makes them. Each returns `data` of the envelope. */
export interface MainJobCalls {
  captcha(): Promise<{ codeId: string; answer: string }>
  register(player: Registration): Promise<{ access_token: string }>
  packages(): Promise<{ pkgId: string; price: number }[]>
  order(pkgId: string, key: string): Promise<{ orderId: string; amount: number }>
  pay(orderId: string): Promise<unknown>
  /** The next roll of dice wins over 50. */
  foretell(username: string): Promise<{ result: number }>
  roll(amount: number, key: string): Promise<{ roundId: string; status: string; payout: number }>
  identify(name: string, cpf: string): Promise<unknown>
  withdraw(order: Withdrawal, key: string): Promise<{ orderId: string }>
  balance(): Promise<{ balance: number }>
  records(): Promise<{ type: string }[]>
}

interface Withdrawal {
  payCardBank: 'CPF'
  payCardNo: string
  name: string
  amount: number
  pwd: string
}

interface Registration {
  username: string
  pwd: string
  pwd1: string
  codeId: string
  captCode: string
}

const name = 'Ana Lima'
/** The smallest withdrawal, in reais. */
const withdrawn = 50

/** A player registers, deposits, plays a round, withdraws, and sees it in the records. `logIn` keeps the token. */
export async function mainJob(calls: MainJobCalls, logIn: (token: string) => void): Promise<void> {
  const username = `client-${randomUUID().slice(0, 8)}@example.com`
  const pwd = 'correct-horse-7'
  const { codeId, answer } = await calls.captcha()
  const { access_token: token } = await calls.register({
    username,
    pwd,
    pwd1: pwd,
    codeId,
    captCode: answer,
  })
  logIn(token)

  const cpf = newCpf()
  await calls.identify(name, cpf)
  const offer = (await calls.packages()).find(({ price }) => price >= withdrawn)
  assert(offer)
  const order = await calls.order(offer.pkgId, randomUUID())
  await calls.pay(order.orderId)
  assert.equal((await calls.balance()).balance, order.amount)

  await calls.foretell(username)
  const key = randomUUID()
  const stake = order.amount
  const round = await calls.roll(stake, key)
  assert.equal(round.status, 'won')
  assert.equal((await calls.roll(stake, key)).roundId, round.roundId)
  const won = (await calls.balance()).balance
  assert.equal(won, round.payout)

  await calls.withdraw({ payCardBank: 'CPF', payCardNo: cpf, name, amount: withdrawn, pwd }, randomUUID())
  assert.equal((await calls.balance()).balance, won - withdrawn)
  const types = new Set((await calls.records()).map(({ type }) => type))
  for (const type of ['10', '11', 'round']) assert(types.has(type), `no record of type ${type}`)
}

/** A person of its own: nine digits and their two check digits. */
function newCpf(): string {
  let digits = String(randomInt(1e8, 1e9))
  for (const weight of [10, 11]) {
    const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (weight - at), 0)
    digits += String(((sum * 10) % 11) % 10)
  }
  return digits
}
