import { url as inspectorUrl } from 'node:inspector'
import type { App } from 'electron'

const portSwitch = 'remote-debugging-port'
/** How long the window waits for an announced test driver that does not attach. */
const graceMs = 3_000

/** Before `ready`: a package for venues, whose inspect fuse is off, must not open debugging ports either. */
export function closeDebuggingPorts(app: Pick<App, 'isPackaged' | 'commandLine'>): void {
  if (isForTests(app)) return
  app.commandLine.removeSwitch(portSwitch)
  app.commandLine.removeSwitch('remote-debugging-pipe')
}

/**
 * `app.emit(passIdleTimeEvent, seconds)`, from a test driver, lets seconds pass in which nobody uses the terminal (kiosk/IdleClock.ts).
 */
export const passIdleTimeEvent = 'qa:passIdleTime'

/** Whether a test driver may control the application: in development, and in a package whose inspect fuse is open. */
export function isForTests({ isPackaged }: Pick<App, 'isPackaged'>): boolean {
  return !isPackaged || isInspected()
}

/**
 * In QA: resolves when Playwright has attached. It loses a page that navigates while it attaches, and then
 * waits forever; a window created afterwards is safe. It signals by calling `__playwright_run` in the main process
 * (its own loader, where present, does the same). Elsewhere it resolves at once.
 */
export function waitForTestDriver(app: Pick<App, 'commandLine'>): Promise<void> {
  if (!isInspected() || !app.commandLine.hasSwitch(portSwitch) || '__playwright_run' in globalThis) {
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    Object.assign(globalThis, { __playwright_run: () => resolve() })
    setTimeout(resolve, graceMs)
  })
}

function isInspected(): boolean {
  return inspectorUrl() !== undefined
}
