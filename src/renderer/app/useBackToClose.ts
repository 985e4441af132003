import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { useStores } from '../stores/useStores.ts'

/** What lies over a page: dialogs, sheets, and the open bet slip. */
const layers = '[role$=dialog][data-state=open], [data-layer=open]'

/**
 * Going back closes one level at a time, as Escape does, before it leaves the page. The overlay below the others is in the
 * address: overlayAddress.ts closes it.
 */
export function useBackToClose(): void {
  const { overlays } = useStores()
  const blocker = useBlocker(
    ({ historyAction }) =>
      historyAction === 'POP' && document.querySelectorAll(layers).length > (overlays.current ? 1 : 0),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    blocker.reset()
  }, [blocker])
}
