import { loadMore } from '../i18n/i18n.ts'

/** Chunks of what a press may open. */
const chunks = {
  access: () => import('../overlays/access/AccessOverlay.tsx'),
  accountMenu: () => import('../overlays/accountMenu/AccountMenuOverlay.tsx'),
  sideMenu: () => import('../overlays/sideMenu/SideMenuOverlay.tsx'),
  cashier: () => import('../overlays/cashier/CashierOverlay.tsx'),
}

/** Handlers for a button: its overlay's chunk and texts are asked for when the finger or the focus arrives. */
export function ahead(name: keyof typeof chunks) {
  const load = () => {
    Promise.all([chunks[name](), loadMore('more')]).catch((error: unknown) => {
      // The press itself asks again and tells the player.
      console.info(`not fetched ahead: ${name}`, error)
    })
  }
  return { onPointerEnter: load, onFocus: load }
}
