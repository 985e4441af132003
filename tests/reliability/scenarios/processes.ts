import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { realtimePath } from '#contract/realtime.ts'
import { kill, stop, type Lab } from '../harness/Lab.ts'
import { Load } from '../harness/Load.ts'
import { Stage, type Player } from '../harness/Stage.ts'

/** The longest time from the response to a call to its event on the socket, in ms. A busy machine needs seconds. */
const eventWithinMs = 15_000

/**
 * Runs several servers on one database. Every player's calls are spread over them, one server is restarted under load
 * (killed or stopped), and each player's socket gets the events of calls to all servers.
 */
export async function processes(lab: Lab, count: 2 | 3, how: 'killed' | 'stopped'): Promise<void> {
  const { db, url: DATABASE_URL } = await lab.database()
  const env = { DATABASE_URL, DATA_DIR: await lab.folder() }
  const servers = await Promise.all(Array.from({ length: count }, () => lab.server(env)))
  const urls = servers.map(({ url }) => url)
  const stage = new Stage(lab, db, urls[0] ?? '')
  await checkEvents(stage, urls)

  const load = new Load(stage, () => urls)
  await load.prepare(6)
  load.start()
  await delay(lab.random.integer(200, 500))
  // The first server is never restarted: it gets the sandbox's controls and the repeated calls.
  const restarted = servers.at(-1)
  assert.ok(restarted)
  const restartedAt = performance.now()
  urls.splice(urls.indexOf(restarted.url), 1)
  await (how === 'killed' ? kill(restarted) : stop(restarted))
  urls.push((await lab.server(env)).url)
  lab.journal.recovery(`one of ${count} servers ${how}`, performance.now() - restartedAt)
  await delay(lab.random.integer(200, 500))
  await load.end()
  await load.repeatUnknown()
  await load.verify()
  await checkEvents(stage, urls)
  await lab.checkMoney(db)
}

/** Each player is connected to one server, bets at the next one, and must get the event. */
async function checkEvents(stage: Stage, urls: readonly string[]): Promise<void> {
  for (const [i, url] of urls.entries()) {
    const player = await stage.player()
    const received = await listen(stage, url, player)
    const other = urls[(i + 1) % urls.length] ?? url
    const bet = { amount: 10, direction: 'over', chance: 50 }
    const response = await stage.send(
      { kind: 'dice bet', path: '/api/app/game/dice/bet', body: bet, token: player.token, key: `event ${i}` },
      { url: other },
    )
    assert.ok(response.hasResponse && response.http === 200, JSON.stringify(response))
    const [wallet] = await stage.db.read<{ cash: number }>('select cash from wallets where user_id = $1', [
      player.userId,
    ])
    const deadline = performance.now() + eventWithinMs
    while (!received.includes(wallet?.cash ?? NaN)) {
      assert.ok(
        performance.now() < deadline,
        `no event at server ${i} of a bet at another one; received ${received.join()}`,
      )
      await delay(10)
    }
  }
}

/** Connects the player's socket; returns the list to which the balances of its events are added, in cents. */
async function listen(stage: Stage, url: string, { token }: Player): Promise<number[]> {
  const socket: Socket = io(url, {
    path: realtimePath,
    transports: ['websocket'],
    query: { token },
    forceNew: true,
  })
  stage.lab.defer(async () => void socket.disconnect())
  const received: number[] = []
  socket.on('insBalance', ({ balance }: { balance: number }) => received.push(Math.round(balance * 100)))
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return received
}
