/** Which of a kiosk's windows is shown where the compositor gives presses to the one that was shown first; the rest is in tests/kiosk. */
import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

vi.mock('electron', async () => {
  const events = await import('node:events')
  const display = { id: 1, bounds: { x: 0, y: 0, width: 600, height: 900 } }
  return {
    app: new events.EventEmitter(),
    powerMonitor: { getSystemIdleTime: () => 0 },
    powerSaveBlocker: { start: () => 1, stop: () => undefined },
    screen: Object.assign(new events.EventEmitter(), {
      getPrimaryDisplay: () => display,
      getAllDisplays: () => [display],
      getCursorScreenPoint: () => ({ x: 0, y: 0 }),
    }),
  }
})
vi.stubEnv('PALPITE_HIDE_COVERED', '1')
const { keepKioskWindow, keepPressable, releaseKioskWindow } = await import('#main/kiosk/kioskWindow.ts')

class FakeWindow extends EventEmitter {
  readonly children: FakeWindow[] = []
  isShown = false
  isGone = false
  afterClosed = (): unknown => undefined
  webContents = Object.assign(new EventEmitter(), {
    getURL: () => 'app://palpite/home',
    setBackgroundThrottling: vi.fn(),
    setZoomFactor: vi.fn(),
  })
  isDestroyed = () => this.isGone
  isVisible = () => {
    if (this.isGone) throw new Error('Object has been destroyed')
    return this.isShown
  }
  isMinimized = () => false
  isKiosk = () => true
  isAlwaysOnTop = () => true
  isFocused = () => true
  isVisibleOnAllWorkspaces = () => true
  getBounds = () => ({ x: 0, y: 0, width: 600, height: 900 })
  getChildWindows = () => this.children
  focus = vi.fn()
  show = () => {
    this.isShown = true
    this.emit('show')
  }
  hide = () => {
    this.isShown = false
    this.emit('hide')
  }
  destroy = () => {
    this.isGone = true
    this.emit('closed')
    this.afterClosed()
  }
}

/** A kiosk's window, with a way to open one over it. */
function open() {
  const main = new FakeWindow()
  const asWindow = (window: FakeWindow) => window as unknown as BrowserWindow
  keepKioskWindow(asWindow(main), { scale: 1, display: 0 })
  main.show()
  const cover = () => {
    const window = new FakeWindow()
    main.children.push(window)
    // Electron too takes it off the list after the event.
    window.afterClosed = () => main.children.splice(main.children.indexOf(window), 1)
    keepPressable(asWindow(window), asWindow(main))
    window.show()
    return window
  }
  return { main, cover, release: () => releaseKioskWindow(asWindow(main)) }
}

/** Longer than the events of one change take. */
const soon = () => vi.advanceTimersByTime(100)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('hides the page below a window until that is closed, and the page goes on meanwhile', () => {
  const { main, cover } = open()
  const payment = cover()
  soon()
  expect(main.isShown).toBe(false)
  expect(main.webContents.setBackgroundThrottling).toHaveBeenLastCalledWith(false)
  // Nothing brings it back but the end of what is above it.
  vi.advanceTimersByTime(10_000)
  expect(main.isShown).toBe(false)
  payment.destroy()
  expect(main.isShown).toBe(true)
  expect(main.webContents.setBackgroundThrottling).toHaveBeenLastCalledWith(true)
  vi.advanceTimersByTime(10_000)
  expect(main.isShown).toBe(true)
})

it('shows it for a question that hides the window above it, and not while there is another one', () => {
  const { main, cover } = open()
  const payment = cover()
  soon()
  payment.hide()
  expect(main.isShown).toBe(true)
  payment.show()
  soon()
  expect(main.isShown).toBe(false)
  const panel = cover()
  payment.destroy()
  soon()
  expect(main.isShown).toBe(false)
  panel.destroy()
  expect(main.isShown).toBe(true)
})

it('waits for the end of a press, such as the one that opens the staff panel, but not for ever', () => {
  const { main, cover } = open()
  const press = (type: string) => main.webContents.emit('input-event', {}, { type })
  press('mouseDown')
  const panel = cover()
  soon()
  expect(main.isShown).toBe(true)
  press('mouseUp')
  soon()
  expect(main.isShown).toBe(false)
  panel.destroy()
  press('touchStart')
  cover()
  soon()
  expect(main.isShown).toBe(true)
  vi.advanceTimersByTime(10_000)
  expect(main.isShown).toBe(false)
})

it('leaves the page of a customer who has gone hidden', () => {
  const { main, cover, release } = open()
  const panel = cover()
  soon()
  release()
  panel.destroy()
  vi.advanceTimersByTime(10_000)
  expect(main.isShown).toBe(false)
})
