import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { effectsOf } from '../harness/effects.ts'
import { FaultProxy, type Action, type Direction } from '../harness/FaultProxy.ts'
import type { Flow } from '../harness/Flow.ts'
import type { Lab } from '../harness/Lab.ts'
import { Stage, type Player } from '../harness/Stage.ts'
import { claimOf, type CallResult, type Call } from '../harness/send.ts'
import { alone, enableSlots } from './idempotency.ts'

/** Where the network is cut: between the client and the server, or between the server and PostgreSQL. */
type Place = 'client' | 'database'

export interface Cuts {
  place: Place
  direction: Direction
  action: Action
}

/** Timeout of a client of a stalled server, in ms. */
const clientTimeoutMs = 400
/** More packets than any flow has. A flow that reaches this step never gets through. */
const maxSteps = 60

/**
 * Cuts the network at each packet of every flow in turn, until the flow has no packet left to cut. The response to the
 * cut call must be true, and the repeated call must have one effect and one response. Of the many packets between server and
 * database, `every` takes every second, third or fourth, from a random one on.
 */
export async function cutNetwork(
  lab: Lab,
  chosen: readonly { flow: Flow; cuts: readonly Cuts[] }[],
  { every = 1 }: { every?: number } = {},
): Promise<void> {
  const { db, url } = await lab.database()
  const socket = `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`
  const toDatabase = await FaultProxy.start({ path: socket })
  lab.defer(() => toDatabase.close())
  const { pathname, username, password } = new URL(url)
  const server = await lab.server({
    DATABASE_URL: `postgresql://${username}:${password}@127.0.0.1:${toDatabase.port}${pathname}`,
    DATA_DIR: await lab.folder(),
  })
  const toServer = await FaultProxy.start({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
  lab.defer(() => toServer.close())
  const stage = new Stage(lab, db, server.url)
  await enableSlots(stage)
  const proxies = { client: toServer, database: toDatabase }

  for (const { flow, cuts } of chosen) {
    const expected = await alone(stage, flow)
    for (const cut of cuts) {
      const name = `${flow.name}, ${cut.place} ${cut.direction} ${cut.action}`
      const stride = cut.place === 'database' ? every : 1
      const first = stride === 1 ? 0 : lab.random.integer(0, stride - 1)
      const cutFrom = async (from: number) => {
        for (let step = from; ; step += stride) {
          assert.ok(step < maxSteps, `${flow.name} is cut at every step`)
          if (!(await cutOnce(stage, flow, { ...cut, step }, proxies, expected))) return step > from
          lab.journal.cut(name, step)
        }
      }
      // A flow may have fewer packets than the first one that was drawn.
      assert.ok((await cutFrom(first)) || (await cutFrom(0)), `${name}: there was nothing to cut`)
    }
  }
  await lab.checkMoney(db)
}

/** Returns whether there was a packet to cut at this step. */
async function cutOnce(
  stage: Stage,
  flow: Flow,
  { place, direction, action, step }: Cuts & { step: number },
  proxies: Record<Place, FaultProxy>,
  expected: string,
): Promise<boolean> {
  const where = `${flow.name}, ${place} ${direction} ${action} at packet ${step}`
  const player = await stage.player(flow.fields)
  const call: Call = { ...(await flow.prepare(stage, player)), key: randomUUID() }
  const before = await effectsOf(stage.db, player.userId)
  const proxy = proxies[place]
  proxy.arm({ direction, after: { packets: step }, action })
  const first = await stage.send(call, {
    alone: true,
    ...(place === 'client' ? { url: `http://127.0.0.1:${proxies.client.port}` } : {}),
    ...(place === 'client' && action === 'stall' ? { timeoutMs: clientTimeoutMs } : {}),
  })
  const happened = proxy.disarm()
  const claim = claimOf(first)
  if (claim !== 'unknown') {
    const effects = await effectsOf(stage.db, player.userId)
    assert.equal(
      effects,
      claim === 'done' ? expected : before,
      `${where}: the response is not true: ${describe(first)}`,
    )
  }
  const responses = [first]
  if (flow.again) responses.push(await resendUsedCall(stage, player, { call, expected, where }))
  const second = await stage.send(flow.again ? await flow.again(stage, call) : call)
  responses.push(second)
  const allowed = flow.repeated === undefined ? [200] : [200, flow.repeated]
  assert.ok(
    second.hasResponse && allowed.includes(second.http),
    `${where}: the repeated call got ${describe(second)}`,
  )
  assert.equal(
    await effectsOf(stage.db, player.userId),
    expected,
    `${where}: the effect is not that of one call`,
  )
  const third = await stage.send(flow.again ? await flow.again(stage, call) : call)
  if (flow.repeated === undefined) {
    if (claim === 'done') assert.deepEqual(second, first, `${where}: two responses to one key`)
    assert.deepEqual(third, second, `${where}: two responses to one key`)
  } else
    assert.ok(third.hasResponse && third.http === flow.repeated, `${where}: the third got ${describe(third)}`)
  assert.equal(await effectsOf(stage.db, player.userId), expected, `${where}: a repeated call had an effect`)
  await flow.verify?.(stage, call, responses)
  return happened
}

/** Sends a call again that can be accepted only once: the response must be true, even while the first call is running. */
async function resendUsedCall(
  stage: Stage,
  { userId }: Player,
  { call, expected, where }: { call: Call; expected: string; where: string },
): Promise<CallResult> {
  const response = await stage.send(call)
  const claim = claimOf(response)
  assert.notEqual(claim, 'unknown', `${where}: the repeated call got ${describe(response)}`)
  if (claim === 'done')
    assert.equal(
      await effectsOf(stage.db, userId),
      expected,
      `${where}: the repeated call got a response that is not true`,
    )
  return response
}

const describe = (response: CallResult) =>
  response.hasResponse ? `${response.http} ${response.text}` : response.reason
