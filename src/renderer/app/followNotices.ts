import type { PageMessage } from '#contract/serviceWorker.ts'
import type { RootStore } from '../stores/RootStore.ts'

/** Where the service worker's messages arrive. */
type Messages = Pick<ServiceWorkerContainer, 'addEventListener' | 'removeEventListener'>

/**
 * Goes to the page of a notice of the browser that was pressed, where that interrupts nothing. `messages`: undefined where the
 * browser has no service workers. Returns its cleanup.
 */
export function followNotices(
  { rounds, overlays, navigation }: Pick<RootStore, 'rounds' | 'overlays' | 'navigation'>,
  messages: Messages | undefined = (navigator as Partial<Navigator>).serviceWorker,
): () => void {
  const follow: EventListener = (event) => {
    const { data } = event as MessageEvent<PageMessage>
    // As before a reload: an overlay may be a payment.
    if (rounds.isRunning || overlays.current !== null) return
    // Only a path of ours: `//` begins another host.
    if (/^\/(?![/\\])/.test(data.path)) navigation.go(data.path)
  }
  messages?.addEventListener('message', follow)
  return () => messages?.removeEventListener('message', follow)
}
