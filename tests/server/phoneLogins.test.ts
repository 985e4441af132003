/** A terminal and a phone log each other in. */
import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Envelope } from '#contract/errors.ts'
import { signedText, terminalCalls, terminalSignatureHeader, type Enrolled } from '#contract/terminal.ts'
import type { BusMessage } from '#server/messaging/bus.ts'
import pt_BR from '#server/texts/pt_BR.json' with { type: 'json' }
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'palpite-phones-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const server = await createTestServer({ DATA_DIR: dataDir, PUBLIC_URL: 'https://palpite.test' })

const lifetime = 2 * 60_000
const expired = pt_BR.errors.linkExpired

interface Login {
  url: string
  secret: string
  number: string
  secondsLeft: number
}
interface Collected {
  state: 'waiting' | 'approved'
  access_token?: string
}

interface Identity {
  id: string
  key: KeyObject
}

async function enrolTerminal(name: string): Promise<Identity> {
  const created = await server.call<{ terminalId: string; code: string }>('POST', '/sandbox/api/terminals', {
    body: { name },
  })
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const der = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const body = { code: created.data.code, publicKey: der }
  const { data } = await server.call<Enrolled>('POST', terminalCalls.enrol, { body, key: null })
  return { id: data.terminalId, key: privateKey }
}

const paths = { start: '/api/auth/user/terminalLogin', collect: '/api/auth/user/terminalLogin/collect' }

/** Sends exactly this text; without a key it is not signed. */
async function send<Data>(
  path: string,
  text: string,
  key: KeyObject | null,
  deviceId = 'device-of-the-terminal',
) {
  const signature = key && sign(null, Buffer.from(signedText(path, text)), key).toString('base64')
  const response = await server.app.inject({
    method: 'POST',
    url: path,
    headers: {
      lang: 'pt_BR',
      deviceid: deviceId,
      'content-type': 'application/json',
      ...(signature ? { [terminalSignatureHeader]: signature } : {}),
    },
    payload: text,
  })
  return { ...response.json<Envelope<Data>>(), httpStatus: response.statusCode }
}

let sequence = 0

/** What a terminal's page calls; the main process signs it. */
function terminal({ id, key }: Identity, deviceId?: string) {
  const call = <Data>(path: string, content: object) =>
    send<Data>(path, JSON.stringify({ ...content, terminalId: id, sequence: ++sequence }), key, deviceId)
  return {
    start: () => call<Login>(paths.start, {}),
    collect: (secret: string) => call<Collected>(paths.collect, { secret }),
  }
}

const codeOf = ({ url }: Login) => url.replace('https://palpite.test/totem', '')
const look = (player: TestPlayer | undefined, code: string) =>
  server.call<{ terminal: string; number: string; secondsLeft: number }>(
    'GET',
    `/api/app/user/terminalLogin/${code}`,
    { player },
  )
const approve = (player: TestPlayer | undefined, code: string) =>
  server.call('POST', '/api/app/user/terminalLogin', { player, body: { code }, key: null })
const userOf = async (token = '') =>
  (
    await server.call<{ userInfo: { uId: string } }>('GET', '/api/app/user/userInfo', {
      player: { userId: '', username: '', token },
    })
  ).data?.userInfo?.uId
const order = (id: string, command: string) =>
  server.call('POST', `/sandbox/api/terminals/${id}`, { body: { command } })

describe('login of a terminal by a phone', () => {
  it('begins one session of the player who approves, and the QR code has nothing that opens it', async () => {
    const kiosk = terminal(await enrolTerminal('Balcão 3'))
    const player = await server.player()
    const { data: login } = await kiosk.start()
    expect(login.secondsLeft).toBe(120)
    expect((await kiosk.collect(login.secret)).data).toEqual({ state: 'waiting' })
    // Whoever photographs the QR code has the code, which is no secret and collects nothing.
    expect(login.url).not.toContain(login.secret)
    expect(await kiosk.collect(codeOf(login))).toMatchObject({ httpStatus: 400, message: expired })

    expect((await look(player, codeOf(login))).data).toEqual({
      terminal: 'Balcão 3',
      number: login.number,
      secondsLeft: 120,
    })
    expect((await approve(player, codeOf(login))).httpStatus).toBe(200)
    // The phone was told nothing that opens the session either.
    expect(await look(player, codeOf(login))).toMatchObject({ httpStatus: 400, message: expired })

    const collected = await Promise.all([1, 2, 3].map(() => kiosk.collect(login.secret)))
    expect(collected.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
    const token = collected.find(({ data }) => data?.access_token)?.data.access_token
    expect(await userOf(token)).toBe(player.userId)
    expect(token).not.toBe(player.token)
  })

  it('is approved once: the first player has it', async () => {
    const kiosk = terminal(await enrolTerminal('Balcão'))
    const [first, second] = [await server.player(), await server.player()]
    const { data: login } = await kiosk.start()
    const both = await Promise.all([first, second].map((player) => approve(player, codeOf(login))))
    expect(both.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 400])
    const winner = both[0]?.httpStatus === 200 ? first : second
    expect((await approve(winner, codeOf(login))).message).toBe(expired)
    const { data } = await kiosk.collect(login.secret)
    expect(await userOf(data.access_token)).toBe(winner?.userId)
  })

  it('expires for the phone and for the terminal, and ends when the terminal asks again', async () => {
    const kiosk = terminal(await enrolTerminal('Balcão'))
    const player = await server.player()
    const { data: old } = await kiosk.start()
    const { data: login } = await kiosk.start()
    expect((await approve(player, codeOf(old))).httpStatus).toBe(400)
    expect((await kiosk.collect(old.secret)).httpStatus).toBe(400)
    await server.clock.advance(lifetime)
    expect((await look(player, codeOf(login))).httpStatus).toBe(400)
    expect((await approve(player, codeOf(login))).httpStatus).toBe(400)

    const { data: approved } = await kiosk.start()
    expect((await approve(player, codeOf(approved))).httpStatus).toBe(200)
    await server.clock.advance(lifetime)
    expect((await kiosk.collect(approved.secret)).message).toBe(expired)
  })

  it('is collected with its secret only, by the terminal and the device that asked', async () => {
    const own = await enrolTerminal('Balcão')
    const kiosk = terminal(own)
    const player = await server.player()
    const { data: login } = await kiosk.start()
    await approve(player, codeOf(login))
    const other = terminal(await enrolTerminal('Outro'))
    for (const response of [
      await kiosk.collect('x'.repeat(43)),
      await other.collect(login.secret),
      await terminal(own, 'another device').collect(login.secret),
    ])
      expect(response).toMatchObject({ httpStatus: 400, message: expired })
    expect((await kiosk.collect(login.secret)).data.state).toBe('approved')
  })

  it('is asked for and collected with the key of the terminal only', async () => {
    const own = await enrolTerminal('Balcão')
    const other = await enrolTerminal('Outro')
    const kiosk = terminal(own)
    const player = await server.player()
    const { data: login } = await kiosk.start()
    await approve(player, codeOf(login))
    const { secret } = login
    // Whoever knows the id of a terminal, and even the secret, but has not its key.
    for (const key of [null, other.key, generateKeyPairSync('ed25519').privateKey]) {
      const forged = (content: object) =>
        JSON.stringify({ ...content, terminalId: own.id, sequence: ++sequence })
      expect((await send(paths.start, forged({}), key)).httpStatus).toBe(403)
      expect((await send(paths.collect, forged({ secret }), key)).httpStatus).toBe(403)
    }
    // A signature is for one call: not for the other one.
    const text = JSON.stringify({ secret, terminalId: own.id, sequence: ++sequence })
    const stolen = sign(null, Buffer.from(signedText(paths.start, text)), own.key).toString('base64')
    const moved = await server.app.inject({
      method: 'POST',
      url: paths.collect,
      headers: { 'content-type': 'application/json', [terminalSignatureHeader]: stolen },
      payload: text,
    })
    expect(moved.statusCode).toBe(403)
    // None of them has used up what the terminal waits for.
    expect((await kiosk.collect(secret)).data.state).toBe('approved')
  })

  it('is refused when a signed call is sent again, also after a refusal', async () => {
    const own = await enrolTerminal('Balcão')
    const player = await server.player()
    const textOf = (content: object) =>
      JSON.stringify({ ...content, terminalId: own.id, sequence: ++sequence })
    const asked = textOf({})
    const { data: login } = await send<Login>(paths.start, asked, own.key)
    // It would end what the terminal shows.
    expect((await send(paths.start, asked, own.key)).httpStatus).toBe(409)
    const [waiting, wrong] = [textOf({ secret: login.secret }), textOf({ secret: 'x' })]
    expect((await send<Collected>(paths.collect, waiting, own.key)).data).toEqual({ state: 'waiting' })
    expect((await send(paths.collect, wrong, own.key)).httpStatus).toBe(400)
    await approve(player, codeOf(login))
    for (const recorded of [waiting, wrong])
      expect((await send(paths.collect, recorded, own.key)).httpStatus).toBe(409)
    const once = textOf({ secret: login.secret })
    const both = await Promise.all([1, 2].map(() => send<Collected>(paths.collect, once, own.key)))
    expect(both.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409])
  })

  it('is for enrolled terminals in service', async () => {
    const { privateKey: key } = generateKeyPairSync('ed25519')
    expect((await terminal({ id: randomUUID(), key }).start()).httpStatus).toBe(403)
    const own = await enrolTerminal('Balcão')
    const { id } = own
    const kiosk = terminal(own)
    await order(id, 'outOfService')
    expect((await kiosk.start()).httpStatus).toBe(403)
    await order(id, 'inService')
    const { data: login } = await kiosk.start()
    const player = await server.player()
    await order(id, 'revoke')
    expect((await look(player, codeOf(login))).httpStatus).toBe(400)
    expect((await approve(player, codeOf(login))).httpStatus).toBe(400)
    expect((await kiosk.collect(login.secret)).httpStatus).toBe(403)
    expect((await kiosk.start()).httpStatus).toBe(403)
  })

  it('needs a player: a guest approves nothing, nor does a session that has ended before the terminal asks', async () => {
    const kiosk = terminal(await enrolTerminal('Balcão'))
    const player = await server.player()
    const { data: login } = await kiosk.start()
    expect((await look(undefined, codeOf(login))).httpStatus).toBe(401)
    expect((await approve(undefined, codeOf(login))).httpStatus).toBe(401)
    expect((await approve(player, codeOf(login))).httpStatus).toBe(200)
    // The phone was stolen: a new password, or "log out everywhere", ends its sessions.
    await server.call('POST', '/api/app/user/logout', { player, body: {} })
    expect((await kiosk.collect(login.secret)).message).toBe(expired)
  })

  it('of an excluded player allows what a password allows: to look, not to play', async () => {
    const kiosk = terminal(await enrolTerminal('Balcão'))
    const player = await server.player({ balance: 50 })
    await server.call('POST', '/api/app/limits/selfExclude', { player, body: { months: 6 } })
    const { data: login } = await kiosk.start()
    expect((await approve(player, codeOf(login))).httpStatus).toBe(200)
    const { data } = await kiosk.collect(login.secret)
    expect(await userOf(data.access_token)).toBe(player.userId)
    const bet = await server.call('POST', '/api/app/game/dice/bet', {
      player: { ...player, token: data.access_token ?? '' },
      body: { amount: 1, direction: 'over', chance: 50 },
    })
    expect(bet.httpStatus).toBe(403)
    expect(bet.message).toContain('pausa')
  })
})

describe("a link for the player's phone", () => {
  interface Link {
    linkId: string
    url: string
    secondsLeft: number
  }
  const newLink = async (player: TestPlayer) =>
    (await server.call<Link>('POST', '/api/app/user/phoneLink', { player, body: {}, key: null })).data
  const stateOf = (player: TestPlayer, { linkId }: Link) =>
    server.call<{ state: string; sessionId: string | null }>('GET', `/api/app/user/phoneLink/${linkId}`, {
      player,
    })
  const open = ({ url }: Link) =>
    server.call<{ access_token: string }>('POST', '/api/app/user/exchangeLink', {
      body: { token: url.replace('https://palpite.test/zgo', '') },
      key: null,
    })

  it('opens one session of the same player, tells the terminal, and can be ended from there', async () => {
    const player = await server.player()
    const received: BusMessage[] = []
    const stop = server.deps.bus.subscribe((message) => received.push(message))
    const link = await newLink(player)
    expect(link.secondsLeft).toBe(120)
    expect((await stateOf(player, link)).data).toEqual({ state: 'open', sessionId: null })
    const opened = await Promise.all([open(link), open(link), open(link)])
    expect(opened.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 400, 400])
    const token = opened.find(({ data }) => data?.access_token)?.data.access_token
    expect(await userOf(token)).toBe(player.userId)

    const { data } = await stateOf(player, link)
    expect(data.state).toBe('used')
    await expect
      .poll(() => received)
      .toContainEqual({
        type: 'event',
        userId: player.userId,
        event: { name: 'account:linkUsed', payload: { linkId: link.linkId, sessionId: data.sessionId } },
      })
    stop()
    await server.call('POST', '/api/app/user/sessions/end', { player, body: { sessionId: data.sessionId } })
    expect(await userOf(token)).toBeUndefined()
    expect(await userOf(player.token)).toBe(player.userId)
  })

  it('expires after two minutes, and with the next link or the end of the session that made it', async () => {
    const player = await server.player()
    const late = await newLink(player)
    await server.clock.advance(lifetime)
    expect((await stateOf(player, late)).data.state).toBe('expired')
    expect((await open(late)).message).toBe(expired)

    const replaced = await newLink(player)
    const link = await newLink(player)
    expect((await open(replaced)).httpStatus).toBe(400)
    expect((await stateOf(player, replaced)).httpStatus).toBe(404)
    await server.call('POST', '/api/app/user/logout', { player, body: {} })
    expect((await open(link)).message).toBe(expired)
  })

  it('is known to its player only', async () => {
    const player = await server.player()
    const link = await newLink(player)
    expect((await stateOf(await server.login(player), link)).httpStatus).toBe(200)
    expect((await stateOf(await server.player(), link)).httpStatus).toBe(404)
    expect((await server.call('POST', '/api/app/user/phoneLink', { body: {}, key: null })).httpStatus).toBe(
      401,
    )
  })
})
