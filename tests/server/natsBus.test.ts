import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { createBus, type Bus, type BusMessage } from '#server/messaging/bus.ts'
import { createLog } from '#server/observe/log.ts'
import { createNatsBus } from '#server/messaging/natsBus.ts'
import { createTestDb } from './helpers/testDb.ts'

const program = 'nats-server'
const isInstalled = (() => {
  try {
    execFileSync(program, ['--version'])
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
})()
if (!isInstalled)
  console.log(`skipped: the bus on NATS: ${program} is not installed (apt install nats-server)`)

const { db } = await createTestDb()
const log = createLog('silent')

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** Resolves when it accepts connections. */
async function startNats(port: number): Promise<ChildProcess> {
  const child = spawn(program, ['-a', '127.0.0.1', '-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  await new Promise<void>((ready, fail) => {
    child.once('exit', () => fail(new Error(text)))
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('Server is ready')) ready()
    })
  })
  return child
}

async function stopNats(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const note = (number: number): BusMessage => ({ type: 'broadcast', name: 'internal:test', payload: number })

/** The payloads that a bus receives from now on. */
function received(bus: Bus): unknown[] {
  const seen: unknown[] = []
  onTestFinished(bus.subscribe((message) => seen.push('payload' in message ? message.payload : message.type)))
  return seen
}

describe.skipIf(!isInstalled)('the bus on NATS', async () => {
  const port = isInstalled ? await freePort() : 0
  let nats = isInstalled ? await startNats(port) : undefined
  const open = () => createNatsBus(`nats://127.0.0.1:${port}`, { log, subject: 'palpite.test' })
  const buses = isInstalled ? await Promise.all([open(), open()]) : []
  const [one, other] = buses as [Bus, Bus]
  afterAll(async () => {
    for (const bus of buses) await bus.close()
    if (nats) await stopNats(nats)
  })

  it('delivers to all processes, its own included, in order', async () => {
    const [own, others] = [received(one), received(other)]
    await one.publishAll(db, [note(1), note(2)])
    await one.publish(db, note(3))
    await expect.poll(() => others).toEqual([1, 2, 3])
    await expect.poll(() => own).toEqual([1, 2, 3])
  })

  it('sends the messages of a transaction after its commit, and those of no other', async () => {
    const seen = received(other)
    await db.tx(async (tx) => {
      await one.publish(tx, note(1))
      await one.publish(db, note(2))
      await expect.poll(() => seen).toEqual([2])
    })
    await expect.poll(() => seen).toEqual([2, 1])
    const failed = db.tx(async (tx) => {
      await one.publish(tx, note(3))
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await one.publish(db, note(4))
    await expect.poll(() => seen).toEqual([2, 1, 4])
  })

  it('says that it is lost, reconnects by itself and tells of the gap', async () => {
    const seen = received(other)
    if (nats) await stopNats(nats)
    await expect.poll(() => other.isConnected()).toBe(false)
    nats = await startNats(port)
    await expect.poll(() => one.isConnected() && other.isConnected()).toBe(true)
    await one.publish(db, note(5))
    await expect.poll(() => seen).toEqual(['gap', 5])
  })
})

it('the bus on the database delivers in order too', async () => {
  const bus = await createBus(db)
  const seen = received(bus)
  await bus.publishAll(db, [note(1), note(2)])
  await expect.poll(() => seen).toEqual([1, 2])
  expect(bus.isConnected()).toBe(true)
  await bus.close()
})
