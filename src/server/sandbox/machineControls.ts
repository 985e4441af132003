import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppDeps } from '../deps.ts'
import { movableClock, type MovableClock } from '../time/clock.ts'
import { findUserId } from '../domain/accounts/users.ts'
import { Refusal } from '../texts/refusal.ts'
import { emptyDatabase } from './emptyDatabase.ts'
import { runJobs } from '../jobs/jobs.ts'
import { checkEncryptionKey } from '../domain/installation/encryptionKey.ts'
import { addCatalogueDefaults } from '../domain/installation/catalogueDefaults.ts'
import { storeRules } from '../sports/rulesVersions.ts'
import { rewindsOf, setRewinds, storeFeedSeed } from '../feed/SimulatedSource.ts'
import { dropSockets } from '../realtime/realtime.ts'
import { control, noInput } from './control.ts'
import { faultsSchema, faultyPlayerId, type FaultInjector } from './faults.ts'
import type { PlayerClocks } from './playerClocks.ts'

const maxOffsetMs = 100 * 366 * 24 * 3_600_000

const moment = z
  .union([z.iso.datetime({ offset: true }), z.number().int().min(0).max(8e15)])
  .transform((value) => new Date(value))
const offset = z.number().int().min(-maxOffsetMs).max(maxOffsetMs)

const clockSchema = z.union([
  z.strictObject({ advanceMs: offset, stopped: z.boolean().optional() }),
  z.strictObject({ now: moment, stopped: z.boolean().optional() }),
])

const playerClockSchema = z.union([
  z.strictObject({ advanceMs: offset }),
  z.strictObject({ now: moment }),
  z.strictObject({ aheadMs: offset }),
])

const resetSchema = z.strictObject({ feedSeed: z.string().min(1).max(200).optional() })

/** Controls of the server itself: its clock, its faults, its database. */
export function registerMachineControls(
  scope: FastifyInstance,
  deps: AppDeps,
  { faults, playerClocks }: { faults: FaultInjector; playerClocks: PlayerClocks },
): void {
  const presentOfPlayer = (userId: string) => {
    const aheadMs = playerClocks.aheadMs(userId)
    return { now: new Date(deps.clock.now().getTime() + aheadMs).toISOString(), aheadMs }
  }

  control(scope, ['GET', 'clock'], "The server's clock", noInput, async () =>
    present(movableClock(deps.clock)),
  )

  control(
    scope,
    ['POST', 'clock'],
    "Move the server's clock: `{advanceMs}` or `{now}`; with `stopped` it stands still there until the next call",
    clockSchema,
    async ({ input }) => {
      const clock = movableClock(deps.clock)
      const before = clock.now()
      const now =
        'now' in input
          ? await clock.moveTo(input.now, input.stopped)
          : await clock.advance(input.advanceMs, input.stopped)
      if (now < before) await setRewinds(deps, (await rewindsOf(deps)) + 1)
      // Run the jobs that are due now, so that callers need not wait for the next tick.
      await runJobs(deps)
      await deps.bus.publish(deps.db, { type: 'broadcast', name: 'time:changed', payload: {} })
      return present(clock)
    },
  )

  control(scope, ['GET', 'clock/:username'], "A player's clock", noInput, async ({ params }) =>
    presentOfPlayer(await requirePlayer(deps, params.username)),
  )

  control(
    scope,
    ['POST', 'clock/:username'],
    "Move one player's clock: `{advanceMs}` or `{now}`; `{aheadMs}`: of the server's, 0 ends it",
    playerClockSchema,
    async ({ params, input }) => {
      const userId = await requirePlayer(deps, params.username)
      const aheadMs =
        'aheadMs' in input
          ? input.aheadMs
          : 'now' in input
            ? input.now.getTime() - deps.clock.now().getTime()
            : playerClocks.aheadMs(userId) + input.advanceMs
      await playerClocks.set(userId, aheadMs)
      return presentOfPlayer(userId)
    },
  )

  control(scope, ['GET', 'faults'], 'The faults of the next calls', noInput, async () => faults.read())

  control(
    scope,
    ['POST', 'faults'],
    'Faults of the next calls; an empty body ends them',
    faultsSchema,
    async ({ input: { username, dropSockets: isDropping, socketsAwayMs = 0, ...wanted } }) => {
      const userId = await faultyPlayerId(deps, username)
      const set = await faults.set(wanted, userId)
      if (isDropping) await dropSockets(deps, { userId: userId ?? null, awayMs: socketsAwayMs })
      return set
    },
  )

  control(
    scope,
    ['POST', 'reset'],
    'Empty database, seeded again; `feedSeed` decides the matches, which are others each time without it',
    resetSchema,
    async ({ input: { feedSeed } }) => {
      const rewinds = await rewindsOf(deps)
      await emptyDatabase(deps.db)
      await movableClock(deps.clock).moveTo(new Date())
      await checkEncryptionKey(deps)
      await addCatalogueDefaults(deps)
      await storeRules(deps, deps.feed.houseRules)
      if (feedSeed !== undefined) await storeFeedSeed(deps.db, feedSeed)
      await setRewinds(deps, rewinds + 1)
      await deps.desk.refresh()
      deps.settings.forget()
      await faults.set({})
      await playerClocks.forgetAll()
      await dropSockets(deps)
      return null
    },
  )
}

function present(clock: MovableClock): { now: string; offsetMs: number; stopped: boolean } {
  return { now: clock.now().toISOString(), offsetMs: clock.offset(), stopped: clock.isStopped() }
}

/** Throws `notFound`. */
async function requirePlayer(deps: AppDeps, username = ''): Promise<string> {
  const userId = await findUserId(deps.db, username)
  if (userId === undefined) throw new Refusal('notFound')
  return userId
}
