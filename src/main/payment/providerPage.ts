import { session as sessions, WebContentsView, type Session as PageSession } from 'electron'
import type { FrameField } from '#contract/frameField.ts'
import { emptyPageSession } from '../customer/pageSession.ts'
import { SessionPool } from '../customer/SessionPool.ts'
import { guardFrames } from '../frames/guardFrames.ts'
import { hideCursor } from '../kiosk/hideCursor.ts'
import { catchScans } from '../kiosk/scanner.ts'
import { dialogFeatures, sandboxPages } from '../security/dialogs.ts'
import { allowNavigation } from '../security/navigation.ts'
import { paymentVerdict, type PaymentPolicy } from '../security/payment.ts'
import { denyPermissions } from '../security/permissions.ts'
import { keepZoom } from '../zoom.ts'
import { reasonOf } from '../reasonOf.ts'

export interface ProviderPageOptions {
  url: string
  pages: PageSession
  policy: PaymentPolicy
  hideCursor: boolean
  /** Whether it is a kiosk's: the keys of the screen type into its fields, and those of the scanner do not. */
  isKiosk: boolean
  zoomFactor(): number
}

export interface ProviderPageEvents {
  /** It went to the return address, which is not loaded. */
  onReturned(): void
  onEscape(): void
  /** It closed itself. */
  onClosed(): void
  onFailed(why: string): void
  onNavigating(): void
  onNavigated(address: string): void
  /** Its document is complete. */
  onReady(): void
  /** The field that has the focus. */
  onField(field: FrameField | null): void
  /** A code of ours was scanned. */
  onScan(): void
}

export interface ProviderPage {
  view: WebContentsView
  /** Whatever the page is doing, and without asking it. */
  close(): void
}

const aborted = -3

/** Sessions in memory, each for one payment at a time. */
export function createPaymentSessions(): SessionPool<PageSession> {
  return new SessionPool({
    make: (number) => {
      const pages = sessions.fromPartition(`payment:${number}`, { cache: false })
      // "Copy the PIX code" only needs to write text after a click; reading stays denied.
      denyPermissions(pages, { permissions: ['clipboard-sanitized-write'] })
      sandboxPages(pages)
      return pages
    },
    empty: emptyPageSession,
  })
}

/** Loads a provider's page, without preload script, in a view that is in no window yet. */
export function openProviderPage(options: ProviderPageOptions, events: ProviderPageEvents): ProviderPage {
  const { url, pages, policy } = options
  const view = new WebContentsView({
    webPreferences: {
      session: pages,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      devTools: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      disableDialogs: true,
      disableBlinkFeatures: dialogFeatures,
    },
  })
  view.setBackgroundColor('#ffffff')
  const contents = view.webContents
  let isOpen = true
  const whileOpen = (work: () => void) => () => {
    if (isOpen) work()
  }

  const isAllowed = (address: string, isMainFrame: boolean) => {
    const verdict = paymentVerdict(address, policy)
    if (verdict === 'returned' && isMainFrame && isOpen) events.onReturned()
    return verdict === 'show'
  }
  allowNavigation(contents, isAllowed)
  // Also checks requests, because navigation events miss some navigations (history, a redirect after a form).
  pages.webRequest.onBeforeRequest((details, callback) => {
    const isPage = details.resourceType === 'mainFrame' || details.resourceType === 'subFrame'
    callback({ cancel: isPage && !isAllowed(details.url, details.resourceType === 'mainFrame') })
  })
  keepZoom(contents, options.zoomFactor)
  if (options.hideCursor) hideCursor(contents)
  if (options.isKiosk) catchScans(contents, { isForeign: () => isOpen, onScan: events.onScan })
  // A page that asks before it is left would not let the return address through.
  contents.on('will-prevent-unload', (event) => event.preventDefault())

  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isOpen && isMainFrame && !isSameDocument) events.onNavigating()
  })
  contents.on('did-navigate', (_event, address) => {
    if (isOpen) events.onNavigated(address)
  })
  contents.on('dom-ready', whileOpen(events.onReady))
  contents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (isOpen && isMainFrame && code !== aborted) events.onFailed(description)
  })
  contents.on('render-process-gone', (_event, { reason }) => {
    if (isOpen) events.onFailed(`its process is gone, ${reason}`)
  })
  contents.on(
    'unresponsive',
    whileOpen(() => events.onFailed('it does not respond')),
  )
  contents.on('destroyed', whileOpen(events.onClosed))
  contents.on('before-input-event', (event, input) => {
    if (!isOpen || input.type !== 'keyDown' || input.key !== 'Escape') return
    event.preventDefault()
    events.onEscape()
  })

  const onField = (field: FrameField | null) => {
    if (isOpen) events.onField(field)
  }
  guardFrames(contents, { isOurs: false, ...(options.isKiosk && { onField }) })
    .then(() => {
      if (isOpen) load()
    })
    .catch((error: unknown) => {
      if (isOpen) events.onFailed(reasonOf(error))
    })

  function load(): void {
    contents.loadURL(url).catch((error: unknown) => {
      // did-fail-load handles failures: an aborted load only means that the page navigated on at once.
      console.info('payment page', reasonOf(error))
    })
  }

  return {
    view,
    close() {
      isOpen = false
      // Without `waitForBeforeUnload`, the page is not asked.
      if (!contents.isDestroyed()) contents.close()
    },
  }
}
