import type { AppDeps } from '../../deps.ts'
import { presentDouble, readDoubleRound } from './state.ts'

type Deps = Pick<AppDeps, 'announcements' | 'bus' | 'db' | 'clock'>

/** Sends the state of the shared round to every connected player of all processes. Call it after a commit. */
export function announceDouble(deps: Deps): void {
  deps.announcements.request('double', async () => {
    const round = await readDoubleRound(deps)
    if (!round) return
    const payload = { round: presentDouble(round, deps.clock.now()) }
    await deps.bus.publish(deps.db, { type: 'broadcast', name: 'round:double', payload })
  })
}
