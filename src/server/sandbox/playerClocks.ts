import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverTimeHeader } from '#contract/http/call.ts'
import type { AppDeps } from '../deps.ts'
import { hashToken } from '../domain/accounts/sessions.ts'
import { tokenOf } from '../http/caller.ts'
import { commonNow, movableClock, type ClockShift } from '../time/clock.ts'

/** Broadcast to all processes when a player's clock was moved; null: the clocks of all are everybody's again. */
const clocksChanged = 'internal:playerClocks'

interface Change {
  userId: string | null
  aheadMs: number
}

/**
 * Paths that follow everybody's time, whoever calls: what players share (double, the matches), and tickets that are
 * exchanged by a call without the player's token (chat, third-party games and slots).
 */
const sharedPaths = /^\/api\/app\/(game\/(double|session)|sports|chat)(\/|\?|$)/

/** Clocks of single players: their calls see another time than those of the others. */
export interface PlayerClocks {
  /** By how much the player's time is ahead of everybody's. */
  aheadMs(userId: string): number
  /** Sets it; 0: it is everybody's again. The player's pages are told. */
  set(userId: string, aheadMs: number): Promise<void>
  /** After the database was emptied. */
  forgetAll(): Promise<void>
  /** Runs `work` in the player's time. */
  inTimeOf<T>(userId: string, work: () => T): T
}

/** Kept in the database; each process caches them and is updated by the bus. */
export async function followPlayerClocks(app: FastifyInstance, deps: AppDeps): Promise<PlayerClocks> {
  const clock = movableClock(deps.clock)
  const clocks = new Map<string, number>()
  const apply = ({ userId, aheadMs }: Change) => {
    if (userId === null) clocks.clear()
    else if (aheadMs === 0) clocks.delete(userId)
    else clocks.set(userId, aheadMs)
  }
  const rows = await deps.db.read<{ user_id: string; ahead_ms: number }>(
    'select user_id, ahead_ms from sandbox.player_clocks',
  )
  for (const { user_id: userId, ahead_ms: aheadMs } of rows) apply({ userId, aheadMs })
  const unsubscribe = deps.bus.subscribe((message) => {
    if (message.type === 'broadcast' && message.name === clocksChanged) apply(message.payload as Change)
  })
  app.addHook('preClose', async () => unsubscribe())

  const shifts = new WeakMap<FastifyRequest, ClockShift>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (clocks.size === 0 || !request.url.startsWith('/api/')) return done()
    ownerOf(deps, request).then((userId) => {
      const ms = userId === undefined ? 0 : (clocks.get(userId) ?? 0)
      if (ms === 0) return done()
      const shift = { ms }
      shifts.set(request, shift)
      return sharedPaths.test(request.url) ? done() : clock.shifted(shift, done)
    }, done)
  })
  // The events of a body come from the connection, which knows nothing of the call.
  app.addHook('preValidation', (request, _reply, done) => {
    const shift = shifts.get(request)
    return shift === undefined || sharedPaths.test(request.url) ? done() : clock.shifted(shift, done)
  })
  // The device counts in the player's time, also after calls that are about everybody's.
  app.addHook('onSend', (request, reply, _payload, done) => {
    const ms = shifts.get(request)?.ms
    if (ms !== undefined) reply.header(serverTimeHeader, commonNow(clock).getTime() + ms)
    done()
  })
  // What the call has started and nobody waits for goes on in everybody's time.
  app.addHook('onResponse', (request, _reply, done) => {
    const shift = shifts.get(request)
    if (shift) shift.ms = 0
    done()
  })

  const store = async (change: Change, sql: string, values: (string | number)[]) => {
    apply(change)
    await deps.db.tx(async (tx) => {
      await tx.query(sql, values)
      await deps.bus.publish(tx, { type: 'broadcast', name: clocksChanged, payload: change })
      if (change.userId !== null)
        await deps.bus.publish(tx, {
          type: 'event',
          userId: change.userId,
          event: { name: 'time:changed', payload: {} },
        })
    })
  }
  return {
    aheadMs: (userId) => clocks.get(userId) ?? 0,
    set: (userId, aheadMs) =>
      aheadMs === 0
        ? store({ userId, aheadMs }, 'delete from sandbox.player_clocks where user_id = $1', [userId])
        : store(
            { userId, aheadMs },
            `insert into sandbox.player_clocks (user_id, ahead_ms) values ($1, $2)
             on conflict (user_id) do update set ahead_ms = excluded.ahead_ms`,
            [userId, aheadMs],
          ),
    forgetAll: () => store({ userId: null, aheadMs: 0 }, 'delete from sandbox.player_clocks', []),
    inTimeOf: (userId, work) => clock.shifted({ ms: clocks.get(userId) ?? 0 }, work),
  }
}

/** The player whose token the call has; a session that has ended by the player's own time too. */
async function ownerOf(deps: Pick<AppDeps, 'db'>, request: FastifyRequest): Promise<string | undefined> {
  const token = tokenOf(request)
  if (token === undefined) return undefined
  const [row] = await deps.db.read<{ user_id: string }>(
    'select user_id from sessions where token_hash = $1',
    [hashToken(token)],
  )
  return row?.user_id
}
