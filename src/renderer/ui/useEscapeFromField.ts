import { useRef, type FormEvent, type RefObject } from 'react'

/** Fields whose text would have to be typed again. A search field is emptied by Escape in any case. */
const textFields =
  'textarea, input:not([type=search], [type=checkbox], [type=radio], [type=range], [type=file])'

/**
 * Escape in a dialog closes the suggestions of a field first, and leaves a field that something was typed into: one press would throw
 * that away. The next press closes the dialog.
 */
export function useEscapeFromField(panel: RefObject<HTMLElement | null>) {
  const typedInto = useRef<EventTarget | null>(null)
  return {
    onInput: (event: FormEvent) => void (typedInto.current = event.target),
    // Radix hears of the press before the field does.
    onEscapeKeyDown(event: KeyboardEvent) {
      const { target } = event
      if (!(target instanceof Element)) return
      if (target.matches('[aria-autocomplete][aria-controls]')) return event.preventDefault()
      if (target !== typedInto.current || !hasText(target)) return
      event.preventDefault()
      panel.current?.focus()
    },
  }
}

function hasText(field: Element): boolean {
  return field.matches(textFields) && (field as HTMLInputElement | HTMLTextAreaElement).value !== ''
}
