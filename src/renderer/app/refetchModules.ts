/**
 * Fetches what the page has named ahead. WebKit keeps the failure of such a module, even when the page is loaded again, until
 * something else fetches its file. Rejects without a network; a file that the server no longer has is no reason.
 */
export async function refetchModules(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')
  await Promise.all(
    [...links].map(async ({ href }) => {
      const { ok, status } = await fetch(href)
      if (!ok && status !== 404) throw new Error(`${status}: ${href}`)
    }),
  )
}
