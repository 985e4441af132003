import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { afterAll, expect, inject, it } from 'vitest'
import type { Envelope } from '#contract/errors.ts'
import { realtimePath } from '#contract/realtime.ts'
import { createDb } from '#server/db/client.ts'
import { copyCluster } from '../../scripts/preparedCluster.ts'
import { startServerProcess } from '../server/helpers/serverProcess.ts'
import { createClient } from './helpers/http.ts'
import { embeddedUrl } from '../server/helpers/embeddedUrl.ts'

const folder = await mkdtemp(join(tmpdir(), 'palpite-logs-'))
await copyCluster(inject('preparedCluster'), folder)
// The most verbose level.
const server = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'trace' })
if (server.url === undefined) throw new Error(server.stderr())
const client = createClient(server.url)
const db = createDb(await embeddedUrl(folder), { max: 1 })
afterAll(async () => {
  client.close()
  await db.close()
  server.child.kill('SIGTERM')
  await server.ended
  await rm(folder, { recursive: true, force: true })
})

/** Every value that must not be in the log, by name. */
const secrets: Record<string, string> = {
  email: 'ana.segredo@example.com',
  'other email': 'quebra.segredo@example.com',
  'unknown email': 'ninguem.segredo@example.com',
  password: 'Quintal-verde-segredo-7',
  'new password': 'Quintal-azul-segredo-8',
  'wrong password': 'errada-segredo-9',
  cpf: '52998224725',
  'cpf as typed': '529.982.247-25',
  'payout key': '11.222.333/0001-81',
  'payout key without dots': '11222333000181',
  name: 'Ana Segredo da Silva',
  phone: '11987654321',
  cookie: 'sessao-segredo-10',
  'chat message': 'mensagem-segredo-11',
  'card number': '4000000000000002',
  'card number as typed': '4000 0000 0000 0002',
  'bank code': '190283',
  'client seed': 'semente-segredo-12',
  'download ticket': 'bilhete-segredo-13-aaaaaaaaaaaaaaaaaaaaaaaaa',
}
let keys = 0

async function call<Data>(
  method: 'GET' | 'POST',
  path: string,
  { body, token, http = 200 }: { body?: object; token?: string; http?: number } = {},
): Promise<Data> {
  const key = `chave-segredo-${++keys}-x`
  if (method === 'POST') secrets[`idempotency key ${keys}`] = key
  const response = await client.send({
    method,
    path,
    body,
    headers: {
      cookie: `id=${secrets['cookie']}`,
      ...(method === 'POST' ? { 'idempotency-key': key } : {}),
      ...(token === undefined ? {} : { authorization: token }),
    },
  })
  expect([path, response.http, response.text]).toEqual([path, http, response.text])
  return (response.envelope as Envelope<Data>).data
}

let captchas = 0

async function captcha(): Promise<{ codeId: string; captCode: string }> {
  const codeId = String(++captchas)
  await call('GET', `/api/auth/user/captcha/${codeId}`)
  const { answer } = await call<{ answer: string }>('GET', `/sandbox/api/captcha/${codeId}`)
  return { codeId, captCode: answer }
}

const remember = (name: string, value: string) => (secrets[name] = value)

async function logIn(username = secrets['email'], pwd = secrets['password'], http = 200): Promise<string> {
  const body = { username, pwd, ...(await captcha()) }
  const data = await call<{ access_token: string } | null>('POST', '/api/auth/user/restLogin', { body, http })
  return data?.access_token ?? ''
}

async function register(email: string | undefined, http = 200): Promise<string> {
  const body = {
    username: email,
    pwd: secrets['password'],
    pwd1: secrets['password'],
    name: secrets['name'],
    phone: secrets['phone'],
    country: '+55',
    ...(await captcha()),
  }
  const data = await call<{ access_token: string } | null>('POST', '/api/auth/user/restRegister', {
    body,
    http,
  })
  return data?.access_token ?? ''
}

async function useSocket(token: string): Promise<void> {
  for (const query of [{ token }, { token: `${token}x` }]) {
    const socket = io(server.url, {
      path: realtimePath,
      transports: ['websocket'],
      query,
      reconnection: false,
    })
    await new Promise<void>((done) => {
      socket.on('connect', done)
      socket.on('connect_error', () => done())
    })
    socket.emit('feed:watch', { token })
    socket.disconnect()
  }
  await client.send({ method: 'GET', path: `${realtimePath}/?EIO=4&transport=polling&token=${token}` })
  await client.send({ method: 'GET', path: `/nada?token=${token}` })
}

async function playAndPay(token: string): Promise<void> {
  const identity = { name: secrets['name'], cardNo: secrets['cpf as typed'] }
  await call('POST', '/api/app/user/updateKyc', { token, body: identity })
  const order = await call<{ orderId: string; payNo: string }>('POST', '/api/app/order/prePay/brl-100', {
    token,
    body: {},
  })
  await payByCard(order.payNo)
  await call('POST', `/sandbox/api/orders/${order.orderId}/pay`, { body: {} })
  const bet = { amount: 20, direction: 'over', chance: 98 }
  for (let i = 0; i < 3; i++) await call('POST', '/api/app/game/dice/bet', { token, body: bet })
  const destination = { payCardBank: 'CPF', payCardNo: secrets['cpf as typed'], name: secrets['name'] }
  await call('POST', '/api/app/order/setCard', { token, body: destination })
  const company = { payCardBank: 'CNPJ', payCardNo: secrets['payout key'], name: secrets['name'] }
  await call('POST', '/api/app/order/setCard', { token, body: company })
  await call('POST', '/api/app/order/withdraw', { token, body: { ...destination, amount: 1 }, http: 400 })
  await call('POST', '/api/app/game/rotateSeeds', { token, body: { clientSeed: secrets['client seed'] } })
  const game = await call<{ ticket: string }>('POST', '/api/app/game/session/carnaval', { token, body: {} })
  remember('game ticket', game.ticket)
  const play = { ticket: game.ticket, gameCode: 'carnaval' }
  const session = await call<{ token: string }>('POST', '/api/games/session', { body: play })
  remember('game token', session.token)
  const spin = { gameCode: 'carnaval', amount: 1 }
  await call('POST', '/api/games/slots/spin', { token: session.token, body: spin })
}

/** A card that is declined, one that cannot be one, and codes of a bank that nobody asked for. */
async function payByCard(payNo: string): Promise<void> {
  const page = `/provider/sandbox/pay/${payNo}`
  const card = {
    number: secrets['card number as typed'],
    name: secrets['name'],
    expiry: '08/49',
    cvv: '917',
  }
  await call('POST', `${page}/card`, { body: card })
  await call('POST', `${page}/card`, { body: { ...card, expiry: 'never' }, http: 400 })
  await call('POST', `${page}/card`, { body: { ...card, number: secrets['card number'], pin: 1 }, http: 400 })
  await call('POST', `${page}/code`, { body: { code: secrets['bank code'] }, http: 409 })
}

/** The link of the welcome is opened and pressed, twice. */
async function confirmAddress(): Promise<void> {
  const path = `/sandbox/api/outbox?to=${encodeURIComponent(secrets['email'] ?? '')}`
  const [mail] = await call<{ link: string | null }[]>('GET', path)
  const link = new URL(mail?.link ?? '').pathname
  remember('confirmation token', link.split('/').at(-1) ?? '')
  for (const method of ['GET', 'POST', 'POST'] as const) await client.send({ method, path: link })
}

async function chat(token: string): Promise<void> {
  const { ticket } = await call<{ ticket: string }>('POST', '/api/app/chat/ticket', { token, body: {} })
  remember('chat ticket', ticket)
  const page = await call<{ token: string }>('POST', '/api/app/chat/session', { body: { ticket } })
  remember('chat token', page.token)
  const body = { text: secrets['chat message'] }
  await call('POST', '/api/app/chat/messages', { token: page.token, body })
}

async function reset(): Promise<void> {
  const email = secrets['email'] ?? ''
  await call('POST', '/api/app/main/RESETPWD/sendEmail', { body: { email: secrets['unknown email'] } })
  await call('POST', '/api/app/main/RESETPWD/sendEmail', { body: { email } })
  await call('POST', '/api/app/main/RESETPWD/checkEmail', { body: { email, code: '000000' }, http: 400 })
  const path = `/sandbox/api/outbox?to=${encodeURIComponent(email)}`
  const mails = await call<{ code: string | null }[]>('GET', path)
  const code = remember('reset code', mails.find((mail) => mail.code !== null)?.code ?? '')
  const chkId = await call<string>('POST', '/api/app/main/RESETPWD/checkEmail', { body: { email, code } })
  remember('check id', chkId)
  await call('POST', '/api/app/main/setPwd', { body: { chkId, nPwd: secrets['new password'] } })
}

/** Provokes database errors whose messages quote the refused row or value. */
async function breakThings(token: string): Promise<void> {
  const bodies = { token, body: { text: secrets['chat message'] }, http: 500 }
  await db.write('alter table chat_messages rename to chat_messages_away')
  await call('POST', '/api/app/chat/messages', bodies)
  await db.write('alter table chat_messages_away rename to chat_messages')
  await db.write(`alter table users add constraint refused check (email not like 'quebra%') not valid`)
  await register(secrets['other email'], 500)
  await db.write('alter table users drop constraint refused')
  await db.write(`create function quote_it() returns trigger language plpgsql as $$
    begin perform new."to"::integer; return new; end $$`)
  await db.write('create trigger quote_it before insert on outbox for each row execute function quote_it()')
  const email = secrets['email']
  await call('POST', '/api/app/main/RESETPWD/sendEmail', { body: { email }, http: 500 })
  await db.write('drop trigger quote_it on outbox')
  await call('POST', '/api/app/user/updateKyc', {
    token,
    body: { name: 1, cardNo: secrets['cpf'] },
    http: 400,
  })
  const long = `GET / HTTP/1.1\r\nHost: a\r\nAuthorization: ${token}\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`
  expect(await client.sendRaw(long)).toContain('431')
  expect(await client.sendRaw(`GET / HTTP/1.1\r\nAuthorization ${token}\r\n\r\n`)).toContain('400')
}

it('the log of a whole visit contains no secret, even at the most verbose level', async () => {
  const registered = remember('token', await register(secrets['email']))
  await confirmAddress()
  await register(secrets['email'], 409)
  await logIn(secrets['email'], secrets['wrong password'], 400)
  await logIn(secrets['unknown email'], secrets['wrong password'], 400)
  const token = remember('second token', await logIn())
  await useSocket(token)
  await playAndPay(token)
  await chat(token)
  const link = await call<{ url: string; token: string }>('POST', '/sandbox/api/links', {
    body: { username: secrets['email'] },
  })
  remember('link', link.token)
  await client.send({ method: 'GET', path: `/zgo${link.token}`, headers: { accept: 'text/html' } })
  const byLink = { token: link.token }
  const linked = await call<{ access_token: string }>('POST', '/api/app/user/exchangeLink', { body: byLink })
  remember('token by link', linked.access_token)
  await call('GET', `/sandbox/api/users/${encodeURIComponent(secrets['email'] ?? '')}`)
  await call('POST', '/api/app/user/logout', { token: registered, body: {} })
  await call('GET', '/api/app/user/userInfo', { token: registered, http: 401 })
  for (const place of ['exportFile', 'exports/file'])
    await client.send({ method: 'GET', path: `/api/app/${place}/${secrets['download ticket']}` })
  await breakThings(token)
  await reset()
  await call('GET', '/api/app/user/userInfo', { token, http: 401 })

  const log = `${server.stdout()}\n${server.stderr()}`
  const lines = log.split('\n').filter((line) => line.startsWith('{'))
  // The log is not empty: it has each request, and the three errors with their stacks.
  expect(lines.length).toBeGreaterThan(100)
  const faults = lines.map(
    (line) => JSON.parse(line) as { level: number; err?: { code?: string; stack?: string } },
  )
  const codes = faults.filter(({ level }) => level >= 50).map(({ err }) => err?.code)
  expect(codes).toEqual(['42P01', '23514', '22P02'])
  expect(log).toContain('/api/app/chat/messages')
  const found = Object.entries(secrets).flatMap(([name, secret]) =>
    lines
      .filter((line) => line.includes(secret) || line.includes(encodeURIComponent(secret)))
      .map((line) => `${name}: ${line}`),
  )
  expect(found).toEqual([])
  for (const [name, secret] of Object.entries(secrets))
    expect([name, secret.length > 5]).toEqual([name, true])
})
