/** Marks the keyboard that terminals show (features/screenKeyboard). */
export const screenKeyboardMark = { 'data-screen-keyboard': '' }

/**
 * A press on a key belongs to the field that it types into, not to what is outside of a dialog. Dialogs ask after a later
 * click, when the key may have made room for those of another layer: it is then in no document.
 */
export function isOnScreenKeyboard(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return !target.isConnected || target.closest('[data-screen-keyboard]') !== null
}
