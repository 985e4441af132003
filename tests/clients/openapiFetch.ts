/** The types of openapi-typescript, with openapi-fetch. */
import createClient from 'openapi-fetch'
import { mainJob } from './mainJob.ts'
import type { paths } from './generated/schema.d.ts'

const headers: Record<string, string> = { lang: 'pt_BR' }
const api = createClient<paths>({ baseUrl: process.env['SERVER'] ?? '', headers })
api.use({
  onRequest({ request }) {
    if (headers['Authorization']) request.headers.set('Authorization', headers['Authorization'])
  },
})

/** `data` of the envelope; throws what the server says about a refusal. */
async function dataOf<Data>(
  call: Promise<{ data?: { data: Data } | undefined; error?: unknown }>,
): Promise<Data> {
  const { data, error } = await call
  if (!data) throw new Error(`refused: ${JSON.stringify(error)}`)
  return data.data
}
const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } })

await mainJob(
  {
    captcha: () => dataOf(api.POST('/sandbox/api/captchas', { body: { kind: 'image' } })),
    register: (body) => dataOf(api.POST('/api/auth/user/restRegister', { body })),
    packages: () => dataOf(api.GET('/api/app/order/getPrices', {})),
    order: (pkgId, key) =>
      dataOf(
        api.POST('/api/app/order/prePay/{pkgId}', { params: { path: { pkgId }, ...keyed(key) }, body: {} }),
      ),
    pay: (orderId) =>
      dataOf(api.POST('/sandbox/api/orders/{orderId}/pay', { params: { path: { orderId } }, body: {} })),
    foretell: (username) =>
      dataOf(
        api.POST('/sandbox/api/outcomes/{username}', {
          params: { path: { username } },
          body: { game: 'dice', min: 60, max: 99 },
        }),
      ),
    roll: (amount, key) =>
      dataOf(
        api.POST('/api/app/game/dice/bet', {
          params: keyed(key),
          body: { amount, direction: 'over', chance: 50 },
        }),
      ),
    async identify(name, cardNo) {
      const { error } = await api.POST('/api/app/user/updateKyc', { body: { name, cardNo } })
      if (error) throw new Error(`refused: ${JSON.stringify(error)}`)
    },
    withdraw: (body, key) =>
      dataOf(
        api.POST('/api/app/order/withdraw', {
          params: keyed(key),
          body,
        }),
      ),
    balance: () => dataOf(api.GET('/api/app/user/getBalance')),
    records: () => dataOf(api.GET('/api/app/order/latestRecords', {})),
  },
  (token) => (headers['Authorization'] = token),
)
