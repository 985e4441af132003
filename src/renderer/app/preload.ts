import { loadMore } from '../i18n/i18n.ts'

/** Chunks that a press may open. */
const chunks = {
  access: () => import('../overlays/access/AccessOverlay.tsx'),
  accountMenu: () => import('../overlays/accountMenu/AccountMenuOverlay.tsx'),
  sideMenu: () => import('../overlays/sideMenu/SideMenuOverlay.tsx'),
  cashier: () => import('../overlays/cashier/CashierOverlay.tsx'),
}

/** Event handlers that preload a button's overlay chunk and texts on touch or focus. */
export function preloadOn(name: keyof typeof chunks) {
  const load = () => {
    Promise.all([chunks[name](), loadMore('more')]).catch((error: unknown) => {
      // The press itself loads again and shows a failure.
      console.info(`not fetched ahead: ${name}`, error)
    })
  }
  return { onPointerEnter: load, onFocus: load }
}
