/**
 * The peer of the server's reads and pushes: bare Fastify with the same queries and nothing else, and a bare WebSocket
 * server that forwards PostgreSQL's notifications.
 */
import { createHash } from 'node:crypto'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { ticketLimits } from '../src/contract/rules/sports.ts'
import { deriveSecrets, newMasterKey } from '../src/server/config/derivedSecrets.ts'
import { parseConfig } from '../src/server/config/config.ts'
import type { Reader } from '../src/server/db/client.ts'
import { compress } from '../src/server/http/encodings.ts'
import { presentMatches } from '../src/server/presenters/match.ts'
import { SimulatedFeed } from '../src/server/feed/SimulatedFeed.ts'
import { countedMatches } from '../src/server/feed/countedMatches.ts'
import { readProfile } from '../src/server/domain/accounts/users.ts'

// Parses int8 as the product does.
pg.types.setTypeParser(20, Number)
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 8 })

const sessionSql = `select id, user_id, active_at from sessions
  where token_hash = $1 and revoked_at is null and expires_at > $2`
const walletSql = 'select cash, bonus from wallets where user_id = $1'

async function userOf(request: FastifyRequest): Promise<string> {
  const hash = createHash('sha256')
    .update(request.headers.authorization ?? '')
    .digest()
  const { rows } = await pool.query<{ user_id: string }>({
    name: 'session',
    text: sessionSql,
    values: [hash, new Date()],
  })
  if (!rows[0]) throw new Error('no such session')
  return rows[0].user_id
}

/** Runs the product's statements, prepared, on an ordinary pool. */
const reads: Reader = {
  async read<Row extends object>(text: string, params: readonly unknown[] = []) {
    const { rows } = await pool.query<Row & pg.QueryResultRow>({
      name: createHash('sha1').update(text).digest('hex'),
      text,
      values: [...params],
    })
    return rows
  },
}
const { config } = parseConfig({ SANDBOX: '1' })
const deps = {
  config: { ...config, secrets: deriveSecrets(newMasterKey()) },
  clock: { now: () => new Date() },
}

const app = Fastify()
app.get('/userInfo', async (request) => readProfile(deps, reads, await userOf(request)))
app.get('/getBalance', async (request) => (await reads.read(walletSql, [await userOf(request)]))[0])

const feed = new SimulatedFeed('bench')
const counts = countedMatches(feed)
app.get('/overview', () => {
  const now = new Date()
  return { sports: counts(now), simulated: true, serverTime: now.toISOString(), limits: ticketLimits }
})

app.get('/matches', (_request, reply) => {
  const matches = presentMatches(feed, () => [], { sport: 'football', when: 'upcoming' }, new Date())
  reply.headers({ 'Content-Type': 'application/json; charset=utf-8', 'Content-Encoding': 'br' })
  return compress(Buffer.from(JSON.stringify(matches)), 'br')
})

const sockets = new WebSocketServer({ server: app.server })
const listener = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
await listener.connect()
await listener.query('listen bench_push')
listener.on('notification', ({ payload = '' }) => {
  for (const socket of sockets.clients) socket.send(payload)
})

const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ ready: url })
