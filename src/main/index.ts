/**
 * Start of the Electron application. The order matters: what must run before `ready` comes first, little
 * that is not built in is loaded before it, and no page is shown until every guard is in place.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  app,
  dialog,
  Menu,
  net,
  protocol,
  session as sessions,
  type BrowserWindow,
  type Session as PageSession,
} from 'electron'
// Before the crash reporter and before Electron watches for signals: electron-store's writer listens for them too.
import { pagePaths } from '#contract/pages.ts'
import { loadConfig, type LoadedConfig } from './config/config.ts'
import { startCrashReporter } from './crash/startCrashReporter.ts'
import type * as Kiosk from './kiosk/kiosk.ts'
import { createPageSessions, type PageSessions } from './customer/pageSession.ts'
import { writableFolder } from './dataFolder.ts'
import { isExportFile } from './download.ts'
import { onDemand } from './onDemand.ts'
import { registerAppScheme, serveApp } from './rendererProtocol.ts'
import { securityHeaders } from './security/csp.ts'
import { silenceErrorBox } from './security/dialogs.ts'
import { lockNavigation } from './security/navigation.ts'
import { denyPermissions } from './security/permissions.ts'
import type { Session } from './session/Session.ts'
import type { StaffPanel } from './staff/staffPanel.ts'
import { attemptsFile } from './staff/attemptsFile.ts'
import { keepLastErrors } from './staff/lastErrors.ts'
import { gamesOriginsOf, isOnOrigin, originsOf } from './security/urls.ts'
import type { Services } from './services.ts'
import { closeDebuggingPorts, waitForTestDriver } from './debugging.ts'
import { logToFile } from './log/logFile.ts'
import { watchMain } from './recovery/watchMain.ts'
import { createMainWindow } from './window.ts'
import { reasonOf } from './reasonOf.ts'

/** electron-vite's address in development; a packaged application ignores it. */
const devServer = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL
let mainWindow: BrowserWindow | null = null
/** Taken out of the environment, which other processes inherit. */
const staffPin = process.env.PALPITE_STAFF_PIN
delete process.env.PALPITE_STAFF_PIN
let settings: LoadedConfig | undefined
let services: Services | undefined

/** The data folder that this installation was given; `userData` is a substitute while it cannot be written. */
const dataFolder = process.env.PALPITE_USER_DATA ?? app.getPath('userData')
const origin = beforeReady()
const attached = waitForTestDriver(app)
app.whenReady().then(start).catch(stop)

function stop(error: unknown): void {
  console.error(`palpite: ${reasonOf(error)}`)
  app.exit(1)
}

/** Returns the renderer's origin. */
function beforeReady(): string {
  keepLastErrors()
  try {
    app.setPath('userData', writableFolder(dataFolder, app.getPath('temp')))
  } catch (error) {
    stop(error)
  }
  // One window per user data folder: a second start shows the window of the first.
  if (!app.requestSingleInstanceLock()) app.exit(0)
  logToFile(join(app.getPath('userData'), 'logs'))
  startCrashReporter()
  app.on('second-instance', showMainWindow)
  watchMain(() => settings?.kiosk === true)
  closeDebuggingPorts(app)
  silenceErrorBox(dialog)
  lockNavigation(app)
  app.on('window-all-closed', () => app.quit())
  const bundled = registerAppScheme(protocol, app.isPackaged)
  return devServer === undefined ? bundled : new URL(devServer).origin
}

/**
 * The window comes as soon as the configuration is read, so that its process starts while the services are loaded. Its
 * page, and with it the policy, is served once they are ready.
 */
async function start(): Promise<void> {
  await attached
  startNetworkService()
  console.info(`palpite ${app.getVersion()}, Electron ${process.versions.electron}`)
  lockDown()
  const config = await readConfig()
  settings = config
  const kiosk = config.kiosk ? await import('./kiosk/kiosk.ts') : null
  kiosk?.countInput()
  if (config.volume === 0) app.on('web-contents-created', (_event, contents) => contents.setAudioMuted(true))
  const sessionsOfPages: PageSessions = createPageSessions(config, (pages) => {
    guardPages(pages)
    if (devServer === undefined) serve(pages, configured, prepared, onPage)
  })
  let onPage = (): void => undefined
  const pageSent = new Promise<void>((resolve) => (onPage = resolve))
  // Their first steps follow the window.
  const configured = configure(config)
  const prepared = configured.then(async (used) => {
    if (devServer === undefined) await pageSent
    await prepare(used, kiosk, sessionsOfPages)
  })
  const window = openWindow(config, kiosk, sessionsOfPages)
  // It serves its pages itself.
  if (devServer !== undefined) await prepared
  showPage(window)
  await prepared
}

/**
 * Chromium starts the process at the first call that needs it, and the first page, although it comes from a file, waits
 * for it. So it starts while the configuration is read.
 */
function startNetworkService(): void {
  sessions.defaultSession.closeAllConnections().catch((error: unknown) => {
    console.warn('network service', reasonOf(error))
  })
}

/** The main window, in a kiosk with a page session of its own. It loads nothing yet. */
function openWindow(
  config: LoadedConfig,
  kiosk: typeof Kiosk | null,
  sessionsOfPages: PageSessions,
): BrowserWindow {
  const window = createMainWindow({
    packaged: app.isPackaged,
    config,
    kiosk,
    pages: sessionsOfPages.take(),
    frameOrigins: () => (settings ? frameOrigins(settings) : []),
    origin,
    isInFrame: () => mainWindow === window && services?.isInFrame() === true,
    onScan: (text) => services?.scanned(text),
    onFrameExit: () => {
      if (mainWindow === window) services?.frameExited()
    },
    onFrameField: (field) => {
      if (mainWindow === window) services?.frameFieldChanged(field)
    },
  })
  mainWindow = window
  window.on('closed', () => {
    if (mainWindow === window) mainWindow = null
  })
  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument, url }) => {
    // A refused navigation leaves the page as it is.
    if (isMainFrame && !isSameDocument && isOnOrigin(url, origin)) services?.leavePage()
  })
  return window
}

function showPage(window: BrowserWindow): void {
  window.loadURL(`${origin}/`).catch((error: unknown) => {
    // Aborted because another URL was loaded meanwhile (by a test or a reload).
    console.warn('first page', reasonOf(error))
  })
}

function openNextWindow(...made: Parameters<typeof openWindow>): BrowserWindow {
  const window = openWindow(...made)
  showPage(window)
  return window
}

interface Configured {
  config: LoadedConfig
  session: Session
}

/** What the first page depends on: the demonstration's server has an address, and a session is there or not. */
async function configure(config: LoadedConfig): Promise<Configured> {
  const used = config.demo ? { ...config, serverUrl: await startDemo() } : config
  settings = used
  return { config: used, session: await openSession(used) }
}

/** Starts the services behind the bridge, which the page's program needs. The first page is sent before. */
async function prepare(
  { config, session }: Configured,
  kiosk: typeof Kiosk | null,
  sessionsOfPages: PageSessions,
): Promise<void> {
  const { startServices } = await import('./services.ts')
  services = startServices({
    config,
    kiosk,
    session,
    dataFolder,
    origin,
    window: () => mainWindow,
    openWindow: () => openNextWindow(config, kiosk, sessionsOfPages),
    forgetPages: (pages) => sessionsOfPages.giveBack(pages),
    staff: staffPanelOf(config),
  })
}

/** Loaded with the first gesture, or to set the PIN that the environment has and to count a lockout down. */
function staffPanelOf(config: LoadedConfig): () => Promise<StaffPanel> {
  const { load } = onDemand(async () => {
    const { createStaffPanel } = await import('./staff/staffPanel.ts')
    return createStaffPanel({
      config,
      folder: dataFolder,
      origin,
      newPin: staffPin,
      window: () => mainWindow,
      fetch: (request, init) => net.fetch(request, init),
      printTestPage: async () => services?.printTestPage() ?? 'off',
      readPrinter: async () => services?.readPrinter() ?? 'off',
    })
  })
  if (staffPin !== undefined || existsSync(join(app.getPath('userData'), attemptsFile))) void load()
  return load
}

async function readConfig(): Promise<LoadedConfig> {
  const hasServer = app.isPackaged && existsSync(join(process.resourcesPath, 'server'))
  // Only an enrolled terminal has settings from a distance. In its own folder, which can be read while it cannot be written.
  const terminal = existsSync(join(dataFolder, 'terminal.json'))
    ? await import('./terminal/terminalFile.ts')
    : undefined
  return loadConfig({
    folder: dataFolder,
    env: process.env,
    hasServer,
    remote: (serverUrl) => terminal?.readOrderedConfig(dataFolder, serverUrl) ?? {},
  })
}

/** The application waits for the server to stop before it quits, so that the database is closed cleanly. */
async function startDemo(): Promise<string> {
  const { startEmbeddedServer } = await import('./embeddedServer.ts')
  const server = await startEmbeddedServer()
  app.once('will-quit', (event) => {
    event.preventDefault()
    server.stop().finally(() => app.exit(0))
  })
  return server.url
}

function lockDown(): void {
  // No menu: its accelerators include reload, developer tools and zoom. macOS needs one for copy and paste.
  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }])
      : null,
  )
  guardPages(sessions.defaultSession)
}

/** The identity check takes pictures; no other page sees through the camera. */
function isCameraPage(address: string): boolean {
  return new URL(address).pathname.replace(/\/+$/, '') === pagePaths.identity
}

/** Players may save exports of their data and proofs (blobs of our page), except on a shared kiosk. */
function guardPages(pages: PageSession): void {
  denyPermissions(pages, {
    mayUseCamera: (address) => isOnOrigin(address, origin) && isCameraPage(address),
    mayDownload: (url) =>
      settings?.kiosk === false && (url.startsWith(`blob:${origin}/`) || isExportFile(url, settings)),
  })
}

function serve(
  pages: PageSession,
  configured: Promise<Configured>,
  prepared: Promise<void>,
  onPage: () => void,
): void {
  const root = join(import.meta.dirname, '../renderer')
  const bundle = configured.then(async ({ config, session }) => {
    const { readPrerenderedHome } = await import('./prerenderedHome.ts')
    const page = await readPrerenderedHome(root, config.language)
    const home = page && { html: page.html, headers: securityHeaders(frameOrigins(config), page) }
    return {
      origin,
      root,
      headers: securityHeaders(frameOrigins(config)),
      guestHome: () => (session.token === null ? home : null),
      ready: prepared,
      onPage,
    }
  })
  serveApp(pages.protocol, origin, bundle, (request) =>
    pages.fetch(request, { bypassCustomProtocolHandlers: true }),
  )
}

async function openSession(config: LoadedConfig): Promise<Session> {
  const { Session } = await import('./session/Session.ts')
  const { openSessionFile } = await import('./session/sessionFile.ts')
  // The demonstration's server has another port each time.
  const server = config.demo ? 'demo' : new URL(config.serverUrl).origin
  return new Session(openSessionFile({ folder: app.getPath('userData'), server, keepToken: !config.kiosk }))
}

function frameOrigins(config: LoadedConfig): string[] {
  return [...originsOf(config.serverUrl), ...gamesOriginsOf(config.serverUrl), ...config.frameOrigins]
}

function showMainWindow(): void {
  if (mainWindow?.isMinimized()) mainWindow.restore()
  mainWindow?.focus()
}
