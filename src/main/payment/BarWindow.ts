import { join } from 'node:path'
import { app, BrowserWindow, type Rectangle, type WebContentsView } from 'electron'
import {
  paymentBarChanged,
  paymentBarHeight,
  type PaymentBar,
  type PaymentBarRequestName,
  type PaymentBarRequests,
} from '#contract/paymentBar.ts'
import { isFrameKey } from '#contract/frameField.ts'
import { typeIntoFrame } from '../frames/guardFrames.ts'
import { columnOf } from '../kiosk/column.ts'
import { hideCursor } from '../kiosk/hideCursor.ts'
import { catchScans } from '../kiosk/scanner.ts'
import { boundsOver, keepPressable } from '../kiosk/kioskWindow.ts'
import { ownPageSession } from '../ownPage.ts'
import { isTrustedSender } from '../security/sender.ts'
import { keepZoom } from '../zoom.ts'
import { reasonOf } from '../reasonOf.ts'

export interface BarWindowOptions {
  parent: BrowserWindow
  /** The renderer's origin. */
  origin: string
  hideCursor: boolean
  read(): PaymentBar
  onCancel(): void
  onRetry(): void
  onContinue(): void
  /** A kiosk's: a code of ours was scanned. */
  onScan?: (() => void) | undefined
  /** The window was closed, or can no longer be used. */
  onGone(): void
}

/** Without its bar by then, the window is closed: it would have no button. */
const barLimitMs = 10_000

/**
 * A modal window over the phone column of its parent. Its own page is the bar, and what is seen until a provider's page
 * lies below the bar. It follows its parent.
 */
export class BarWindow {
  readonly #window: BrowserWindow
  readonly #options: BarWindowOptions
  readonly #barLimit: NodeJS.Timeout
  #page: WebContentsView | null = null
  /** Height of the keys of the screen below the page, in CSS pixels. */
  #keys = 0

  constructor(options: BarWindowOptions) {
    this.#options = options
    const { parent, origin, onGone } = options
    this.#window = createWindow(options, this.#bounds())
    keepPressable(this.#window, parent)
    const contents = this.#window.webContents
    this.#handleCalls()
    keepZoom(contents, this.zoomFactor)
    if (options.hideCursor) hideCursor(contents)
    if (options.onScan) catchScans(contents, { isForeign: () => true, onScan: options.onScan })
    contents.on('before-input-event', (event, input) => {
      // A frameless window has no close button.
      if (input.type !== 'keyDown' || input.key !== 'Escape') return
      event.preventDefault()
      options.onCancel()
    })
    contents.on('render-process-gone', onGone)
    contents.on('unresponsive', onGone)
    this.#barLimit = setTimeout(onGone, barLimitMs)
    contents.once('dom-ready', () => clearTimeout(this.#barLimit))
    this.#window.on('focus', () => this.#focus())
    this.#window.on('closed', onGone)
    for (const event of ['resize', 'move'] as const) parent.on(event as 'resize', this.#follow)
    this.#window.loadURL(`${origin}/`).catch((error: unknown) => {
      console.error('palpite: the payment bar cannot be shown', reasonOf(error))
      onGone()
    })
  }

  /** Of the parent's page, so that both look alike. */
  readonly zoomFactor = (): number => {
    const { parent } = this.#options
    return parent.isDestroyed() ? 1 : parent.webContents.getZoomFactor()
  }

  #bounds(): Rectangle {
    const { parent } = this.#options
    const column = columnOf(parent.getContentBounds(), this.zoomFactor())
    return parent.isKiosk() ? boundsOver(column) : column
  }

  update(bar: PaymentBar): void {
    if (!this.#window.isDestroyed()) this.#window.webContents.send(paymentBarChanged, bar)
  }

  showPage(page: WebContentsView): void {
    if (this.#page === page || this.#window.isDestroyed()) return
    this.#page = page
    this.#layOut()
    this.#window.contentView.addChildView(page)
    if (this.#window.isFocused()) this.#focus()
  }

  removePage(): void {
    if (this.#page === null || this.#window.isDestroyed()) return
    this.#window.contentView.removeChildView(this.#page)
    this.#page = null
    if (this.#window.isFocused()) this.#focus()
  }

  /** A new window is hidden, and is shown at once, with or without its pages: it is modal. */
  setHidden(isHidden: boolean): void {
    if (isHidden) this.#window.hide()
    else this.#window.show()
  }

  destroy(): void {
    clearTimeout(this.#barLimit)
    const { parent } = this.#options
    for (const event of ['resize', 'move'] as const) parent.off(event as 'resize', this.#follow)
    if (!this.#window.isDestroyed()) this.#window.destroy()
  }

  readonly #follow = () => {
    const { parent } = this.#options
    if (parent.isDestroyed() || this.#window.isDestroyed()) return
    this.#window.setBounds(this.#bounds())
    this.#window.webContents.setZoomFactor(this.zoomFactor())
    this.#page?.webContents.setZoomFactor(this.zoomFactor())
    this.#layOut()
  }

  /** The provider's page has all of the window but the bar and the keys. */
  #layOut(): void {
    const { width, height } = this.#window.getContentBounds()
    const y = Math.round(paymentBarHeight * this.zoomFactor())
    const keys = Math.round(this.#keys * this.zoomFactor())
    this.#page?.setBounds({ x: 0, y, width, height: Math.max(0, height - y - keys) })
  }

  #type(key: string): void {
    const contents = this.#page?.webContents
    if (!contents || contents.isDestroyed()) return
    // The press went to the bar.
    contents.focus()
    typeIntoFrame(contents, key)
  }

  #focus(): void {
    const contents = this.#page?.webContents ?? this.#window.webContents
    if (!contents.isDestroyed()) contents.focus()
  }

  /** The channels exist on the bar's page only. */
  #handleCalls(): void {
    const { read, onCancel, onRetry, onContinue, origin } = this.#options
    const handlers: {
      [Name in PaymentBarRequestName]: (...args: unknown[]) => PaymentBarRequests[Name]['result']
    } = {
      'paymentBar:read': read,
      'paymentBar:cancel': () => {
        onCancel()
        return null
      },
      'paymentBar:retry': () => {
        onRetry()
        return null
      },
      'paymentBar:continue': () => {
        onContinue()
        return null
      },
      'paymentBar:type': (key) => {
        if (isFrameKey(key)) this.#type(key)
        return null
      },
      'paymentBar:keyboard': (height) => {
        this.#keys = typeof height === 'number' && height > 0 ? height : 0
        this.#layOut()
        return null
      },
    }
    for (const name of Object.keys(handlers) as PaymentBarRequestName[]) {
      this.#window.webContents.ipc.handle(name, (event, ...args: unknown[]) => {
        if (!isTrustedSender(event.senderFrame, origin)) throw new Error('refused')
        return handlers[name](...args)
      })
    }
  }
}

function createWindow({ parent, origin }: BarWindowOptions, bounds: Rectangle): BrowserWindow {
  return new BrowserWindow({
    parent,
    modal: true,
    ...bounds,
    useContentSize: false,
    frame: false,
    show: false,
    backgroundColor: __WINDOW_COLOUR__,
    title: __BRAND_NAME__,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: true,
    alwaysOnTop: parent.isAlwaysOnTop(),
    webPreferences: {
      session: ownPageSession('payment', origin),
      preload: join(app.getAppPath(), 'out/preload/paymentBar.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      devTools: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      disableDialogs: true,
    },
  })
}
