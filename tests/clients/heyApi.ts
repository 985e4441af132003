/** The client of @hey-api/openapi-ts. */
import { mainJob } from './mainJob.ts'
import { client } from './generated/heyApi/client.gen.ts'
import * as api from './generated/heyApi/sdk.gen.ts'

client.setConfig({ baseUrl: process.env['SERVER'] ?? '', headers: { lang: 'pt_BR' } })

/** `data` of the envelope; throws what the server says about a refusal. */
async function dataOf<Data>(
  call: Promise<{ data?: { data: Data } | undefined; error?: unknown }>,
): Promise<Data> {
  const { data, error } = await call
  if (!data) throw new Error(`refused: ${JSON.stringify(error)}`)
  return data.data
}
const keyed = (key: string) => ({ 'Idempotency-Key': key })

await mainJob(
  {
    captcha: () => dataOf(api.postSandboxCaptchas({ body: { kind: 'image' } })),
    register: (body) => dataOf(api.postUserRestRegister({ body })),
    packages: () => dataOf(api.getOrderGetPrices()),
    order: (pkgId, key) =>
      dataOf(api.postOrderPrePayPkgId({ path: { pkgId }, headers: keyed(key), body: {} })),
    pay: (orderId) => dataOf(api.postSandboxOrdersOrderIdPay({ path: { orderId }, body: {} })),
    foretell: (username) =>
      dataOf(
        api.postSandboxOutcomesUsername({ path: { username }, body: { game: 'dice', min: 60, max: 99 } }),
      ),
    roll: (amount, key) =>
      dataOf(api.postGameDiceBet({ headers: keyed(key), body: { amount, direction: 'over', chance: 50 } })),
    identify: (name, cardNo) => dataOf(api.postUserUpdateKyc({ body: { name, cardNo } })),
    withdraw: (body, key) =>
      dataOf(
        api.postOrderWithdraw({
          headers: keyed(key),
          body,
        }),
      ),
    balance: () => dataOf(api.getUserGetBalance()),
    records: () => dataOf(api.getOrderLatestRecords()),
  },
  (token) => client.setConfig({ auth: token }),
)
