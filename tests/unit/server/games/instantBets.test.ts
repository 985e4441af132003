import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import type { AppDeps } from '#server/deps.ts'
import { InstantBets } from '#server/games/instant/InstantBets.ts'
import { limboBet } from '#server/games/limbo/limbo.ts'

// Only setTimeout: a batch that gathers bets for a moment then never starts by itself.
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

/** Bets on a database that never answers a batch; `batches` are the players in each that was sent. */
function betsOnSlowDatabase() {
  const batches: string[] = []
  const stateOf = (id: string) => ({
    user_id: id,
    pair_id: `pair-${id}`,
    server_seed: 'server',
    server_seed_hash: 'hash',
    client_seed: 'client',
    nonce: 0,
    deposit_sum: 0,
    settled_bets: 0,
    shard: 0,
    node: null,
  })
  const read = (_sql: string, params: unknown[]) => Promise.resolve((params[0] as string[]).map(stateOf))
  const write = (_sql: string, params: unknown[]) => {
    batches.push(String(params[2]).replaceAll('\u001f', ' '))
    return new Promise(() => undefined)
  }
  const bets = new InstantBets({
    db: { read, write },
    clock: { now: () => new Date() },
    metrics: { queue: () => undefined },
    presence: { mayBeConnected: () => false },
    settings: { get: () => Promise.resolve({ serviceClosure: null }) },
  } as unknown as AppDeps)
  const play = (userId: string) =>
    void bets.play({
      userId,
      sessionId: `session-${userId}`,
      key: `key-${userId}`,
      route: 'POST /bet',
      bodyHash: 'hash',
      bet: limboBet({ amount: cents(100), wallet: 'cash', target: 2 }),
      respond: () => '{}',
    })
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await nextTurn()
  }
  return { batches, play, settle }
}

it('a bet does not wait while the batch before it has the bets of one other player only', async () => {
  const { batches, play, settle } = betsOnSlowDatabase()
  play('ana')
  await settle()
  play('bia')
  await settle()
  expect(batches).toEqual(['ana', 'bia'])
})

it('bets gather while the batch before them has those of several players', async () => {
  const { batches, play, settle } = betsOnSlowDatabase()
  play('ana')
  play('bia')
  await settle()
  play('caio')
  await settle()
  play('davi')
  await settle()
  expect(batches).toEqual(['ana bia'])

  await vi.advanceTimersByTimeAsync(1)
  await settle()
  expect(batches).toEqual(['ana bia', 'caio davi'])
})
