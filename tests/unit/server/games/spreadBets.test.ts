import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import type { AppDeps } from '#server/deps.ts'
import { InstantBets } from '#server/games/instant/InstantBets.ts'
import { limboBet } from '#server/games/limbo/limbo.ts'

/** Bets of players who are spread over the shards and nodes that their names end with: `ana-1-a` is in shard 1, on node a. */
function spreadBets() {
  const sent: string[] = []
  /** Statements that wait for their rows. */
  const waiting: (() => void)[] = []
  const down = new Set<string>()
  const stateOf = (id: string) => ({
    user_id: id,
    pair_id: `pair-${id}`,
    server_seed: 'server',
    server_seed_hash: 'hash',
    client_seed: 'client',
    nonce: 0,
    deposit_sum: 0,
    settled_bets: 0,
    shard: Number(id.split('-')[1]),
    node: id.split('-')[2] ?? null,
  })
  const writeAt = (address: string) => (_sql: string, params: unknown[]) => {
    const players = String(params[2]).split('\u001f')
    sent.push(`${address}: ${players.join(' ')}`)
    if (down.has(address)) {
      const gone = new pg.DatabaseError('the node is starting', 0, 'error')
      gone.code = '57P03'
      return Promise.reject(gone)
    }
    const rows = players.map((_, index) => ({
      played: index + 1,
      cash: 0,
      bonus: 0,
      deposit_sum: 0,
      bet_sum: 0,
      version: 1,
    }))
    return new Promise((resolve) => waiting.push(() => resolve(rows)))
  }
  const bets = new InstantBets({
    db: {
      read: (_sql: string, params: unknown[]) => Promise.resolve((params[0] as string[]).map(stateOf)),
      write: writeAt('coordinator'),
      at: (address: string) => ({ write: writeAt(address) }),
    },
    bus: { channel: 'bus', publishAll: () => Promise.resolve() },
    clock: { now: () => new Date() },
    log: { warn: () => undefined },
    metrics: {
      queue: () => undefined,
      moved: () => undefined,
      betTaken: () => undefined,
      roundSettled: () => undefined,
    },
    presence: { mayBeConnected: () => true },
    settings: { get: () => Promise.resolve({ serviceClosure: null }) },
  } as unknown as AppDeps)
  let keys = 0
  const play = (userId: string) =>
    bets.play({
      userId,
      sessionId: `session-${userId}`,
      key: `key-${keys++}`,
      route: 'POST /bet',
      bodyHash: 'hash',
      bet: limboBet({ amount: cents(100), wallet: 'cash', target: 2 }),
      respond: () => '{}',
    })
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await nextTurn()
  }
  /** Answers everything that was sent, and what is sent then. */
  const answer = async () => {
    for (await settle(); waiting.length > 0; await settle()) waiting.shift()?.()
  }
  return { sent, down, play, settle, answer }
}

const players = ['ana-1-a', 'bia-2-b', 'caio-1-a', 'davi-2-b']

it('a batch is full of bets of one shard', async () => {
  const { sent, play, answer } = spreadBets()
  const crowd = Array.from({ length: 128 }, (_, number) => `p${number}-${number % 4}-a`)
  const first = Promise.all(crowd.map(play))
  await answer()
  await first
  sent.length = 0
  for (const player of crowd) void play(player)
  await answer()
  const batches = sent.map((batch) => batch.split(' ').slice(1))
  expect(batches.map((batch) => new Set(batch.map((player) => player.split('-')[1])).size)).toEqual([
    1, 1, 1, 1,
  ])
  expect(batches.map(({ length }) => length)).toEqual([32, 32, 32, 32])
})

it('goes to the node that has the players, and around it for a while when it is away', async () => {
  const { sent, down, play, answer } = spreadBets()
  const played = Promise.all(players.map(play))
  await answer()
  expect(await played).toEqual(['{}', '{}', '{}', '{}'])
  expect(sent).toEqual(['a: ana-1-a caio-1-a', 'b: bia-2-b davi-2-b'])

  down.add('a')
  sent.length = 0
  const lost = play('ana-1-a')
  await answer()
  expect(await lost).toBeUndefined()
  const around = play('ana-1-a')
  await answer()
  expect(await around).toBe('{}')
  expect(sent).toEqual(['a: ana-1-a', 'coordinator: ana-1-a'])
})
