import type { RootStore } from '../stores/RootStore.ts'
import { ChunkError, isServerReachable } from './loadWithRetry.ts'
import { reloadOnce } from './reloadOnce.ts'

/** A reload interrupts nothing: no round runs, and no overlay is open, which may be a payment. */
export function isIdle({ rounds, overlays }: Pick<RootStore, 'rounds' | 'overlays'>): boolean {
  return !rounds.isRunning && overlays.current === null
}

/** What Chromium, Firefox and Safari say about a module that cannot be loaded. */
const failedImport = /dynamically imported module|importing a module script failed/i

/**
 * Loads the page again when a chunk needs that: its address opens the same screen. Does nothing for any other error, or
 * when the page was reloaded a moment ago: the player then decides.
 */
export async function reloadForChunk(error: unknown): Promise<void> {
  if (await isReplaced(error)) reloadOnce()
}

/** Whether a new version has replaced the chunk. Without a network a reload would lose the page. */
async function isReplaced(error: unknown): Promise<boolean> {
  if (error instanceof ChunkError) return true
  return error instanceof Error && failedImport.test(error.message) && (await isServerReachable())
}
