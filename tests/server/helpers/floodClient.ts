import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { Agent, request } from 'node:http'
import type { Envelope } from '#contract/errors.ts'
import type { Db } from '#server/db/client.ts'
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

/** The number of this database's connections that are waiting for a lock. */
export async function waitingForLocks(db: Db): Promise<number> {
  const [row] = await db.read<{ waiting: number }>(
    `select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.waiting ?? 0
}
