import { setTimeout as pause } from 'node:timers/promises'
import type { AppDeps } from '../../app.ts'
import type { Bus } from '../../bus.ts'
import { presentDouble, readDoubleRound } from './state.ts'

type Deps = Pick<AppDeps, 'bus' | 'db' | 'clock'>

/** Many bets at once become few announcements. */
const betweenMs = 200

const announcers = new WeakMap<Bus, { asked: boolean }>()

/** Tells every connected player, of all processes, what the shared round has become. To be called after a commit. */
export function announceDouble(deps: Deps): void {
  const running = announcers.get(deps.bus)
  if (running) running.asked = true
  else void run(deps)
}

async function run(deps: Deps): Promise<void> {
  const turn = { asked: true }
  announcers.set(deps.bus, turn)
  while (turn.asked) {
    turn.asked = false
    try {
      const round = await readDoubleRound(deps)
      if (round) {
        const payload = { round: presentDouble(round, deps.clock.now()) }
        await deps.bus.publish(deps.db, { type: 'broadcast', name: 'round:double', payload })
      }
    } catch (error) {
      // Clients ask again by themselves; only this announcement is lost.
      console.error('announcement of double failed', error)
    }
    await pause(betweenMs, undefined, { ref: false })
  }
  announcers.delete(deps.bus)
}
