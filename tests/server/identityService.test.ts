/** The identity provider `http` with a service on this machine that answers, does not, or answers nonsense. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { IdentityCheckWire } from '#contract/http/identityCheck.ts'
import { pictureKinds } from '#contract/rules/identityPictures.ts'
import { askAboutIdentities } from '#server/domain/accounts/identityChecks.ts'
import { HttpIdentity } from '#server/providers/identity/HttpIdentity.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { createTestApp } from './helpers/testApp.ts'
import { testJpeg } from './helpers/testJpeg.ts'

interface Seen {
  method: string | undefined
  path: string
  type: string | undefined
  token: string | undefined
  body: Buffer
}

/** What the service gets, and how it answers a check; a number is a bare status, `silence` no answer at all. */
const seen: Seen[] = []
let answer: object | number | 'silence' = { result: 'pending' }
let pictureStatus = 204

const service = createServer((request, response) => {
  void bytesOf(request).then((body) => {
    const path = request.url ?? ''
    seen.push({
      method: request.method,
      path,
      type: request.headers['content-type'],
      token: request.headers.authorization,
      body,
    })
    if (path.includes('/pictures/')) return response.writeHead(pictureStatus).end()
    if (answer === 'silence') return request.socket.destroy()
    if (typeof answer === 'number') return response.writeHead(answer).end()
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
})
await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
afterAll(() => new Promise((done) => service.close(done)))

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const url = 'https://identity.example'
const t = await createTestApp({
  JURISDICTION: 'br',
  IDENTITY_PROVIDER: 'http',
  IDENTITY_URL: url,
  IDENTITY_TOKEN: 'secret',
})
const { deps } = t
// The server accepts https only; this machine has no certificate.
Object.assign(deps, {
  identity: new HttpIdentity({
    url: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1/`,
    token: 'secret',
  }),
})

beforeEach(() => {
  seen.length = 0
  answer = { result: 'pending' }
  pictureStatus = 204
})

const stateOf = async (token: string) =>
  (await t.get<IdentityCheckWire>('/api/app/user/identityCheck', { token })).data
const askAgain = async (userId: string) => {
  await deps.db.write('update identity_checks set next_ask_at = now() where user_id = $1', [userId])
  await askAboutIdentities(deps).catch((error: unknown) => error)
}
const checks = () => seen.filter(({ path }) => !path.includes('/pictures/'))

/** A player who has just sent the pictures. */
async function sent() {
  const player = await t.createUser()
  const form = { name: 'Rita Lima', cardNo: randomCpf(), birthDate: '1990-12-31' }
  await t.post('/api/app/user/updateKyc', form, { token: player.token })
  for (const kind of pictureKinds) {
    const picture = { kind, image: testJpeg().toString('base64') }
    await t.post('/api/app/user/identityCheck/picture', picture, { token: player.token })
  }
  expect(seen).toEqual([])
  await t.post('/api/app/user/identityCheck/send', {}, { token: player.token })
  return { ...player, cpf: form.cardNo }
}

it('gets each picture as a JPEG, then the check, always with the same id', async () => {
  const { token, uId, cpf } = await sent()
  const id = /^\/v1\/checks\/([0-9a-f]{64})\//.exec(seen[0]?.path ?? '')?.[1]
  expect(seen.map(({ method, path, type, token: bearer }) => [method, path, type, bearer])).toEqual([
    ...pictureKinds.map((kind) => [
      'PUT',
      `/v1/checks/${id}/pictures/${kind}`,
      'image/jpeg',
      'Bearer secret',
    ]),
    ['PUT', `/v1/checks/${id}`, 'application/json', 'Bearer secret'],
  ])
  expect(seen[0]?.body).toEqual(testJpeg())
  expect(JSON.parse(String(seen[3]?.body))).toEqual({ name: 'Rita Lima', cpf, birthDate: '1990-12-31' })
  answer = { result: 'confirmed' }
  await askAgain(uId)
  // The pictures are there already.
  expect(seen.map(({ path }) => path)).toEqual([
    ...pictureKinds.map((kind) => `/v1/checks/${id}/pictures/${kind}`),
    `/v1/checks/${id}`,
    `/v1/checks/${id}`,
  ])
  expect(await stateOf(token)).toMatchObject({ state: 'confirmed' })
})

it.each([['silence'], [500], [404], [{ result: 'perhaps' }], [{}]] as const)(
  'answers %j: the check is asked about again, and the player waits',
  async (nonsense) => {
    answer = nonsense
    const { token, uId } = await sent()
    expect(await stateOf(token)).toMatchObject({ state: 'waiting' })
    expect(checks()).toHaveLength(1)
    await askAgain(uId)
    expect(checks()).toHaveLength(2)
    answer = { result: 'confirmed' }
    await askAgain(uId)
    expect(await stateOf(token)).toMatchObject({ state: 'confirmed' })
    expect(new Set(checks().map(({ path }) => path)).size).toBe(1)
  },
)

it('that did not take a picture is not asked before it has them', async () => {
  pictureStatus = 503
  const { token, uId } = await sent()
  expect(checks()).toEqual([])
  pictureStatus = 200
  answer = { result: 'confirmed' }
  await askAgain(uId)
  expect(checks()).toHaveLength(1)
  expect(await stateOf(token)).toMatchObject({ state: 'confirmed' })
})

it.each([
  [{ result: 'refused', reason: 'face' }, 'face'],
  [{ result: 'refused', reason: 'of its own' }, 'other'],
  [{ result: 'refused' }, 'other'],
])('refuses with %j: the player reads "%s"', async (refusal, told) => {
  answer = refusal
  const { token } = await sent()
  expect(await stateOf(token)).toMatchObject({ state: 'refused', refusal: told })
})

it('hints that there is a result: the server asks, and believes nothing else', async () => {
  const { token } = await sent()
  const id = checks()[0]?.path.split('/').at(-1)
  const hint = (body: object) => t.post('/provider/identity/webhook', body)
  await hint({ id, result: 'confirmed' })
  expect(await stateOf(token)).toMatchObject({ state: 'waiting' })
  answer = { result: 'confirmed' }
  expect((await hint({ id })).http).toBe(200)
  expect(await stateOf(token)).toMatchObject({ state: 'confirmed' })
  // Repeated, it does nothing.
  const before = seen.length
  expect((await hint({ id })).http).toBe(200)
  expect(seen).toHaveLength(before)
})
