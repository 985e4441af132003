import type { Storages } from '../../services/storage.ts'
import { cents, type Cents } from '#contract/money.ts'
import type { SlipPick } from './SlipLeg.ts'

/** A selection with the stake of its single. */
export interface SavedPick extends SlipPick {
  stake?: Cents | undefined
}

/** How the selections are bet together. */
export interface SavedStake {
  mode: 'single' | 'parlay' | null
  parlay: Cents | null
}

/** The selections that this browser tab had before it was reloaded. Anything malformed is left out. */
export function loadPicks({ session }: Storages): SavedPick[] {
  const stored = session.get('betSlip')
  return Array.isArray(stored) ? (stored as unknown[]).filter(isPick) : []
}

/** Keeps the selections in session storage; an empty slip leaves nothing there. */
export function savePicks({ session }: Storages, picks: readonly SavedPick[]): void {
  session.set('betSlip', picks.length > 0 ? picks : undefined)
}

export function loadStake({ session }: Storages): SavedStake {
  const stored = session.get('betSlipStake')
  const { mode, parlay } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<
    keyof SavedStake,
    unknown
  >
  return {
    mode: mode === 'single' || mode === 'parlay' ? mode : null,
    parlay: isStake(parlay) ? cents(parlay) : null,
  }
}

/** An empty slip is not stored. */
export function saveStake({ session }: Storages, stake: SavedStake | null): void {
  session.set('betSlipStake', stake ?? undefined)
}

const textFields = ['matchId', 'sport', 'home', 'away', 'startsAt', 'key'] as const

function isStake(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}

function isPick(value: unknown): value is SavedPick {
  if (typeof value !== 'object' || value === null) return false
  const pick = value as Partial<Record<keyof SavedPick, unknown>>
  return (
    textFields.every((name) => typeof pick[name] === 'string') &&
    typeof pick.isLive === 'boolean' &&
    typeof pick.odds === 'number' &&
    pick.odds > 1 &&
    (pick.boostedFrom === undefined || (typeof pick.boostedFrom === 'number' && pick.boostedFrom > 1)) &&
    (pick.stake === undefined || isStake(pick.stake))
  )
}
