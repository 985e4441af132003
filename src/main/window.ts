import { join } from 'node:path'
import { BrowserWindow } from 'electron'
import { allowNavigation } from './security/navigation.ts'
import { isOnOrigin, isOnOrigins } from './security/urls.ts'

export interface MainWindowOptions {
  packaged: boolean
  /** Called for every navigation. */
  frameOrigins(): readonly string[]
  /** The renderer's origin. */
  origin: string
}

/** The page's own background, so that the window has the right colour before the first paint. */
const backgroundColor = '#07141a'

/** The phone-sized window (full screen in a kiosk). Shown once it has painted. */
export function createMainWindow(options: MainWindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    width: 393,
    height: 852,
    useContentSize: true,
    minWidth: 320,
    minHeight: 480,
    show: false,
    backgroundColor,
    title: 'Palpite',
    autoHideMenuBar: true,
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !options.packaged,
    },
  })
  window.once('ready-to-show', () => window.show())
  allowNavigation(window.webContents, (address, isMainFrame) =>
    isMainFrame ? isOnOrigin(address, options.origin) : isOnOrigins(address, options.frameOrigins()),
  )
  refuseZoom(window)
  return window
}

function refuseZoom(window: BrowserWindow): void {
  const contents = window.webContents
  contents.on('dom-ready', () => {
    contents.setZoomFactor(1)
    // Pinch zoom; the promise rejects only when the page is gone.
    contents.setVisualZoomLevelLimits(1, 1).catch((error: unknown) => console.warn('zoom limits', error))
  })
  // Ctrl with the wheel. Zoom keys belong to the default menu, which is removed.
  contents.on('zoom-changed', () => contents.setZoomFactor(1))
}
