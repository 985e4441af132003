/**
 * Start of the Electron application. The order matters: what must run before `ready` comes first, nothing
 * that is not built in is loaded before it, and no page is shown until every guard is in place.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app, Menu, net, protocol, session as sessions, type BrowserWindow } from 'electron'
import type { AppConfig } from './config.ts'
import { isExportFile } from './download.ts'
import { registerAppScheme, serveApp } from './rendererProtocol.ts'
import { securityHeaders } from './security/csp.ts'
import { lockNavigation } from './security/navigation.ts'
import { denyPermissions } from './security/permissions.ts'
import type { Session } from './session/Session.ts'
import { gamesOriginsOf, originsOf } from './security/urls.ts'
import { closeDebuggingPorts, waitForTestDriver } from './debugging.ts'
import { createMainWindow } from './window.ts'

/** electron-vite's address in development; a packaged application ignores it. */
const devServer = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL
let mainWindow: BrowserWindow | null = null
let settings: AppConfig | undefined

const origin = beforeReady()
const attached = waitForTestDriver(app)
app
  .whenReady()
  .then(start)
  .catch((error: unknown) => {
    console.error(`palpite: ${error instanceof Error ? error.message : String(error)}`)
    app.exit(1)
  })

/** Returns the renderer's origin. */
function beforeReady(): string {
  const userData = process.env.PALPITE_USER_DATA
  if (userData) app.setPath('userData', userData)
  // One window per user data folder: a second start shows the window of the first.
  if (!app.requestSingleInstanceLock()) app.exit(0)
  app.on('second-instance', showMainWindow)
  closeDebuggingPorts(app)
  lockNavigation(app)
  app.on('window-all-closed', () => app.quit())
  const bundled = registerAppScheme(protocol, app.isPackaged)
  return devServer === undefined ? bundled : new URL(devServer).origin
}

/**
 * The window comes first, so that its process starts while the configuration is read. Its page, and with it the
 * policy, is served once the configuration and the bridge are ready.
 */
async function start(): Promise<void> {
  await attached
  lockDown()
  const window = createMainWindow({
    packaged: app.isPackaged,
    frameOrigins: () => (settings ? frameOrigins(settings) : []),
    origin,
  })
  mainWindow = window
  window.on('closed', () => (mainWindow = null))
  const prepared = prepare(window)
  if (devServer === undefined) serve(prepared)
  else await prepared
  window.loadURL(`${origin}/`).catch((error: unknown) => {
    // Aborted because another URL was loaded meanwhile (by a test or a reload).
    console.warn('first page', error instanceof Error ? error.message : error)
  })
  await prepared
}

/** Loads the configuration and starts the services that need it. */
async function prepare(window: BrowserWindow): Promise<AppConfig> {
  settings = await readConfig()
  if (settings.kiosk) window.setKiosk(true)
  const { startServices } = await import('./services.ts')
  const session = await openSession(settings)
  startServices({ config: settings, session, origin, window: () => mainWindow })
  return settings
}

async function readConfig(): Promise<AppConfig> {
  const { loadConfig } = await import('./config.ts')
  const hasServer = app.isPackaged && existsSync(join(process.resourcesPath, 'server'))
  const config = loadConfig(process.env, hasServer)
  return config.demo ? { ...config, serverUrl: await startDemo() } : config
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
  // Players may save exports of their data and proofs (blobs of our page), except on a shared kiosk.
  denyPermissions(sessions.defaultSession, {
    mayDownload: (url) =>
      settings?.kiosk === false && (url.startsWith(`blob:${origin}/`) || isExportFile(url, settings)),
  })
}

function serve(prepared: Promise<AppConfig>): void {
  const bundle = prepared.then((config) => ({
    origin,
    root: join(import.meta.dirname, '../renderer'),
    headers: securityHeaders(frameOrigins(config)),
  }))
  serveApp(protocol, origin, bundle, (request) => net.fetch(request, { bypassCustomProtocolHandlers: true }))
}

async function openSession(config: AppConfig): Promise<Session> {
  const { Session } = await import('./session/Session.ts')
  const { openSessionFile } = await import('./session/sessionFile.ts')
  return new Session(openSessionFile({ keepToken: !config.kiosk }))
}

function frameOrigins(config: AppConfig): string[] {
  return [...originsOf(config.serverUrl), ...gamesOriginsOf(config.serverUrl), ...config.frameOrigins]
}

function showMainWindow(): void {
  if (mainWindow?.isMinimized()) mainWindow.restore()
  mainWindow?.focus()
}
