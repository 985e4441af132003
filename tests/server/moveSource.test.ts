/** The connections of `npm run move` to the source, which takes no writes of others while both sides are compared. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createDb, type Db } from '#server/db/client.ts'
import { cleanUp, whilePublished, whileReadOnly, writingUrl } from '../../scripts/citus/move/source.ts'
import { atEnd } from './helpers/atEnd.ts'
import { createTestDb } from './helpers/testDb.ts'

const { db, url } = await createTestDb()

const open = (address: string, max = 1) => {
  const opened = createDb(address, { name: 'move', max, maxReads: 1, outageMs: 0 })
  atEnd(() => opened.close())
  return opened
}
const databaseOf = async () => {
  const [row] = await db.read<{ name: string }>('select current_database() as name')
  return row?.name ?? ''
}

it('a new connection of the move can let the source take writes again', async () => {
  const name = await databaseOf()
  await db.write(`alter database ${name} set default_transaction_read_only = on`)
  const reset = `alter database ${name} reset default_transaction_read_only`
  await expect(open(url).write(reset)).rejects.toMatchObject({ code: '25006' })
  await open(writingUrl(url)).write(reset)
  const [row] = await open(url).write<{ is: string }>(
    `select current_setting('default_transaction_read_only') as is`,
  )
  expect(row?.is).toBe('off')
})

it('the address keeps its other parameters, and its options', async () => {
  const address = new URL(url)
  address.searchParams.set('options', '-c statement_timeout=61s')
  address.searchParams.set('keepalives', '1')
  const writing = writingUrl(address.href)
  expect(new URL(writing).searchParams.get('keepalives')).toBe('1')
  const [row] = await open(writing).write(
    `select current_setting('statement_timeout') as timeout, current_setting('default_transaction_read_only') as is`,
  )
  expect(row).toEqual({ timeout: '61s', is: 'off' })
  expect(writingUrl('postgresql://user:p%40ss@/db?host=/run/postgresql')).toBe(
    'postgresql://user:p%40ss@/db?host=%2Frun%2Fpostgresql&options=-c%20default_transaction_read_only%3Doff',
  )
})

it('an error of the cleaning up replaces nothing, and says what to do by hand', async () => {
  const said: string[] = []
  const failed = () => Promise.reject(new Error('away'))
  await cleanUp('do it yourself', failed, (text) => said.push(text))
  expect(said).toEqual(['Cleaning up failed (away): do it yourself'])
})

/** Begins a pause whose work lasts until `end`, and returns when the source takes no writes. */
async function beginPause(work?: (on: Db) => Promise<unknown>) {
  const said: string[] = []
  const stop = new AbortController()
  let end = (_error?: Error): void => undefined
  const lasting = new Promise<void>((done, fail) => {
    end = (error) => (error ? fail(error) : done())
  })
  const from = open(writingUrl(url), 2)
  const pause = whileReadOnly(
    from,
    { signal: stop.signal, at: [from], say: (text) => said.push(text) },
    () => work?.(from) ?? lasting,
  )
  const outcome = pause.then(
    () => 'done',
    (error: unknown) => String(error),
  )
  await vi.waitFor(() => expect(said).toEqual(['The source takes no writes now.']))
  await expect(open(url).write(touch)).rejects.toMatchObject({ code: '25006' })
  return { said, stop, end, outcome }
}

const touch = 'create temporary table touched (id integer)'

it('who stops the move in its pause lets the source take writes again, and reads so, whatever still runs', async () => {
  const { said, stop, end, outcome } = await beginPause()
  stop.abort(new Error('Stopped by SIGINT.'))
  await vi.waitFor(() => expect(said.at(-1)).toBe('The source takes writes again.'))
  await open(url).write(touch)
  // A statement that was sent before ends as it may.
  end(new Error('late'))
  expect(await outcome).toBe('Error: Stopped by SIGINT.')
})

it('who stops the move in its pause waits for no statement of it, nor for one that follows', async () => {
  let sent = 0
  const sleep = (on: Db) => {
    sent++
    return on.write('select pg_sleep(600)')
  }
  const { stop, outcome } = await beginPause((on) => sleep(on).catch(() => sleep(on)))
  stop.abort(new Error('Stopped by SIGINT.'))
  expect(await outcome).toBe('Error: Stopped by SIGINT.')
  expect(sent).toBe(2)
})

const isFull = async (table: string) => {
  const [row] = await db.read<{ is: boolean }>(
    `select relreplident = 'f' as is from pg_class where oid = $1::regclass`,
    [table],
  )
  return row?.is
}
const publications = () => db.read('select pubname from pg_publication')
const going = { signal: new AbortController().signal, at: [], say: () => undefined }

it('what the move sets on tables of the source goes with it, whatever fails', async () => {
  await db.write(`create table public.keyless (id integer); create table public.kept_full (id integer);
    alter table public.kept_full replica identity full; create table public.keyed (id integer primary key)`)
  const from = open(url)
  const tables = ['public.keyless', 'public.kept_full', 'public.keyed']
  const asBefore = async () => {
    expect(await Promise.all(tables.map(isFull))).toEqual([false, true, false])
    expect(await publications()).toEqual([])
  }
  const seen = await whilePublished(from, tables, going, async () => [
    await Promise.all(tables.map(isFull)),
    await publications(),
  ])
  expect(seen).toEqual([[true, true, false], [{ pubname: 'palpite_move' }]])
  await asBefore()
  await expect(
    whilePublished(from, tables, going, () => Promise.reject(new Error('no slot'))),
  ).rejects.toThrow('no slot')
  await asBefore()
})

it('a move that is stopped while it waits for a table leaves the source as it was', async () => {
  await db.write('create table public.first_one (id integer); create table public.in_use (id integer)')
  const from = open(url, 2)
  const stop = new AbortController()
  await db.tx(async (tx) => {
    await tx.query('select from public.in_use')
    const published = whilePublished(
      from,
      ['public.first_one', 'public.in_use'],
      { signal: stop.signal, at: [from], say: () => undefined },
      () => Promise.resolve('not stopped'),
    )
    const outcome = published.catch((error: unknown) => String(error))
    await vi.waitFor(async () => expect(await isFull('public.first_one')).toBe(true))
    stop.abort(new Error('Stopped by SIGINT.'))
    expect(await outcome).toBe('Error: Stopped by SIGINT.')
  })
  expect(await isFull('public.first_one')).toBe(false)
  expect(await publications()).toEqual([])
})

it('a pause that fails ends, and one that has done its work lasts', async () => {
  const failed = await beginPause()
  failed.end(new Error('not the same'))
  expect(await failed.outcome).toBe('Error: not the same')
  expect(failed.said.at(-1)).toBe('The source takes writes again.')
  await open(url).write(touch)
  const done = await beginPause()
  done.end()
  expect(await done.outcome).toBe('done')
  await expect(open(url).write(touch)).rejects.toMatchObject({ code: '25006' })
})

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s stops the move; further ones are ignored until everything is put back',
  async (signal) => {
    const program = `
    import { once } from 'node:events'
    import { untilStopped } from './scripts/citus/move/source.ts'
    await untilStopped(async (signal) => {
      console.log('runs')
      const waits = setInterval(() => undefined, 1_000)
      await new Promise((stopped) => signal.addEventListener('abort', stopped))
      console.log(signal.reason.message)
      await once(process.stdin, 'data')
      clearInterval(waits)
    })
    setInterval(() => undefined, 1_000)
    console.log('put back')`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
      cwd: resolve(import.meta.dirname, '../..'),
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const ended = once(child, 'close')
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    const sees = (text: string) => vi.waitFor(() => expect(printed).toBe(text), { timeout: 20_000 })
    await sees('runs\n')
    child.kill(signal)
    await sees(`runs\nStopped by ${signal}.\n`)
    // As npm does with what the terminal has sent to both.
    child.kill(signal)
    child.stdin.write('go on\n')
    await sees(`runs\nStopped by ${signal}.\nput back\n`)
    child.kill(signal)
    expect(await ended).toEqual([null, signal])
  },
)
