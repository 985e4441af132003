/** The connections of `npm run move` to the source, which takes no writes of others while both sides are compared. */
import { expect, it } from 'vitest'
import { createDb } from '#server/db/client.ts'
import { cleanUp, writingUrl } from '../../scripts/citus/move/source.ts'
import { atEnd } from './helpers/atEnd.ts'
import { createTestDb } from './helpers/testDb.ts'

const { db, url } = await createTestDb()

const open = (address: string) => {
  const opened = createDb(address, { name: 'move', max: 1, maxReads: 1, outageMs: 0 })
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
