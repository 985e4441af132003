import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, inject, it, vi } from 'vitest'
import { createDb } from '#server/db/client.ts'
import { isAlive } from '#server/db/dataFolder.ts'
import { StartError } from '#server/config/startError.ts'
import { startServer } from '#server/startServer.ts'
import { copyCluster } from '../../scripts/preparedCluster.ts'
import { startServerProcess, type ServerProcess } from './helpers/serverProcess.ts'
import { createTestDb } from './helpers/testDb.ts'
import { embeddedUrl } from './helpers/embeddedUrl.ts'
import { isWhole } from '../scope.ts'

const cleanUps: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

// Each test starts servers, which is slow on a loaded machine.
vi.setConfig({ testTimeout: 120_000 })

/** All tests but one share a data folder, so that each finds the data of the previous one. */
const folder = await mkdtemp(join(tmpdir(), 'palpite-start-'))
await copyCluster(inject('preparedCluster'), folder)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess(env)
  cleanUps.push(async () => {
    server.child.kill('SIGTERM')
    await server.ended
  })
  return server
}

async function postgresOf(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'pg/postmaster.pid'), 'utf8')).split('\n')[0])
}

interface Player {
  token: string
  username: string
}

async function newPlayer(url: string, balance: number): Promise<Player> {
  const username = `${randomUUID()}@example.com`
  const response = await fetch(`${url}/sandbox/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'Senha-forte-1', balance, kyc: 1 }),
  })
  const { data } = (await response.json()) as { data: { token: string } }
  return { username, token: data.token }
}

async function bet(url: string, player: Player, key: string): Promise<string> {
  const response = await fetch(`${url}/api/app/game/mines/betPlay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: player.token, 'idempotency-key': key },
    body: JSON.stringify({ amount: 1, mineCount: 3, tiles: [4, 5] }),
  })
  return `${response.status} ${await response.text()}`
}

/** The one line printed by a server that cannot start. */
async function refusal(env: Record<string, string>): Promise<string> {
  const server = await start(env)
  expect(await server.ended).toBe(2)
  expect(server.stdout()).toBe('')
  expect(server.stderr()).toMatch(/^[^\n]+\n$/)
  return server.stderr()
}

/** The same message without a process: server.ts prints the message of a StartError and exits with its code. */
async function reason(env: Record<string, string>): Promise<string> {
  try {
    await (await startServer({ PORT: '0', DATA_DIR: folder, ...env })).close()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    expect(error.exitCode).toBe(2)
    expect(error.message).toMatch(/^[^\n]+$/)
    return error.message
  }
  throw new Error('it started')
}

describe('what prevents a start', () => {
  it('a wrong value in the environment', async () => {
    expect(await refusal({ PORT: 'many', DATA_DIR: folder })).toContain('PORT')
    expect(await reason({ JURISDICTION: 'atlantis' })).toContain('atlantis')
  })

  it('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await reason({ PORT: String(port) })).toContain(`Port ${port} on 127.0.0.1 is already in use`)
    expect(await reason({ OFFICE_PORT: String(port) })).toContain('set OFFICE_PORT to another port')
    other.close()
  })

  it('an address of another machine', async () => {
    expect(await reason({ HOST: '203.0.113.7' })).toContain('HOST 203.0.113.7')
  })

  it('a data folder that is not writable', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    expect(await reason({ DATA_DIR: join(file, 'data') })).toContain('cannot be written')
  })

  it('a database that does not respond', async () => {
    const line = await reason({ DATABASE_URL: 'postgresql://palpite:secret@127.0.0.1:1/palpite' })
    expect(line).toContain('127.0.0.1:1')
    expect(line).not.toContain('secret')
  })

  it('another server on the same data folder', async () => {
    await start({ DATA_DIR: folder })
    expect(await refusal({ DATA_DIR: folder })).toContain(`${folder} is in use`)
  })
})

describe('stopping', () => {
  it('closes everything on Ctrl+C, also twice in a row, and starts again', async () => {
    // An empty folder, in which the server creates its database.
    const folder = await mkdtemp(join(tmpdir(), 'palpite-start-'))
    cleanUps.push(() => rm(folder, { recursive: true, force: true }))
    const server = await start({ DATA_DIR: folder })
    const postgres = await postgresOf(folder)
    server.child.kill('SIGINT')
    server.child.kill('SIGINT')
    expect(await server.ended).toBe(0)
    expect(isAlive(postgres)).toBe(false)
    expect(server.stderr()).toBe('')
    const again = await start({ DATA_DIR: folder })
    expect(again.url).toBeDefined()
  })

  if (isWhole)
    it('while it is still starting leaves nothing behind', async () => {
      const starting = startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
      await vi.waitFor(async () => expect(await postgresOf(folder)).toBeGreaterThan(0), {
        timeout: 10_000,
        interval: 5,
      })
      const postgres = await postgresOf(folder)
      const [child] = [(await Promise.race([starting, delay(0)]))?.child]
      child?.kill('SIGTERM')
      const server = await starting
      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
      expect(isAlive(postgres)).toBe(false)
    })
})

// `npm test` has reliability/kills.test.ts and reliability/processes.test.ts, which also look at the money.
if (isWhole)
  describe('a server that is killed under load', () => {
    it('loses no acknowledged bet, repeats its responses byte for byte, and recovers', async () => {
      const first = await start({ DATA_DIR: folder })
      const player = await newPlayer(first.url ?? '', 5_000)
      const responses = new Map<string, string>()
      let down = false
      const load = Array.from({ length: 8 }, async () => {
        while (!down) {
          const key = randomUUID()
          try {
            responses.set(key, await bet(first.url ?? '', player, key))
          } catch {
            // The connection was cut: nothing was acknowledged.
            down = true
          }
        }
      })
      await vi.waitFor(() => expect(responses.size).toBeGreaterThan(20), { timeout: 20_000, interval: 10 })
      first.child.kill('SIGKILL')
      await Promise.all(load)
      expect([...responses.values()].every((response) => response.startsWith('200 '))).toBe(true)

      const second = await start({ DATA_DIR: folder })
      expect(second.url, second.stderr()).toBeDefined()
      for (const [key, response] of responses) expect(await bet(second.url ?? '', player, key)).toBe(response)
      const db = createDb(await embeddedUrl(folder), { max: 1 })
      cleanUps.push(() => db.close())
      expect(await db.read('select * from ledger_violations')).toEqual([])
      const [rounds] = await db.read<{ n: number }>('select count(*) as n from game_rounds')
      // At most one more for each of the eight interrupted ones.
      expect(rounds?.n).toBeGreaterThanOrEqual(responses.size)
      expect(rounds?.n).toBeLessThanOrEqual(responses.size + 8)
    })

    it('recovers when only its database is killed', async () => {
      const server = await start({ DATA_DIR: folder })
      const player = await newPlayer(server.url ?? '', 5_000)
      const before = await bet(server.url ?? '', player, 'before')
      process.kill(await postgresOf(folder), 'SIGKILL')
      await vi.waitFor(
        async () => expect(await bet(server.url ?? '', player, randomUUID())).toMatch(/^200 /),
        {
          // How fast it is back depends on the machine's other work: npm run torture measures it.
          timeout: 20_000,
          interval: 50,
        },
      )
      expect(await bet(server.url ?? '', player, 'before')).toBe(before)
    })
  })

if (isWhole)
  describe('several servers on one database', () => {
    it('start in parallel, and one player’s key has one response on all of them', async () => {
      const name = `cluster_${randomUUID().replaceAll('-', '')}`
      const { db } = await createTestDb({ connections: 1 })
      await db.write(`create database ${name}`)
      const database = new URL(inject('postgresUrl'))
      database.pathname = `/${name}`
      const env = { DATABASE_URL: database.href, DATA_DIR: folder }
      const servers = await Promise.all([start(env), start(env), start(env)])
      expect(servers.map((server) => server.stderr())).toEqual(['', '', ''])
      const player = await newPlayer(servers[0].url ?? '', 100)
      const responses = await Promise.all(
        Array.from({ length: 21 }, (_, i) => bet(servers[i % 3]?.url ?? '', player, 'one key')),
      )
      expect(new Set(responses).size).toBe(1)
      expect(responses[0]).toMatch(/^200 /)
    })
  })

describe('a damaged data folder (the last test: nothing starts on it afterwards)', () => {
  it('prevents a start', async () => {
    await writeFile(join(folder, 'pg/global/pg_control'), 'garbage')
    expect(await refusal({ DATA_DIR: folder })).toContain(folder)
    await writeFile(join(folder, 'master.key'), '')
    expect(await reason({})).toContain('master.key')
  })
})
