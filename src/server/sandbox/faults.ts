import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppDeps } from '../deps.ts'
import { findChatSession } from '../domain/accounts/chat/access.ts'
import { findSession } from '../domain/accounts/sessions.ts'
import { findUserId } from '../domain/accounts/users.ts'
import { Refusal } from '../errors.ts'
import { refusalEnvelope } from '../presenters/envelope.ts'
import { callerOf, tokenOf } from '../caller.ts'

/** What goes wrong with the next calls; the fields work together. */
export const faultsSchema = z.strictObject({
  delayMs: z.number().int().min(0).max(60_000).optional(),
  /** Fraction of the calls that fail, 0 to 1. */
  failRate: z.number().min(0).max(1).optional(),
  /** HTTP status of the calls that fail; alone it makes all calls fail. */
  status: z.number().int().min(200).max(599).optional(),
  /**
   * `status` of the envelope (9999, 1403, 40101 …); by default it follows the HTTP status. Alone it makes all
   * calls fail with HTTP 500.
   */
  code: z.number().int().min(0).max(99_999).optional(),
  /** Message of the envelope; by default the server's own for an outage, '' for none. */
  message: z.string().max(500).optional(),
  /** Closes the real-time connections at once. */
  dropSockets: z.boolean().optional(),
  /** With `dropSockets`: for how many ms none may come back. */
  socketsAwayMs: z.number().int().min(0).max(60_000).optional(),
  /** Only this many calls; by default until the next call that sets faults. */
  count: z.number().int().min(1).max(1_000_000).optional(),
  /**
   * Only calls and connections of this player, independent of the faults for everybody and for other players.
   */
  username: z.string().min(1).max(254).optional(),
  /** Only calls whose path contains this. */
  path: z.string().min(1).max(200).optional(),
  /** Only calls with this method. */
  method: z.enum(['GET', 'POST']).optional(),
})

type FaultsInput = z.output<typeof faultsSchema>
export type Faults = Omit<FaultsInput, 'dropSockets' | 'socketsAwayMs' | 'username'>

/** Broadcast to all processes when the faults have changed. */
const changed = 'internal:faults'

interface Change {
  /** The process that changed them, which knows already. */
  process: string
  /** null: the faults for everybody. */
  userId: string | null
  faults: Faults
}

/**
 * Faults are stored in the database: one row for everybody, and one for each player who has their own. Each
 * process keeps a copy, which the bus updates.
 */
export interface FaultInjector {
  read(): Faults
  /**
   * Sets the faults of a player, or of everybody without a user id. Setting none for everybody ends the
   * players' faults too.
   */
  set(faults: Faults, userId?: string): Promise<Faults>
}

export async function injectFaults(app: FastifyInstance, deps: AppDeps): Promise<FaultInjector> {
  const self = randomUUID()
  let everybody: Faults = {}
  const players = new Map<string, Faults>()
  const apply = (faults: Faults, userId: string | null) => {
    if (userId === null) everybody = faults
    else if (isActive(faults)) players.set(userId, faults)
    else players.delete(userId)
    if (userId === null && !isActive(faults)) players.clear()
  }

  const [row] = await deps.db.query<{ faults: Faults }>('select faults from sandbox_faults')
  apply(row?.faults ?? {}, null)
  const own = await deps.db.query<{ user_id: string; faults: Faults }>(
    'select user_id, faults from sandbox_player_faults',
  )
  for (const { user_id: userId, faults } of own) apply(faults, userId)

  const unsubscribe = deps.bus.subscribe((message) => {
    if (message.type !== 'broadcast' || message.name !== changed) return
    const change = message.payload as Change
    if (change.process !== self) apply(change.faults, change.userId)
  })
  app.addHook('preClose', async () => unsubscribe())

  /** A player's own faults come before those for everybody. */
  async function faultsOf(request: FastifyRequest): Promise<[Faults, string | null] | undefined> {
    const appliesTo = ({ path, method }: Faults) =>
      (path === undefined || request.url.includes(path)) &&
      (method === undefined || request.method === method)
    const userId = players.size === 0 ? undefined : await playerOf(deps, request)
    const own = userId === undefined ? undefined : players.get(userId)
    if (own && userId !== undefined && appliesTo(own)) return [own, userId]
    return isActive(everybody) && appliesTo(everybody) ? [everybody, null] : undefined
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!isApiCall(request)) return undefined
    const found = await faultsOf(request)
    if (!found || !(await consumeOne(deps, ...found))) return undefined
    const [faults] = found
    if (faults.delayMs) await pause(faults.delayMs)
    const rate = faults.failRate ?? (faults.status === undefined && faults.code === undefined ? 0 : 1)
    if (randomInt(1_000_000) >= rate * 1_000_000) return undefined
    return fail(faults, request, reply)
  })

  return {
    read: () => everybody,
    async set(faults, userId) {
      apply(faults, userId ?? null)
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

/** The id of the player whom the faults name. Throws `notFound`. */
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

/** Whether faults apply: never to the sandbox itself, the provider's webhook and the documentation. */
function isApiCall(request: FastifyRequest): boolean {
  return /^\/api\//.test(request.url) && !request.url.startsWith('/api/docs')
}

async function playerOf(deps: AppDeps, request: FastifyRequest): Promise<string | undefined> {
  const token = tokenOf(request)
  if (token === undefined) return undefined
  return ((await findSession(deps, token)) ?? (await findChatSession(deps, token)))?.userId
}

/** With a count: uses up one of the remaining faults, across all processes. */
async function consumeOne(deps: AppDeps, faults: Faults, userId: string | null): Promise<boolean> {
  if (faults.count === undefined) return true
  const useUpOne = `set faults = jsonb_set(faults, '{count}', to_jsonb((faults ->> 'count')::int - 1))
    where (faults ->> 'count')::int > 0`
  const rows =
    userId === null
      ? await deps.db.query(`update sandbox_faults ${useUpOne} returning 1 as taken`)
      : await deps.db.query(
          `update sandbox_player_faults ${useUpOne} and user_id = $1 returning 1 as taken`,
          [userId],
        )
  return rows.length > 0
}
