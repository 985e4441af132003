import { app, clipboard, session as sessions, type BrowserWindow } from 'electron'
import type { AppConfig } from './config.ts'
import { downloadExport } from './download.ts'
import { createHttp } from './http.ts'
import { createEmitter, registerIpc } from './ipc.ts'
import { createPaymentWindows } from './payment.ts'
import { createRealtime } from './realtime.ts'
import { originsOf } from './security/urls.ts'
import type { Session } from './session/Session.ts'

export interface ServiceDeps {
  config: AppConfig
  session: Session
  /** The renderer's origin: only its page can call and gets events. */
  origin: string
  window(): BrowserWindow | null
}

/** The services behind the bridge: HTTP, real time, payment and clipboard. */
export function startServices({ config, session, origin, window }: ServiceDeps): void {
  const emit = createEmitter(window, origin)
  // In memory: no cookie and no response is ever written to disk.
  const api = sessions.fromPartition('api', { cache: false })
  const send = createHttp({
    fetch: (url, init) => api.fetch(url, init),
    serverUrl: config.serverUrl,
    session,
  })
  const payment = createPaymentWindows({
    parent: window,
    serverOrigins: originsOf(config.serverUrl),
    paymentOrigins: config.paymentOrigins,
    onClosed: (closed) => emit('payment:closed', closed),
  })
  const realtime = createRealtime({
    serverUrl: config.serverUrl,
    session,
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
  registerIpc(
    {
      'host:info': () => ({
        deviceId: session.deviceId,
        hasSession: session.token !== null,
        kiosk: config.kiosk,
        version: app.getVersion(),
      }),
      'http:send': send,
      'session:clear': () => ignoreResult(session.clear()),
      'realtime:connect': async () => ignoreResult(await realtime.connect()),
      'realtime:disconnect': () => ignoreResult(realtime.disconnect()),
      'realtime:offGame': ({ gameCode }) => ignoreResult(realtime.offGame(gameCode)),
      'realtime:watchFeed': (watched) => ignoreResult(realtime.watchFeed(watched)),
      'payment:open': (request) => ignoreResult(payment.open(request)),
      'payment:close': () => ignoreResult(payment.close()),
      'export:download': (path) => downloadExport(path, config, window()),
      'clipboard:write': async (text) => ignoreResult(await clipboard.writeText(text)),
    },
    origin,
  )
}

function ignoreResult(_done: void): null {
  return null
}
