import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppDeps } from '../app.ts'
import { findChatSession } from '../domain/chat/access.ts'
import { findSession } from '../domain/sessions.ts'
import { findUserId } from '../domain/users.ts'
import { Refusal } from '../errors.ts'
import { callerOf, refusalEnvelope, tokenOf } from '../routes/endpoint.ts'

/** What goes wrong with the next calls; all fields together. */
export const faultsSchema = z.strictObject({
  delayMs: z.number().int().min(0).max(60_000).optional(),
  /** Share of the calls that fail: 0-1. */
  failRate: z.number().min(0).max(1).optional(),
  /** HTTP status of those that fail; alone it means that all do. */
  status: z.number().int().min(200).max(599).optional(),
  /** `status` of the envelope (9999, 1403, 40101 …), like the HTTP status when not given; alone: all calls fail with 500. */
  code: z.number().int().min(0).max(99_999).optional(),
  /** Text of the envelope; the server's own for an outage when not given, '' for none. */
  message: z.string().max(500).optional(),
  /** Cuts the real-time connections, at once. */
  dropSockets: z.boolean().optional(),
  /** With `dropSockets`: how long none comes back, in ms. */
  socketsAwayMs: z.number().int().min(0).max(60_000).optional(),
  /** Only so many calls; until the next faults call when not given. */
  count: z.number().int().min(1).max(1_000_000).optional(),
  /** Only calls and connections of this player, beside the faults of everybody and of other players. */
  username: z.string().min(1).max(254).optional(),
  /** Only calls whose path contains this. */
  path: z.string().min(1).max(200).optional(),
  /** Only calls of this method. */
  method: z.enum(['GET', 'POST']).optional(),
})

type FaultsInput = z.output<typeof faultsSchema>
export type Faults = Omit<FaultsInput, 'dropSockets' | 'socketsAwayMs' | 'username'>

/** Tells all processes that the faults changed. */
const changed = 'internal:faults'

interface Change {
  /** Which process it comes from: that one knows already. */
  process: string
  /** null: of everybody. */
  userId: string | null
  faults: Faults
}

/**
 * Faults live in the database: one row for everybody, one for each player that has their own. Each process
 * keeps a copy, told by the bus.
 */
export interface FaultInjector {
  read(): Faults
  /** Without a user id: of everybody; when those are none, the players' are ended as well. */
  set(faults: Faults, userId?: string): Promise<Faults>
}

export async function injectFaults(app: FastifyInstance, deps: AppDeps): Promise<FaultInjector> {
  const self = randomUUID()
  let everybody: Faults = {}
  const players = new Map<string, Faults>()
  const keep = (faults: Faults, userId: string | null) => {
    if (userId === null) everybody = faults
    else if (isActive(faults)) players.set(userId, faults)
    else players.delete(userId)
    if (userId === null && !isActive(faults)) players.clear()
  }

  const [row] = await deps.db.query<{ faults: Faults }>('select faults from sandbox_faults')
  keep(row?.faults ?? {}, null)
  const own = await deps.db.query<{ user_id: string; faults: Faults }>(
    'select user_id, faults from sandbox_player_faults',
  )
  for (const { user_id: userId, faults } of own) keep(faults, userId)

  const unsubscribe = deps.bus.subscribe((message) => {
    if (message.type !== 'broadcast' || message.name !== changed) return
    const change = message.payload as Change
    if (change.process !== self) keep(change.faults, change.userId)
  })
  app.addHook('preClose', async () => unsubscribe())

  /** The player's own faults before those of everybody. */
  async function faultsOf(request: FastifyRequest): Promise<[Faults, string | null] | undefined> {
    const concerns = ({ path, method }: Faults) =>
      (path === undefined || request.url.includes(path)) &&
      (method === undefined || request.method === method)
    const userId = players.size === 0 ? undefined : await playerOf(deps, request)
    const own = userId === undefined ? undefined : players.get(userId)
    if (own && userId !== undefined && concerns(own)) return [own, userId]
    return isActive(everybody) && concerns(everybody) ? [everybody, null] : undefined
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!isApiCall(request)) return undefined
    const found = await faultsOf(request)
    if (!found || !(await takeOne(deps, ...found))) return undefined
    const [faults] = found
    if (faults.delayMs) await pause(faults.delayMs)
    const rate = faults.failRate ?? (faults.status === undefined && faults.code === undefined ? 0 : 1)
    if (randomInt(1_000_000) >= rate * 1_000_000) return undefined
    return fail(faults, request, reply)
  })

  return {
    read: () => everybody,
    async set(faults, userId) {
      keep(faults, userId ?? null)
      await deps.db.tx(async (tx) => {
        if (userId === undefined) {
          await tx.query('insert into sandbox_faults default values on conflict do nothing')
          await tx.query('update sandbox_faults set faults = $1', [JSON.stringify(faults)])
          if (!isActive(faults)) await tx.query('delete from sandbox_player_faults')
        } else {
          await tx.query(
            `insert into sandbox_player_faults (user_id, faults) values ($1, $2)
             on conflict (user_id) do update set faults = excluded.faults`,
            [userId, JSON.stringify(faults)],
          )
        }
        const payload: Change = { process: self, userId: userId ?? null, faults }
        await deps.bus.publish(tx, { type: 'broadcast', name: changed, payload })
      })
      return faults
    },
  }
}

/** The player that faults name. Throws `notFound`. */
export async function faultyPlayer(deps: AppDeps, username: string | undefined): Promise<string | undefined> {
  const userId = username === undefined ? undefined : await findUserId(deps.db, username)
  if (username !== undefined && userId === undefined) throw new Refusal('notFound')
  return userId
}

function fail(faults: Faults, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = faults.status ?? 500
  const { language } = callerOf(request)
  const envelope = refusalEnvelope(new Refusal(status === 401 ? 'loggedOut' : 'internal'), language)
  return reply.status(status).send({
    ...envelope,
    status: faults.code ?? (status === 401 ? envelope.status : status),
    message: faults.message ?? envelope.message,
  })
}

function isActive(faults: Faults): boolean {
  const { delayMs = 0, failRate = 0, status, code } = faults
  return delayMs > 0 || failRate > 0 || status !== undefined || code !== undefined
}

/** The sandbox itself, the provider's webhook and the documents always work. */
function isApiCall(request: FastifyRequest): boolean {
  return /^\/api\//.test(request.url) && !request.url.startsWith('/api/docs')
}

async function playerOf(deps: AppDeps, request: FastifyRequest): Promise<string | undefined> {
  const token = tokenOf(request)
  if (token === undefined) return undefined
  return ((await findSession(deps, token)) ?? (await findChatSession(deps, token)))?.userId
}

/** With a count: takes one of those that are left, over all processes. */
async function takeOne(deps: AppDeps, faults: Faults, userId: string | null): Promise<boolean> {
  if (faults.count === undefined) return true
  const take = `set faults = jsonb_set(faults, '{count}', to_jsonb((faults ->> 'count')::int - 1))
    where (faults ->> 'count')::int > 0`
  const rows =
    userId === null
      ? await deps.db.query(`update sandbox_faults ${take} returning 1 as taken`)
      : await deps.db.query(`update sandbox_player_faults ${take} and user_id = $1 returning 1 as taken`, [
          userId,
        ])
  return rows.length > 0
}
