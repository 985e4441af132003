import { browserHost } from '#contract/hostInfo.ts'
import type { HttpReply } from '#contract/ipc.ts'
import type { Answer } from '#http/playerCalls.ts'
import type { RealtimeConnection } from '#realtime/RealtimeConnection.ts'
import type { ConnectionStatus, ServerEvent } from '#contract/realtime.ts'
import { visitStorage } from '#contract/visitStorage.ts'
import { readFirstView } from './firstView.ts'
import { createListeners } from './listeners.ts'
import type { PaymentClosed, Platform, PlatformRequest } from './Platform.ts'

const tokenKey = 'token'

/** What only the application does. */
const nothing = () => undefined
const never = () => nothing

/** The browser: the token is in local storage; axios and socket.io are loaded at their first use. */
export function createWebPlatform(): Platform {
  const sessionChanged = createListeners<boolean>()
  const eventReceived = createListeners<ServerEvent>()
  const statusChanged = createListeners<ConnectionStatus>()
  const paymentClosed = createListeners<PaymentClosed>()
  const ready = readFirstView()
  let payment: { orderId: string; timer: ReturnType<typeof setTimeout> } | null = null

  const stored = visitStorage(() => localStorage)
  const readToken = () => stored.getItem(tokenKey)

  function storeToken(token: string): void {
    stored.setItem(tokenKey, token)
    disconnect()
    sessionChanged.notify(true)
  }

  /** Ends the session only if the refused token is still the current one: a newer session stays. */
  function endSession(token: string): void {
    if (token !== readToken()) return
    removeToken()
    sessionChanged.notify(false)
  }

  function removeToken(): void {
    disconnect()
    stored.removeItem(tokenKey)
  }

  /** Loaded with the first session or the first match that is watched. */
  let connection: RealtimeConnection | undefined
  let loading: Promise<RealtimeConnection> | undefined

  async function loadConnection(): Promise<RealtimeConnection> {
    const { RealtimeConnection: Connection } = await import('#realtime/RealtimeConnection.ts')
    connection = new Connection({
      loadIo: async () => (await import('socket.io-client')).io,
      serverUrl: () => location.origin,
      token: readToken,
      onEvent: eventReceived.notify,
      onStatus: statusChanged.notify,
      onLoggedOut: endSession,
    })
    return connection
  }

  /** At once where it is loaded; otherwise in the order of the calls. */
  function withConnection(run: (connection: RealtimeConnection) => void | Promise<void>): void {
    if (connection) return void report(run(connection))
    loading ??= loadConnection()
    // The next use loads again.
    loading.catch(() => (loading = undefined))
    report(loading.then(run))
  }

  /** Before it is loaded there is nothing to end, unless it has just been requested. */
  function disconnect(): void {
    if (loading) withConnection((loaded) => loaded.disconnect())
  }

  function watchOtherTabs(): void {
    window.addEventListener('storage', (change) => {
      // A null key: the other tab cleared everything.
      if (change.storageArea !== localStorage || (change.key !== tokenKey && change.key !== null)) return
      const token = readToken()
      disconnect()
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
      return { ...browserHost, hasSession: readToken() !== null }
    },

    async send(request) {
      const token = readToken()
      const inPage = token === null ? ready.take(request) : undefined
      if (inPage) {
        // In a separate task, so that the page can react before the next one.
        await new Promise((resolve) => setTimeout(resolve))
        return inPage
      }
      const { reply, issuedToken, endsSession } = await ask(request, token)
      if (issuedToken !== null) storeToken(issuedToken)
      else if (endsSession) {
        const current = readToken()
        if (current !== null && current !== token) reply.isOfOldSession = true
        else if (token !== null) endSession(token)
      }
      return reply
    },

    async clearSession() {
      removeToken()
    },

    onSessionChanged: sessionChanged.add,

    realtime: {
      connect: () => withConnection((loaded) => loaded.connect()),
      disconnect,
      offGame: (gameCode) => withConnection((loaded) => loaded.offGame(gameCode)),
      watchFeed: (watched) => withConnection((loaded) => loaded.watchFeed(watched)),
      onEvent: eventReceived.add,
      onStatus: statusChanged.add,
    },

    payment: {
      kind: 'frame',
      async open({ orderId, timeLeft }) {
        closePayment('closed')
        const timer = setTimeout(() => closePayment('expired'), timeLeft)
        payment = { orderId, timer }
      },
      close: () => closePayment('closed'),
      onClosed: paymentClosed.add,
    },

    // Only kiosks have this question.
    onService: never,
    onIdle: never,
    frames: { onField: never, type: nothing, setFocused: nothing, onScan: never },

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

function report(done: void | Promise<void>): void {
  Promise.resolve(done).catch((error: unknown) => console.error('socket.io not loaded', error))
}

/** Without a network, the code of the calls may be missing too. */
async function ask(request: PlatformRequest, token: string | null): Promise<Answer> {
  try {
    return await (await import('./webCalls.ts')).sendRequest(request, token)
  } catch (error) {
    console.warn('calls not loaded', error instanceof Error ? error.message : error)
    const reply: HttpReply = { networkError: true, httpStatus: 0, body: null }
    return { reply, issuedToken: null, endsSession: false }
  }
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    // There is no clipboard API without a secure context (plain http in a venue's network), or it is not
    // allowed.
    console.info('clipboard refused', error)
    return (await import('./copySelection.ts')).copySelection(text)
  }
}
