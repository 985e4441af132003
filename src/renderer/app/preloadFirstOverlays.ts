import { deferUntilIdle } from './deferUntilIdle.ts'
import { preload } from './preload.ts'

/** Loads the overlays that are opened first once the page has settled, so that no press has to. Returns its cleanup. */
export function preloadFirstOverlays(isLoggedIn: boolean): () => void {
  const names = isLoggedIn
    ? (['cashier', 'accountMenu', 'sideMenu'] as const)
    : (['access', 'sideMenu'] as const)
  return deferUntilIdle(() => names.forEach(preload))
}
