const retryMs = 1_000

/**
 * Loads the code of a page. Without a network it waits, and then opens the address anew: React, the bundler and WebKit keep
 * the failure of what they could not load. Whoever has gone on to another page meanwhile is not disturbed.
 */
export async function loadPage<Page>(load: () => Promise<Page>): Promise<Page> {
  const { pathname } = window.location
  try {
    return await load()
  } catch (error) {
    if (await isServerReachable()) throw error
    console.info('page not loaded', error)
    await reloadWhenReachable(() => window.location.pathname === pathname)
    throw error
  }
}

/** Returns without a reload where it is not wanted any more. */
export async function reloadWhenReachable(isWanted = () => true): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, retryMs))
  while (!(await isServerReachable()))
  if (!isWanted()) return
  window.location.reload()
  // Nothing is shown any more.
  await new Promise(() => {})
}

/** Asks for a file of the office: a network's login page comes with every address, but it is HTML. */
function isServerReachable(): Promise<boolean> {
  return fetch('/theme.js', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok, headers }) => ok && !headers.get('content-type')?.includes('html'),
    () => false,
  )
}
