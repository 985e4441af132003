/** In ms. */
const timeoutMs = 120_000
const retryMs = 1_000

/** Style sheets that failed to load. The bundler requests each only once. */
const lost = new Set<HTMLLinkElement>()

/** Records failed style sheets from the start. */
export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target)
  }
  // Error events of elements do not bubble.
  window.addEventListener('error', note, true)
}

/**
 * Loads a chunk. Without a network it waits, because React caches a failure. A chunk
 * that is missing on a reachable server (replaced by a new version) fails: a reload loads the new one.
 */
export async function untilOnline<Result>(load: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + timeoutMs
  // Read before the attempt, because the network may return while it fails.
  let wasThere = false
  for (;;) {
    try {
      await bringStyles()
      return await load()
    } catch (error) {
      if (wasThere || performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, retryMs))
      wasThere = await isServerThere()
    }
  }
}

/** Loads the failed style sheets again; rejects when one fails again. */
export async function bringStyles(): Promise<void> {
  await Promise.all(
    [...lost].map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement
          again.onload = () => resolve()
          again.onerror = () => reject(new Error(`no style: ${link.href}`))
          lost.delete(link)
          link.replaceWith(again)
        }),
    ),
  )
}

function isServerThere(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}
