/** What lies over a page: dialogs, sheets, and the open bet slip. */
export function openLayers(): NodeListOf<Element> {
  return document.querySelectorAll('[role$=dialog][data-state=open], [data-layer=open]')
}

/** Closes what is on top, as Escape does. */
export function closeTopLayer(): void {
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
}
