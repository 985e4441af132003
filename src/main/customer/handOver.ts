import type { BrowserWindow } from 'electron'
import { releaseKioskWindow } from '../kiosk/kioskWindow.ts'

/** A page that loads no longer than this is waited for. */
const limitMs = 3_000

/**
 * Covers `old` with `next` at once, and destroys `old` as soon as the page of `next` is there: the desktop never shows,
 * and a page that hangs cannot delay it for long.
 */
export function handOver(old: BrowserWindow, next: BrowserWindow): Promise<void> {
  releaseKioskWindow(old)
  // The staff panel: it would outlive the window that it is over, and be below the next one.
  for (const child of old.getChildWindows()) child.destroy()
  next.show()
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(limit)
      if (!old.isDestroyed()) old.destroy()
      resolve()
    }
    const limit = setTimeout(finish, limitMs)
    next.webContents.once('dom-ready', finish)
    next.once('closed', finish)
  })
}
