import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDb, type Db } from '#server/db/client.ts'
import { isAlive } from '#server/db/dataFolder.ts'
import { startEmbedded, type EmbeddedPostgres } from '#server/db/embedded.ts'
import { StartError } from '#server/startError.ts'

/** The user id of `nobody`. */
const nobody = 65_534

const cleanUps: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palpite-pg-'))
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function start(folder: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded(folder)
  cleanUps.push(() => postgres.stop())
  return postgres
}

async function query<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb(url, { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const make = (url: string) => query(url, (db) => db.query('create table kept as select 42::bigint as answer'))
const read = (url: string) => query(url, (db) => db.query('select answer from kept'))

/** A server process of its own, to be killed. */
async function startProcess(folder: string): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const program = join(import.meta.dirname, 'helpers/embeddedProcess.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUps.push(async () => {
    child.kill('SIGKILL')
  })
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  const [line] = (await once(lines, 'line')) as [string]
  return { child, ...(JSON.parse(line) as { url: string; pid: number }) }
}

describe('the embedded database', () => {
  it('keeps what was written across restarts, and leaves no process behind', async () => {
    const folder = await newFolder()
    const first = await start(folder)
    await make(first.url)
    const pid = first.pid() ?? 0
    expect(isAlive(pid)).toBe(true)
    await Promise.all([first.stop(), first.stop()])
    expect(isAlive(pid)).toBe(false)
    const second = await start(folder)
    expect(await read(second.url)).toEqual([{ answer: 42 }])
  })

  it('writes durably', async () => {
    const { url } = await start(await newFolder())
    const [row] = await query(url, (db) =>
      db.query(`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits`),
    )
    expect(row).toEqual({ fsync: 'on', commits: 'on' })
  })

  it('works deep in folders with blanks, which only their owner may enter', async () => {
    const closed = join(await newFolder(), 'a folder')
    await mkdir(closed, { mode: 0o700 })
    const deep = join(closed, 'd'.repeat(60), 'data')
    const { url } = await start(deep)
    await make(url)
    expect(await read(url)).toEqual([{ answer: 42 }])
  })

  it('is refused to a second server, which names the folder', async () => {
    const folder = await newFolder()
    const { child } = await startProcess(folder)
    const second = startEmbedded(folder)
    await expect(second).rejects.toThrow(StartError)
    await expect(second).rejects.toThrow(new RegExp(`^[^\\n]*${folder} is in use .+process ${child.pid}`))
    child.kill('SIGTERM')
    await once(child, 'exit')
    await start(folder)
  })

  it('is refused to a second start in the same process', async () => {
    const folder = await newFolder()
    await start(folder)
    await expect(startEmbedded(folder)).rejects.toThrow(/is in use/)
  })

  it('shuts down when its server is killed, and starts again with everything', async () => {
    const folder = await newFolder()
    const { child, url, pid } = await startProcess(folder)
    await make(url)
    child.kill('SIGKILL')
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 5_000)
    expect(await read((await start(folder)).url)).toEqual([{ answer: 42 }])
  })

  it('is recovered when it was left running alone', async () => {
    const folder = await newFolder()
    const { child, url, pid } = await startProcess(folder)
    await make(url)
    execFileSync('pkill', ['-KILL', '-f', `kill -INT "[$]0" ${pid}`])
    child.kill('SIGKILL')
    await once(child, 'exit')
    await delay(300)
    expect(isAlive(pid)).toBe(true)
    const again = await start(folder)
    expect(isAlive(pid)).toBe(false)
    expect(await read(again.url)).toEqual([{ answer: 42 }])
  })

  it('is back within five seconds after it was killed, with every acknowledged write', async () => {
    const postgres = await start(await newFolder())
    const db = createDb(postgres.url, { max: 4 })
    cleanUps.push(() => db.close())
    await db.query('create table writes (n bigint primary key)')
    let acknowledged = 0
    let stop = false
    const writer = (async () => {
      while (!stop) {
        try {
          await db.query('insert into writes values ($1)', [acknowledged])
          acknowledged++
        } catch {
          // Down, or an unknown outcome: a new number, so that the next one is no duplicate.
          acknowledged += 1_000_000
          await delay(20)
        }
      }
    })()
    await delay(300)
    const written = acknowledged
    expect(written).toBeGreaterThan(10)
    process.kill(postgres.pid() ?? 0, 'SIGKILL')
    const killed = Date.now()
    await vi.waitFor(async () => expect(await db.query('select 1 as one')).toHaveLength(1), {
      timeout: 5_000,
      interval: 50,
    })
    expect(Date.now() - killed).toBeLessThan(5_000)
    stop = true
    await writer
    const [row] = await db.query<{ n: number }>('select count(*) as n from writes where n < $1', [written])
    expect(row?.n).toBe(written)
  })
})

describe('a data folder that cannot be used', () => {
  it.each([
    ['pg/global/pg_control', 'garbage'],
    ['pg/PG_VERSION', ''],
    ['pg/PG_VERSION', '12\n'],
    ['pg/postgresql.conf', 'nonsense = ???\n'],
  ])('is told in one line when %s is %j', async (file, content) => {
    const folder = await newFolder()
    await (await start(folder)).stop()
    await writeFile(join(folder, file), content)
    const starting = startEmbedded(folder)
    await expect(starting).rejects.toThrow(StartError)
    await expect(starting).rejects.toThrow(new RegExp(`^[^\\n]*${folder}[^\\n]*$`))
  })

  it('is told when it is a file', async () => {
    const file = join(await newFolder(), 'file')
    await writeFile(file, '')
    await expect(startEmbedded(join(file, 'data'))).rejects.toThrow(/cannot be written: a part of the path/)
    await expect(startEmbedded(file)).rejects.toThrow(StartError)
  })

  it('is told when it may not be written', async () => {
    const folder = await newFolder()
    await chmod(folder, 0o500)
    // Root may write anywhere: it asks as somebody else.
    const isRoot = process.getuid?.() === 0
    if (isRoot) process.seteuid?.(nobody)
    try {
      await expect(startEmbedded(join(folder, 'data'))).rejects.toThrow(
        /cannot be written: permission denied/,
      )
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
  })
})
