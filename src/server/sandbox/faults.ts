import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppDeps } from '../app.ts'
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
  status: z.number().int().min(400).max(599).optional(),
  /** Cuts every real-time connection, at once. */
  dropSockets: z.boolean().optional(),
  /** Only so many calls; until the next faults call when not given. */
  count: z.number().int().min(1).max(1_000_000).optional(),
  /** Only calls of this player. */
  username: z.string().min(1).max(254).optional(),
  /** Only calls whose path contains this. */
  path: z.string().min(1).max(200).optional(),
})

type FaultsInput = z.output<typeof faultsSchema>
export type Faults = Omit<FaultsInput, 'dropSockets' | 'username'> & { userId?: string }

/** Tells all processes that the faults changed. */
const changed = 'internal:faults'

interface Change {
  /** Which process it comes from: that one knows already. */
  process: string
  faults: Faults
}

/** Faults live in the database, one row for all processes; each process keeps a copy, told by the bus. */
export interface FaultInjector {
  read(): Faults
  set(input: FaultsInput): Promise<Faults>
}

export async function injectFaults(app: FastifyInstance, deps: AppDeps): Promise<FaultInjector> {
  const self = randomUUID()
  const [row] = await deps.db.query<{ faults: Faults }>('select faults from sandbox_faults')
  let current = row?.faults ?? {}
  const unsubscribe = deps.bus.subscribe((message) => {
    if (message.type !== 'broadcast' || message.name !== changed) return
    const change = message.payload as Change
    if (change.process !== self) current = change.faults
  })
  app.addHook('preClose', async () => unsubscribe())

  app.addHook('onRequest', async (request, reply) => {
    if (!isActive(current) || !isApiCall(request)) return undefined
    const faults = current
    if (!(await concerns(deps, faults, request)) || !(await takeOne(deps, faults))) return undefined
    if (faults.delayMs) await pause(faults.delayMs)
    const rate = faults.failRate ?? (faults.status === undefined ? 0 : 1)
    if (randomInt(1_000_000) >= rate * 1_000_000) return undefined
    const status = faults.status ?? 500
    const { language } = callerOf(request)
    const envelope = refusalEnvelope(new Refusal(status === 401 ? 'loggedOut' : 'internal'), language)
    return reply.status(status).send(status === 401 ? envelope : { ...envelope, status })
  })

  return {
    read: () => current,
    async set({ dropSockets: _, username, ...rest }) {
      const userId = username === undefined ? undefined : await findUserId(deps.db, username)
      if (username !== undefined && userId === undefined) throw new Refusal('notFound')
      current = { ...rest, ...(userId === undefined ? {} : { userId }) }
      await deps.db.tx(async (tx) => {
        await tx.query('insert into sandbox_faults default values on conflict do nothing')
        await tx.query('update sandbox_faults set faults = $1', [JSON.stringify(current)])
        const payload: Change = { process: self, faults: current }
        await deps.bus.publish(tx, { type: 'broadcast', name: changed, payload })
      })
      return current
    },
  }
}

function isActive(faults: Faults): boolean {
  return (faults.delayMs ?? 0) > 0 || (faults.failRate ?? 0) > 0 || faults.status !== undefined
}

/** The sandbox itself, the provider's webhook and the documents always work. */
function isApiCall(request: FastifyRequest): boolean {
  return /^\/api\//.test(request.url) && !request.url.startsWith('/api/docs')
}

async function concerns(deps: AppDeps, faults: Faults, request: FastifyRequest): Promise<boolean> {
  if (faults.path !== undefined && !request.url.includes(faults.path)) return false
  if (faults.userId === undefined) return true
  const token = tokenOf(request)
  const session = token === undefined ? undefined : await findSession(deps, token)
  return session?.userId === faults.userId
}

/** With a count: takes one of those that are left, over all processes. */
async function takeOne(deps: AppDeps, faults: Faults): Promise<boolean> {
  if (faults.count === undefined) return true
  const rows = await deps.db.query(
    `update sandbox_faults set faults = jsonb_set(faults, '{count}', to_jsonb((faults ->> 'count')::int - 1))
      where (faults ->> 'count')::int > 0 returning 1 as taken`,
  )
  return rows.length > 0
}
