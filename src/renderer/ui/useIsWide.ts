import { useSyncExternalStore } from 'react'

/**
 * Whether the layout is that of a desktop (`--wide` in scripts/screenMedia.ts). For what only one of the layouts
 * renders; everything else is CSS, so that a prerendered page fits every screen.
 */
export function useIsWide(): boolean {
  return useSyncExternalStore(watch, read, () => false)
}

function watch(listener: () => void): () => void {
  const query = window.matchMedia(__WIDE_MEDIA__)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

function read(): boolean {
  return window.matchMedia(__WIDE_MEDIA__).matches
}
