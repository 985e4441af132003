/** How a share sheet ended; `unavailable`: the device has none, or it cannot share this. */
export type ShareOutcome = 'shared' | 'cancelled' | 'unavailable'

/** Opens the device's share sheet (Web Share API). Never rejects. */
export async function openShareSheet(content: {
  title: string
  text: string
  url: string
}): Promise<ShareOutcome> {
  if (typeof navigator.share !== 'function') return 'unavailable'
  try {
    await navigator.share(content)
    return 'shared'
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError'
    return isCancelled ? 'cancelled' : 'unavailable'
  }
}
