import { join } from 'node:path'
import { BrowserWindow, type Session as PageSession } from 'electron'
import { languageArgument } from '#contract/ipc.ts'
import type { FrameField } from '#contract/frameField.ts'
import type { AppConfig } from './config/AppConfig.ts'
import type * as Kiosk from './kiosk/kiosk.ts'
import { keepPageAlive } from './recovery/keepPageAlive.ts'
import { dialogFeatures } from './security/dialogs.ts'
import { allowNavigation } from './security/navigation.ts'
import { isExit, isOnOrigin, isOnOrigins } from './security/urls.ts'
import { keepZoom } from './zoom.ts'

export interface MainWindowOptions {
  packaged: boolean
  config: Pick<AppConfig, 'display' | 'scale' | 'hideCursor' | 'language'>
  /** Null: a window. */
  kiosk: typeof Kiosk | null
  /** Of the page and its frames. */
  pages: PageSession
  /** Called for every navigation. */
  frameOrigins(): readonly string[]
  /** The renderer's origin. */
  origin: string
  /** A kiosk's page: the field of one of its frames that has the focus. */
  onFrameField(field: FrameField | null): void
  /** A kiosk's page: whether one of its frames has the focus. */
  isInFrame(): boolean
  /** A game leads the whole window to the page by which games are left. */
  onFrameExit(): void
  /** A code of ours was scanned there. */
  onScan(text: string): void
}

/** The page's own background, so that the window has the right colour before the first paint. */
const backgroundColor = __WINDOW_COLOUR__

/** The phone-sized window, or the kiosk's, which fills the display. Shown once it has painted. */
export function createMainWindow(options: MainWindowOptions): BrowserWindow {
  const { config, kiosk } = options
  const window = new BrowserWindow({
    width: 393,
    height: 852,
    useContentSize: true,
    minWidth: 320,
    minHeight: 480,
    show: false,
    backgroundColor,
    title: __BRAND_NAME__,
    autoHideMenuBar: true,
    ...kiosk?.kioskWindowOptions(config),
    webPreferences: {
      session: options.pages,
      // Read by the preload script.
      additionalArguments: [`${languageArgument}${config.language}`],
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
      disableDialogs: true,
      ...(kiosk ? { disableBlinkFeatures: dialogFeatures } : {}),
      devTools: !options.packaged,
    },
  })
  window.once('ready-to-show', () => window.show())
  // Until then the page's frames load nothing.
  let isGuarded = !kiosk
  allowNavigation(window.webContents, (address, isMainFrame) => {
    if (!isMainFrame) return isGuarded && isOnOrigins(address, options.frameOrigins())
    // Refused like any other way out of the page, which goes back to the lobby by itself.
    if (isExit(address, options.frameOrigins())) options.onFrameExit()
    return isOnOrigin(address, options.origin)
  })
  keepZoom(window.webContents, () => kiosk?.scaleFor(window.getBounds(), config.scale) ?? 1)
  keepPageAlive(window, { kiosk: kiosk !== null, home: `${options.origin}/` })
  if (kiosk) {
    kiosk.keepKioskWindow(window, config)
    kiosk.catchScans(window.webContents, { isForeign: options.isInFrame, onScan: options.onScan })
    import('./frames/guardFrames.ts')
      .then(({ guardFrames }) =>
        guardFrames(window.webContents, { isOurs: true, onField: options.onFrameField }),
      )
      .then(
        () => (isGuarded = true),
        (error: unknown) => console.error('palpite: frames stay empty:', error),
      )
    if (config.hideCursor) kiosk.hideCursor(window.webContents)
  }
  return window
}
