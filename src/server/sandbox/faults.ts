import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppDeps } from '../deps.ts'
import { findChatSession } from '../domain/accounts/chat/access.ts'
import { findSession } from '../domain/accounts/sessions.ts'
import { findUserId } from '../domain/accounts/users.ts'
import type { SandboxFaultsInForce } from '#contract/sandbox.ts'
import { Refusal } from '../texts/refusal.ts'
import { refusalEnvelope } from '../presenters/envelope.ts'
import { callerOf, tokenOf } from '../http/caller.ts'

/** Longer than any client of ours waits. */
const maxDelayMs = 10 * 60_000

/** Faults of the next calls; the fields can be combined. */
export const faultsSchema = z.strictObject({
  delayMs: z.number().int().min(0).max(maxDelayMs).optional(),
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
  /** With `dropSockets`: for how many ms reconnecting is refused. */
  socketsAwayMs: z.number().int().min(0).max(60_000).optional(),
  /** Only this many calls; by default until the next call that sets faults. */
  count: z.number().int().min(1).max(1_000_000).optional(),
  /** Only calls and connections of this player; independent of the global faults and of other players' faults. */
  username: z.string().min(1).max(254).optional(),
  /** Only calls whose path contains this. */
  path: z.string().min(1).max(200).optional(),
  /** Only calls with this method. */
  method: z.enum(['GET', 'POST']).optional(),
})

type FaultsInput = z.output<typeof faultsSchema>
export type Faults = Omit<FaultsInput, 'dropSockets' | 'socketsAwayMs' | 'username'>

/** Broadcast to all processes when the faults have changed. */
const faultsChanged = 'internal:faults'

interface Change {
  /** The process that made the change; it has already applied it. */
  process: string
  /** null: the global faults. */
  userId: string | null
  faults: Faults
}

/**
 * Faults are stored in the database: one global row, and one for each player with separate faults. Each
 * process caches them and is updated by the bus.
 */
export interface FaultInjector {
  /** Those that are in force, with the number of calls that are left, of everybody and of each player. */
  read(): Promise<SandboxFaultsInForce>
  /** Whether calls of guests may fail or wait. */
  areActive(): boolean
  /**
   * Sets the faults of a player, or without a user id the global ones. Clearing the global faults clears the
   * players' faults too.
   */
  set(faults: Faults, userId?: string): Promise<Faults>
}

export async function injectFaults(app: FastifyInstance, deps: AppDeps): Promise<FaultInjector> {
  const self = randomUUID()
  let globalFaults: Faults = {}
  const players = new Map<string, Faults>()
  const apply = (faults: Faults, userId: string | null) => {
    if (userId === null) globalFaults = faults
    else if (isActive(faults)) players.set(userId, faults)
    else players.delete(userId)
    if (userId === null && !isActive(faults)) players.clear()
  }

  const [row] = await deps.db.read<{ faults: Faults }>('select faults from sandbox.faults')
  apply(row?.faults ?? {}, null)
  const playerFaults = await deps.db.read<{ user_id: string; faults: Faults }>(
    'select user_id, faults from sandbox.player_faults',
  )
  for (const { user_id: userId, faults } of playerFaults) apply(faults, userId)

  const unsubscribe = deps.bus.subscribe((message) => {
    if (message.type !== 'broadcast' || message.name !== faultsChanged) return
    const change = message.payload as Change
    if (change.process !== self) apply(change.faults, change.userId)
  })
  app.addHook('preClose', async () => unsubscribe())

  /** A player's faults take precedence over the global ones. */
  async function faultsOf(request: FastifyRequest): Promise<[Faults, string | null] | undefined> {
    const appliesTo = ({ path, method }: Faults) =>
      (path === undefined || request.url.includes(path)) &&
      (method === undefined || request.method === method)
    const userId = players.size === 0 ? undefined : await playerOf(deps, request)
    const playerFaults = userId === undefined ? undefined : players.get(userId)
    if (playerFaults && userId !== undefined && appliesTo(playerFaults)) return [playerFaults, userId]
    return isActive(globalFaults) && appliesTo(globalFaults) ? [globalFaults, null] : undefined
  }

  /** Whether it has answered the call. */
  async function inject(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const match = await faultsOf(request)
    if (!match || !(await consumeOne(deps, ...match))) return false
    const [faults] = match
    if (faults.delayMs) await pause(faults.delayMs)
    const rate = faults.failRate ?? (faults.status === undefined && faults.code === undefined ? 0 : 1)
    if (randomInt(1_000_000) >= rate * 1_000_000) return false
    fail(faults, request, reply)
    return true
  }

  app.addHook('onRequest', (request, reply, done) => {
    // Without a promise when nothing is to fail: it would cost every call of a sandbox.
    if (!isApiCall(request) || (players.size === 0 && !isActive(globalFaults))) return done()
    inject(request, reply).then((isAnswered) => {
      if (!isAnswered) done()
    }, done)
  })

  return {
    async read() {
      const [row] = await deps.db.read<{ faults: Faults }>('select faults from sandbox.faults')
      const rows = await deps.db.read<{ username: string; faults: Faults }>(
        `select u.email as username, f.faults from sandbox.player_faults f join users u on u.id = f.user_id order by 1`,
      )
      const ofPlayers = rows.filter(({ faults }) => isActive(faults))
      return {
        ...row?.faults,
        players: ofPlayers.map(({ username, faults }) => ({ username, ...faults })),
      }
    },
    areActive: () => isActive(globalFaults),
    async set(faults, userId) {
      apply(faults, userId ?? null)
      await deps.db.tx(async (tx) => {
        if (userId === undefined) {
          await tx.query('insert into sandbox.faults default values on conflict do nothing')
          await tx.query('update sandbox.faults set faults = $1', [JSON.stringify(faults)])
          if (!isActive(faults)) await tx.query('delete from sandbox.player_faults')
        } else {
          await tx.query(
            `insert into sandbox.player_faults (user_id, faults) values ($1, $2)
             on conflict (user_id) do update set faults = excluded.faults`,
            [userId, JSON.stringify(faults)],
          )
        }
        const payload: Change = { process: self, userId: userId ?? null, faults }
        await deps.bus.publish(tx, { type: 'broadcast', name: faultsChanged, payload })
      })
      return faults
    },
  }
}

/** The id of the player whom the faults name. Throws `notFound`. */
export async function faultyPlayerId(
  deps: AppDeps,
  username: string | undefined,
): Promise<string | undefined> {
  const userId = username === undefined ? undefined : await findUserId(deps.db, username)
  if (username !== undefined && userId === undefined) throw new Refusal('notFound')
  return userId
}

function fail(faults: Faults, request: FastifyRequest, reply: FastifyReply): void {
  const status = faults.status ?? 500
  const { language } = callerOf(request)
  const envelope = refusalEnvelope(new Refusal(status === 401 ? 'loggedOut' : 'internal'), language)
  void reply.status(status).send({
    ...envelope,
    status: faults.code ?? (status === 401 ? envelope.status : status),
    message: faults.message ?? envelope.message,
  })
}

function isActive(faults: Faults): boolean {
  const { delayMs = 0, failRate = 0, status, code } = faults
  return delayMs > 0 || failRate > 0 || status !== undefined || code !== undefined
}

/** Faults never apply to the sandbox itself, the provider's webhook or the API documentation. */
function isApiCall(request: FastifyRequest): boolean {
  return /^\/api\//.test(request.url) && !request.url.startsWith('/api/docs')
}

async function playerOf(deps: AppDeps, request: FastifyRequest): Promise<string | undefined> {
  const token = tokenOf(request)
  if (token === undefined) return undefined
  return ((await findSession(deps, token)) ?? (await findChatSession(deps, token)))?.userId
}

/** Decrements the remaining count, which all processes share. True when the fault applies to this call. */
async function consumeOne(deps: AppDeps, faults: Faults, userId: string | null): Promise<boolean> {
  if (faults.count === undefined) return true
  const decrement = `set faults = jsonb_set(faults, '{count}', to_jsonb((faults ->> 'count')::int - 1))
    where (faults ->> 'count')::int > 0`
  const rows =
    userId === null
      ? await deps.db.write(`update sandbox.faults ${decrement} returning 1 as taken`)
      : await deps.db.write(
          `update sandbox.player_faults ${decrement} and user_id = $1 returning 1 as taken`,
          [userId],
        )
  return rows.length > 0
}
