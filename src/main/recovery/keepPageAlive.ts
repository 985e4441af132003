import { app, type BrowserWindow, type WebContents } from 'electron'
import { networkWatch } from './apiSession.ts'
import { Backoff } from './Backoff.ts'
import {
  isGpu,
  isNetwork,
  killGpuProcess,
  killPageProcesses,
  killProcess,
  killService,
  networkService,
  storageService,
} from './processes.ts'
import { relaunch } from './relaunch.ts'
import { TickWeight, type IsAwaited } from './TickWeight.ts'
import { intervalMs, watchForHang } from './watchForHang.ts'
import { reasonOf } from '../reasonOf.ts'

export interface PageOptions {
  kiosk: boolean
  /** The address that is loaded when the page has died. */
  home: string
}

/** So many ticks without an answer: it is taken for stuck when the page is. */
const suspicious = 2
/** Not the page's own world: nothing that the page does to its globals matters here. */
const probeWorld = 1_234
/** So many pages in a row that died at once: the fault is not in the page. */
const hopeless = 5
/** So many ticks a new page may take until its process responds: 6 s, on a busy machine more (TickWeight.ts). */
const startTicks = 12
/** So many that did not come up in this time: only another start of the application helps, or the machine is slow. */
const hopelesslySlow = 2
/** Until the end of a process that was killed is known. */
const endMs = 1_000
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
  let slowStarts = 0
  let isWaiting = false
  let timer: NodeJS.Timeout | undefined

  const recover = (why: string) => {
    // One failure may have several events.
    if (isWaiting || window.isDestroyed()) return
    clearTimeout(timer)
    console.error(`palpite: home is loaded again: ${why}`)
    failures++
    if (kiosk && (failures > hopeless || slowStarts >= hopelesslySlow)) return relaunch('no page comes up')
    isWaiting = true
    timer = setTimeout(load, backoff.next())
  }
  const load = () => {
    isWaiting = false
    if (kiosk) watchStart()
    // did-fail-load is the event of a failure.
    contents.loadURL(home).catch((error: unknown) => {
      console.warn('palpite: loading', reasonOf(error))
    })
  }
  const watchStart = () => {
    const isPage = isPageOf(contents)
    // Before its process has started, what that waits for may have to.
    const weight = new TickWeight((each) =>
      isNetwork(each) ? !app.getAppMetrics().some(isPage) : isPage(each),
    )
    let ticks = 0
    timer = setInterval(() => {
      ticks += weight.next()
      if (ticks >= startTicks) restartSlowPage()
    }, intervalMs)
  }
  const restartSlowPage = () => {
    clearTimeout(timer)
    slowStarts++
    timer = setTimeout(() => recover('it did not come up'), endMs)
    const why = 'the page does not come up'
    killWhatIsStuck(why)
    // One that is only starting is not in the list of processes.
    killProcess(contents.getOSProcessId(), why)
  }
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    recover(`its process is gone, ${reason}, exit code ${exitCode}`)
  })
  contents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (isMainFrame && code !== aborted) recover(`it failed to load: ${description}`)
  })
  contents.on('did-navigate', () => {
    clearTimeout(timer)
    isWaiting = false
  })
  contents.on('unresponsive', () => console.error('palpite: the page does not respond'))

  const stop = kiosk ? watchPage(window, () => (failures = slowStarts = 0)) : () => undefined
  window.on('closed', () => {
    clearTimeout(timer)
    stop()
  })
}

/** The page's own process: those of frames and of the payment window may be busy while it is stopped. */
function isPageOf(contents: WebContents): IsAwaited {
  return ({ pid }) => pid === contents.getOSProcessId()
}

/**
 * What the next page would wait for too if it is stuck, and before that begins: it would wait for what died under it. Then the pages, also
 * those that Chromium keeps ready: what stopped the page may have stopped them.
 */
function killWhatIsStuck(why: string): void {
  killService(storageService, why)
  const network = networkWatch()
  // A new one takes its time to start, and every call waits for it.
  if (network && network.misses >= suspicious) {
    killService(networkService, why)
    network.reset()
  }
  killGpuProcess(why)
  killPageProcesses(why)
}

/** Kills what is stuck from when a page has come up until its process ends. Returns the cleanup. */
function watchPage(window: BrowserWindow, onAlive: () => void): () => void {
  const contents = window.webContents
  let isUp = false
  // What is hidden is not drawn.
  let isHidden = false
  window.on('hide', () => (isHidden = true))
  window.on('show', () => (isHidden = false))
  let isPageAlive = false
  // Of the frame: the contents' own methods wait until the page has loaded, which may take long without being stuck.
  const answer = () => contents.mainFrame.executeJavaScript('1')
  const page = watchForHang(
    isPageOf(contents),
    async () => {
      if (!isUp) return
      await answer()
      // One that dies while it loads was never in use.
      if (!contents.isLoadingMainFrame()) onAlive()
    },
    () => killWhatIsStuck('the page is stuck'),
    networkWatch,
  )
  const drawing = watchForHang(
    isGpu,
    async () => {
      isPageAlive = false
      if (!isUp || isHidden || contents.isLoadingMainFrame()) return
      await answer()
      isPageAlive = true
      await contents.executeJavaScriptInIsolatedWorld(probeWorld, [{ code: nextFrame }])
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
