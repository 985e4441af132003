import type { ServiceClosure } from '../../config/settings.ts'
import type { AppDeps } from '../../deps.ts'
import { Refusal } from '../../texts/refusal.ts'

type Deps = Pick<AppDeps, 'clock' | 'settings'>

/**
 * The closure of the service that lasts now, as this process knows it: up to a second after the operator's change. It
 * ends by itself.
 */
export async function currentClosure({ clock, settings }: Deps): Promise<ServiceClosure | undefined> {
  const { serviceClosure } = await settings.get()
  if (!serviceClosure) return undefined
  return isClosedAt(serviceClosure, clock.now()) ? serviceClosure : undefined
}

export function isClosedAt({ from, until }: ServiceClosure, now: Date): boolean {
  return new Date(from) <= now && (until === null || new Date(until) > now)
}

/**
 * Throws serviceClosed, with the end and whether the operator wrote the text in its data, while the service is closed. For bets, games that are opened, and
 * deposits: what a player has can be read, cashed out and withdrawn.
 */
export async function refuseWhileClosed(deps: Deps): Promise<void> {
  const closure = await currentClosure(deps)
  if (!closure) return
  const { texts, until } = closure
  throw new Refusal('serviceClosed', { texts, data: { until, isOwnText: texts.pt_BR !== undefined } })
}
