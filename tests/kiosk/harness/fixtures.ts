/**
 * A terminal as a venue has it: the packed application on an X server of its own, with a keyboard and a mouse. The
 * package is the QA build, so that Playwright can read its page; what is asserted are windows, pixels and files.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base, _electron, type ElectronApplication, type Page } from '@playwright/test'
import type { PNG } from 'pngjs'
import type { HostOptions, ServerOptions } from '../../e2e/hostOptions.ts'
import { Desktop, type Bounds } from './Desktop.ts'
import { startDisplay, type ScreenSize } from '../../../scripts/machine/virtualDisplay.ts'
import { isWhole } from '../../scope.ts'
import { startWindowManager } from './windowManager.ts'

export { expect } from '@playwright/test'

/** Drawing what moves takes a third of the CPU time: in `npm test` nothing does. */
const motion = isWhole ? [] : ['--force-prefers-reduced-motion']

export const program = resolve(process.env['KIOSK_PACKAGE'] ?? 'release/qa/linux-unpacked/palpite')

export interface Terminal {
  app: ElectronApplication
  page: Page
}

interface StartOptions {
  /** `config.json` at the start: its content, or an object; undefined: as the last start left it. */
  config?: string | Record<string, unknown>
  env?: Record<string, string>
}

export interface Options {
  monitor: ScreenSize
  hasWindowManager: boolean
}

export interface Fixtures {
  desktop: Desktop
  /** The terminal's data folder. */
  folder: string
  /** Starts the application; the one before it must have ended. */
  start: (options?: StartOptions) => Promise<Terminal>
}

export const test = base.extend<Fixtures & Options & ServerOptions, HostOptions>({
  host: ['electron', { option: true, scope: 'worker' }],
  electronPath: [undefined, { option: true, scope: 'worker' }],
  serverUrl: ['', { option: true }],
  monitor: [{ width: 1080, height: 1920 }, { option: true }],
  hasWindowManager: [true, { option: true }],

  desktop: async ({ monitor, hasWindowManager }, use) => {
    const display = await startDisplay(monitor)
    const manager = hasWindowManager ? await startWindowManager(display.name) : null
    const desktop = await Desktop.open(display.name)
    await use(desktop)
    desktop.close()
    manager?.stop()
    await display.stop()
  },

  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'palpite-kiosk-'))
    await use(folder)
    // The last processes of the application still write for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  },

  start: async ({ desktop, folder, serverUrl }, use) => {
    const running: ElectronApplication[] = []
    await use(async ({ config, env = {} } = {}) => {
      if (config !== undefined) {
        const text = typeof config === 'string' ? config : JSON.stringify({ serverUrl, ...config })
        writeFileSync(join(folder, 'config.json'), text)
      }
      const app = await _electron.launch({
        executablePath: program,
        args: ['--no-sandbox', ...motion],
        env: {
          ...(process.env as Record<string, string>),
          DISPLAY: desktop.name,
          PALPITE_USER_DATA: folder,
          ...env,
        },
      })
      running.push(app)
      return { app, page: await app.firstWindow() }
    })
    await Promise.all(running.map(close))
  },
})

/** After a failed test a page may still refuse to be closed. */
async function close(app: ElectronApplication): Promise<void> {
  const limit = setTimeout(() => app.process().kill('SIGKILL'), 10_000)
  await app.close()
  clearTimeout(limit)
}

/** The colour at a point, as `#rrggbb`. */
function colourAt({ data, width }: PNG, x: number, y: number): string {
  const at = (y * width + x) * 4
  return `#${data.subarray(at, at + 3).toString('hex')}`
}

/** How many pixels within `area` have this colour. */
export function countColour(picture: PNG, colour: string, area: Bounds): number {
  let count = 0
  for (let y = area.y; y < area.y + area.height; y++) {
    for (let x = area.x; x < area.x + area.width; x++) {
      if (colourAt(picture, x, y) === colour) count++
    }
  }
  return count
}
