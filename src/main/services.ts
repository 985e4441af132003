import { app, clipboard, type BrowserWindow, type Session as PageSession } from 'electron'
import { offeredLanguages } from './config/AppConfig.ts'
import type { LoadedConfig } from './config/config.ts'
import { downloadExport } from './download.ts'
import type { HttpRequest } from '#contract/ipc.ts'
import type { PrinterState, PrintOutcome } from '#contract/printing.ts'
import { authCalls } from '#contract/http/auth.ts'
import type { FrameField } from '#contract/frameField.ts'
import type * as Kiosk from './kiosk/kiosk.ts'
import type { NetFetch } from '#http/httpClient.ts'
import { createHttp, type SendHttp } from './http.ts'
import { createEmitter, registerIpc } from './ipc.ts'
import { onDemand } from './onDemand.ts'
import { paymentOnDemand } from './payment/paymentOnDemand.ts'
import { createRealtime } from './realtime.ts'
import { createApiSession, watchNetwork } from './recovery/apiSession.ts'
import { beforeEnd } from './recovery/relaunch.ts'
import { originsOf } from './security/urls.ts'
import type { Session } from './session/Session.ts'
import type { StaffPanel } from './staff/staffPanel.ts'
import type { RunningTerminal } from './terminal/startTerminal.ts'

export interface ServiceDeps {
  config: LoadedConfig
  /** Null: a window. */
  kiosk: typeof Kiosk | null
  session: Session
  /** Of this installation, also while it cannot be written. */
  dataFolder: string
  /** The renderer's origin: only its page can call and gets events. */
  origin: string
  window(): BrowserWindow | null
  /** Makes another window with a page of its own the main window. */
  openWindow(): BrowserWindow
  /** Empties the session of a window that is gone. */
  forgetPages(pages: PageSession): Promise<void>
  staff(): Promise<StaffPanel>
}

export interface Services {
  /** The page is being replaced: the next one must not miss what arrives in between. */
  leavePage(): void
  /** In the frames of a kiosk's page. */
  frameExited(): void
  frameFieldChanged(field: FrameField | null): void
  /** Whether one of the frames of a kiosk's page has the focus. */
  isInFrame(): boolean
  /** A code of ours was scanned there. */
  scanned(text: string): void
  /** For staff. Never rejects. */
  printTestPage(): Promise<PrintOutcome>
  /** For staff. Never rejects. */
  readPrinter(): Promise<PrinterState>
}

/** The services behind the bridge: HTTP, real time, payment and clipboard; in a kiosk the boundary between customers. */
export function startServices(deps: ServiceDeps): Services {
  const { config, session, origin, window, staff } = deps
  const emit = createEmitter(window, origin)
  const api = createApiSession()
  if (config.kiosk) {
    watchNetwork()
    // Its token is nowhere else.
    beforeEnd(async () => {
      if (session.token !== null) await http.logOut(session.token)
    })
  }
  const fetch: NetFetch = (request, init) => api().fetch(request, init)
  /** Only a kiosk is a terminal, so a window does not load it. */
  const kiosk: { terminal?: RunningTerminal } = {}
  const http = createHttp({
    fetch,
    serverUrl: config.serverUrl,
    session,
    customer: () => customers?.number ?? 0,
    terminal: () => (config.kiosk ? (kiosk.terminal?.id() ?? 'none') : null),
    sendSigned: (...call) => {
      if (!kiosk.terminal) throw new Error('no terminal')
      return kiosk.terminal.send(...call)
    },
  })
  let isInFrame = false
  let lastRequest: HttpRequest | null = null
  const send: SendHttp = (request) => {
    lastRequest = request
    return http.send(request)
  }
  const printer = onDemand(async () => {
    const { Printer } = await import('./printer/Printer.ts')
    return new Printer({ config, send })
  })
  const readPrinter = async () => (config.printer === 'none' ? 'off' : (await printer.load()).readState())
  if (config.printer.startsWith('system:')) {
    // Nothing waits for it, and it never rejects.
    void printer.load().then((loaded) => loaded.cancelLeftovers())
  }
  const payment = paymentOnDemand({
    parent: window,
    origin,
    kiosk: config.kiosk,
    hideCursor: config.kiosk && config.hideCursor,
    serverOrigins: originsOf(config.serverUrl),
    paymentOrigins: config.paymentOrigins,
    onClosed: (closed) => emit('payment:closed', closed),
  })
  const realtime = createRealtime({
    serverUrl: config.serverUrl,
    session,
    resolveProxy: (url) => api().resolveProxy(url),
    onLoggedOut: (token) => void endSession(token),
    onEvent: (event) => {
      emit('realtime:event', event)
      if (event.name === 'paySuccess') payment.close()
    },
    onStatus: (status) => emit('realtime:status', status),
  })
  session.onChanged((hasSession, cause) => {
    if (!hasSession) payment.close()
    if (cause === 'server') emit('session:changed', { hasSession })
  })
  const customers = deps.kiosk
    ? new deps.kiosk.Customers({
        config,
        session,
        window,
        openWindow: deps.openWindow,
        forgetPages: deps.forgetPages,
        logOut: http.logOut,
        onEnd: () => {
          payment.close()
          realtime.watchFeed({ sport: null, matchId: null })
        },
        onAsk: (secondsLeft) => {
          payment.setHidden(secondsLeft !== null)
          emit('customer:idle', { secondsLeft })
        },
      })
    : null
  const terminalStarted = customers
    ? import('./terminal/startTerminal.ts').then(({ startTerminal }) => {
        kiosk.terminal = startTerminal({
          fetch,
          serverUrl: config.serverUrl,
          folder: deps.dataFolder,
          config,
          session,
          customers,
          window,
          readPrinter,
          onService: (inService) => emit('terminal:service', { inService }),
        })
      })
    : Promise.resolve()
  registerIpc(
    {
      'host:info': async () => {
        await terminalStarted
        kiosk.terminal?.pageCame()
        return {
          deviceId: session.deviceId,
          hasSession: session.token !== null,
          kiosk: config.kiosk,
          attractSeconds: config.kiosk ? config.attractSeconds : 0,
          endText: config.kiosk ? session.takeEndText() : '',
          isConfigDamaged: config.damage !== null,
          version: app.getVersion(),
          runtime: process.versions.electron,
          inService: kiosk.terminal?.inService() ?? true,
          isEnrolled: typeof kiosk.terminal?.id() === 'string',
          hasPrinter: config.printer !== 'none',
          languages: offeredLanguages(config),
          volume: config.volume,
        }
      },
      'http:send': send,
      'session:clear': () => ignoreResult(session.clear()),
      'realtime:connect': async () => ignoreResult(await realtime.connect()),
      'realtime:disconnect': () => ignoreResult(realtime.disconnect()),
      'realtime:offGame': ({ gameCode }) => ignoreResult(realtime.offGame(gameCode)),
      'realtime:watchFeed': (watched) => ignoreResult(realtime.watchFeed(watched)),
      'payment:open': async (request) => ignoreResult(await payment.open(request)),
      'payment:close': () => ignoreResult(payment.close()),
      'export:download': (path) => downloadExport(path, config, window()),
      'clipboard:write': async (text) => ignoreResult(await clipboard.writeText(text)),
      'receipt:print': async ({ kind, id, language }) =>
        (await printer.load()).printReceipt(kind, id, language),
      'frame:read': async () => {
        const { focusedFrameField } = await loadFrames()
        const page = window()?.webContents
        return page ? focusedFrameField(page) : null
      },
      'frame:type': async (key) => {
        const { typeIntoFrame } = await loadFrames()
        const page = window()?.webContents
        if (page) typeIntoFrame(page, key)
        return null
      },
      'frame:focused': (isFocused) => {
        isInFrame = isFocused
        return null
      },
      'staff:open': async () => ignoreResult((await staff()).open()),
    },
    { origin, window },
  )
  return {
    leavePage: () => {
      isInFrame = false
      realtime.disconnect()
    },
    isInFrame: () => isInFrame,
    scanned: (text) => emit('scanner:read', { text }),
    frameExited: () => emit('frame:exit', null),
    frameFieldChanged: (field) => emit('frame:field', field),
    readPrinter,
    printTestPage: async () => (await printer.load()).printTestPage(),
  }

  /**
   * The connection for events was refused. A call is refused too, and its response has the reason in the player's language,
   * for the next page of a kiosk.
   */
  async function endSession(token: string): Promise<void> {
    if (config.kiosk && lastRequest !== null && token === session.token) {
      const { language, currency, timeZone } = lastRequest
      const { method, path } = authCalls.logout
      const call = { method, path, query: {}, body: '{}', bodyType: 'json', idempotencyKey: null } as const
      await http.send({ ...call, language, currency, timeZone })
    }
    session.end(token)
  }
}

/** A kiosk has loaded it with its window; a window calls none of it. */
const loadFrames = () => import('./frames/guardFrames.ts')

function ignoreResult(_done: void): null {
  return null
}
