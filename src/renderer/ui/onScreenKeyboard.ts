/** Marks the keyboard that terminals show (features/screenKeyboard). */
export const screenKeyboardMark = { 'data-screen-keyboard': '' }

/** A press on a key belongs to the field that it types into, not to what is outside of a dialog. */
export function isOnScreenKeyboard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-screen-keyboard]') !== null
}
