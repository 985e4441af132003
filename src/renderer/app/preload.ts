import { deferUntilIdle } from './deferUntilIdle.ts'

/** Overlays that a press may open, by the name of one of their tabs. */
const overlays = {
  access: 'login',
  accountMenu: 'accountMenu',
  sideMenu: 'sideMenu',
  cashier: 'deposit',
} as const

/** Event handlers that preload a button's overlay chunk and texts on touch or focus. */
export function preloadOn(name: keyof typeof overlays) {
  const load = () => preload(name)
  return { onPointerEnter: load, onFocus: load }
}

/** Loads the overlays that are opened first once the page has settled, so that no press has to. Returns its cleanup. */
export function preloadFirstOverlays(isLoggedIn: boolean): () => void {
  const names = isLoggedIn
    ? (['cashier', 'accountMenu', 'sideMenu'] as const)
    : (['access', 'sideMenu'] as const)
  return deferUntilIdle(() => names.forEach(preload))
}

function preload(name: keyof typeof overlays): void {
  load(name).catch((error: unknown) => {
    // The press itself loads again and shows a failure.
    console.info(`not fetched ahead: ${name}`, error)
  })
}

async function load(name: keyof typeof overlays): Promise<void> {
  const { overlayRegistry } = await import('./overlayRegistry.ts')
  await overlayRegistry[overlays[name]].load()
}
