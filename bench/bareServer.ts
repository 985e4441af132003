/**
 * The peer of the server's reads and pushes: bare Fastify with the same queries and nothing else, and a bare WebSocket
 * server that sends on what PostgreSQL notifies.
 */
import { createHash } from 'node:crypto'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { profileSql } from '../src/server/domain/accounts/users.ts'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 8 })

const sessionSql = `select id, user_id, active_at from sessions
  where token_hash = $1 and revoked_at is null and expires_at > $2`
const walletSql = 'select cash, bonus from wallets where user_id = $1'

async function rowOf(request: FastifyRequest, name: string, text: string): Promise<unknown> {
  const hash = createHash('sha256')
    .update(request.headers.authorization ?? '')
    .digest()
  const session = await pool.query<{ user_id: string }>({
    name: 'session',
    text: sessionSql,
    values: [hash, new Date()],
  })
  const { rows } = await pool.query({ name, text, values: [session.rows[0]?.user_id] })
  if (rows.length !== 1) throw new Error('no such player')
  return rows[0]
}

const app = Fastify()
app.get('/userInfo', (request) => rowOf(request, 'profile', profileSql))
app.get('/getBalance', (request) => rowOf(request, 'wallet', walletSql))

const sockets = new WebSocketServer({ server: app.server })
const listener = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
await listener.connect()
await listener.query('listen bench_push')
listener.on('notification', ({ payload = '' }) => {
  for (const socket of sockets.clients) socket.send(payload)
})

const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ ready: url })
