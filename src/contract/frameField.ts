/**
 * A field that a customer of a kiosk types into in a page that is not ours: in a frame of a game or chat, or in the payment
 * window. The keys of the screen, which are in our pages, type into it through the main process.
 */
export interface FrameField {
  /** As in HTML; '' where the field does not say. */
  type: string
  inputMode: string
  autocapitalize: string
}

/** Keys that insert no character. Any other key is one character. */
export const frameFunctionKeys = ['backspace', 'enter', 'space', 'hide'] as const
export type FrameFunctionKey = (typeof frameFunctionKeys)[number]

/** Whether a value is a key: one of the above, or one character (combining marks are characters too). */
export function isFrameKey(value: unknown): value is string {
  if (typeof value !== 'string') return false
  return frameFunctionKeys.some((key) => key === value) || /^\P{Cc}$/u.test(value)
}
