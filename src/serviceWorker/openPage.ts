import type { PageMessage } from '#contract/serviceWorker.ts'
import { isClientPage } from './pages.ts'

/** What this needs of a `WindowClient`. */
interface Tab {
  readonly url: string
  readonly frameType: string
  focus(): Promise<unknown>
  postMessage(message: PageMessage): void
}

/** What this needs of the worker's global scope. */
interface Scope {
  readonly location: { readonly origin: string }
  readonly clients: {
    matchAll(options: { type: 'window' }): Promise<readonly Tab[]>
    openWindow(url: string): Promise<unknown>
  }
}

/**
 * Opens the page of a notice: in the tab that is open, which goes there by itself where nothing runs in it (a reload could
 * interrupt a round or a payment), else in a new one. Only pages of ours.
 */
export async function openPage({ location, clients }: Scope, path: string): Promise<void> {
  const { href, origin } = new URL(path, location.origin)
  if (origin !== location.origin) return
  const tabs = await clients.matchAll({ type: 'window' })
  const tab = tabs.find(({ url, frameType }) => frameType !== 'nested' && isClientPage(new URL(url)))
  if (!tab || !(await tell(tab, path))) await clients.openWindow(href)
}

/** Returns whether the tab is in front and knows. */
async function tell(tab: Tab, path: string): Promise<boolean> {
  try {
    await tab.focus()
    tab.postMessage({ type: 'openPage', path })
    return true
  } catch (error) {
    // The tab was closed, or the browser lets no page come to the front.
    console.info('no tab to show the page in', error)
    return false
  }
}
