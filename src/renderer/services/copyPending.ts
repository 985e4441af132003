/**
 * Copies a text that is still on its way. WebKit lets a page copy only while it handles the press, so the clipboard gets the
 * promise. Returns whether it worked; rejects when the text cannot be had.
 */
export async function copyPending(
  text: Promise<string>,
  copy: (text: string) => Promise<boolean>,
): Promise<boolean> {
  if (typeof ClipboardItem === 'function' && typeof navigator.clipboard?.write === 'function') {
    const blob = text.then((known) => new Blob([known], { type: 'text/plain' }))
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
      return true
    } catch (error) {
      // Refused, or there is no text: then the next line says so.
      console.info('clipboard: no promise accepted', error)
    }
  }
  return copy(await text)
}
