import { app, powerSaveBlocker, screen, type BrowserWindow, type Display, type Rectangle } from 'electron'
import type { AppConfig } from '../config/AppConfig.ts'
import { chooseDisplay, configuredDisplay, type KnownDisplay } from './chooseDisplay.ts'
import { lastInput } from './input.ts'

/** The page at scale 1, in CSS pixels: one phone. */
const phone = { width: 393, height: 852 }
/** Events of one change come in groups. */
const settleMs = 50
/** A window that covers its display may be larger by so many pixels. */
const edge = 2
const quietSeconds = 3
/** Some window managers change a window without an event. */
const recheckMs = 2_000
/** A press is not waited for any longer. */
const longestPressMs = 5_000
const pressBegins: ReadonlySet<string> = new Set(['mouseDown', 'touchStart'])
const pressEnds: ReadonlySet<string> = new Set(['mouseUp', 'touchEnd', 'touchCancel'])

/**
 * Set where the compositor shows the window that was shown last, but gives presses to the one that was shown first, as
 * Cage does: a window that another one covers is hidden.
 */
const hidesCovered = process.env.PALPITE_HIDE_COVERED === '1'

type DisplayChoice = Pick<AppConfig, 'display'>

/** The configured display, or the main one when the application started; undefined until the configured one is there. */
let ownDisplay: KnownDisplay | undefined

function kioskDisplay({ display }: DisplayChoice): Display {
  const main = screen.getPrimaryDisplay()
  const connected = screen.getAllDisplays()
  ownDisplay ??= configuredDisplay(display, connected, main)
  return ownDisplay ? chooseDisplay(ownDisplay, connected, main) : main
}

/** Options of a window that fills its display, whether or not there is a window manager. */
export function kioskWindowOptions(choice: DisplayChoice): Electron.BrowserWindowConstructorOptions {
  return {
    ...boundsOver(kioskDisplay(choice).bounds),
    useContentSize: false,
    kiosk: true,
    frame: false,
    alwaysOnTop: true,
    minimizable: false,
    maximizable: false,
    skipTaskbar: true,
  }
}

/** How much a page is enlarged so that one phone fills a display of this size (in DIP); never made smaller. */
export function scaleFor(size: { width: number; height: number }, scale: AppConfig['scale']): number {
  if (scale !== 'fit') return scale
  return Math.max(1, Math.min(size.width / phone.width, size.height / phone.height))
}

/** Windows that another one replaces. */
const released = new WeakSet<BrowserWindow>()

/** Lets go of a window: it no longer comes to the front. */
export function releaseKioskWindow(window: BrowserWindow): void {
  released.add(window)
}

interface Below {
  onCovered(): void
  onUncovered(): void
}

const belows = new WeakMap<BrowserWindow, Below>()

/** For a window over a kiosk's: it gets the presses whatever the compositor does with windows that are covered. */
export function keepPressable(window: BrowserWindow, parent: BrowserWindow): void {
  if (!hidesCovered) return
  window.on('show', () => belows.get(parent)?.onCovered())
  for (const event of ['hide', 'closed'] as const) {
    // Each of these events has listeners of its own in Electron's types.
    window.on(event as 'hide', () => belows.get(parent)?.onUncovered())
  }
}

/**
 * Keeps a kiosk's window as it was made: over its whole display, in front, focused, open. The display stays on.
 * Only leaving the application (`app.quit()`, SIGTERM) closes it.
 */
export function keepKioskWindow(window: BrowserWindow, config: Pick<AppConfig, 'scale' | 'display'>): void {
  let isLeaving = false
  const leave = () => (isLeaving = true)
  app.on('before-quit', leave)
  window.on('close', (event) => {
    if (isLeaving) return
    event.preventDefault()
    console.warn('refused: closing the window')
  })

  let timer: NodeJS.Timeout | undefined
  const restoreSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(restore, settleMs)
  }
  const isKept = () => !isLeaving && !window.isDestroyed() && !released.has(window)
  const restore = () => {
    if (!isKept()) return
    const { bounds } = kioskDisplay(config)
    // Its only monitor sleeps (machine/Outputs.ts).
    if (bounds.width === 0) return
    if (window.isMinimized()) window.restore()
    showOrHide()
    if (!window.isKiosk()) window.setKiosk(true)
    if (!covers(window.getBounds(), bounds)) window.setBounds(boundsOver(bounds))
    if (!window.isAlwaysOnTop()) window.setAlwaysOnTop(true)
    for (const shown of [window, ...window.getChildWindows()]) putOnAllWorkspaces(shown)
    window.webContents.setZoomFactor(scaleFor(bounds, config.scale))
    bringToFront(window)
  }
  let pressedAt = -Infinity
  const showOrHide = () => {
    if (!isKept()) return
    if (hidesCovered && frontOf(window) !== window) {
      if (window.isVisible() && performance.now() - pressedAt > longestPressMs) hideForNow(window)
    } else if (!window.isVisible() && window.webContents.getURL() !== '') showAgain(window)
  }
  if (hidesCovered) {
    belows.set(window, { onCovered: restoreSoon, onUncovered: showOrHide })
    // A press ends in the window in which it began, or the next one is lost.
    window.webContents.on('input-event', (_event, { type }) => {
      if (pressBegins.has(type)) pressedAt = performance.now()
      if (!pressEnds.has(type)) return
      pressedAt = -Infinity
      restoreSoon()
    })
  }
  for (const event of ['leave-full-screen', 'blur', 'minimize', 'hide', 'resize', 'move'] as const) {
    // Each of these events has listeners of its own in Electron's types.
    window.on(event as 'blur', restoreSoon)
  }
  // A window manager only hears it of a window that it knows.
  window.on('show', restoreSoon)
  const displayEvents = ['display-added', 'display-removed', 'display-metrics-changed'] as const
  for (const event of displayEvents) screen.on(event as 'display-added', restoreSoon)
  const recheck = setInterval(() => {
    restore()
    if (isKept()) undoMinimize(window)
  }, recheckMs)
  const awake = powerSaveBlocker.start('prevent-display-sleep')
  window.on('closed', () => {
    clearTimeout(timer)
    clearInterval(recheck)
    powerSaveBlocker.stop(awake)
    // Every customer has a window.
    app.off('before-quit', leave)
    for (const event of displayEvents) screen.off(event as 'display-added', restoreSoon)
  })
}

/** Its page goes on as if it were seen: a payment is also closed by what the page hears and asks. */
function hideForNow(window: BrowserWindow): void {
  window.webContents.setBackgroundThrottling(false)
  window.hide()
}

function showAgain(window: BrowserWindow): void {
  window.show()
  window.webContents.setBackgroundThrottling(true)
}

/**
 * On Linux, Chromium takes a window that the window manager has minimised for one that is shown and focused. Not while a
 * customer touches the page: the list of a select is a window of its own, which this could cover.
 */
function undoMinimize(window: BrowserWindow): void {
  if (process.platform !== 'linux' || lastInput.read() < quietSeconds) return
  frontOf(window).focus()
}

/** Otherwise a shortcut of the window manager leads to a workspace without it. */
function putOnAllWorkspaces(window: BrowserWindow): void {
  if (process.platform !== 'linux' || !window.isVisible() || window.isVisibleOnAllWorkspaces()) return
  window.setVisibleOnAllWorkspaces(true)
}

/** A payment's window stays over its parent. */
function frontOf(window: BrowserWindow): BrowserWindow {
  return window.getChildWindows().findLast((child) => !child.isDestroyed() && child.isVisible()) ?? window
}

function bringToFront(window: BrowserWindow): void {
  const front = frontOf(window)
  if (front.isFocused()) return
  front.moveTop()
  front.focus()
}

/**
 * On Linux one pixel below the edge: without a window manager, Chromium makes a window of exactly the display's size one
 * pixel smaller, and the desktop would show.
 */
export function boundsOver(display: Rectangle): Rectangle {
  return process.platform === 'linux' ? { ...display, height: display.height + 1 } : display
}

/** Not larger either: on a display that is smaller than the one before, the page would be cut off. */
function covers(window: Rectangle, display: Rectangle): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) <= edge
  return (
    near(window.x, display.x) &&
    near(window.y, display.y) &&
    near(window.width, display.width) &&
    near(window.height, display.height)
  )
}
