import { expect, it } from 'vitest'
import { applyChanges } from '../../scripts/citus/move/apply.ts'
import { ChangeReader, type Change, type Relation } from '../../scripts/citus/move/pgoutput.ts'
import { createTestDb } from './helpers/testDb.ts'

const { db } = await createTestDb()
await db.write(`create table moved_parents (id text primary key, is_last boolean);
  create unique index moved_last on moved_parents (is_last) where is_last;
  create table moved_children (id bigint generated always as identity, owner text references moved_parents, text text,
    at timestamptz, parts text[], primary key (owner, id))`)

const parents = {
  name: 'public.moved_parents',
  columns: [
    { name: 'id', type: 'text' },
    { name: 'is_last', type: 'boolean' },
  ],
  key: ['id'],
}
const children = {
  name: 'public.moved_children',
  columns: [
    { name: 'id', type: 'bigint', counts: true },
    { name: 'owner', type: 'text' },
    { name: 'text', type: 'text' },
    { name: 'at', type: 'timestamp with time zone' },
    { name: 'parts', type: 'text[]' },
  ],
  key: ['owner', 'id'],
  by: 'owner',
}
const tables = [parents, children]
/** In the source, the key of a child lacks its owner. */
const relationOf = ({ name, columns }: typeof parents): Relation => ({
  name,
  columns: columns.map((column) => ({ name: column.name, isKey: column.name === 'id' })),
})
const [ofParents, ofChildren] = [relationOf(parents), relationOf(children)]
const at = '2026-11-30 10:00:00+00'
const parent = (kind: Change['kind'], after: Change['after']): Change => ({
  relation: ofParents,
  kind,
  ...(after && { after }),
})
const child = (kind: Change['kind'], after: Change['after'], before?: Change['before']): Change => ({
  relation: ofChildren,
  kind,
  ...(after && { after }),
  ...(before && { before }),
})
const rows = async () => ({
  parents: await db.read('select * from moved_parents order by id'),
  children: await db.read('select id, owner, text, parts from moved_children order by id'),
})

it('makes the changes of many transactions as one, in the order of the tables, the last state of each row', async () => {
  await applyChanges(db, tables, [
    parent('insert', ['a', null]),
    child('insert', ['1', 'a', 'one', at, '{x,"y z"}']),
    child('insert', ['2', 'a', 'two', at, null]),
    child('update', ['1', 'a', 'changed', at, '{x,"y z"}']),
    child('delete', undefined, ['2', null, null, null, null]),
    // A large value that was not changed is not sent.
    child('update', ['1', 'a', undefined, at, '{}']),
  ])
  const expected = {
    parents: [{ id: 'a', is_last: null }],
    children: [{ id: 1, owner: 'a', text: 'changed', parts: [] }],
  }
  expect(await rows()).toEqual(expected)
  await applyChanges(db, tables, [child('update', ['1', 'a', undefined, at, '{z}'])])
  expect((await rows()).children).toEqual([{ id: 1, owner: 'a', text: 'changed', parts: ['z'] }])
})

it('a row that got another key is not left behind', async () => {
  await applyChanges(db, tables, [
    child('update', ['3', 'a', 'moved', at, null], ['1', null, null, null, null]),
  ])
  expect((await rows()).children).toEqual([{ id: 3, owner: 'a', text: 'moved', parts: null }])
})

it('what only one row may be passes from one to another', async () => {
  await applyChanges(db, tables, [parent('insert', ['b', 't'])])
  await applyChanges(db, tables, [
    parent('update', ['b', 'f']),
    parent('insert', ['c', 't']),
    parent('update', ['b', null]),
  ])
  expect((await rows()).parents).toEqual([
    { id: 'a', is_last: null },
    { id: 'b', is_last: null },
    { id: 'c', is_last: true },
  ])
})

it('returns the players whose own rows were changed, and the numbers of payments', async () => {
  const users: Relation = { name: 'public.users', columns: [{ name: 'id', isKey: true }] }
  const after = ['ana']
  const orders: Relation = {
    name: 'public.orders',
    columns: ['id', 'user_id', 'provider', 'pay_no'].map((name) => ({ name, isKey: name === 'id' })),
  }
  const ordered = (payNo: string): Change => ({
    relation: orders,
    kind: 'update',
    after: ['o', 'ana', 'bank', payNo],
  })
  expect(
    await applyChanges(db, [], [{ relation: users, kind: 'update', after }, ordered(''), ordered('7')]),
  ).toEqual({ players: ['ana'], payments: [{ player: 'ana', provider: 'bank', number: '7' }] })
})

const text = (value: string) => Buffer.from(`${value}\0`)
const int16 = (value: number) => Buffer.from([value >> 8, value & 0xff])
const int32 = (value: number) => Buffer.from([0, 0, value >> 8, value & 0xff])
const value = (given: string) => [Buffer.from('t'), int32(Buffer.byteLength(given)), Buffer.from(given)]
const message = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))

it('reads what the decoder of PostgreSQL sends', () => {
  const reader = new ChangeReader()
  const column = (flag: string, name: string) => [flag, text(name), int32(25), int32(0)]
  const relation = message(
    'R',
    int32(7),
    text('public'),
    text('t'),
    'd',
    int16(2),
    ...column('\u0001', 'id'),
    ...column('\0', 'x'),
  )
  expect(reader.read(message('B', Buffer.alloc(20)))).toBeUndefined()
  expect(reader.read(relation)).toBeUndefined()
  const known = {
    name: 'public.t',
    columns: [
      { name: 'id', isKey: true },
      { name: 'x', isKey: false },
    ],
  }
  expect(reader.read(message('I', int32(7), 'N', int16(2), ...value('ã'), 'n'))).toEqual({
    relation: known,
    kind: 'insert',
    after: ['ã', null],
  })
  const changed = message('U', int32(7), 'K', int16(2), ...value('a'), 'n', 'N', int16(2), ...value('b'), 'u')
  expect(reader.read(changed)).toEqual({
    relation: known,
    kind: 'update',
    before: ['a', null],
    after: ['b', undefined],
  })
  expect(reader.read(message('D', int32(7), 'K', int16(2), ...value('b'), 'n'))).toEqual({
    relation: known,
    kind: 'delete',
    before: ['b', null],
  })
  expect(() => reader.read(message('T', int32(1)))).toThrow('emptied')
})
