/** Overlays that a press may open, by the name of one of their tabs. */
const overlays = {
  access: 'login',
  accountMenu: 'accountMenu',
  sideMenu: 'sideMenu',
  cashier: 'deposit',
} as const

type PreloadedOverlay = keyof typeof overlays

/** Event handlers that preload a button's overlay chunk and texts on touch or focus. */
export function preloadOn(name: PreloadedOverlay) {
  const load = () => preload(name)
  return { onPointerEnter: load, onFocus: load }
}

/** Loads an overlay ahead. */
export function preload(name: PreloadedOverlay): void {
  load(name).catch((error: unknown) => {
    // The press itself loads again and shows a failure.
    console.info(`${name} not loaded`, error)
  })
}

async function load(name: PreloadedOverlay): Promise<void> {
  const { overlayRegistry } = await import('./overlayRegistry.ts')
  await overlayRegistry[overlays[name]].load()
}
