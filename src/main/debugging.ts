import { url as inspectorUrl } from 'node:inspector'
import type { App } from 'electron'

const portSwitch = 'remote-debugging-port'
/** How long the window waits for a test driver that was announced and does not come. */
const patienceMs = 3_000

/** Before `ready`. A venue's package, whose inspect fuse is closed, opens no other door to its pages either. */
export function closeDebuggingPorts(app: Pick<App, 'isPackaged' | 'commandLine'>): void {
  if (!app.isPackaged || isInspected()) return
  app.commandLine.removeSwitch(portSwitch)
  app.commandLine.removeSwitch('remote-debugging-pipe')
}

/**
 * Under QA: resolves when Playwright has attached. It loses a page that navigates while it attaches, and then
 * waits forever; a window made afterwards is safe. It says so by calling `__playwright_run` in the main process
 * (where it brings its own loader, that has seen to this already). Anywhere else it resolves at once.
 */
export function driverAttached(app: Pick<App, 'commandLine'>): Promise<void> {
  if (!isInspected() || !app.commandLine.hasSwitch(portSwitch) || '__playwright_run' in globalThis) {
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    Object.assign(globalThis, { __playwright_run: () => resolve() })
    setTimeout(resolve, patienceMs)
  })
}

function isInspected(): boolean {
  return inspectorUrl() !== undefined
}
