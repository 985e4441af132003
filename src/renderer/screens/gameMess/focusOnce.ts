/** A ref that moves the focus to the element when it appears. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}
