/**
 * Where players are spread over nodes, a round of double waits for the bets on it whose commit a node has not shown yet. On one PostgreSQL
 * the test answers for the node; on Citus (TEST_CITUS) the node of the player has a bet that is prepared.
 */
import pg from 'pg'
import { expect, inject, it, vi } from 'vitest'
import { settleDueRounds } from '#server/games/double/sharedRound.ts'
import { createTestApp } from './helpers/testApp.ts'
import { databaseUrl } from './helpers/testPostgres.ts'

const nodes = vi.hoisted(() => ({ areSpread: false }))
vi.mock(import('#server/db/distributed.ts'), async (original) => {
  const module = await original()
  return {
    ...module,
    isDistributed: (db) => (nodes.areSpread ? Promise.resolve(true) : module.isDistributed(db)),
  }
})

const t = await createTestApp()
const { clock, db } = t.deps
const citus = inject('citus')

/** A bet on a round that has just begun. */
async function placeBet() {
  const { token, uId: userId } = await t.createUser({ balance: 100 })
  await clock.moveTo(new Date((Math.floor(clock.now().getTime() / 15_000) + 1) * 15_000))
  const body = { amount: 1, colour: 'red' }
  const bet = await t.post<{ roundId: string }>('/api/app/game/double/bet', body, { token })
  expect(bet.http).toBe(200)
  const status = async () => {
    const rows = await db.read<{ status: string }>('select status from game_rounds where user_id = $1', [
      userId,
    ])
    return rows[0]?.status
  }
  return { userId, betId: bet.data.roundId, status }
}

/** A node that the test answers for. */
async function makeNode() {
  await db.write('create schema node')
  await db.write('create table node.pg_prepared_xacts (gid text, prepared timestamptz, database name)')
  await db.write(`create function run_command_on_all_nodes(command text) returns table (success boolean, result text)
    language plpgsql security definer set search_path = node, pg_catalog as $$
    begin
      success := true;
      execute command into result;
      return next;
    end $$`)
  return {
    prepare: (gid: string, ageMs: number) =>
      db.write(
        `insert into node.pg_prepared_xacts
         values ($1, clock_timestamp() - $2 * interval '1 millisecond', current_database())`,
        [gid, ageMs],
      ),
    end: (gid: string) => db.write('delete from node.pg_prepared_xacts where gid = $1', [gid]),
    /** The clock of the server and that of the node. */
    async advance(ms: number) {
      await clock.advance(ms)
      await db.write(
        `update node.pg_prepared_xacts set prepared = prepared - $1::bigint * interval '1 millisecond'`,
        [ms],
      )
    },
    async settle() {
      nodes.areSpread = true
      await settleDueRounds(t.deps)
      nodes.areSpread = false
    },
  }
}

/** The worker that has the player, and the schema there of the player's shard. */
async function connectToNode(userId: string, urls: readonly string[]) {
  const [row] = await db.read<{ node: string; shard: number; name: string }>(
    'select player_node($1) as node, player_shard($1) as shard, current_database() as name',
    [userId],
  )
  const url = urls.find((each) => new URL(each).host === row?.node)
  if (!row || url === undefined) throw new Error('the player is on no node')
  const client = new pg.Client(databaseUrl(url, row.name))
  await client.connect()
  return { client, schema: `shard_${row.shard}` }
}

if (citus)
  it('is held up by a bet that its node has prepared, and settles it once the node shows it', async () => {
    const { userId, betId, status } = await placeBet()
    const { client, schema } = await connectToNode(userId, citus.urls)
    try {
      // The bet goes into a prepared transaction, in which it would be if the coordinator had ended after its commit.
      const { rows } = await client.query<{ bet: unknown }>(
        `delete from ${schema}.game_rounds r where id = $1 returning to_jsonb(r) as bet`,
        [betId],
      )
      await client.query('begin')
      await client.query(
        `insert into ${schema}.game_rounds select * from jsonb_populate_record(null::${schema}.game_rounds, $1)`,
        [JSON.stringify(rows[0]?.bet)],
      )
      await client.query(`prepare transaction 'a bet'`)
      await clock.advance(14_000)
      await settleDueRounds(t.deps)
      await client.query(`commit prepared 'a bet'`)
      expect(await status()).toBe('open')
      await settleDueRounds(t.deps)
      expect(await status()).toBe('settled')
      expect(await t.deps.ledger.violations()).toEqual([])
    } finally {
      await client.end()
    }
  })
else
  it('is held up, with an error for the staff, by what was prepared while it took bets, and by nothing else', async () => {
    const node = await makeNode()
    const { status } = await placeBet()
    const [round] = await db.read<{ sequence: number }>('select max(sequence) as sequence from double_rounds')
    await clock.advance(14_000)
    await node.prepare('orphan', 3_600_000)
    await node.prepare('of the round', 8_000)
    const logged = vi.spyOn(t.deps.log, 'error')
    await node.settle()
    expect([await status(), logged.mock.calls]).toEqual(['open', []])

    await node.advance(31_000)
    await node.settle()
    await node.settle()
    expect(await status()).toBe('open')
    expect(logged.mock.calls).toEqual([
      [
        { waiting: [{ round: round?.sequence, gids: ['of the round'] }] },
        'rounds of double wait for transactions that are prepared on the nodes',
      ],
    ])
    await node.advance(60_000)
    await node.settle()
    expect(logged).toHaveBeenCalledTimes(2)
    logged.mockRestore()

    await node.end('of the round')
    await node.prepare('later', 0)
    await node.settle()
    expect(await status()).toBe('settled')
  })
