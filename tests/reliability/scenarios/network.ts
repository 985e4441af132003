import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { effectsOf } from '../harness/effects.ts'
import { FaultProxy, type Action, type Direction } from '../harness/FaultProxy.ts'
import type { Flow } from '../harness/Flow.ts'
import type { Lab } from '../harness/Lab.ts'
import { Stage, type Player } from '../harness/Stage.ts'
import { claimOf, type Answer, type Call } from '../harness/send.ts'
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
/** More packets than any flow has; a flow that needs more steps never passes uncut. */
const maxSteps = 60

/**
 * Cuts the network at each packet of every flow, until the flow passes uncut. The answer to the cut call must be true,
 * and the repeated call must have one effect and one answer.
 */
export async function cutNetwork(
  lab: Lab,
  chosen: readonly { flow: Flow; cuts: readonly Cuts[] }[],
): Promise<void> {
  const { db, url } = await lab.database()
  const socket = `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`
  const toDatabase = await FaultProxy.start({ path: socket })
  lab.defer(() => toDatabase.close())
  const { pathname } = new URL(url)
  const server = await lab.server({
    DATABASE_URL: `postgresql://palpite@127.0.0.1:${toDatabase.port}${pathname}`,
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
      for (let step = 0; ; step++) {
        assert.ok(step < maxSteps, `${flow.name} never passes uncut`)
        if (!(await cutOnce(stage, flow, { ...cut, step }, proxies, expected))) break
        lab.journal.cut(`${flow.name}, ${cut.place} ${cut.direction} ${cut.action}`, step)
      }
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
      `${where}: the answer is not true: ${describe(first)}`,
    )
  }
  const answers = [first]
  if (flow.again) answers.push(await resendUsedCall(stage, player, { call, expected, where }))
  const second = await stage.send(flow.again ? await flow.again(stage, call) : call)
  answers.push(second)
  const allowed = flow.repeated === undefined ? [200] : [200, flow.repeated]
  assert.ok(
    second.answered && allowed.includes(second.http),
    `${where}: the repeated call got ${describe(second)}`,
  )
  assert.equal(await effectsOf(stage.db, player.userId), expected, `${where}: not the effect of one call`)
  const third = await stage.send(flow.again ? await flow.again(stage, call) : call)
  if (flow.repeated === undefined) {
    if (claim === 'done') assert.deepEqual(second, first, `${where}: two answers to one key`)
    assert.deepEqual(third, second, `${where}: two answers to one key`)
  } else
    assert.ok(third.answered && third.http === flow.repeated, `${where}: the third got ${describe(third)}`)
  assert.equal(await effectsOf(stage.db, player.userId), expected, `${where}: an effect of a repeated call`)
  await flow.verify?.(stage, call, answers)
  return happened
}

/** Sends a call again that can be accepted only once: the answer must be true, even while the first call is running. */
async function resendUsedCall(
  stage: Stage,
  { userId }: Player,
  { call, expected, where }: { call: Call; expected: string; where: string },
): Promise<Answer> {
  const answer = await stage.send(call)
  const claim = claimOf(answer)
  assert.notEqual(claim, 'unknown', `${where}: the same call again got ${describe(answer)}`)
  if (claim === 'done')
    assert.equal(
      await effectsOf(stage.db, userId),
      expected,
      `${where}: the same call again got a false answer`,
    )
  return answer
}

const describe = (answer: Answer) => (answer.answered ? `${answer.http} ${answer.text}` : answer.why)
