import { action, observable } from 'mobx'

/** Chromium's event that the page can be installed now; no other engine has it, nor TypeScript's library. */
export interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    /** The browser's offer, where it came before the program: kept by app/prerenderedHead.ts and older/older.js. */
    installOffer?: Event
  }
}

/** The browser's offer to install, kept until it is used; it can be used once. */
export const installPrompt = observable.box<InstallPromptEvent | null>(null, { deep: false })

/** Takes the browser's offer, which comes soon after the page, listens for it where there is none yet, and keeps the browser from showing a bar of its own. */
export function keepInstallPrompt(): () => void {
  const keep = action((event: Event) => {
    event.preventDefault()
    delete window.installOffer
    installPrompt.set(event as InstallPromptEvent)
  })
  const forget = action(() => installPrompt.set(null))
  if (window.installOffer) keep(window.installOffer)
  window.addEventListener('beforeinstallprompt', keep)
  window.addEventListener('appinstalled', forget)
  return () => {
    window.removeEventListener('beforeinstallprompt', keep)
    window.removeEventListener('appinstalled', forget)
  }
}
