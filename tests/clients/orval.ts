/** The client of orval, with the browser's fetch. */
import { mainJob } from './mainJob.ts'
import * as api from './generated/orval.ts'

const headers: Record<string, string> = { lang: 'pt_BR' }

/** `data` of the envelope; throws what the server says about a refusal. */
async function dataOf<Answer extends { data: unknown; status: number }>(
  call: Promise<Answer>,
): Promise<Extract<Answer, { status: 200 }>['data'] extends { data: infer Data } ? Data : never> {
  const answer = await call
  const { data } = answer
  if (answer.status !== 200 || typeof data !== 'object' || data === null || !('data' in data))
    throw new Error(`refused: ${JSON.stringify(data)}`)
  return data.data as Awaited<ReturnType<typeof dataOf<Answer>>>
}
const keyed = (key: string) => ({ headers: { ...headers, 'Idempotency-Key': key } })

await mainJob(
  {
    captcha: () => dataOf(api.postSandboxCaptchas({ kind: 'image' })),
    register: (body) => dataOf(api.postUserRestRegister(body, { headers })),
    packages: () => dataOf(api.getOrderGetPrices(undefined, { headers })),
    order: (pkgId, key) => dataOf(api.postOrderPrePayPkgId(pkgId, {}, keyed(key))),
    pay: (orderId) => dataOf(api.postSandboxOrdersOrderIdPay(orderId, {})),
    foretell: (username) =>
      dataOf(api.postSandboxOutcomesUsername(username, { game: 'dice', min: 60, max: 99 })),
    roll: (amount, key) => dataOf(api.postGameDiceBet({ amount, direction: 'over', chance: 50 }, keyed(key))),
    identify: (name, cardNo) => dataOf(api.postUserUpdateKyc({ name, cardNo }, { headers })),
    withdraw: (body, key) => dataOf(api.postOrderWithdraw(body, keyed(key))),
    balance: () => dataOf(api.getUserGetBalance(undefined, { headers })),
    records: () => dataOf(api.getOrderLatestRecords(undefined, { headers })),
  },
  (token) => (headers['Authorization'] = token),
)
