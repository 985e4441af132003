/** A terminal against a server that signs what it sends; the time between its calls passes at once. */
import { createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  signedText,
  terminalCalls,
  terminalSignatureHeader,
  type Enrolment,
  type Heartbeat,
  type Screenshot,
  type SignedCall,
  type SignedOrders,
  type TerminalOrders,
} from '#contract/terminal.ts'
import { Terminal, type Signed } from '#main/terminal/Terminal.ts'
import { readOrderedConfig } from '#main/terminal/terminalFile.ts'

vi.mock('electron', async () => ({
  ...(await import('../electronOfStore.ts')),
  safeStorage: { isEncryptionAvailable: () => false },
}))

const serverUrl = 'https://palpite.example'
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const serverKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const terminalId = '6a1f0f0e-0000-4000-8000-000000000000'

let folder = ''
let terminal: Terminal
/** What the next heartbeat gets. */
let next: SignedOrders | null
/** What a heartbeat with a smaller sequence is refused with. */
let lastSequence: number
let heartbeats: Heartbeat[]
let screenshots: Screenshot[]
/** Calls of the page. */
let pageCalls: (SignedCall & { secret?: string })[]
let key: KeyObject
const restarted = vi.fn()
const served = vi.fn()
const asked = vi.fn()
const refused = vi.fn()
const offered = vi.fn()

function ordersOf(fields: Partial<TerminalOrders>): string {
  const none = { terminalId, version: 1, inService: true, restart: 0, screenshot: 0, config: {} }
  return JSON.stringify({ ...none, ...fields })
}

function signed(orders: string, by: KeyObject = privateKey): SignedOrders {
  const signature = sign(null, Buffer.from(signedText('orders', orders)), by).toString('base64')
  return { orders, signature }
}

const reply = (status: number, data: unknown) =>
  Promise.resolve(Response.json({ status, message: '', data }, { status }))

/** What comes in place of everything that the server sends; null: nothing does. */
let portal: { status: number } | null

/** Of a server that accepts no code for now. */
let enrolStatus: number | null
/** While the server accepts a code. */
let onEnrol: () => void

/** Terminals that the server knows no longer, and the code that it accepts from them. */
let revoked: string[]
let newCode: string
let enrolledAs: string
let codes: string[]

async function server(request: Request): Promise<Response> {
  if (portal) return new Response('<html>Log in to the network</html>', portal)
  // What it signs is for this server alone.
  if (request.redirect !== 'error') return reply(403, null)
  const { pathname } = new URL(request.url)
  const text = await request.text()
  if (pathname === terminalCalls.enrol) {
    const body = JSON.parse(text) as Enrolment
    codes.push(body.code)
    if (enrolStatus !== null) return reply(enrolStatus, null)
    if (revoked.length > 0 && body.code !== newCode) return reply(400, null)
    if (revoked.length > 0) enrolledAs = 'another-id'
    onEnrol()
    key = createPublicKey({ key: Buffer.from(body.publicKey, 'base64'), format: 'der', type: 'spki' })
    return reply(200, { terminalId: enrolledAs, name: 'Balcão', serverKey })
  }
  const signature = request.headers.get(terminalSignatureHeader) ?? ''
  const isSigned = verify(
    null,
    Buffer.from(signedText(pathname, text)),
    key,
    Buffer.from(signature, 'base64'),
  )
  const body = JSON.parse(text) as SignedCall | Heartbeat | Screenshot
  if (!isSigned || revoked.includes(body.terminalId)) return reply(403, null)
  if (body.sequence <= lastSequence) return reply(409, { sequence: lastSequence })
  lastSequence = body.sequence
  if ('image' in body) {
    screenshots.push(body)
    return reply(200, null)
  }
  if (pathname.startsWith('/api/auth/')) {
    pageCalls.push(body)
    return reply(200, null)
  }
  heartbeats.push(body as Heartbeat)
  return reply(200, { orders: next, intervalSeconds: 5 })
}

function newTerminal(at = serverUrl): Terminal {
  return new Terminal({
    fetch: server,
    serverUrl: at,
    folder,
    health: () => ({ version: '1.0.0', runtime: '45.0.0', uptimeSeconds: 1, lastError: null }),
    onService: served,
    onRestart: restarted,
    onScreenshot: asked,
    onRelease: offered,
  })
}

/** As the calls of the page are sent. */
async function post(path: string, { body, headers }: Signed): Promise<{ httpStatus: number; body: unknown }> {
  const response = await server(
    new Request(serverUrl + path, { method: 'POST', redirect: 'error', body, headers }),
  )
  return { httpStatus: response.status, body: await response.json() }
}

const sendForPage = (path: string, content: object, from = terminal) =>
  from.send(path, content, (signed) => post(path, signed))

/** Lets the terminal call the server once, and follow what it gets. */
async function beat(orders: SignedOrders | null = null): Promise<void> {
  next = orders
  const before = heartbeats.length
  await vi.advanceTimersByTimeAsync(5_000)
  expect(heartbeats.length).toBeGreaterThan(before)
  next = null
}

/** Nothing can be written any more: a file is where the folder should be. */
function block(): void {
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
}

const followed = () => heartbeats.at(-1)?.ordersVersion
const config = () => readOrderedConfig(folder, serverUrl)

beforeEach(async () => {
  vi.useFakeTimers()
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
  vi.spyOn(console, 'error').mockImplementation(refused)
  for (const mock of [restarted, served, asked, refused]) mock.mockClear()
  folder = mkdtempSync(join(tmpdir(), 'palpite-terminal-'))
  ;[next, lastSequence, heartbeats, screenshots, pageCalls] = [null, 0, [], [], []]
  enrolStatus = null
  onEnrol = () => undefined
  ;[portal, revoked, newCode, codes, enrolledAs] = [null, [], 'NEWCO-DEABC', [], terminalId]
  terminal = newTerminal()
  expect(await terminal.enrol('ABCDE-FGHJK')).toBe(true)
  terminal.start()
  await vi.advanceTimersByTimeAsync(0)
})

afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

it('follows signed settings, keeps them for the next start, and restarts once for them', async () => {
  const orders = signed(ordersOf({ version: 2, config: { scale: 2, language: 'en_US' } }))
  await beat(orders)
  await beat()
  expect(followed()).toBe(2)
  expect(config()).toEqual({ scale: 2, language: 'en_US' })
  expect(restarted.mock.calls).toEqual([['the operator changed settings']])
  // The same settings in newer orders change nothing.
  await beat(signed(ordersOf({ version: 3, config: { language: 'en_US', scale: 2 } })))
  expect(restarted).toHaveBeenCalledTimes(1)
  // Those of another server are not this one's.
  expect(readOrderedConfig(folder, 'https://other.example')).toEqual({})
})

it("takes a network's login page for no contact, whatever its status: it stays in service, and its code unused", async () => {
  await beat()
  served.mockClear()
  for (const status of [200, 403, 500]) {
    portal = { status }
    await expect(newTerminal('https://other.example').enrol('ABCDE-FGHJK')).rejects.toThrow(String(status))
    await vi.advanceTimersByTimeAsync(20_000)
  }
  expect(served).not.toHaveBeenCalled()
  portal = null
  const calls = heartbeats.length
  await vi.advanceTimersByTimeAsync(6_000)
  expect(heartbeats.length).toBeGreaterThan(calls)
  expect(served).toHaveBeenLastCalledWith(true)
})

it('refuses orders with a wrong signature, of another key, or for another terminal', async () => {
  const changed = signed(ordersOf({ version: 2, inService: false, config: { scale: 2 } }))
  await beat({ ...changed, orders: changed.orders.replace('"scale":2', '"scale":3') })
  await beat(
    signed(ordersOf({ version: 2, config: { scale: 2 } }), generateKeyPairSync('ed25519').privateKey),
  )
  await beat(signed(ordersOf({ version: 2, config: { scale: 2 }, terminalId: 'another' })))
  await beat()
  expect(followed()).toBe(0)
  expect(config()).toEqual({})
  expect(restarted).not.toHaveBeenCalled()
  expect(refused.mock.calls.flat()).toEqual([
    'refused: orders with a wrong signature',
    'refused: orders with a wrong signature',
    'refused: orders for another terminal',
  ])
})

it('refuses older orders and those that it has, also after a restart', async () => {
  const old = signed(ordersOf({ version: 2, restart: 2, config: { scale: 2 } }))
  await beat(old)
  await beat(signed(ordersOf({ version: 3, restart: 2, inService: false, config: { scale: 3 } })))
  restarted.mockClear()
  await beat(old)
  await beat()
  expect(followed()).toBe(3)
  expect(config()).toEqual({ scale: 3 })
  vi.clearAllTimers()
  terminal = newTerminal()
  terminal.start()
  await vi.advanceTimersByTimeAsync(0)
  await beat(old)
  await beat()
  expect(followed()).toBe(3)
  expect(terminal.inService).toBe(false)
  expect(restarted).not.toHaveBeenCalled()
})

it('is nobody to another server, whose terminal it is not', async () => {
  await beat(signed(ordersOf({ version: 2, inService: false })))
  await beat()
  expect([newTerminal().id, newTerminal().inService]).toEqual([terminalId, false])
  const elsewhere = newTerminal('https://other.example')
  expect([elsewhere.id, elsewhere.inService]).toEqual([null, true])
})

it('keeps its settings when new ones are unknown or wrong', async () => {
  await beat(signed(ordersOf({ version: 2, config: { scale: 2 } })))
  await beat(signed(ordersOf({ version: 3, inService: false, config: { kiosk: false } })))
  await beat(signed(ordersOf({ version: 4, inService: false, config: { scale: 99, language: 'en_US' } })))
  await beat()
  expect(followed()).toBe(4)
  expect(config()).toEqual({ scale: 2 })
  expect(restarted).toHaveBeenCalledTimes(1)
  expect(refused.mock.calls.flat()).toEqual([
    'refused: settings of the operator: kiosk',
    'refused: settings of the operator: scale',
  ])
  expect(served).toHaveBeenLastCalledWith(false)
})

it('restarts and takes a screenshot once for each order', async () => {
  await beat(signed(ordersOf({ version: 2, restart: 2, screenshot: 2 })))
  await beat(signed(ordersOf({ version: 3, restart: 2, screenshot: 2 })))
  expect(restarted.mock.calls).toEqual([['the operator asked for it']])
  await terminal.sendScreenshot(Buffer.from([0xff, 0xd8, 0xff]))
  expect(screenshots).toMatchObject([{ version: 2, image: '/9j/' }])
  asked.mockClear()
  await beat(signed(ordersOf({ version: 4, screenshot: 2 })))
  expect(asked).not.toHaveBeenCalled()
  vi.clearAllTimers()
  newTerminal().start()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).not.toHaveBeenCalled()
})

it('asks for the screenshot again when it was not sent before a restart', async () => {
  await beat(signed(ordersOf({ version: 2, screenshot: 2 })))
  vi.clearAllTimers()
  asked.mockClear()
  newTerminal().start()
  expect(asked).toHaveBeenCalledTimes(1)
})

describe('a terminal that the server no longer accepts', () => {
  /** A start with a code in the environment, of a terminal that is revoked afterwards. */
  const revokeAndStart = async (code: string) => {
    vi.clearAllTimers()
    revoked = [terminalId]
    codes = []
    terminal = newTerminal()
    terminal.start(code)
    await vi.advanceTimersByTimeAsync(12_000)
  }

  it('is enrolled again with a new code, without the settings that it had', async () => {
    await beat(signed(ordersOf({ version: 7, inService: false, config: { scale: 2 } })))
    restarted.mockClear()
    await revokeAndStart(newCode)
    expect(codes).toEqual([newCode])
    expect([terminal.id, terminal.inService, followed()]).toEqual(['another-id', true, 0])
    expect(served).toHaveBeenLastCalledWith(true)
    expect([newTerminal().id, config()]).toEqual(['another-id', {}])
    expect(restarted).toHaveBeenCalledOnce()
    await beat(signed(ordersOf({ version: 1, terminalId: 'another-id', inService: false })))
    expect(terminal.inService).toBe(false)
  })

  it.each(['', 'ABCDE-FGHJK'])('keeps its identity without one (%s), which is tried once', async (code) => {
    await revokeAndStart(code)
    expect(codes).toEqual(code === '' ? [] : [code])
    expect(newTerminal().id).toBe(terminalId)
    expect(served).toHaveBeenLastCalledWith(false)
    // Accepted again, as when the server's database is restored.
    revoked = []
    await beat()
    expect(served).toHaveBeenLastCalledWith(true)
  })

  it.each([429, 502, 503])('tries the code again after %d', async (status) => {
    enrolStatus = status
    await revokeAndStart(newCode)
    expect([newTerminal().id, new Set(codes)]).toEqual([terminalId, new Set([newCode])])
    expect(refused).not.toHaveBeenCalled()
    enrolStatus = null
    await beat()
    expect(newTerminal().id).toBe('another-id')
  })

  it('does not restart with a new identity that a disk has become too full to store', async () => {
    await beat(signed(ordersOf({ version: 7, config: { scale: 2 } })))
    restarted.mockClear()
    onEnrol = block
    await revokeAndStart(newCode)
    await beat()
    expect(terminal.id).toBe('another-id')
    expect(restarted).not.toHaveBeenCalled()
  })

  it('uses its code only once the disk can be written', async () => {
    vi.clearAllTimers()
    revoked = [terminalId]
    codes = []
    terminal = newTerminal()
    block()
    terminal.start(newCode)
    await vi.advanceTimersByTimeAsync(12_000)
    expect([codes, terminal.id]).toEqual([[], terminalId])
    rmSync(folder)
    await beat()
    expect([codes, newTerminal().id]).toEqual([[newCode], 'another-id'])
  })

  it('leaves the code alone while it is accepted', async () => {
    vi.clearAllTimers()
    codes = []
    newTerminal().start(newCode)
    await beat()
    expect(codes).toEqual([])
  })
})

it('is not enrolled, and its code stays unused, while the disk cannot be written', async () => {
  codes = []
  block()
  const elsewhere = newTerminal('https://other.example')
  await expect(elsewhere.enrol('ABCDE-FGHJK')).rejects.toThrow('enrolment')
  expect(codes).toEqual([])
  rmSync(folder)
  expect(await elsewhere.enrol('ABCDE-FGHJK')).toBe(true)
  expect(newTerminal('https://other.example').id).toBe(terminalId)
})

it('follows orders that a full disk cannot store, but does not restart for them again and again', async () => {
  block()
  await beat(signed(ordersOf({ version: 2, inService: false, restart: 2, config: { scale: 2 } })))
  await beat()
  expect(followed()).toBe(2)
  expect(served).toHaveBeenLastCalledWith(false)
  expect(restarted).not.toHaveBeenCalled()
})

it('counts on from the sequence that the server has', async () => {
  lastSequence = Date.now() + 1_000_000
  await vi.advanceTimersByTimeAsync(7_000)
  expect(heartbeats.at(-1)?.sequence).toBe(lastSequence)
  expect(lastSequence).toBeGreaterThan(Date.now() + 900_000)
})

it('signs calls of the page, which cannot pretend to be another terminal or an earlier call', async () => {
  const path = '/api/auth/user/terminalLogin/collect'
  const content = { secret: 's', terminalId: 'another', sequence: 1 }
  expect((await sendForPage(path, content)).httpStatus).toBe(200)
  expect(pageCalls).toEqual([{ secret: 's', terminalId, sequence: lastSequence }])
  expect(lastSequence).toBeGreaterThan(1)
})

it('sends one signed call after the other, so that none is taken for a replay', async () => {
  const calls = Array.from({ length: 5 }, () => sendForPage('/api/auth/user/terminalLogin', {}))
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await Promise.all(calls)).map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 200, 200])
  const sequences = pageCalls.map(({ sequence }) => sequence)
  expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
})

it('repeats a call of the page with the sequence that the server has', async () => {
  lastSequence = Date.now() + 1_000_000
  expect((await sendForPage('/api/auth/user/terminalLogin', {})).httpStatus).toBe(200)
  expect(pageCalls).toHaveLength(1)
})

it('signs nothing before the enrolment', () => {
  const elsewhere = newTerminal('https://other.example')
  expect(() => sendForPage('/api/auth/user/terminalLogin', {}, elsewhere)).toThrow('not enrolled')
})
