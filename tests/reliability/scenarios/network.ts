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

/** A client that waits for a stalled server gives up after this, in ms. */
const patienceMs = 400
/** More packets than any flow has: a flow that never passes uncut is an error. */
const mostSteps = 60

/**
 * Cuts the network at every packet of every flow, until the flow passes uncut. What the cut call was told must be true;
 * repeated, it has one effect and one answer.
 */
export async function cutNetwork(
  lab: Lab,
  chosen: readonly { flow: Flow; cuts: readonly Cuts[] }[],
): Promise<void> {
  const { db, url } = await lab.database()
  const socket = `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`
  const toDatabase = await FaultProxy.start({ path: socket })
  lab.defer(() => toDatabase.close())
  const behind = new URL(url)
  const server = await lab.server({
    DATABASE_URL: `postgresql://palpite@127.0.0.1:${toDatabase.port}${behind.pathname}`,
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
        assert.ok(step < mostSteps, `${flow.name} never passes uncut`)
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
    ...(place === 'client' && action === 'stall' ? { timeoutMs: patienceMs } : {}),
  })
  const happened = proxy.disarm()
  const told = claimOf(first)
  if (told !== 'unknown') {
    const effects = await effectsOf(stage.db, player.userId)
    assert.equal(
      effects,
      told === 'done' ? expected : before,
      `${where}: the answer is not true: ${tell(first)}`,
    )
  }
  const answers = [first]
  if (flow.again) answers.push(await sendUsedUp(stage, player, { call, expected, where }))
  const second = await stage.send(flow.again ? await flow.again(stage, call) : call)
  answers.push(second)
  const allowed = flow.repeated === undefined ? [200] : [200, flow.repeated]
  assert.ok(
    second.answered && allowed.includes(second.http),
    `${where}: the repeated call got ${tell(second)}`,
  )
  assert.equal(await effectsOf(stage.db, player.userId), expected, `${where}: not the effect of one call`)
  const third = await stage.send(flow.again ? await flow.again(stage, call) : call)
  if (flow.repeated === undefined) {
    if (told === 'done') assert.deepEqual(second, first, `${where}: two answers to one key`)
    assert.deepEqual(third, second, `${where}: two answers to one key`)
  } else assert.ok(third.answered && third.http === flow.repeated, `${where}: the third got ${tell(third)}`)
  assert.equal(await effectsOf(stage.db, player.userId), expected, `${where}: an effect of a repeated call`)
  await flow.verify?.(stage, call, answers)
  return happened
}

/** The same call again although it can be accepted only once: it is told the truth, also while the first one runs. */
async function sendUsedUp(
  stage: Stage,
  { userId }: Player,
  { call, expected, where }: { call: Call; expected: string; where: string },
): Promise<Answer> {
  const answer = await stage.send(call)
  const told = claimOf(answer)
  assert.notEqual(told, 'unknown', `${where}: the same call again got ${tell(answer)}`)
  if (told === 'done')
    assert.equal(await effectsOf(stage.db, userId), expected, `${where}: the same call again was told a lie`)
  return answer
}

const tell = (answer: Answer) => (answer.answered ? `${answer.http} ${answer.text}` : answer.why)
