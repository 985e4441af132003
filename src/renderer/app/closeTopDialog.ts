/** What lies over a page: dialogs, sheets, and the open bet slip. */
const openLayers = '[role$=dialog][data-state=open], [data-layer=open]'

/** Whether something lies over the page. */
export function isLayerOpen(): boolean {
  return document.querySelector(openLayers) !== null
}

/** Closes what is on top, as Escape does. */
export function closeTopLayer(): void {
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
}

/** Going back closes one level at a time, as Escape does: a dialog over the overlay goes first. Returns whether there is one. */
export function closeTopDialog(): boolean {
  if (document.querySelectorAll(openLayers).length < 2) return false
  closeTopLayer()
  return true
}
