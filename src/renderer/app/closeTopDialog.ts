const escape = 'Escape'
const openDialogs = '[role$=dialog][data-state=open]'

/** Going back closes one level at a time, as Escape does: a dialog over the overlay goes first. Returns whether there is one. */
export function closeTopDialog(): boolean {
  if (document.querySelectorAll(openDialogs).length < 2) return false
  document.dispatchEvent(new KeyboardEvent('keydown', { key: escape, cancelable: true }))
  return true
}
