import { refetchModules } from './refetchModules.ts'

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

let isDoubtful = () => false
let onLost = () => {}

/**
 * `doubt` returns whether the network seems to be lost: chunks are then requested only once the server responds. `lost` is
 * called while a chunk waits for that: a guest who makes no call would hear of it from nobody else.
 */
export function watchNetwork(doubt: () => boolean, lost: () => void): void {
  isDoubtful = doubt
  onLost = lost
}

/** A chunk that does not load although the server is reachable. Loading the page again is all that helps. */
export class ChunkError extends Error {}

/**
 * Loads a chunk. Without a network it waits, because React caches a failure and browsers cache a failed module. A chunk
 * that fails although the server is reachable throws ChunkError: a new version has replaced it, or the browser keeps the
 * failure of a first attempt that was made before the loss of the network was noticed.
 */
export async function loadWithRetry<Result>(load: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + timeoutMs
  const waitUntilReachable = async () => {
    while (!(await isServerReachable())) {
      onLost()
      if (performance.now() > deadline) throw new Error('no network')
      await wait()
    }
  }
  if (isDoubtful()) await waitUntilReachable()
  try {
    return await attempt(load)
  } catch (error) {
    console.info('chunk not loaded', error)
    // The network may return while the attempt fails: the next one counts.
    await wait()
    await waitUntilReachable()
  }
  try {
    await refetchModules().catch((error: unknown) => console.info('module not loaded', error))
    return await attempt(load)
  } catch (error) {
    throw new ChunkError('chunk not loaded', { cause: error })
  }
}

async function attempt<Result>(load: () => Promise<Result>): Promise<Result> {
  await reloadFailedStyles()
  return load()
}

function wait(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, retryMs))
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

/** Asks for a file that the server has: a network's login page comes with every address, but it is HTML. */
export function isServerReachable(): Promise<boolean> {
  return fetch('/manifest.webmanifest', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok, headers }) => ok && !headers.get('Content-Type')?.includes('html'),
    () => false,
  )
}
