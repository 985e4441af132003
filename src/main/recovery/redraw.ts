import { app, BrowserWindow, type NativeImage } from 'electron'
import { killGpuProcess } from './processes.ts'
import { isMostlyDrawn } from './isMostlyDrawn.ts'
import { reasonOf } from '../reasonOf.ts'

/** What is drawn before the new process is ready is lost too, and on a busy machine it takes its time. */
const redrawAfterMs = [300, 1_500, 4_000] as const
/** Well after a redraw, so that the picture is complete. */
const checkAfterMs = [1_300, 3_800] as const
/** A page may be black by itself: a game, a film. */
const mostRepairs = 2
let repairs = 0

/**
 * When the process that draws dies, what it had drawn is lost. Without graphics hardware Chromium does not notice, and
 * shows black until something changes. A page that was hidden is drawn from the start.
 *
 * Sometimes, again without graphics hardware, a page keeps sending its parts to the process that died: the new one draws
 * the page without them, black, for good. Only another process helps.
 */
export function redrawAfterGpuLoss(): void {
  let timers: NodeJS.Timeout[] = []
  app.on('child-process-gone', (_event, { type }) => {
    if (type !== 'GPU') return
    for (const timer of timers) clearTimeout(timer)
    // Not those that are shown later: without graphics hardware the first processes end while the application starts.
    const windows = BrowserWindow.getAllWindows().filter((each) => each.isVisible())
    timers = [
      ...redrawAfterMs.map((ms) => setTimeout(() => redraw(windows), ms)),
      ...checkAfterMs.map((ms) => setTimeout(() => check(windows), ms)),
    ]
  })
}

function redraw(windows: readonly BrowserWindow[]): void {
  for (const window of windows) {
    // One that was hidden meanwhile, such as a payment behind a question, stays hidden.
    if (window.isDestroyed() || !window.isVisible()) continue
    window.hide()
    window.show()
  }
}

function check(windows: readonly BrowserWindow[]): void {
  for (const window of windows) {
    if (window.isDestroyed() || !window.isVisible()) continue
    window.webContents.capturePage().then(repair, (error: unknown) => {
      // The window was closed, or its page is being replaced.
      console.info('palpite: no picture of the page', reasonOf(error))
    })
  }
}

function repair(picture: NativeImage): void {
  if (picture.isEmpty()) return
  if (isMostlyDrawn(picture.toBitmap())) repairs = 0
  else if (repairs < mostRepairs) {
    repairs++
    killGpuProcess('the page is drawn black')
  }
}
