import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { effectsOf } from '../harness/effects.ts'
import type { Flow } from '../harness/Flow.ts'
import { keyedFlows } from '../harness/flows.ts'
import { stop, type Lab } from '../harness/Lab.ts'
import { Stage, type Player } from '../harness/Stage.ts'
import { claimOf, callOutcomeOf, type CallResult, type Call } from '../harness/send.ts'

interface SentCall {
  flow: Flow
  player: Player
  call: Call
  responses: CallResult[]
  effects: string
}

/**
 * Makes every call of the flows many times at once with one key, and once more after a restart: it must have one
 * effect and one response. A claim is also paid only once to as many callers with different keys.
 */
export async function idempotency(lab: Lab, { callers = 20 } = {}): Promise<void> {
  const { db, url: DATABASE_URL } = await lab.database()
  const env = { DATABASE_URL, DATA_DIR: await lab.folder() }
  const first = await lab.server(env)
  const stage = new Stage(lab, db, first.url)
  await enableSlots(stage)

  const sentCalls: SentCall[] = []
  for (const flow of keyedFlows) sentCalls.push(await sendConcurrently(stage, flow, callers))

  await stop(first)
  stage.url = (await lab.server(env)).url
  for (const { flow, player, call, responses, effects } of sentCalls) {
    assert.deepEqual(await stage.send(call), responses[0], `${flow.name}: another response after the restart`)
    assert.equal(
      await effectsOf(db, player.userId),
      effects,
      `${flow.name}: another effect after the restart`,
    )
  }
  await lab.checkMoney(db)
}

async function sendConcurrently(stage: Stage, flow: Flow, callers: number): Promise<SentCall> {
  const once = await alone(stage, flow)
  const player = await stage.player(flow.fields)
  const call = { ...(await flow.prepare(stage, player)), key: randomUUID() }
  const responses = await Promise.all(Array.from({ length: callers }, () => stage.send(call)))
  assert.equal(
    claimOf(responses[0] ?? { hasResponse: false, reason: '' }),
    'done',
    `${flow.name}: ${JSON.stringify(responses[0])}`,
  )
  assert.equal(
    new Set(responses.map((response) => JSON.stringify(response))).size,
    1,
    `${flow.name}: responses differ`,
  )
  const effects = await effectsOf(stage.db, player.userId)
  assert.equal(effects, once, `${flow.name}: the effect is not that of one call`)
  if (flow.isPaidOnce) await sendWithManyKeys(stage, flow, { once, callers })
  return { flow, player, call, responses, effects }
}

async function sendWithManyKeys(
  stage: Stage,
  flow: Flow,
  { once, callers }: { once: string; callers: number },
): Promise<void> {
  const player = await stage.player(flow.fields)
  const call = await flow.prepare(stage, player)
  const responses = await Promise.all(
    Array.from({ length: callers }, () => stage.send({ ...call, key: randomUUID() })),
  )
  const outcomes = responses.map(callOutcomeOf)
  assert.deepEqual(
    outcomes.sort(),
    ['acknowledged', ...Array<string>(callers - 1).fill('refused')],
    `${flow.name}: with a key each: ${JSON.stringify(responses)}`,
  )
  assert.equal(
    await effectsOf(stage.db, player.userId),
    once,
    `${flow.name}: with a key each, the effect is not that of one call`,
  )
}

/** The effects of a single undisturbed call of the flow. */
export async function alone(stage: Stage, flow: Flow): Promise<string> {
  const player = await stage.player(flow.fields)
  await stage.done(await flow.prepare(stage, player))
  return effectsOf(stage.db, player.userId)
}

/** Enables all slots; in production operators decide which ones are in the lobby. */
export async function enableSlots({ db }: Stage): Promise<void> {
  await db.write(`update games set enabled = true where kind = 'slot'`)
}
