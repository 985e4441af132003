import type { Storages } from '../../services/storage.ts'
import type { SlipPick } from './SlipLeg.ts'

/** The selections that this browser tab had before it was reloaded. Anything malformed is left out. */
export function loadPicks({ session }: Storages): SlipPick[] {
  const stored = session.get('betSlip')
  return Array.isArray(stored) ? (stored as unknown[]).filter(isPick) : []
}

/** Keeps the selections in session storage; an empty slip leaves nothing there. */
export function savePicks({ session }: Storages, picks: readonly SlipPick[]): void {
  session.set('betSlip', picks.length > 0 ? picks : undefined)
}

const textFields = ['matchId', 'sport', 'home', 'away', 'startsAt', 'key'] as const

function isPick(value: unknown): value is SlipPick {
  if (typeof value !== 'object' || value === null) return false
  const pick = value as Partial<Record<keyof SlipPick, unknown>>
  return (
    textFields.every((name) => typeof pick[name] === 'string') &&
    typeof pick.isLive === 'boolean' &&
    typeof pick.odds === 'number' &&
    pick.odds > 1
  )
}
