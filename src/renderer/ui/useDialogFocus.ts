import { useRef, type RefObject } from 'react'

/** The focused element before the first of several dialogs opened; used when the opener of this one is gone. */
let focusedOutside: HTMLElement | null = null

/**
 * The focus of a dialog: goes to `initial` or the panel itself (never straight into a text field, which would
 * raise the keyboard), and returns to the element that opened it. Radix returns focus only to its own
 * Trigger, and ours are opened by a store.
 */
export function useDialogFocus(
  panel: RefObject<HTMLElement | null>,
  initial?: RefObject<HTMLElement | null>,
) {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus(event: Event) {
      event.preventDefault()
      const active = document.activeElement
      opener.current = active instanceof HTMLElement && active !== document.body ? active : null
      if (opener.current && !opener.current.closest('[role=dialog], [role=alertdialog]')) {
        focusedOutside = opener.current
      }
      const target = initial?.current ?? panel.current
      target?.focus({ preventScroll: true })
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      // Another dialog has opened and holds the focus now.
      if (document.activeElement?.closest('[role=dialog], [role=alertdialog]')) return
      const target = [opener.current, focusedOutside].find((element) => element?.isConnected)
      target?.focus({ preventScroll: true })
    },
  }
}
