/** In ms. */
const timeoutMs = 120_000
const retryMs = 1_000

/** Style sheets that failed to load. The bundler requests each only once. */
const failedStyles = new Set<HTMLLinkElement>()

/** Records failed style sheets from the start. */
export function watchStyles(): void {
  const record = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  }
  // Error events of elements do not bubble.
  window.addEventListener('error', record, true)
}

/** A chunk that does not load although the server is reachable. Loading the page again is all that helps. */
export class ChunkError extends Error {}

/**
 * Loads a chunk. Without a network it waits, because React caches a failure; it tries again only when the server is
 * reachable, because browsers cache a failed module. A chunk that then fails too throws ChunkError: a new version has
 * replaced it, or the browser keeps the failure of the first attempt.
 */
export async function untilOnline<Result>(load: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + timeoutMs
  // Read before the attempt, because the network may return while it fails.
  let wasReachable = false
  for (;;) {
    try {
      await reloadFailedStyles()
      return await load()
    } catch (error) {
      if (wasReachable) throw new ChunkError('the chunk does not load', { cause: error })
      do {
        if (performance.now() > deadline) throw error
        await new Promise((resolve) => setTimeout(resolve, retryMs))
        wasReachable = await isServerReachable()
      } while (!wasReachable)
    }
  }
}

/** Loads the failed style sheets again; rejects when one fails again. */
export async function reloadFailedStyles(): Promise<void> {
  await Promise.all(
    [...failedStyles].map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const retry = link.cloneNode() as HTMLLinkElement
          retry.onload = () => resolve()
          retry.onerror = () => reject(new Error(`no style: ${link.href}`))
          failedStyles.delete(link)
          link.replaceWith(retry)
        }),
    ),
  )
}

function isServerReachable(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}
