import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { afterAll, describe, expect, it } from 'vitest'
import type { ChatMessageWire, ChatPageWire } from '#contract/http/chat.ts'
import { realtimePath } from '#contract/realtime.ts'
import { endSessions } from '#server/domain/accounts/sessions.ts'
import { deleteExpired } from '#server/jobs/expiredRows.ts'
import { exportText } from './helpers/exports.ts'
import { productionEnv } from './helpers/production.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const server = await createTestServer()
const otherServer = await server.startAnother()
const otherUrl = await otherServer.listen()
const { app, call, clock, deps, player } = server

const sockets: Socket[] = []
afterAll(() => sockets.forEach((socket) => socket.disconnect()))

interface Ticket {
  ticket: string
  url: string
  expiresTime: string
}

const write = (author: TestPlayer, text: string, key?: string) =>
  call<ChatMessageWire>('POST', '/api/app/chat/messages', { player: author, body: { text }, key })
const page = async (reader: TestPlayer, query = '') =>
  (await call<ChatPageWire>('GET', `/api/app/chat/messages${query}`, { player: reader })).data
const unread = async (reader: TestPlayer) =>
  (await call<{ unread: number }>('GET', '/api/app/chat/unread', { player: reader })).data.unread
const sendSupportReply = (username: string, text: string) =>
  call<ChatMessageWire>('POST', `/sandbox/api/chats/${username}`, { body: { text } })
const texts = ({ list }: Pick<ChatPageWire, 'list'>) => list.map(({ text }) => text)

async function ticketOf(owner: TestPlayer): Promise<Ticket> {
  return (await call<Ticket>('POST', '/api/app/chat/ticket', { player: owner, body: {} })).data
}

const exchange = (ticket: string) =>
  call<{ token: string }>('POST', '/api/app/chat/session', { body: { ticket } })

/** The player with the token of the chat page's own session. */
async function framed(owner: TestPlayer): Promise<TestPlayer> {
  const { data } = await exchange((await ticketOf(owner)).ticket)
  return { ...owner, token: data.token }
}

describe('conversation', () => {
  it('is for players only', async () => {
    for (const [method, path] of [
      ['GET', 'messages'],
      ['POST', 'messages'],
      ['GET', 'unread'],
      ['POST', 'read'],
      ['POST', 'ticket'],
    ] as const) {
      const { httpStatus, status } = await call(method, `/api/app/chat/${path}`, { body: {} })
      expect([httpStatus, status]).toEqual([401, 40101])
    }
  })

  it('carries messages both ways, each once and in order', async () => {
    const ana = await player()
    expect((await write(ana, '  Meu PIX\r\nnão caiu \u0000\u202e ')).data).toMatchObject({
      from: 'player',
      seq: 1,
      text: 'Meu PIX\nnão caiu',
    })
    await sendSupportReply(ana.username, 'Vou olhar.')
    const { list, unread: count, next } = await page(ana)
    expect(list.map(({ from, seq }) => [from, seq])).toEqual([
      ['player', 1],
      ['support', 2],
    ])
    expect([count, next]).toEqual([1, null])
    expect(texts(await page(ana, '?after=1'))).toEqual(['Vou olhar.'])
  })

  it('belongs to its player only', async () => {
    const [ana, bia] = [await player(), await player()]
    await write(ana, 'Segredo da Ana')
    await sendSupportReply(ana.username, 'Só para a Ana')
    const asBia = await framed(bia)
    for (const reader of [bia, asBia]) {
      expect(await page(reader)).toEqual({ list: [], unread: 0, next: null })
      expect(await page(reader, '?after=0')).toMatchObject({ list: [] })
      await call('POST', '/api/app/chat/read', { player: reader, body: { seq: 2 } })
    }
    expect(await unread(ana)).toBe(1)
  })

  it('comes in pages, oldest first', async () => {
    const ana = await player()
    for (let number = 1; number <= 65; number++) await sendSupportReply(ana.username, `n${number}`)
    const last = await page(ana)
    expect(last.list).toHaveLength(30)
    expect([last.list[0]?.text, last.list.at(-1)?.text, last.next]).toEqual(['n36', 'n65', 36])
    const middle = await page(ana, `?before=${last.next}`)
    expect([middle.list[0]?.text, middle.list.at(-1)?.text]).toEqual(['n6', 'n35'])
    const first = await page(ana, `?before=${middle.next}`)
    expect([texts(first), first.next]).toEqual([['n1', 'n2', 'n3', 'n4', 'n5'], null])
    expect(last.unread).toBe(65)
  })

  it('counts unread messages until they are read', async () => {
    const ana = await player()
    for (const text of ['um', 'dois', 'três']) await sendSupportReply(ana.username, text)
    expect(await unread(ana)).toBe(3)
    const read = (seq: number) =>
      call<{ unread: number }>('POST', '/api/app/chat/read', { player: ana, body: { seq } })
    expect((await read(2)).data.unread).toBe(1)
    expect((await read(1)).data.unread).toBe(1)
    expect((await read(999)).data.unread).toBe(0)
    await sendSupportReply(ana.username, 'quatro')
    expect(await unread(ana)).toBe(1)
  })
})

describe('sending', () => {
  it('twenty times with one key is one message and one response', async () => {
    const ana = await player()
    const key = randomUUID()
    const responses = await Promise.all(Array.from({ length: 20 }, () => write(ana, 'Uma vez', key)))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect((await write(ana, 'Uma vez', key)).text).toBe(responses[0]?.text)
    expect(texts(await page(ana))).toEqual(['Uma vez'])
    expect((await write(ana, 'Outra', key)).httpStatus).toBe(422)
  })

  it('refuses empty and too long messages, in the requested language', async () => {
    const ana = await player()
    expect(await write(ana, ' \n\u0007 ')).toMatchObject({
      httpStatus: 400,
      message: 'Digite uma mensagem.',
    })
    expect((await write(ana, 'a'.repeat(1_000))).httpStatus).toBe(200)
    expect(await write(ana, 'a'.repeat(1_001))).toMatchObject({
      httpStatus: 400,
      message: 'A mensagem pode ter até 1000 caracteres.',
    })
    const inEnglish = await call('POST', '/api/app/chat/messages', {
      player: ana,
      body: { text: '' },
      lang: 'en_US',
    })
    expect(inEnglish.message).toBe('Enter a message.')
    const unknown = { text: 'oi', from: 'support' }
    expect((await call('POST', '/api/app/chat/messages', { player: ana, body: unknown })).httpStatus).toBe(
      400,
    )
  })

  it('is limited to twenty a minute, also in parallel, and a refused message can be sent again', async () => {
    const ana = await player()
    const keys = Array.from({ length: 25 }, () => randomUUID())
    const responses = await Promise.all(keys.map((key, index) => write(ana, `m${index}`, key)))
    expect(responses.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(20)
    const refused = responses.findIndex(({ httpStatus }) => httpStatus === 429)
    expect(responses[refused]?.message).toBe('Muitas mensagens seguidas. Aguarde um minuto e tente de novo.')
    const raw = await app.inject({
      method: 'POST',
      url: '/api/app/chat/messages',
      headers: { authorization: ana.token },
      payload: { text: 'mais uma' },
    })
    expect(Number(raw.headers['retry-after'])).toBeGreaterThan(0)
    // The player's messages do not count against support.
    expect((await sendSupportReply(ana.username, 'Calma!')).httpStatus).toBe(200)
    await clock.advance(61_000)
    expect((await write(ana, `m${refused}`, keys[refused])).httpStatus).toBe(200)
  })
})

describe('ticket and chat session', () => {
  it('names the page on the requested server, in the language of the player', async () => {
    const { url, expiresTime } = await ticketOf(await player())
    expect(url).toMatch(/^http:\/\/[^/]+\/chat\?lang=pt_BR$/)
    expect(Date.parse(expiresTime) - clock.now().getTime()).toBeLessThanOrEqual(60_000)
  })

  it('works once', async () => {
    const { ticket } = await ticketOf(await player())
    const [first, second] = await Promise.all([exchange(ticket), exchange(ticket)])
    expect([first.httpStatus, second.httpStatus].sort()).toEqual([200, 403])
    expect((await exchange(ticket)).message).toBe('Feche e abra o chat de novo.')
    expect((await exchange('made-up')).httpStatus).toBe(403)
  })

  it('is exchanged also when a program of the release before has stored it, without its player', async () => {
    const { ticket } = await ticketOf(await player())
    await deps.db.write(
      `with gone as (delete from chat_tickets returning token_hash, session_id, created_at, expires_at)
       insert into chat_tickets (token_hash, session_id, created_at, expires_at) select * from gone`,
    )
    expect((await exchange(ticket)).httpStatus).toBe(200)
  })

  it('works for one minute', async () => {
    const { ticket } = await ticketOf(await player())
    await clock.advance(61_000)
    expect((await exchange(ticket)).httpStatus).toBe(403)
  })

  it('opens the chat and nothing else', async () => {
    const ana = await player({ balance: 100 })
    const page_ = await framed(ana)
    expect((await write(page_, 'Pelo quadro')).httpStatus).toBe(200)
    expect(texts(await page(ana))).toEqual(['Pelo quadro'])
    for (const path of ['user/userInfo', 'user/getBalance', 'order/getWithdraw', 'messages']) {
      expect((await call('GET', `/api/app/${path}`, { player: page_ })).httpStatus).toBe(401)
    }
    // It cannot create another ticket for itself either.
    const ticket = await call('POST', '/api/app/chat/ticket', { player: page_, body: {} })
    expect(ticket.httpStatus).toBe(401)
  })

  it('ends with the player’s session, and on its own', async () => {
    const ana = await player()
    const [open, late] = [await framed(ana), await ticketOf(ana)]
    await endSessions(deps, deps.db, { userId: ana.userId })
    expect((await write(open, 'oi')).httpStatus).toBe(401)
    expect((await exchange(late.ticket)).httpStatus).toBe(403)
    const bia = await framed(await player())
    await clock.advance(12 * 3_600_000 + 1_000)
    expect((await write(bia, 'oi')).httpStatus).toBe(401)
    await clock.advance(3 * 24 * 3_600_000)
    await deleteExpired(deps)
    const [remainingRows] = await deps.db.read<{ count: number }>(
      'select ((select count(*) from chat_tickets) + (select count(*) from chat_sessions))::int as count',
    )
    expect(remainingRows?.count).toBe(0)
  })

  it('stores only hashes', async () => {
    const ana = await player()
    const { ticket } = await ticketOf(ana)
    const { token } = await framed(ana)
    const rows = await deps.db.read<{ all: string }>(
      `select t::text as all from chat_tickets t union all select s::text from chat_sessions s`,
    )
    expect(JSON.stringify(rows)).not.toContain(ticket)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('is reachable from a frame without an origin, and only there', async () => {
    const preflight = async (url: string, origin: string) =>
      (
        await app.inject({
          method: 'OPTIONS',
          url,
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization,content-type,idempotency-key,lang',
          },
        })
      ).headers['access-control-allow-origin']
    expect(await preflight('/api/app/chat/messages', 'null')).toBe('null')
    expect(await preflight('/api/app/chat/session', 'null')).toBe('null')
    expect(await preflight('/api/app/user/userInfo', 'null')).not.toBe('null')
    expect(await preflight('/api/app/chat/ticket', 'null')).not.toBe('null')
    expect(await preflight('/api/app/chat/messages', 'https://evil.example')).not.toBe('https://evil.example')
  })
})

describe('pushes', () => {
  it('reach the player from any process', async () => {
    const ana = await player()
    const socket = io(otherUrl, {
      path: realtimePath,
      transports: ['websocket'],
      query: { token: ana.token },
      forceNew: true,
    })
    sockets.push(socket)
    const received: [string, unknown][] = []
    socket.onAny((name: string, payload: unknown) => received.push([name, payload]))
    await new Promise<void>((resolve, reject) => {
      socket.on('connect', resolve)
      socket.on('connect_error', reject)
    })
    const other = await player()
    await sendSupportReply(other.username, 'não é para a Ana')
    const { data } = await sendSupportReply(ana.username, 'Olá, Ana')
    await expect.poll(() => received).toContainEqual(['chat:message', { message: data }])
    await call('POST', '/api/app/chat/read', { player: ana, body: { seq: 1 } })
    await expect.poll(() => received).toContainEqual(['chat:read', { unread: 0 }])
    expect(JSON.stringify(received)).not.toContain('não é para a Ana')
  })

  it('carries the longest allowed message', async () => {
    const ana = await player()
    expect((await write(ana, '"漢'.repeat(500))).httpStatus).toBe(200)
    expect((await write(ana, `a${'\n"'.repeat(490)}b`)).httpStatus).toBe(200)
  })
})

describe('the support side', () => {
  it('lists conversations with unread messages; opening one clears them', async () => {
    const ana = await player()
    await write(ana, 'Primeira')
    await write(ana, 'Segunda')
    const ownConversation = async () =>
      (
        await call<{ username: string; unread: number; last: object }[]>('GET', '/sandbox/api/chats')
      ).data.find(({ username }) => username === ana.username)
    expect(await ownConversation()).toMatchObject({ unread: 2, last: { from: 'player', text: 'Segunda' } })
    const seen = await call<ChatPageWire>('GET', `/sandbox/api/chats/${ana.username}`)
    expect(texts(seen.data)).toEqual(['Primeira', 'Segunda'])
    expect(await ownConversation()).toMatchObject({ unread: 0 })
    await sendSupportReply(ana.username, 'Resposta')
    expect(await ownConversation()).toMatchObject({ unread: 0, last: { from: 'support', text: 'Resposta' } })
  })

  it('shows its players', async () => {
    expect((await sendSupportReply('nobody@palpite.test', 'oi')).httpStatus).toBe(404)
    expect((await call('GET', '/sandbox/api/chats/nobody@palpite.test')).httpStatus).toBe(404)
    expect((await sendSupportReply((await player()).username, ' ')).httpStatus).toBe(400)
  })

  it('does not exist in production', async () => {
    const production = await createTestServer(productionEnv)
    for (const url of ['/sandbox/api/chats', '/sandbox/api/chats/ana@palpite.test', '/sandbox']) {
      expect((await production.app.inject({ method: 'GET', url })).statusCode).toBe(404)
    }
    const posted = await production.call('POST', '/sandbox/api/chats/ana@palpite.test', {
      body: { text: 'oi' },
    })
    expect(posted.httpStatus).toBe(404)
  })
})

it('is part of the player’s data, and is deleted with it', async () => {
  const ana = await player()
  await write(ana, 'Meus dados')
  const file = await exportText(server, ana.token, 'personalData')
  expect(JSON.parse(file)).toMatchObject({ chat: [{ sender: 'player', text: 'Meus dados' }] })
  const erased = await call('POST', '/api/app/user/personalData/erase', {
    player: ana,
    body: { pwd: 'Segura-123' },
  })
  expect(erased.httpStatus).toBe(200)
  const remainingRows = await deps.db.read('select 1 as one from chat_messages where user_id = $1', [
    ana.userId,
  ])
  expect(remainingRows).toEqual([])
})
