import { describe, expect, it } from 'vitest'
import type { ServiceClosure } from '#server/config/settings.ts'
import { writeSetting } from '#server/domain/installation/settings.ts'
import { stopTime } from './helpers/stopTime.ts'
import { createTestApp } from './helpers/testApp.ts'

stopTime()
const world = await createTestApp()
const other = await createTestApp({}, { beside: world })
const { deps, get, post } = world

const inMinutes = (minutes: number) => new Date(deps.clock.now().getTime() + minutes * 60_000)
async function close(closure: Partial<ServiceClosure> | null): Promise<void> {
  const full = closure && { from: inMinutes(0).toISOString(), until: null, texts: {}, ...closure }
  await writeSetting(deps.db, 'serviceClosure', full)
  for (const { settings } of [deps, other.deps]) settings.forget()
}
const newPlayer = () => world.createUser({ balance: 100, kyc: 1 })
const dice = { amount: 1, direction: 'over', chance: 50 }

describe('a closed service', () => {
  it('takes no bet and no deposit in any process, and leaves what players have within reach', async () => {
    const { token } = await newPlayer()
    const opened = await post('/api/app/game/mines/bet', { amount: 1, mineCount: 3 }, { token })
    expect(opened.http).toBe(200)
    const until = inMinutes(60)
    await close({
      until: until.toISOString(),
      texts: { pt_BR: 'Voltamos às 15h.', ru_RU: 'Откроемся в 15.' },
    })
    const closed = {
      http: 500,
      status: 1403,
      message: 'Voltamos às 15h.',
      data: { until: until.toISOString(), isOwnText: true },
    }
    const calls: [path: string, body: object][] = [
      ['/api/app/game/dice/bet', dice],
      ['/api/app/game/rowDouble/bet', { amount: 1, mode: 'easy' }],
      ['/api/app/game/double/bet', { amount: 1, colour: 'red' }],
      ['/api/app/game/session/carnaval', {}],
      ['/api/app/order/prePay/brl-500', { gift: 1, pkgId: 'brl-500', isapp: 0 }],
    ]
    for (const { post } of [world, other])
      for (const [path, body] of calls) expect(await post(path, body, { token }), path).toMatchObject(closed)
    expect(await post('/api/app/game/dice/bet', dice, { token, lang: 'ru_RU' })).toMatchObject({
      message: 'Откроемся в 15.',
    })
    expect(await post('/api/app/game/dice/bet', dice, { token, lang: 'en_US' })).toMatchObject({
      message: 'Voltamos às 15h.',
    })
    expect((await get('/api/app/user/userInfo', { token })).http).toBe(200)
    expect((await get('/api/app/order/getWithdraw', { token })).http).toBe(200)
    const { roundId } = opened.data as { roundId: string }
    expect(await post('/api/app/game/mines/open', { roundId, tile: 0 }, { token })).toMatchObject({
      http: 200,
    })
    await deps.clock.advance(3_600_000)
    expect((await post('/api/app/game/dice/bet', dice, { token })).http).toBe(200)
  })

  it('begins at its time, says our own text where the operator wrote none, and opens at once', async () => {
    const { token } = await newPlayer()
    await close({ from: inMinutes(5).toISOString() })
    expect((await post('/api/app/game/dice/bet', dice, { token })).http).toBe(200)
    await deps.clock.advance(300_000)
    expect(await post('/api/app/game/dice/bet', dice, { token })).toMatchObject({
      status: 1403,
      message: 'Serviço indisponível no momento. Tente de novo mais tarde.',
      data: { until: null, isOwnText: false },
    })
    await close(null)
    expect((await post('/api/app/game/dice/bet', dice, { token })).http).toBe(200)
  })

  it('is known to a process that nobody told within a second', async () => {
    const { token } = await newPlayer()
    expect((await other.post('/api/app/game/dice/bet', dice, { token })).http).toBe(200)
    await writeSetting(deps.db, 'serviceClosure', {
      from: inMinutes(0).toISOString(),
      until: null,
      texts: {},
    })
    await expect
      .poll(async () => (await other.post('/api/app/game/dice/bet', dice, { token })).status, {
        timeout: 1_500,
      })
      .toBe(1403)
    await close(null)
  })

  it('answers the repetition of a bet that was placed before, and plays one that it refused', async () => {
    const { token } = await newPlayer()
    const headers = { 'idempotency-key': 'before' }
    const placed = await post('/api/app/game/dice/bet', dice, { token, headers })
    await close({})
    const later = { 'idempotency-key': 'later' }
    expect((await post('/api/app/game/dice/bet', dice, { token, headers })).data).toEqual(placed.data)
    expect((await post('/api/app/game/dice/bet', dice, { token, headers: later })).status).toBe(1403)
    await close(null)
    expect((await post('/api/app/game/dice/bet', dice, { token, headers: later })).http).toBe(200)
  })
})
