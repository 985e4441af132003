/**
 * Whether a key sends the message: Enter without Shift. In Japanese, Korean and Chinese, Enter also ends the conversion of what
 * was typed; that must not send. Safari ends it before the key, which then has the code of keys that an input method handles.
 */
export function isSendKey(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isComposing' | 'keyCode'>,
): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.isComposing && event.keyCode !== 229
}
