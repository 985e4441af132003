import { loadMore } from '../i18n/i18n.ts'
import { afterSettling } from './afterSettling.ts'

/** Chunks that a press may open. */
const chunks = {
  access: () => import('../overlays/access/AccessOverlay.tsx'),
  accountMenu: () => import('../overlays/accountMenu/AccountMenuOverlay.tsx'),
  sideMenu: () => import('../overlays/sideMenu/SideMenuOverlay.tsx'),
  cashier: () => import('../overlays/cashier/CashierOverlay.tsx'),
}

/** Event handlers that preload a button's overlay chunk and texts on touch or focus. */
export function preloadOn(name: keyof typeof chunks) {
  const load = () => preload(name)
  return { onPointerEnter: load, onFocus: load }
}

/** Loads the overlays that are opened first once the page has settled, so that no press has to. Returns its cleanup. */
export function preloadFirstOverlays(isLoggedIn: boolean): () => void {
  const names = isLoggedIn
    ? (['cashier', 'accountMenu', 'sideMenu'] as const)
    : (['access', 'sideMenu'] as const)
  return afterSettling(() => names.forEach(preload))
}

function preload(name: keyof typeof chunks): void {
  Promise.all([chunks[name](), loadMore('more')]).catch((error: unknown) => {
    // The press itself loads again and shows a failure.
    console.info(`not fetched ahead: ${name}`, error)
  })
}
