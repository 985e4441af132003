import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'
import { boundsOver, keepPressable } from '../kiosk/kioskWindow.ts'
import { ownPageSession } from '../ownPage.ts'
import { reasonOf } from '../reasonOf.ts'

export interface StaffWindowOptions {
  parent: BrowserWindow
  /** The renderer's origin; the panel has it in a session of its own. */
  origin: string
  zoomFactor: number
}

/** A window over the main one, with a page, a preload script and a session of its own. */
export function createStaffWindow({ parent, origin, zoomFactor }: StaffWindowOptions): BrowserWindow {
  const pages = ownPageSession('staff', origin)
  const window = new BrowserWindow({
    parent,
    ...boundsOver(parent.getBounds()),
    useContentSize: false,
    frame: false,
    show: false,
    backgroundColor: __WINDOW_COLOUR__,
    title: __BRAND_NAME__,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: true,
    alwaysOnTop: parent.isAlwaysOnTop(),
    webPreferences: {
      session: pages,
      preload: join(app.getAppPath(), 'out/preload/staff.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      devTools: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  })
  keepPressable(window, parent)
  // Not `ready-to-show`: a page in a hidden window over another one may never paint.
  window.webContents.once('dom-ready', () => {
    window.webContents.setZoomFactor(zoomFactor)
    window.show()
    // Without it the keys stay with the page below, whose mouse button is still pressed.
    window.webContents.focus()
  })
  window.on('focus', () => window.webContents.focus())
  window.loadURL(`${origin}/`).catch((error: unknown) => {
    console.error('palpite: the staff panel cannot be shown', reasonOf(error))
    if (!window.isDestroyed()) window.destroy()
  })
  return window
}
