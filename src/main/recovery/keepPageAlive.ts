import type { BrowserWindow, WebContents } from 'electron'
import { networkWatch } from './apiSession.ts'
import { Backoff } from './Backoff.ts'
import {
  killGpuProcess,
  killPageProcesses,
  killProcess,
  killService,
  networkService,
  storageService,
} from './processes.ts'
import { relaunch } from './relaunch.ts'
import { watchForHang } from './watchForHang.ts'

export interface PageOptions {
  kiosk: boolean
  /** The address that is loaded when the page has died. */
  home: string
}

/** Not the page's own world: nothing that the page does to its globals matters here. */
const probeWorld = 1_234
/** So many pages in a row that never came up: the fault is not in the page. */
const hopeless = 5
/** How long a new page may take until its process responds; longer after every failure, for slow machines. */
const startLimitMs = 6_000
const aborted = -3

/** A hidden page gets no frames. */
const nextFrame =
  'document.visibilityState === "visible" ? new Promise((resolve) => requestAnimationFrame(() => resolve(1))) : 1'

/**
 * Loads home when the page's process ends. In a kiosk also kills a process that is stuck, that of the page or the one
 * that draws, and starts the application again when no page comes up. Elsewhere the player can close the window, and a
 * page that only works hard must not be killed.
 */
export function keepPageAlive(window: BrowserWindow, { kiosk, home }: PageOptions): void {
  const contents = window.webContents
  const backoff = new Backoff()
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  const recover = (why: string) => {
    clearTimeout(timer)
    if (window.isDestroyed()) return
    console.error(`palpite: home is loaded again: ${why}`)
    failures++
    if (kiosk && failures > hopeless) relaunch('no page comes up')
    else timer = setTimeout(load, backoff.next())
  }
  const load = () => {
    if (kiosk) timer = setTimeout(restartSlowPage, startLimitMs * failures)
    // did-fail-load is the event of a failure.
    contents.loadURL(home).catch((error: unknown) => {
      console.warn('palpite: loading', error instanceof Error ? error.message : error)
    })
  }
  const restartSlowPage = () => {
    killProcess(contents.getOSProcessId(), 'the page does not come up')
    recover('it did not come up')
  }
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    recover(`its process is gone, ${reason}, exit code ${exitCode}`)
  })
  contents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (isMainFrame && code !== aborted) recover(`it failed to load: ${description}`)
  })
  contents.on('did-navigate', () => clearTimeout(timer))
  contents.on('unresponsive', () => console.error('palpite: the page does not respond'))

  const stop = kiosk ? watchPage(contents, () => (failures = 0)) : () => undefined
  window.on('closed', () => {
    clearTimeout(timer)
    stop()
  })
}

/** Kills what is stuck from when a page has come up until its process ends. Returns the cleanup. */
function watchPage(contents: WebContents, onAlive: () => void): () => void {
  let isUp = false
  let isPageAlive = false
  const run = (code: string) => contents.executeJavaScriptInIsolatedWorld(probeWorld, [{ code }])
  const page = watchForHang(
    async () => {
      if (!isUp) return
      await run('1')
      onAlive()
    },
    () => {
      const why = 'the page is stuck'
      // What the next page would wait for too, and before it begins: it would wait for what died under it.
      killService(storageService, why)
      killService(networkService, why)
      networkWatch()?.reset()
      killGpuProcess(why)
      // Also those that Chromium keeps ready: what stopped the page may have stopped them.
      killPageProcesses(why)
    },
    networkWatch,
  )
  const drawing = watchForHang(
    async () => {
      isPageAlive = false
      if (!isUp) return
      await run('1')
      isPageAlive = true
      await run(nextFrame)
    },
    () => {
      if (isPageAlive) killGpuProcess('nothing is drawn')
    },
  )
  const setUp = (value: boolean) => {
    isUp = value
    page.reset()
    drawing.reset()
  }
  contents.on('did-navigate', () => setUp(true))
  contents.on('render-process-gone', () => setUp(false))
  return () => {
    page.stop()
    drawing.stop()
  }
}
