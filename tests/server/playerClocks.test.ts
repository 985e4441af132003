import { expect, it } from 'vitest'
import { serverTimeHeader } from '#contract/http/call.ts'
import { createTestApp, type TestResponse } from './helpers/testApp.ts'

const t = await createTestApp()
const api = '/sandbox/api'
const dayMs = 86_400_000
const [traveller, other] = [
  await t.createUser({ balance: 1_000, kyc: 1, username: 'traveller@test.com' }),
  await t.createUser({ balance: 1_000, kyc: 1 }),
]
const move = (body: object, username = traveller.username) =>
  t.post<{ now: string; aheadMs: number }>(`${api}/clock/${username}`, body)
const timeOf = ({ raw }: TestResponse) => Number(raw.headers[serverTimeHeader])
const ahead = (response: TestResponse) =>
  Math.round((timeOf(response) - t.deps.clock.now().getTime()) / 60_000) * 60_000 + 0
const today = async (token: string) =>
  (await t.get<{ today: string }>('/api/app/rewards/signIn', { token })).data.today

async function betDice(token: string, amount: number): Promise<TestResponse> {
  const body = { amount, direction: 'under', chance: 50 }
  const bet = await t.post('/api/app/game/dice/bet', body, { token })
  expect(bet.http, bet.message).toBe(200)
  return bet
}

it('are seen by their player alone, in every kind of call and in what it stores', async () => {
  const events: string[] = []
  const stop = t.deps.bus.subscribe((message) => {
    if (message.type === 'event' && message.event.name === 'time:changed') events.push(message.userId)
  })
  const moved = await move({ advanceMs: dayMs })
  expect(moved.data.aheadMs).toBe(dayMs)
  await expect.poll(() => events).toEqual([traveller.uId])
  stop()

  const [own, others] = [await today(traveller.token), await today(other.token)]
  expect(Date.parse(own) - Date.parse(others)).toBe(dayMs)
  expect(ahead(await t.get('/api/app/main/home', { token: traveller.token }))).toBe(dayMs)
  expect(ahead(await t.get('/api/app/main/home', { token: other.token }))).toBe(0)
  expect(ahead(await t.get('/api/app/main/home'))).toBe(0)

  // Bets at the same moment, which share batches, are stored in each player's own day.
  await Promise.all(
    [traveller, other, traveller, other].map(async ({ token }) =>
      expect(ahead(await betDice(token, 1))).toBe(token === traveller.token ? dayMs : 0),
    ),
  )
  const days = await t.deps.db.read<{ user_id: string; day: string; stakes: number }>(
    'select user_id, day::text as day, stakes from bet_days',
  )
  expect(days).toHaveLength(2)
  expect(days).toContainEqual({ user_id: traveller.uId, day: own, stakes: 200 })
  expect(days).toContainEqual({ user_id: other.uId, day: others, stakes: 200 })
})

it('bring the rebate of yesterday without moving those of others', async () => {
  await betDice(traveller.token, 500)
  const rebate = async (token: string) =>
    (await t.get<{ state: string }>('/api/app/rewards/rebate', { token })).data.state
  expect(await rebate(traveller.token)).toBe('nothing')
  await move({ advanceMs: dayMs })
  expect(await rebate(traveller.token)).toBe('available')
  expect((await t.post('/api/app/rewards/rebate/claim', {}, { token: traveller.token })).http).toBe(200)
  expect(await rebate(other.token)).toBe('nothing')
})

it('leave alone what players share, and hold in every process', async () => {
  const beside = await createTestApp({}, { beside: t })
  const { token } = traveller
  const path = '/api/app/game/double/state'
  const [own, common] = [
    await t.get<{ serverTime: string }>(path, { token }),
    await t.get<{ serverTime: string }>(path),
  ]
  const between = Date.parse(common.data.serverTime) - Date.parse(own.data.serverTime)
  expect(Math.abs(between)).toBeLessThan(60_000)
  expect(ahead(own)).toBe(2 * dayMs)
  expect(ahead(await beside.get('/api/app/main/home', { token }))).toBe(2 * dayMs)
  await move({ now: new Date(t.deps.clock.now().getTime() - dayMs).toISOString() })
  await expect.poll(async () => ahead(await beside.get('/api/app/main/home', { token }))).toBe(-dayMs)
})

it('end by themselves with a reset, and by a call', async () => {
  expect((await move({ aheadMs: 0 })).data.aheadMs).toBe(0)
  expect(ahead(await t.get('/api/app/main/home', { token: traveller.token }))).toBe(0)
  await move({ advanceMs: dayMs })
  expect((await move({ advanceMs: dayMs }, 'nobody')).http).toBe(404)
  expect((await move({ advanceMs: 'x' })).http).toBe(400)
  expect(await t.deps.ledger.violations()).toEqual([])
  await t.post(`${api}/reset`)
  const again = await t.createUser({ username: traveller.username })
  const { data } = await t.get<{ aheadMs: number }>(`${api}/clock/${traveller.username}`)
  expect(data.aheadMs).toBe(0)
  expect(ahead(await t.get('/api/app/main/home', { token: again.token }))).toBe(0)
})
