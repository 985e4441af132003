import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createDb, type Db } from '#server/db/client.ts'
import { copyCluster } from '../../../scripts/preparedCluster.ts'
import { kill, type Lab } from '../harness/Lab.ts'
import { Load } from '../harness/Load.ts'
import { Stage } from '../harness/Stage.ts'
import { embeddedUrl } from '../../server/helpers/embeddedUrl.ts'

/** A backend is PostgreSQL's process for one connection. When one is killed, PostgreSQL restarts all of them. */
export type Victim = 'server' | 'PostgreSQL' | 'backend' | 'both'

/** A killed server must be back within this time in ms or, on a busy machine, three times as long as a plain start. */
const backWithinMs = 5_000
/** The outage has certainly begun this long after a kill, in ms. */
const outageMs = 1_500

/**
 * Kills the server, its PostgreSQL, or both with SIGKILL under load, once per entry of `victims`. No acknowledged call
 * may be lost, and a call without a response must have exactly one effect after it is repeated with its key.
 */
export async function kills(lab: Lab, victims: readonly Victim[]): Promise<void> {
  const folder = await lab.folder()
  await copyCluster(lab.postgres.preparedCluster, folder)
  const env = { DATA_DIR: folder }
  const startedAt = performance.now()
  let server = await lab.server(env)
  const limitMs = Math.max(backWithinMs, 3 * (performance.now() - startedAt))
  const db = createDb(await embeddedUrl(folder), { max: 4 })
  lab.defer(() => db.close())
  const stage = new Stage(lab, db, server.url)
  const load = new Load(stage)
  await load.prepare(8)

  for (const victim of victims) {
    load.start()
    await underLoad(load, lab.random.integer(20, 120))
    load.watch()
    const killedAt = performance.now()
    if (victim === 'PostgreSQL' || victim === 'both') process.kill(await postgresOf(folder), 'SIGKILL')
    if (victim === 'backend') process.kill(await backendOf(db), 'SIGKILL')
    if (victim === 'server' || victim === 'both') {
      await kill(server)
      server = await lab.server(env)
      stage.url = server.url
    }
    await waitForRecovery(load, killedAt, limitMs)
    lab.journal.recovery(victim, load.longestGapMs)
    await load.end()
    await load.repeatUnknown()
    await load.verify()
    await lab.checkMoney(db)
  }
}

async function underLoad(load: Load, calls: number): Promise<void> {
  const target = load.acknowledged + calls
  while (load.acknowledged < target) await delay(5)
}

/** Waits until calls are acknowledged again. A killed PostgreSQL may finish a few calls before it is gone. */
async function waitForRecovery(load: Load, killedAt: number, limitMs: number): Promise<void> {
  const before = load.acknowledged
  while (performance.now() - killedAt < outageMs || load.acknowledged < before + load.players.length) {
    await delay(10)
    const gap = load.longestGapMs
    assert.ok(gap < limitMs, `no call was acknowledged for ${Math.round(gap)} ms after a kill`)
  }
}

async function postgresOf(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'pg/postmaster.pid'), 'utf8')).split('\n')[0])
}

/** The backend that is in the middle of a transaction, if there is one. */
async function backendOf(db: Db): Promise<number> {
  const [row] = await db.read<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
      order by xact_start desc nulls last limit 1`,
  )
  return row?.pid ?? 0
}
