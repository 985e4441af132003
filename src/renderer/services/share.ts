/** How a share sheet ended; `unavailable`: the device has none, or it cannot share this. */
export type ShareOutcome = 'shared' | 'cancelled' | 'unavailable'

export const hasShareSheet = (): boolean => typeof navigator.share === 'function'

/** Opens the device's share sheet (Web Share API). Never rejects. */
export async function openShareSheet(content: {
  title: string
  text: string
  url: string
}): Promise<ShareOutcome> {
  return hasShareSheet() ? share(content) : 'unavailable'
}

/** Opens it with a picture, where the device shares files. Never rejects. */
export async function sharePicture(picture: File): Promise<ShareOutcome> {
  const content = { files: [picture] }
  const canShare = typeof navigator.canShare === 'function' && navigator.canShare(content)
  return canShare ? share(content) : 'unavailable'
}

async function share(content: ShareData): Promise<ShareOutcome> {
  try {
    await navigator.share(content)
    return 'shared'
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError'
    return isCancelled ? 'cancelled' : 'unavailable'
  }
}
