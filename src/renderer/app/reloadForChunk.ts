import type { RootStore } from '../stores/RootStore.ts'
import { ChunkError } from './untilOnline.ts'

const storageKey = 'chunkReloadedAt'
/** In ms: a chunk that is still missing after a reload must not reload the page over and over. */
const minIntervalMs = 60_000

/** A reload interrupts nothing: no round runs, and no overlay is open, which may be a payment. */
export function isIdle({ rounds, overlays }: Pick<RootStore, 'rounds' | 'overlays'>): boolean {
  return !rounds.isRunning && overlays.current === null
}

/**
 * Loads the page again when a screen's chunk needs that (ChunkError): its address opens the same screen. Does nothing for
 * any other error, or when the page was reloaded a moment ago: the player then decides.
 */
export function reloadForChunk(error: unknown): void {
  if (!(error instanceof ChunkError)) return
  try {
    const last = Number(window.sessionStorage.getItem(storageKey) ?? 0)
    if (Date.now() - last < minIntervalMs) return
    window.sessionStorage.setItem(storageKey, String(Date.now()))
  } catch (refused) {
    // Without the time of the last reload it could go on for ever.
    console.warn('storage refused', refused)
    return
  }
  window.location.reload()
}
