import { randomUUID } from 'node:crypto'
import { BrowserWindow, session as sessions, type Session as PageSession } from 'electron'
import type { IpcEvents, PaymentRequest } from '#contract/ipc.ts'
import { paymentTimeLeft } from '#contract/rules/paymentExpiry.ts'
import { allowNavigation } from './security/navigation.ts'
import { paymentVerdict, type PaymentPolicy } from './security/payment.ts'
import { denyPermissions } from './security/permissions.ts'

type Closed = IpcEvents['payment:closed']

export interface PaymentDeps extends PaymentPolicy {
  parent(): BrowserWindow | null
  onClosed(closed: Closed): void
}

export interface PaymentWindows {
  /** Throws when the address is not allowed. A window that is open is closed first. */
  open(request: PaymentRequest): void
  close(): void
}

interface OpenPayment {
  window: BrowserWindow
  finish(reason: Closed['reason']): void
}

/**
 * The payment provider's page (docs/product.md, "Payment page"): one modal window at a time, without preload, in a
 * separate in-memory session. It closes on its return address, at the order's expiry, or on request.
 */
export function createPaymentWindows(deps: PaymentDeps): PaymentWindows {
  let current: OpenPayment | null = null

  function close(): void {
    current?.finish('closed')
  }

  function open(request: PaymentRequest): void {
    if (paymentVerdict(request.url, deps) !== 'show') throw new Error('payment address not allowed')
    close()

    const pages = sessions.fromPartition(`payment:${randomUUID()}`, { cache: false })
    // "Copy the PIX code" only needs to write text after a click; reading stays denied.
    denyPermissions(pages, { permissions: ['clipboard-sanitized-write'] })
    const window = createWindow(deps.parent(), pages)
    const expiry = setTimeout(() => finish('expired'), paymentTimeLeft(request.expiresAt, Date.now()))

    // Called during a navigation, in which the window must not be destroyed. The first reason wins.
    let firstReason: Closed['reason'] | null = null
    function finishLater(reason: Closed['reason']): void {
      firstReason ??= reason
      setImmediate(() => finish(reason))
    }

    function finish(last: Closed['reason']): void {
      if (current?.window !== window) return
      const reason = firstReason ?? last
      current = null
      clearTimeout(expiry)
      if (!window.isDestroyed()) window.destroy()
      clearStorage(pages)
      deps.onClosed({ orderId: request.orderId, reason })
    }

    current = { window, finish }
    watch(window, pages, deps, finishLater)
    window.loadURL(request.url).catch((error: unknown) => {
      // did-fail-load handles failures: an aborted load only means that the page navigated on at once.
      console.info('payment page', error instanceof Error ? error.message : error)
    })
  }

  return { open, close }
}

function createWindow(parent: BrowserWindow | null, pages: PageSession): BrowserWindow {
  const window = new BrowserWindow({
    ...(parent ? { parent, modal: true, ...parent.getContentBounds() } : { width: 393, height: 852 }),
    show: false,
    backgroundColor: '#ffffff',
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    autoHideMenuBar: true,
    webPreferences: {
      session: pages,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      devTools: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  return window
}

function watch(
  window: BrowserWindow,
  pages: PageSession,
  deps: PaymentDeps,
  finish: (reason: Closed['reason']) => void,
): void {
  const contents = window.webContents
  const isAllowed = (url: string, isMainFrame: boolean) => {
    const verdict = paymentVerdict(url, deps)
    if (verdict === 'returned' && isMainFrame) finish('returned')
    return verdict === 'show'
  }
  allowNavigation(contents, isAllowed)
  // Also checks requests, because navigation events miss some navigations (history, a redirect after a form).
  pages.webRequest.onBeforeRequest((details, callback) => {
    const isPage = details.resourceType === 'mainFrame' || details.resourceType === 'subFrame'
    callback({ cancel: isPage && !isAllowed(details.url, details.resourceType === 'mainFrame') })
  })
  contents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    const aborted = code === -3
    if (!isMainFrame || aborted) return
    console.warn('payment page failed', code, description)
    finish('closed')
  })
  contents.on('render-process-gone', () => finish('closed'))
  contents.on('before-input-event', (event, input) => {
    // A modal sheet of macOS has no close button.
    if (input.type === 'keyDown' && input.key === 'Escape') {
      event.preventDefault()
      finish('player')
    }
  })
  window.on('closed', () => finish('player'))
}

/** Deletes everything that a payment has stored. */
function clearStorage(pages: PageSession): void {
  Promise.all([
    pages.clearStorageData(),
    pages.clearCache(),
    pages.clearAuthCache(),
    pages.closeAllConnections(),
  ]).catch((error: unknown) => console.error('clearing the payment session failed', error))
}
