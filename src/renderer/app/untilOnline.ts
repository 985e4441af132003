/** Spec §9. */
const timeoutMs = 120_000
const retryMs = 1_000

/** Style sheets of chunks that did not come. The bundler asks for each only once. */
const lost = new Set<HTMLLinkElement>()

/** Notes what the network lost, from the start on. */
export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target)
  }
  // Errors of elements do not bubble.
  window.addEventListener('error', note, true)
}

/**
 * Loads a chunk. Without a network it is waited for; nothing else would bring it, as React keeps a failure. One
 * that is missing though the server is there (a new version took its place) fails: a reload brings the new one.
 */
export async function untilOnline<Result>(load: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + timeoutMs
  // Before the try, not after it: the network may come back while one fails.
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

/** Asks again for what was lost; rejects when that does not come either. */
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
