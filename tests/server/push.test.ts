import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, it } from 'vitest'
import type { PushKind, PushPayload } from '#contract/push.ts'
import { readIdentity } from '#server/domain/accounts/kyc.ts'
import { openSession } from '#server/domain/accounts/sessions.ts'
import { approveWithdrawal } from '#server/domain/payments/withdrawals.ts'
import { deleteExpired } from '#server/jobs/expiredRows.ts'
import { handlers } from '#server/jobs/handlers.ts'
import { workOff } from '#server/jobs/queueJobs.ts'
import { settleTickets } from '#server/sports/settlement.ts'
import { pushGoals } from '#server/sports/pushGoals.ts'
import { atEnd } from './helpers/atEnd.ts'
import { createSlips } from './helpers/slips.ts'
import { testActor } from './helpers/testActor.ts'

/** A push service on this machine: what it was sent, and how it answers. */
const received: { path: string; headers: Record<string, unknown>; body: Buffer }[] = []
let answer = 201
const service = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
    response.writeHead(answer).end()
  })
})
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
atEnd(() => new Promise<void>((resolve) => service.close(() => resolve())))
const serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

const slips = await createSlips({ WEB_PUSH_SERVICES: '127.0.0.1', PUBLIC_URL: 'https://palpite.test' })
const { server, feed, now, leg, bet } = slips
const { deps } = server
type Player = Awaited<ReturnType<typeof slips.player>>

beforeEach(() => {
  received.length = 0
  answer = 201
})

const sendAll = () => workOff(deps, 'sendPush', handlers.sendPush, new AbortController().signal)
const workOffPayouts = () => workOff(deps, 'sendPayout', handlers.sendPayout, new AbortController().signal)

let browsers = 0
/** A browser with keys of its own, which can read what it is sent. */
function newBrowser() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const path = `/send/${++browsers}`
  const subscription = {
    endpoint: serviceUrl + path,
    p256dh: keys.getPublicKey().toString('base64url'),
    auth: auth.toString('base64url'),
  }
  const read = (body: Buffer): PushPayload => {
    const salt = body.subarray(0, 16)
    const sender = body.subarray(21, 21 + body.readUInt8(20))
    const sealed = body.subarray(21 + sender.length)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
    const derive = (secret: Uint8Array, with_: Uint8Array, about: Uint8Array | string, size: number) =>
      Buffer.from(hkdfSync('sha256', secret, with_, about, size))
    const keying = derive(keys.computeSecret(sender), auth, info, 32)
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derive(keying, salt, 'Content-Encoding: aes128gcm\0', 16),
      derive(keying, salt, 'Content-Encoding: nonce\0', 12),
    )
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    expect(plain.at(-1)).toBe(2)
    return JSON.parse(plain.subarray(0, -1).toString()) as PushPayload
  }
  return {
    subscription,
    notices: () => received.filter((each) => each.path === path).map(({ body }) => read(body)),
  }
}

const subscribe = ({ token }: Player, subscription: object, kinds: PushKind[]) =>
  server.post<{ kinds: PushKind[] }>('/api/app/push/subscribe', { ...subscription, kinds }, { token })
const kindsOf = async ({ token }: Player, endpoint: string) =>
  (await server.post<{ kinds: PushKind[] }>('/api/app/push/device', { endpoint }, { token })).data.kinds

/** A player with a browser that is told of everything. */
async function told(kinds: PushKind[] = ['goal', 'bet', 'withdrawal']) {
  const player = await slips.player(1_000, { kyc: 1 })
  const browser = newBrowser()
  expect((await subscribe(player, browser.subscription, kinds)).data.kinds).toEqual(kinds)
  return { player, browser }
}

it('a goal, a settled bet and a paid withdrawal are told once, encrypted, signed, and without an amount', async () => {
  const { player, browser } = await told()
  const id = slips.live()
  await bet(player, [leg(id)], { amount: 123.45 })
  await deps.clock.advance(3_000)
  await slips.accept()
  await pushGoals(deps)
  feed.score(id, 1, { home: 1, away: 0 })
  await pushGoals(deps)
  // What has not changed opens no transaction.
  await pushGoals({ ...deps, db: { ...deps.db, tx: () => Promise.reject(new Error('a transaction')) } })
  await sendAll()
  await sendAll()
  expect(browser.notices()).toEqual([
    {
      title: `Gol! Casa ${id} 1 x 0 Fora ${id}`,
      body: 'Você tem uma aposta aberta neste jogo.',
      path: `/footballPage?match=${id}`,
      tag: `goal ${id}`,
    },
  ])
  // A goal that was taken back, and the same score again.
  feed.score(id, 1, { home: 0, away: 0 })
  await pushGoals(deps)
  feed.score(id, 1, { home: 1, away: 0 })
  await pushGoals(deps)
  await sendAll()
  expect(browser.notices()).toHaveLength(1)

  feed.finish(id, 1, 0, now())
  await slips.settle()
  const identity = await readIdentity(deps, deps.db, player.uId)
  const to = { payCardBank: 'CPF', payCardNo: identity?.cpf, ifsc: identity?.cpf, name: identity?.name }
  const withdrawal = await server.post<{ orderId: string }>(
    '/api/app/order/withdraw',
    { amount: 100, ...to, whatsapp: '+5511987654321' },
    { token: player.token },
  )
  await approveWithdrawal(deps, testActor, withdrawal.data.orderId)
  await workOffPayouts()
  await sendAll()
  expect(
    browser
      .notices()
      .slice(1)
      .map(({ title, path }) => [title, path])
      // Jobs run side by side.
      .toSorted(),
  ).toEqual([
    ['Retirada paga', `/registros?tab=withdrawals&record=${withdrawal.data.orderId}`],
    ['Sua aposta foi decidida', '/registros?tab=bets'],
  ])
  // Not in the addresses, whose ids have digits.
  expect(JSON.stringify(browser.notices().map(({ title, body }) => [title, body]))).not.toMatch(
    /R\$|123|100|246/,
  )

  for (const { headers, body } of received) {
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: expect.stringMatching(/^\d+$/) as string,
    })
    expect(body.toString('latin1')).not.toContain('Casa')
    const [, jwt = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(String(headers['authorization'])) ?? []
    const [head = '', claims = '', signature = ''] = jwt.split('.')
    const point = Buffer.from(key, 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(isSigned).toBe(true)
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
      string,
      unknown
    >
    expect([aud, sub]).toEqual([serviceUrl, 'https://palpite.test'])
    expect(Number(exp) * 1_000 - Date.now()).toBeLessThan(24 * 3_600_000)
  }
  const asked = await server.get<{ key: string }>('/api/app/push/key', { token: player.token })
  expect(String(received[0]?.headers['authorization'])).toContain(`k=${asked.data.key}`)
})

it('a kind that is off, another player and a test account hear nothing', async () => {
  const [quiet, other] = [await told(['withdrawal']), await told()]
  const tester = await slips.player(100, { testFlag: '1' })
  const testBrowser = newBrowser()
  await subscribe(tester, testBrowser.subscription, ['bet'])
  const id = slips.match()
  for (const player of [quiet.player, tester]) expect((await bet(player, [leg(id)])).http).toBe(200)
  feed.finish(id, 1, 0, now())
  await slips.settle()
  await sendAll()
  expect([...quiet.browser.notices(), ...other.browser.notices(), ...testBrowser.notices()]).toEqual([])
})

it('a server without a key for notices asks nothing about them when it settles', async () => {
  const { player, browser } = await told()
  const id = slips.match()
  await bet(player, [leg(id)])
  feed.finish(id, 1, 0, now())
  const asked = () =>
    deps.db.read<{ count: number }>('select count(*)::int as count from push_messages where user_id = $1', [
      player.uId,
    ])
  await settleTickets({ ...deps, pusher: null })
  expect(await asked()).toEqual([{ count: 0 }])
  const other = slips.match()
  await bet(player, [leg(other)])
  feed.finish(other, 1, 0, now())
  await slips.settle()
  expect(await asked()).toEqual([{ count: 1 }])
  await sendAll()
  expect(browser.notices()).toHaveLength(1)
})

it('an excluded player hears of money, and of no goal', async () => {
  const { player, browser } = await told()
  const id = slips.live()
  await bet(player, [leg(id)])
  await deps.clock.advance(3_000)
  await slips.accept()
  await pushGoals(deps)
  feed.score(id, 1, { home: 1, away: 0 })
  // The goal was noted before the pause began, and was not sent yet.
  await pushGoals(deps)
  await deps.db.write(`update users set excluded_until = $2 where id = $1`, [
    player.uId,
    new Date(now().getTime() + 86_400_000),
  ])
  feed.score(id, 1, { home: 2, away: 0 })
  await pushGoals(deps)
  feed.finish(id, 2, 0, now())
  await slips.settle()
  await sendAll()
  expect(browser.notices().map(({ title }) => title)).toEqual(['Sua aposta foi decidida'])
})

it('a subscription ends with its session, with another player in the same browser, and when the service says so', async () => {
  const settleOne = async (player: Player) => {
    const id = slips.match()
    await bet(player, [leg(id)])
    feed.finish(id, 1, 0, now())
    await slips.settle()
    await sendAll()
  }
  const gone = await told()
  answer = 410
  await settleOne(gone.player)
  expect(await kindsOf(gone.player, gone.browser.subscription.endpoint)).toEqual([])
  answer = 201
  await settleOne(gone.player)
  expect(received).toHaveLength(1)

  const first = await told()
  const second = await slips.player()
  await subscribe(second, first.browser.subscription, ['bet'])
  await settleOne(first.player)
  expect(first.browser.notices()).toEqual([])
  await settleOne(second)
  expect(first.browser.notices()).toHaveLength(1)
  await server.post('/api/app/user/logout', {}, { token: second.token })
  await deps.db.write(
    `insert into push_messages select user_id, id || ' again', subscription_id, kind, params, created_at, expires_at
       from push_messages where user_id = $1`,
    [second.uId],
  )
  const [again] = await deps.db.read<{ id: string }>(
    `select user_id || '/' || id as id from push_messages where user_id = $1 and ended_at is null`,
    [second.uId],
  )
  await handlers.sendPush(
    deps,
    { jobId: '', id: again?.id ?? '', isLastAttempt: false },
    AbortSignal.timeout(1_000),
  )
  expect(first.browser.notices()).toHaveLength(1)
  // In the next session the switches are off, as nothing is sent.
  const device = { deviceId: '', deviceType: 'computer' } as const
  const next = { ...second, token: await openSession(deps, deps.db, { userId: second.uId, device }) }
  expect(await kindsOf(next, first.browser.subscription.endpoint)).toEqual([])
  await subscribe(next, first.browser.subscription, ['bet'])
  expect(await kindsOf(next, first.browser.subscription.endpoint)).toEqual(['bet'])
  await deps.db.write('update sessions set expires_at = $2 where user_id = $1', [
    second.uId,
    new Date(now().getTime() - 86_400_000),
  ])
  await deps.db.write('update push_subscriptions set created_at = $2 where user_id = $1', [
    second.uId,
    new Date(now().getTime() - 2 * 86_400_000),
  ])
  await deleteExpired(deps)
  expect(await deps.db.read('select from push_subscriptions where user_id = $1', [second.uId])).toEqual([])
})

it('a service that fails is asked again, and no job is given up; a notice that is old is not sent', async () => {
  const { player, browser } = await told()
  const id = slips.match()
  await bet(player, [leg(id)])
  feed.finish(id, 1, 0, now())
  await slips.settle()
  answer = 503
  const metric = async (result: string) =>
    new RegExp(`palpite_notices_total\\{result="${result}"\\} (\\d+)`).exec(await deps.metrics.text())?.[1]
  const away = Number(await metric('away'))
  await sendAll()
  expect(Number(await metric('away'))).toBe(away + 1)
  const [waiting] = await deps.db.read<{ id: string }>(
    `select user_id || '/' || id as id from push_messages where user_id = $1 and ended_at is null`,
    [player.uId],
  )
  const job = { jobId: '', id: waiting?.id ?? '', isLastAttempt: false }
  // The last attempt ends without an error; the notice waits for another job.
  await handlers.sendPush(deps, { ...job, isLastAttempt: true }, AbortSignal.timeout(1_000))
  answer = 201
  await handlers.sendPush(deps, job, AbortSignal.timeout(1_000))
  await handlers.sendPush(deps, job, AbortSignal.timeout(1_000))
  // The two that failed, and the one that was sent.
  expect(browser.notices()).toHaveLength(3)
  await deps.db.write(`update push_messages set ended_at = null where user_id = $1`, [player.uId])
  await deps.clock.advance(25 * 3_600_000)
  await handlers.sendPush(deps, job, AbortSignal.timeout(1_000))
  expect(browser.notices()).toHaveLength(3)
  // One that the service refuses, as with another key of the server, is counted and not sent again.
  const again = await told()
  const other = slips.match()
  await bet(again.player, [leg(other)])
  feed.finish(other, 1, 0, now())
  await slips.settle()
  answer = 403
  await sendAll()
  expect(await metric('refused')).toBe('1')
})

it('only push services are taken as addresses', async () => {
  const player = await slips.player()
  const { subscription } = newBrowser()
  for (const endpoint of [
    'http://10.0.0.1/send',
    'https://evil.example/send',
    'https://127.0.0.1.evil.example/',
    `${serviceUrl.replace('127.0.0.1', 'localhost')}/x`,
    serviceUrl.replace('http://', 'http://user@'),
    'file:///etc/passwd',
    'x',
  ])
    expect((await subscribe(player, { ...subscription, endpoint }, ['bet'])).http, endpoint).toBe(400)
  expect((await subscribe(player, subscription, [])).data.kinds).toEqual([])
})
