/** Where players are spread over nodes, a round of double waits for the bets on it whose commit a node has not shown yet. */
import { expect, it, vi } from 'vitest'
import { settleDueRounds } from '#server/games/double/sharedRound.ts'
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
const { clock, db } = t.deps

// A node whose prepared transactions the test makes.
await db.write('create schema node')
await db.write('create table node.pg_prepared_xacts (gid text, prepared timestamptz, database name)')
await db.write(`create function run_command_on_all_nodes(command text) returns table (success boolean, result text)
  language plpgsql security definer set search_path = node, pg_catalog as $$
  begin
    success := true;
    execute command into result;
    return next;
  end $$`)

const prepare = (gid: string, ageMs: number) =>
  db.write(
    `insert into node.pg_prepared_xacts
     values ($1, clock_timestamp() - $2 * interval '1 millisecond', current_database())`,
    [gid, ageMs],
  )

/** The clock of the server and that of the node. */
async function advance(ms: number) {
  await clock.advance(ms)
  await db.write(
    `update node.pg_prepared_xacts set prepared = prepared - $1::bigint * interval '1 millisecond'`,
    [ms],
  )
}

async function settle() {
  nodes.areSpread = true
  await settleDueRounds(t.deps)
  nodes.areSpread = false
}

it('is held up, with an error for the staff, by what was prepared while it took bets, and by nothing else', async () => {
  const user = await t.createUser({ balance: 100 })
  await clock.moveTo(new Date((Math.floor(clock.now().getTime() / 15_000) + 1) * 15_000))
  const bet = await t.post('/api/app/game/double/bet', { amount: 1, colour: 'red' }, { token: user.token })
  expect(bet.http).toBe(200)
  const status = async () =>
    (await db.read<{ status: string }>('select status from game_rounds where user_id = $1', [user.uId]))[0]
      ?.status
  const [round] = await db.read<{ sequence: number }>('select max(sequence) as sequence from double_rounds')
  await clock.advance(14_000)
  await prepare('orphan', 3_600_000)
  await prepare('of the round', 8_000)
  const logged = vi.spyOn(t.deps.log, 'error')
  await settle()
  expect([await status(), logged.mock.calls]).toEqual(['open', []])

  await advance(31_000)
  await settle()
  await settle()
  expect(await status()).toBe('open')
  expect(logged.mock.calls).toEqual([
    [
      { waiting: [{ round: round?.sequence, gids: ['of the round'] }] },
      'rounds of double wait for transactions that are prepared on the nodes',
    ],
  ])
  await advance(60_000)
  await settle()
  expect(logged).toHaveBeenCalledTimes(2)
  logged.mockRestore()

  await db.write(`delete from node.pg_prepared_xacts where gid = 'of the round'`)
  await prepare('later', 0)
  await settle()
  expect(await status()).toBe('settled')
})
