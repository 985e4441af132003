const storageKey = 'chunkReloadedAt'
/** In ms: a chunk that is still missing after a reload must not reload the page over and over. */
const minIntervalMs = 60_000

/** Loads the page again, unless that was done a moment ago. */
export function reloadOnce(): void {
  try {
    const ago = Date.now() - Number(window.sessionStorage.getItem(storageKey) ?? 0)
    // Somebody may have set the clock back meanwhile.
    if (ago >= 0 && ago < minIntervalMs) return
    window.sessionStorage.setItem(storageKey, String(Date.now()))
  } catch (refused) {
    // Without the time of the last reload it could go on for ever.
    console.warn('storage refused', refused)
    return
  }
  window.location.reload()
}
