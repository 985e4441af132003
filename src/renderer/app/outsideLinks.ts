import type { OverlayStore } from '../stores/OverlayStore.ts'

const outside = new Set(['http:', 'https:', 'tel:', 'mailto:'])

/**
 * Shows the links of our page that lead out of the application as QR codes: the Electron window opens no other program.
 * Listens before the page does. Returns its cleanup.
 */
export function watchOutsideLinks(overlays: OverlayStore): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !outside.has(link.protocol) || link.origin === window.location.origin) return
    event.preventDefault()
    overlays.open('outsideLink', { address: link.href })
  }
  document.addEventListener('click', onClick, { capture: true })
  return () => document.removeEventListener('click', onClick, { capture: true })
}
