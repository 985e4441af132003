import { useCallback, useSyncExternalStore } from 'react'

/**
 * Whether the layout is that of a desktop (`--wide` in scripts/screenMedia.ts). For what only one of the layouts
 * renders; everything else is CSS, so that a prerendered page fits every screen.
 */
export function useIsWide(): boolean {
  return useMedia(__WIDE_MEDIA__)
}

function useMedia(media: string): boolean {
  const watch = useCallback(
    (listener: () => void) => {
      const query = window.matchMedia(media)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    [media],
  )
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(media).matches,
    () => false,
  )
}
