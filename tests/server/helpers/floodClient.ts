import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { Agent, request } from 'node:http'
import type { Envelope } from '#contract/errors.ts'
import type { Db } from '#server/db/client.ts'
import { isDistributed } from '#server/db/distributed.ts'
import type { TestPlayer } from './testServer.ts'

export interface Answer<Data = unknown> extends Envelope<Data> {
  httpStatus: number
  retryAfter: string | undefined
}

interface CallOptions {
  player?: TestPlayer
  body?: object
  key?: string
  lang?: string
}

/** Makes calls over real connections, without a limit on concurrent calls. */
export function httpClient(url: string) {
  const agent = new Agent({ keepAlive: true })
  afterAll(() => agent.destroy())
  return <Data = unknown>(
    method: 'GET' | 'POST',
    path: string,
    { player, body, key = randomUUID(), lang = 'pt_BR' }: CallOptions = {},
  ): Promise<Answer<Data>> => {
    const headers = {
      lang,
      'idempotency-key': key,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(player ? { authorization: player.token } : {}),
    }
    return new Promise((resolve, reject) => {
      const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('error', reject)
        response.on('end', () => {
          const envelope = JSON.parse(text) as Envelope<Data>
          const retryAfter = response.headers['retry-after']
          resolve({ ...envelope, httpStatus: response.statusCode ?? 0, retryAfter })
        })
      })
      sent.on('error', reject)
      sent.end(body && JSON.stringify(body))
    })
  }
}

/** Runs `work` while another transaction holds the locks of the statement `lock`; `work` must finish without them. */
export async function whileLocked(
  db: Db,
  lock: readonly [sql: string, params?: readonly string[]],
  work: () => Promise<void>,
): Promise<void> {
  await db.tx(async (tx) => {
    await tx.query(...lock)
    await work()
  })
}

/** The number of connections that are waiting for a lock in this database, on all nodes of Citus (TEST_CITUS). */
export async function waitingForLocks(db: Db): Promise<number> {
  const waiting = `select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const [row] = (await isDistributed(db))
    ? await db.write<{ waiting: number }>(
        'select sum(result::bigint)::bigint as waiting from run_command_on_all_nodes($1)',
        [waiting],
      )
    : await db.read<{ waiting: number }>(`select (${waiting}) as waiting`)
  return row?.waiting ?? 0
}
