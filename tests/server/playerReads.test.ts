/**
 * Where players are spread over nodes, what one player has is read on the player's node. On one PostgreSQL the test makes a node of the same
 * database; on Citus (TEST_CITUS) it is the real one.
 */
import { describe, expect, inject, it, vi } from 'vitest'
import { PlayerReads } from '#server/db/PlayerReads.ts'
import { createTestApp } from './helpers/testApp.ts'

const nodes = vi.hoisted(() => ({ areSpread: false }))
vi.mock(import('#server/db/distributed.ts'), async (original) => {
  const module = await original()
  return {
    ...module,
    isDistributed: (db) => (nodes.areSpread ? Promise.resolve(true) : module.isDistributed(db)),
  }
})

const t = await createTestApp()
const { db } = t.deps
const citus = inject('citus')
const url = new URL(citus?.urls[0] ?? inject('postgresUrl'))
const cashSql = 'select cash from wallets where user_id = $1'
const serverSql =
  'select inet_server_port() as port, current_schema() as schema, w.cash from wallets w where user_id = $1'

/** What the functions of a database with nodes say of every player. */
async function placePlayers(address: string, shard: number): Promise<void> {
  await db.write(`create or replace function player_node(p_user text) returns text language sql stable
    as $$ select '${address}' $$`)
  await db.write(`create or replace function player_shard(p_user text) returns bigint language sql immutable
    as $$ select ${shard}::bigint $$`)
}

it('user info looks for those whom a player has invited', async () => {
  nodes.areSpread = true
  const code = 'CONVITE1'
  const inviter = await t.createUser({ inviteCode: code })
  const people = async () => {
    const { data } = await t.get<{ userInfo: Record<string, number> }>('/api/app/user/userInfo', {
      token: inviter.token,
    })
    return [1, 2, 3].map((level) => data.userInfo[`level${level}Person`])
  }
  expect(await people()).toEqual([0, 0, 0])
  const registration = {
    ...(await t.captcha()),
    username: 'convidada@test.com',
    country: '55',
    phone: '11987654321',
    name: '',
    cardNo: '',
    pwd: 'Segura-123',
    pwd1: 'Segura-123',
    regcode: code,
    isapp: 0,
  }
  expect((await t.post('/api/auth/user/restRegister', registration)).http).toBe(200)
  expect(await people()).toEqual([1, 0, 0])
})

function ofOneDatabase() {
  it('is read there, in the schema of the shard', async () => {
    const { uId } = await t.createUser({ balance: 100 })
    await placePlayers(url.host, 7)
    // Its wallet has another balance than the table, so that one sees which was read.
    await db.write('create schema shard_7')
    await db.write('create view shard_7.wallets as select user_id, cash + 1 as cash from public.wallets')
    nodes.areSpread = true
    const near = await new PlayerReads(db).of(uId)
    expect(await near.read(cashSql, [uId])).toEqual([{ cash: 10_001 }])
    expect(await db.read(cashSql, [uId])).toEqual([{ cash: 10_000 }])
  })

  it('of another shard is read in the schema of that one, on the same connections', async () => {
    const { uId } = await t.createUser({ balance: 100 })
    await db.write('create schema shard_8')
    await db.write('create view shard_8.wallets as select user_id, cash + 2 as cash from public.wallets')
    nodes.areSpread = true
    const of = async (shard: number) => {
      await placePlayers(url.host, shard)
      return new PlayerReads(db).of(uId)
    }
    const [seventh, eighth] = [await of(7), await of(8)]
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? seventh : eighth).read<{ cash: number }>(cashSql, [uId]),
      ),
    )
    expect(all.map(([row]) => row?.cash)).toEqual(all.map((_, index) => (index % 2 === 0 ? 10_001 : 10_002)))
  })

  it('is read the usual way while the node cannot be reached', async () => {
    const { uId } = await t.createUser({ balance: 100 })
    // Nothing listens there.
    await placePlayers('127.0.0.1:1', 7)
    nodes.areSpread = true
    const reads = new PlayerReads(db)
    expect(await (await reads.of(uId)).read(cashSql, [uId])).toEqual([{ cash: 10_000 }])
    // Not tried again for a while.
    expect(await reads.of(uId)).toBe(db)
  })

  it('gets the error of a statement that is wrong', async () => {
    const { uId } = await t.createUser({ balance: 100 })
    await placePlayers(url.host, 7)
    nodes.areSpread = true
    const near = await new PlayerReads(db).of(uId)
    await expect(near.read('select nothing from wallets where user_id = $1', [uId])).rejects.toThrow(
      'nothing',
    )
    await expect(near.read('delete from public.wallets where user_id = $1', [uId])).rejects.toThrow(
      'read-only',
    )
  })
}

async function isReadOnWorker() {
  const { uId } = await t.createUser({ balance: 100 })
  const near = await t.deps.playerReads.of(uId)
  const [row] = await near.read<{ port: number; schema: string; cash: number }>(serverSql, [uId])
  expect(row?.port).not.toBe(Number(url.port))
  expect(row?.schema).toMatch(/^shard_\d+$/)
  expect(await db.read(cashSql, [uId])).toEqual([{ cash: row?.cash }])
}

if (citus === undefined) describe('a player of a node', ofOneDatabase)
else it('a player is read on the worker, with what the coordinator says', isReadOnWorker)
