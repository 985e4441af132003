import { generateKeyPairSync, sign, verify, createPublicKey, type KeyObject } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import pt_BR from '#server/texts/pt_BR.json' with { type: 'json' }
import {
  signedText,
  terminalCalls,
  terminalHeader,
  terminalSignatureHeader,
  type Enrolled,
  type Heartbeat,
  type HeartbeatReply,
  type TerminalOrders,
} from '#contract/terminal.ts'
import { deleteOldCrashes } from '#server/domain/terminals/crashes.ts'
import { deleteOldScreenshots } from '#server/domain/terminals/screenshots.ts'
import { createTestServer, type TestServer } from './helpers/testServer.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'palpite-terminals-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const server = await createTestServer({ DATA_DIR: dataDir })

interface Key {
  privateKey: KeyObject
  /** Base64 of the DER form. */
  publicKey: string
}

function newKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') }
}

interface NewTerminal {
  terminalId: string
  code: string
}

const create = async (name: string, at: TestServer = server) =>
  (await at.call<NewTerminal>('POST', '/sandbox/api/terminals', { body: { name } })).data

const enrol = (body: object, at: TestServer = server) =>
  at.call<Enrolled>('POST', terminalCalls.enrol, { body, key: null })

const command = (terminalId: string, body: object) =>
  server.call('POST', `/sandbox/api/terminals/${terminalId}`, { body })

/** A terminal that was enrolled with its code, as the kiosk does it. */
async function enrolled(name: string) {
  const key = newKey()
  const { terminalId, code } = await create(name)
  const { data } = await enrol({ code, publicKey: key.publicKey })
  let sequence = 0
  const body = (fields: Partial<Heartbeat> = {}): Heartbeat => ({
    terminalId,
    sequence: ++sequence,
    health: { version: '0.1.0', runtime: '45.4.1', uptimeSeconds: 7, lastError: null },
    ordersVersion: 0,
    ...fields,
  })
  return {
    ...data,
    beat: (fields?: Partial<Heartbeat>, signer = key) => send(JSON.stringify(body(fields)), signer),
    /** Sends exactly this text. */
    send: (text: string, signer = key) => send(text, signer),
    next: body,
    /** Sends a screenshot for the orders of this version. */
    screenshot: (version: number, image = jpeg, signer = key) =>
      send(
        JSON.stringify({ terminalId, sequence: ++sequence, version, image: image.toString('base64') }),
        signer,
        terminalCalls.screenshot,
      ),
    crash: (dump: Buffer, signer = key, at = ++sequence) =>
      send(
        JSON.stringify({
          terminalId,
          sequence: at,
          crashedAt: '2026-01-02T03:04:05.000Z',
          version: '0.1.0',
          dump: dump.toString('base64'),
        }),
        signer,
        terminalCalls.crash,
      ),
  }
}

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])

async function send(text: string, { privateKey }: Key, url: string = terminalCalls.heartbeat) {
  const response = await server.app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      [terminalSignatureHeader]: sign(null, Buffer.from(signedText(url, text)), privateKey).toString(
        'base64',
      ),
    },
    payload: text,
  })
  return { status: response.statusCode, data: response.json<{ data: HeartbeatReply }>().data }
}

/** The orders, when the server's key signed them. */
function verified({ orders }: HeartbeatReply, serverKey: string): TerminalOrders | null {
  if (!orders) return null
  const key = createPublicKey({ key: Buffer.from(serverKey, 'base64'), format: 'der', type: 'spki' })
  const text = Buffer.from(signedText('orders', orders.orders))
  expect(verify(null, text, key, Buffer.from(orders.signature, 'base64'))).toBe(true)
  return JSON.parse(orders.orders) as TerminalOrders
}

const fleet = async () =>
  (
    await server.call<
      {
        id: string
        state: string
        isUpToDate: boolean
        health: object
        screenshotAt: string | null
        crashes: { id: string; version: string; crashedAt: string }[]
      }[]
    >('GET', '/sandbox/api/terminals')
  ).data
const recordOf = async (terminalId: string) => (await fleet()).find(({ id }) => id === terminalId)

describe('an enrolment code', () => {
  it('works once, however it is written', async () => {
    const { terminalId, code } = await create('Balcão 1')
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
    const first = await enrol({
      code: ` ${code.toLowerCase().replace('-', ' ')}`,
      publicKey: newKey().publicKey,
    })
    expect(first).toMatchObject({ httpStatus: 200, data: { terminalId, name: 'Balcão 1' } })
    expect((await enrol({ code, publicKey: newKey().publicKey })).httpStatus).toBe(403)
  })

  it('works for one of two terminals that use it at the same time', async () => {
    const { code } = await create('Balcão 2')
    const both = await Promise.all([1, 2].map(() => enrol({ code, publicKey: newKey().publicKey })))
    expect(both.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 403])
  })

  it('ends after 15 minutes, and when a newer one is issued', async () => {
    const { code } = await create('Balcão 3')
    await server.clock.advance(15 * 60_000)
    expect((await enrol({ code, publicKey: newKey().publicKey })).httpStatus).toBe(403)
    const second = await create('Balcão 4')
    await server.call('POST', `/sandbox/api/terminals/${second.terminalId}/code`, { body: {} })
    expect((await enrol({ code: second.code, publicKey: newKey().publicKey })).httpStatus).toBe(403)
  })

  it('is refused without a key of the right kind, and with the key of another terminal, and stays usable', async () => {
    const { code } = await create('Balcão 5')
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
    const der = rsa.export({ format: 'der', type: 'spki' }).toString('base64')
    expect((await enrol({ code, publicKey: 'AAAA' })).httpStatus).toBe(403)
    expect((await enrol({ code, publicKey: der })).httpStatus).toBe(400)
    const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
    const other = p256.export({ format: 'der', type: 'spki' }).toString('base64')
    expect((await enrol({ code, publicKey: other })).httpStatus).toBe(403)
    const used = newKey()
    await enrol({ code: (await create('Balcão 6')).code, publicKey: used.publicKey })
    expect((await enrol({ code, publicKey: used.publicKey })).httpStatus).toBe(403)
    expect((await enrol({ code, publicKey: newKey().publicKey })).httpStatus).toBe(200)
  })

  it('is stored as a hash only', async () => {
    const { code } = await create('Balcão 7')
    const rows = await server.deps.db.read<{ text: string }>(
      'select terminal_codes::text as text from terminal_codes',
    )
    const plain = code.replace('-', '')
    // PostgreSQL writes bytes in hexadecimal.
    const forms = [plain, Buffer.from(plain).toString('hex')]
    expect(rows.some(({ text }) => forms.some((form) => text.includes(form)))).toBe(false)
  })
})

describe('a terminal', () => {
  it('reports its health, gets its signed orders, and gets no orders that it has', async () => {
    const terminal = await enrolled('Caixa 1')
    const first = await terminal.beat()
    expect(verified(first.data, terminal.serverKey)).toEqual({
      terminalId: terminal.terminalId,
      version: 1,
      inService: true,
      restart: 0,
      screenshot: 0,
      config: {},
    })
    const health = { version: '0.1.0', runtime: '45.4.1', uptimeSeconds: 12, lastError: null }
    const counted = {
      ...health,
      idleSource: 'windows',
      lastInputSeconds: 7,
      windowSystem: 'x11',
    } as const
    // A terminal may be newer than its server.
    const newer = { ...counted, something: 'new' }
    expect((await terminal.beat({ ordersVersion: 1, health: newer })).data.orders).toBeNull()
    const record = await recordOf(terminal.terminalId)
    expect(record).toMatchObject({ state: 'online', isUpToDate: true })
    expect(record?.health).toEqual(counted)
    await server.clock.advance(16_000)
    expect(await recordOf(terminal.terminalId)).toMatchObject({ state: 'offline' })
  })

  it('gets every command with a higher version', async () => {
    const terminal = await enrolled('Caixa 2')
    await command(terminal.terminalId, { command: 'outOfService' })
    await command(terminal.terminalId, { command: 'restart' })
    await command(terminal.terminalId, { command: 'configure', config: { scale: 2 } })
    const { data } = await terminal.beat({ ordersVersion: 1 })
    expect(verified(data, terminal.serverKey)).toMatchObject({
      version: 4,
      inService: false,
      restart: 3,
      config: { scale: 2 },
    })
    expect(await recordOf(terminal.terminalId)).toMatchObject({ isUpToDate: false })
    await command(terminal.terminalId, { command: 'inService' })
    const next = await terminal.beat({ ordersVersion: 4 })
    expect(verified(next.data, terminal.serverKey)).toMatchObject({ version: 5, inService: true, restart: 3 })
  })

  it('is refused when a call is replayed, changed, signed by another key, or not signed', async () => {
    const terminal = await enrolled('Caixa 3')
    const text = JSON.stringify(terminal.next())
    expect((await terminal.send(text)).status).toBe(200)
    expect(await terminal.send(text)).toEqual({ status: 409, data: { sequence: 1 } })
    // As above, by another terminal that only heard it.
    expect((await terminal.send(text, newKey())).status).toBe(403)
    expect((await terminal.beat({}, newKey())).status).toBe(403)
    const signedOther = await server.app.inject({
      method: 'POST',
      url: terminalCalls.heartbeat,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(terminal.next()),
    })
    expect(signedOther.statusCode).toBe(403)
    expect((await terminal.beat()).status).toBe(200)
  })

  it('that is revoked is refused until it is enrolled with a new code', async () => {
    const terminal = await enrolled('Caixa 4')
    expect((await terminal.beat()).status).toBe(200)
    await command(terminal.terminalId, { command: 'revoke' })
    expect((await terminal.beat()).status).toBe(403)
    expect(await recordOf(terminal.terminalId)).toMatchObject({ state: 'revoked' })
    const { data } = await server.call<NewTerminal>(
      'POST',
      `/sandbox/api/terminals/${terminal.terminalId}/code`,
      { body: {} },
    )
    expect((await terminal.beat()).status).toBe(403)
    expect((await enrol({ code: data.code, publicKey: newKey().publicKey })).httpStatus).toBe(200)
    // The old key stays refused.
    expect((await terminal.beat()).status).toBe(403)
  })
})

it('the health of the machine is listed, and a terminal that knows more than this server is heard', async () => {
  const terminal = await enrolled('Caixa 10')
  const health = { version: '0.1.0', runtime: '45.4.1', uptimeSeconds: 7, lastError: null }
  const machine = {
    diskFreeMb: 9_000,
    diskTotalMb: 30_000,
    memoryFreeMb: 900,
    memoryTotalMb: 4_000,
    temperature: 61,
    network: ['eth0'],
    program: 'protected' as const,
    update: { state: 'failed' as const, version: '0.3.0', why: 'download' as const },
  }
  const later = { ...machine, fans: 2 }
  expect((await terminal.beat({ health: { ...health, machine: later } })).status).toBe(200)
  expect((await recordOf(terminal.terminalId))?.health).toEqual({ ...health, machine })
  const wrong = { ...machine, network: 'eth0' as unknown as string[] }
  expect((await terminal.beat({ health: { ...health, machine: wrong } })).status).toBe(400)
})

describe('settings from a distance', () => {
  it('are refused with the name of what is wrong, and the orders stay as they are', async () => {
    const terminal = await enrolled('Caixa 5')
    for (const [config, field] of [
      [{ kiosk: false }, 'kiosk'],
      [{ serverUrl: 'https://other.example' }, 'serverUrl'],
      [{ scale: 9 }, 'scale'],
      [{ idleSeconds: 0, scale: 2 }, 'idleSeconds'],
      [{ openingHours: '9-23' }, 'openingHours'],
      [{ restartAt: '24:00' }, 'restartAt'],
      [{ brightness: 101 }, 'brightness'],
      ['fit', 'config'],
    ] as const) {
      const refused = await command(terminal.terminalId, { command: 'configure', config })
      expect(refused.httpStatus, field).toBe(400)
      expect(refused.message).toContain(field)
    }
    expect(verified((await terminal.beat()).data, terminal.serverKey)).toMatchObject({
      version: 1,
      config: {},
    })
  })
})

describe('a screenshot', () => {
  const shown = (id: string) => server.app.inject(`/sandbox/api/terminals/${id}/screenshot`)

  it('is taken only when it was asked for, once, and kept for ten minutes', async () => {
    const terminal = await enrolled('Caixa 6')
    const { terminalId } = terminal
    expect((await terminal.screenshot(0)).status).toBe(403)
    expect((await terminal.screenshot(1)).status).toBe(403)
    expect((await shown(terminalId)).statusCode).toBe(404)
    await command(terminalId, { command: 'screenshot' })
    const { data } = await terminal.beat({ ordersVersion: 1 })
    expect(verified(data, terminal.serverKey)).toMatchObject({ version: 2, screenshot: 2 })
    expect((await terminal.screenshot(2, jpeg, newKey())).status).toBe(403)
    expect((await terminal.screenshot(2, Buffer.from('<svg/>'))).status).toBe(400)
    expect((await terminal.screenshot(2, Buffer.alloc(600 * 1024, jpeg))).status).toBe(413)
    expect(await recordOf(terminalId)).toMatchObject({ screenshotAt: null })
    expect((await terminal.screenshot(2)).status).toBe(200)
    expect((await terminal.screenshot(2)).status).toBe(403)

    expect(await recordOf(terminalId)).toMatchObject({ screenshotAt: expect.any(String) as string })
    const image = await shown(terminalId)
    expect(image.headers['content-type']).toBe('image/jpeg')
    expect(image.rawPayload).toEqual(jpeg)
    await server.clock.advance(10 * 60_000)
    expect(await recordOf(terminalId)).toMatchObject({ screenshotAt: null })
    expect((await shown(terminalId)).statusCode).toBe(404)
    await deleteOldScreenshots(server.deps)
    expect(await server.deps.db.read('select 1 from terminal_screenshots')).toEqual([])
  })

  it('of a revoked terminal is refused', async () => {
    const terminal = await enrolled('Caixa 7')
    await command(terminal.terminalId, { command: 'screenshot' })
    await command(terminal.terminalId, { command: 'revoke' })
    expect((await terminal.screenshot(2)).status).toBe(403)
  })
})

describe('a release', () => {
  it('is announced with the health, and its files are offered, but nothing else of the disk', async () => {
    const terminal = await enrolled('Caixa 9')
    const folder = server.deps.config.updatesDir
    const get = (name: string) => server.app.inject(`/updates/${name}`)
    expect((await terminal.beat()).data.release).toBeNull()
    expect((await get('InRelease')).statusCode).toBe(404)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'InRelease'), 'Date: Mon, 30 Nov 2026')
    writeFileSync(join(folder, '..', 'secret'), 'x')
    const { release } = (await terminal.beat()).data
    expect(release).toMatch(/^[0-9a-f]{32}$/)
    const file = await get('InRelease')
    expect([file.payload, file.headers['content-length'], file.headers['cache-control']]).toEqual([
      'Date: Mon, 30 Nov 2026',
      '22',
      'no-store',
    ])
    for (const name of ['..%2Fsecret', '%2e%2e%2fsecret', '.', '.hidden', 'a/b']) {
      expect((await get(name)).statusCode, name).toBe(404)
    }
    writeFileSync(join(folder, 'InRelease'), 'Date: Tue, 01 Dec 2026')
    expect((await terminal.beat()).data.release).not.toBe(release)
  })
})

describe('where the jurisdiction allows no kiosks', () => {
  it('a kiosk gets nothing but the reason, and a browser everything', async () => {
    const banned = await createTestServer({ JURISDICTION: 'br' })
    const get = async (url: string, headers: Record<string, string>) =>
      (await banned.app.inject({ url, headers: { lang: 'pt_BR', ...headers } })).statusCode
    for (const id of ['none', '6a1f0f0e-0000-4000-8000-000000000000']) {
      const kiosk = { [terminalHeader]: id }
      expect(await get('/api/app/main/appInfo', kiosk)).toBe(200)
      expect(await get('/api/app/main/home', kiosk)).toBe(403)
      expect(await get('/api/auth/user/captcha/1', kiosk)).toBe(403)
    }
    expect(await get('/api/app/main/home', {})).toBe(200)
    const refused = await banned.call('POST', '/sandbox/api/terminals', { body: { name: 'Caixa' } })
    expect(refused).toMatchObject({
      httpStatus: 403,
      message: pt_BR.errors.kioskForbidden.replace('{brand}', 'Palpite'),
    })
    expect((await banned.call<unknown[]>('GET', '/sandbox/api/terminals')).data).toEqual([])
    expect(await enrol({ code: 'ABCDE', publicKey: newKey().publicKey }, banned)).toMatchObject({
      httpStatus: 403,
      message: pt_BR.errors.kioskForbidden.replace('{brand}', 'Palpite'),
    })
  })
})

describe('a crash report', () => {
  it('is refused as a replay before it is unpacked, and counts when its dump is refused', async () => {
    const terminal = await enrolled('replayed crash')
    expect((await terminal.beat()).status).toBe(200)
    expect((await terminal.crash(Buffer.from('no gzip'), undefined, 1)).status).toBe(409)
    expect((await terminal.crash(Buffer.from('no gzip'), undefined, 2)).status).toBe(400)
    expect((await terminal.crash(Buffer.from('no gzip'), undefined, 2)).status).toBe(409)
  })

  const dump = gzipSync(Buffer.concat([Buffer.from('MDMP'), Buffer.alloc(2_000, 7)]))

  it('is accepted from its terminal, listed and downloaded, and deleted after two weeks', async () => {
    const terminal = await enrolled('Caixa 8')
    expect((await terminal.crash(dump, newKey())).status).toBe(403)
    expect((await terminal.crash(dump)).status).toBe(200)
    const crashes = (await recordOf(terminal.terminalId))?.crashes
    expect(crashes).toMatchObject([{ version: '0.1.0', crashedAt: '2026-01-02T03:04:05+00:00' }])
    const [crash] = crashes ?? []
    const downloaded = await server.app.inject(`/sandbox/api/crashes/${crash?.id}`)
    expect(downloaded.rawPayload).toEqual(dump)
    expect(downloaded.headers['content-disposition']).toContain('.dmp.gz')

    await server.clock.advance(14 * 86_400_000)
    expect(await recordOf(terminal.terminalId)).toMatchObject({ crashes: [] })
    expect((await server.app.inject(`/sandbox/api/crashes/${crash?.id}`)).statusCode).toBe(404)
    await deleteOldCrashes(server.deps)
    expect(await server.deps.db.read('select 1 from terminal_crashes')).toEqual([])
  })

  it('that is no minidump, is too large, or is one too many within an hour, is refused', async () => {
    const terminal = await enrolled('Caixa 9')
    const bomb = gzipSync(Buffer.concat([Buffer.from('MDMP'), Buffer.alloc(33 * 1024 * 1024)]))
    for (const wrong of [Buffer.from('MDMP'), gzipSync('<html>'), bomb])
      expect((await terminal.crash(wrong)).status).toBe(400)
    expect((await terminal.crash(Buffer.alloc(3 * 1024 * 1024, dump))).status).toBe(413)
    for (let count = 0; count < 6; count++) expect((await terminal.crash(dump)).status).toBe(200)
    expect((await terminal.crash(dump)).status).toBe(429)
    await server.clock.advance(3_600_000)
    expect((await terminal.crash(dump)).status).toBe(200)
    await command(terminal.terminalId, { command: 'revoke' })
    expect((await terminal.crash(dump)).status).toBe(403)
  })
})
