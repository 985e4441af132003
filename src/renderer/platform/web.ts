import type { HttpReply, HttpRequest } from '#contract/ipc.ts'
import { languageCodes } from '#contract/languages.ts'
import { toWireHeaders } from '#contract/http/call.ts'
import { endsSession, extractAccessToken } from '#contract/http/sessionToken.ts'
import { RealtimeConnection } from '#realtime/RealtimeConnection.ts'
import { paymentTimeLeft } from '#contract/rules/paymentExpiry.ts'
import type { ConnectionStatus, ServerEvent } from '#contract/realtime.ts'
import { readFirstView } from './firstView.ts'
import { createListeners } from './listeners.ts'
import type { PaymentClosed, Platform } from './Platform.ts'
import { createDeviceId } from './webDeviceId.ts'

const timeoutMs = 30_000
const tokenKey = 'token'

/** The browser: the token is in local storage; axios and socket.io are loaded at their first use. */
export function createWebPlatform(): Platform {
  const sessionChanged = createListeners<boolean>()
  const eventReceived = createListeners<ServerEvent>()
  const statusChanged = createListeners<ConnectionStatus>()
  const paymentClosed = createListeners<PaymentClosed>()
  const deviceId = createDeviceId()
  const ready = readFirstView()
  let payment: { orderId: string; timer: ReturnType<typeof setTimeout> } | null = null

  const readToken = () => localStorage.getItem(tokenKey)

  function storeToken(token: string): void {
    localStorage.setItem(tokenKey, token)
    connection.disconnect()
    sessionChanged.notify(true)
  }

  /** Ends the session only if the refused token is still the current one: a newer session stays. */
  function endSession(token: string): void {
    if (token !== readToken()) return
    removeToken()
    sessionChanged.notify(false)
  }

  function removeToken(): void {
    connection.disconnect()
    localStorage.removeItem(tokenKey)
  }

  const connection = new RealtimeConnection({
    loadIo: async () => (await import('socket.io-client')).io,
    serverUrl: () => location.origin,
    token: readToken,
    onEvent: eventReceived.notify,
    onStatus: statusChanged.notify,
    onLoggedOut: endSession,
  })

  function watchOtherTabs(): void {
    window.addEventListener('storage', (change) => {
      // A null key: the other tab cleared everything.
      if (change.storageArea !== localStorage || (change.key !== tokenKey && change.key !== null)) return
      const token = readToken()
      connection.disconnect()
      sessionChanged.notify(token !== null)
    })
  }

  function closePayment(reason: PaymentClosed['reason']): void {
    if (payment === null) return
    const { orderId, timer } = payment
    clearTimeout(timer)
    payment = null
    paymentClosed.notify({ orderId, reason })
  }

  return {
    host: 'web',

    async start() {
      watchOtherTabs()
      deviceId.compute()
      return {
        deviceId: deviceId.stored() ?? '',
        hasSession: readToken() !== null,
        kiosk: false,
        attractSeconds: 0,
        endText: '',
        isConfigDamaged: false,
        version: '',
        runtime: '',
        inService: true,
        isEnrolled: false,
        hasPrinter: false,
        languages: languageCodes,
        volume: 100,
      }
    },

    async send(request) {
      const token = readToken()
      const inPage = token === null ? ready.take(request) : undefined
      if (inPage) return inPage
      const reply = await sendRequest(request, token, await deviceId.get())
      const extracted = extractAccessToken(request.path, reply.body)
      if (extracted.token !== null) storeToken(extracted.token)
      else if (token !== null && endsSession(reply.httpStatus, reply.body)) endSession(token)
      return { ...reply, body: extracted.body }
    },

    async clearSession() {
      removeToken()
    },

    onSessionChanged: sessionChanged.add,

    realtime: {
      connect: () => {
        connection.connect().catch((error: unknown) => console.error('socket.io not loaded', error))
      },
      disconnect: () => connection.disconnect(),
      offGame: (gameCode) => connection.offGame(gameCode),
      watchFeed: (watched) => connection.watchFeed(watched),
      onEvent: eventReceived.add,
      onStatus: statusChanged.add,
    },

    payment: {
      kind: 'frame',
      async open({ orderId, expiresAt }) {
        closePayment('closed')
        const timer = setTimeout(() => closePayment('expired'), paymentTimeLeft(expiresAt, Date.now()))
        payment = { orderId, timer }
      },
      close: () => closePayment('closed'),
      onClosed: paymentClosed.add,
    },

    // Only a kiosk asks.
    onService: () => () => undefined,
    onIdle: () => () => undefined,
    frames: { onField: () => () => undefined, type: () => undefined },

    async download(path) {
      const link = document.createElement('a')
      link.href = path
      // The server names the file.
      link.download = ''
      link.click()
      return true
    },

    print: () => Promise.resolve('off'),

    copyText,
  }
}

async function sendRequest(request: HttpRequest, token: string | null, deviceId: string): Promise<HttpReply> {
  try {
    const { default: axios } = await import('axios')
    const response = await axios.request<unknown>({
      method: request.method,
      url: request.path,
      params: request.query,
      data: request.body ?? undefined,
      headers: {
        ...toWireHeaders({ ...request, deviceId }),
        ...(request.bodyType === 'none' ? {} : { 'Content-Type': contentTypes[request.bodyType] }),
        ...(token === null ? {} : { Authorization: token }),
        ...(request.idempotencyKey === null ? {} : { 'Idempotency-Key': request.idempotencyKey }),
      },
      timeout: timeoutMs,
      validateStatus: () => true,
    })
    const body = typeof response.data === 'object' ? response.data : null
    return { networkError: false, httpStatus: response.status, body }
  } catch (error) {
    console.warn('no response', request.path, error instanceof Error ? error.message : error)
    return { networkError: true, httpStatus: 0, body: null }
  }
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' }

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    // There is no clipboard API without a secure context (plain http in a venue's network), or it is not
    // allowed.
    console.info('clipboard API refused, trying a selection', error)
    return copySelection(text)
  }
}

function copySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const focused = document.activeElement
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
