import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { cnpj } from 'cpf-cnpj-validator'
import { effectsOf } from '../harness/effects.ts'
import { ticketBet, withdrawal } from '../harness/flows.ts'
import type { Lab } from '../harness/Lab.ts'
import { Load } from '../harness/Load.ts'
import { prePay, Stage, type Player } from '../harness/Stage.ts'

const hourMs = 3_600_000

/** Jobs run every second, and the sandbox approves a withdrawal after five seconds. */
const jobWithinMs = 12_000

/** The clock jumps under load: money stays correct, keys stay valid, and jobs continue from the new time. */
export async function clockJumps(lab: Lab, jumps: readonly number[] = [24 * hourMs, -hourMs]): Promise<void> {
  const { db, url: DATABASE_URL } = await lab.database()
  const server = await lab.server({ DATABASE_URL, DATA_DIR: await lab.folder() })
  const stage = new Stage(lab, db, server.url)
  const load = new Load(stage)
  await load.prepare(4)
  const earlierBet = await keyedBet(stage)
  const waiting = await stage.player()
  const { orderId } = await stage.openOrder(waiting)

  for (const advanceMs of jumps) {
    load.start()
    await delay(lab.random.integer(50, 250))
    await stage.control('clock', { advanceMs })
    await delay(lab.random.integer(50, 250))
    await load.end()
    await load.repeatUnknown()
    await load.verify(10)
    await checkJobsContinue(stage)
    assert.deepEqual(
      await stage.send(earlierBet.call),
      earlierBet.response,
      'another response to a key after a jump',
    )
    await lab.checkMoney(db)
  }
  if (jumps.some((ms) => ms >= hourMs)) {
    const status = await stage.get<{ status: string }>(waiting.token, `/api/app/order/getStatus/${orderId}`)
    assert.equal(status.status, '01', 'an order is still open long after its expiry')
  }
}

async function keyedBet(stage: Stage) {
  const player = await stage.player()
  const bet = { amount: 10, direction: 'over', chance: 50 }
  const call = {
    kind: 'dice bet',
    path: '/api/app/game/dice/bet',
    body: bet,
    token: player.token,
    key: randomUUID(),
  }
  return { call, response: await stage.send(call) }
}

/** Checks that the jobs still settle a ticket when its match ends, and still approve a withdrawal. */
async function checkJobsContinue(stage: Stage): Promise<void> {
  const player = await stage.player()
  const matchId = await stage.match()
  await stage.done(ticketBet(player.token, [matchId]))
  await stage.done(withdrawal(player, cnpj.generate()))
  await stage.done(prePay(player.token))
  await stage.sandbox.scriptMatch({ matchId, homeScore: 2, awayScore: 0, finish: true })
  const deadline = performance.now() + jobWithinMs
  while (!(await isDecided(stage, player))) {
    assert.ok(
      performance.now() < deadline,
      `the jobs have stopped: ${await effectsOf(stage.db, player.userId)}`,
    )
    await delay(50)
  }
}

async function isDecided({ db }: Stage, { userId }: Player): Promise<boolean> {
  const [row] = await db.read<{ waiting: number }>(
    `select (select count(*) from tickets where user_id = $1 and state in (-10, 0))
       + (select count(*) from withdrawals where user_id = $1
         and status in ('requested', 'inReview', 'approved', 'sent')) as waiting`,
    [userId],
  )
  return row?.waiting === 0
}
