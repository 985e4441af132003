import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { realtimePath } from '#contract/realtime.ts'
import { kill, stop, type Lab } from '../harness/Lab.ts'
import { Load } from '../harness/Load.ts'
import { Stage, type Player } from '../harness/Stage.ts'

/** How long an event may take from the answer of the call to the socket, in ms; a busy machine needs seconds. */
const eventWithinMs = 15_000

/**
 * Several servers on one database: the calls of every player are spread over them, one of them is restarted under load
 * (killed or stopped), and each player's socket hears of the money wherever it moved.
 */
export async function processes(lab: Lab, count: 2 | 3, how: 'killed' | 'stopped'): Promise<void> {
  const { db, url: DATABASE_URL } = await lab.database()
  const env = { DATABASE_URL, DATA_DIR: await lab.folder() }
  const servers = await Promise.all(Array.from({ length: count }, () => lab.server(env)))
  const urls = servers.map(({ url }) => url)
  const stage = new Stage(lab, db, urls[0] ?? '')
  await hearEverywhere(stage, urls)

  const load = new Load(stage, () => urls)
  await load.prepare(6)
  load.start()
  await delay(lab.random.integer(200, 500))
  // The first one stays: controls and repeated calls go there.
  const restarted = servers.at(-1)
  assert.ok(restarted)
  const begun = performance.now()
  urls.splice(urls.indexOf(restarted.url), 1)
  await (how === 'killed' ? kill(restarted) : stop(restarted))
  urls.push((await lab.server(env)).url)
  lab.journal.recovery(`one of ${count} servers ${how}`, performance.now() - begun)
  await delay(lab.random.integer(200, 500))
  await load.end()
  await load.repeatUnknown()
  await load.verify()
  await hearEverywhere(stage, urls)
  await lab.checkMoney(db)
}

/** Each player is connected to one server and bets at the next one. */
async function hearEverywhere(stage: Stage, urls: readonly string[]): Promise<void> {
  for (const [i, url] of urls.entries()) {
    const player = await stage.player()
    const heard = await listen(stage, url, player)
    const other = urls[(i + 1) % urls.length] ?? url
    const bet = { amount: 10, direction: 'over', chance: 50 }
    const answer = await stage.send(
      { kind: 'dice bet', path: '/api/app/game/dice/bet', body: bet, token: player.token, key: `event ${i}` },
      { url: other },
    )
    assert.ok(answer.answered && answer.http === 200, JSON.stringify(answer))
    const [wallet] = await stage.db.query<{ cash: number }>('select cash from wallets where user_id = $1', [
      player.userId,
    ])
    const deadline = performance.now() + eventWithinMs
    while (!heard.includes(wallet?.cash ?? NaN)) {
      assert.ok(
        performance.now() < deadline,
        `no event at server ${i} of a bet at another one; heard ${heard.join()}`,
      )
      await delay(10)
    }
  }
}

/** Connects the player's socket; the balances that it hears of, in cents. */
async function listen(stage: Stage, url: string, { token }: Player): Promise<number[]> {
  const socket: Socket = io(url, {
    path: realtimePath,
    transports: ['websocket'],
    query: { token },
    forceNew: true,
  })
  stage.lab.defer(async () => void socket.disconnect())
  const heard: number[] = []
  socket.on('insBalance', ({ balance }: { balance: number }) => heard.push(Math.round(balance * 100)))
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return heard
}
