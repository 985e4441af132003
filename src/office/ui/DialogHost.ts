import { createContext } from 'react'

/** Where dialogs are put: inside the frame of the pages, so that the login hides them with it. */
export const DialogHost = createContext<HTMLElement | null>(null)

/** Presses and keys of the login, which covers an ended session, are not for the dialogs behind it. */
export function keepBehindLogin(event: Event): void {
  if (document.querySelector('[data-login]')) event.preventDefault()
}
