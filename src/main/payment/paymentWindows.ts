import type { BrowserWindow, Session as PageSession, WebContentsView } from 'electron'
import type { IpcEvents, PaymentRequest } from '#contract/ipc.ts'
import type { PaymentBar } from '#contract/paymentBar.ts'
import { paymentVerdict, type PaymentPolicy } from '../security/payment.ts'
import { BarWindow } from './BarWindow.ts'
import { LoadDeadline } from './LoadDeadline.ts'
import { createPaymentSessions, openProviderPage } from './providerPage.ts'

type Closed = IpcEvents['payment:closed']

export interface PaymentDeps extends PaymentPolicy {
  /** The renderer's origin: the bar's page has it too, in a session of its own. */
  origin: string
  kiosk: boolean
  hideCursor: boolean
  parent(): BrowserWindow | null
  onClosed(closed: Closed): void
}

export interface PaymentWindows {
  /** Throws when the address is not allowed. A window that is open is closed first. */
  open(request: PaymentRequest): void
  close(): void
  /** Takes the window out of the way of a question, and brings it back. */
  setHidden(isHidden: boolean): void
}

interface OpenPayment {
  window: BarWindow
  finish(reason: Closed['reason']): void
}

/**
 * The payment provider's page (docs/product.md, "Payment page"): one modal window at a time, whose own page is a bar with
 * the provider's page below it. It closes on its return address, at the order's expiry, or on request.
 */
export function createPaymentWindows(deps: PaymentDeps): PaymentWindows {
  const sessions = createPaymentSessions()
  let current: OpenPayment | null = null
  let isHidden = false

  function close(): void {
    current?.finish('closed')
  }

  function open(request: PaymentRequest): void {
    if (paymentVerdict(request.url, deps) !== 'show') throw new Error('payment address not allowed')
    const parent = deps.parent()
    if (parent === null) throw new Error('no window to pay in')
    close()
    const pages = sessions.take()
    current = openPayment(request, parent, pages, deps, (reason) => {
      current = null
      sessions.giveBack(pages).catch((error: unknown) => {
        console.error('palpite: the data of a payment cannot be deleted', error)
      })
      deps.onClosed({ orderId: request.orderId, reason })
    })
    current.window.setHidden(isHidden)
  }

  function setHidden(hidden: boolean): void {
    isHidden = hidden
    current?.window.setHidden(hidden)
  }

  return { open, close, setHidden }
}

function openPayment(
  request: PaymentRequest,
  parent: BrowserWindow,
  pages: PageSession,
  deps: PaymentDeps,
  onFinished: (reason: Closed['reason']) => void,
): OpenPayment {
  const expiresAt = performance.now() + request.timeLeft
  const expiry = setTimeout(() => finish('expired'), expiresAt - performance.now())
  let address = request.url
  let page: PaymentBar['page'] = 'loading'
  let isOver = false
  let isScanned = false
  /** The provider's page, once it can be seen. */
  let view: WebContentsView | null = null
  let closePage = (): void => undefined
  let field: PaymentBar['field'] = null

  const bar = (): PaymentBar => ({
    language: request.language,
    host: new URL(address).hostname,
    isEncrypted: new URL(address).protocol === 'https:',
    timeLeft: Math.max(0, expiresAt - performance.now()),
    page,
    isScanned,
    field,
  })
  const window = new BarWindow({
    parent,
    origin: deps.origin,
    hideCursor: deps.hideCursor,
    read: bar,
    onCancel: () => finishLater('player'),
    onRetry: () => {
      if (page === 'failed') load()
    },
    onContinue: () => {
      isScanned = false
      showView()
      window.update(bar())
    },
    onScan: deps.kiosk ? refuseScan : undefined,
    onGone: () => finishLater('player'),
  })
  const deadline = new LoadDeadline(() => fail('it did not load in time'))

  // Called in the middle of an event of a page, in which no page must be destroyed. The first reason wins.
  let firstReason: Closed['reason'] | null = null
  function finishLater(reason: Closed['reason']): void {
    firstReason ??= reason
    setImmediate(() => finish(reason))
  }

  function finish(last: Closed['reason']): void {
    if (isOver) return
    isOver = true
    // Closing the window is a reason of its own.
    const reason = firstReason ?? last
    clearTimeout(expiry)
    deadline.stop()
    window.destroy()
    closePage()
    onFinished(reason)
  }

  function load(): void {
    address = request.url
    show('loading')
    deadline.start()
    const provider = openProviderPage(
      {
        url: request.url,
        pages,
        policy: deps,
        hideCursor: deps.hideCursor,
        isKiosk: deps.kiosk,
        zoomFactor: window.zoomFactor,
      },
      {
        onReturned: () => finishLater('returned'),
        onEscape: () => finishLater('player'),
        onClosed: () => finishLater('player'),
        onFailed: fail,
        onNavigating: () => deadline.onNavigation(),
        onNavigated: (next) => {
          address = next
          show(page)
        },
        onReady: () => {
          deadline.onReady()
          view = provider.view
          showView()
          show('shown')
        },
        onScan: refuseScan,
        onField: (next) => {
          field = next
          window.update(bar())
        },
      },
    )
    closePage = () => provider.close()
  }

  /** The page is closed, whatever it is doing, and the customer is offered another try. */
  function fail(why: string): void {
    if (page === 'failed') return
    console.warn('payment page failed:', why)
    deadline.stop()
    field = null
    isScanned = false
    view = null
    show('failed')
    const close = closePage
    closePage = () => undefined
    setImmediate(() => {
      if (!isOver) window.removePage()
      close()
    })
  }

  function showView(): void {
    if (view !== null && !isScanned) window.showPage(view)
  }

  /** Its page makes room for what the customer has to read. In the middle of an event of that page. */
  function refuseScan(): void {
    console.info('a code was scanned during a payment')
    isScanned = page !== 'failed'
    window.update(bar())
    setImmediate(() => {
      if (!isOver && isScanned) window.removePage()
    })
  }

  function show(next: PaymentBar['page']): void {
    page = next
    window.update(bar())
  }

  load()
  return { window, finish }
}
