import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

/** The first of these programs found on the PATH. */
export function onPath(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name)
      if (existsSync(file)) return file
    }
  }
  return undefined
}

/** A Chromium to test with: CHROMIUM_PATH, the system's, else Playwright's own download. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named && existsSync(named)) return named
  return onPath('chromium', 'chromium-browser', 'google-chrome') ?? findPlaywrightChromium()
}

/** The browser of the end-to-end tests: headless, it needs less CPU time. */
export function findTestBrowser(): string | undefined {
  return process.env['CHROMIUM_PATH'] ? findChromium() : (onPath('chromium-headless-shell') ?? findChromium())
}

function findPlaywrightChromium(): string | undefined {
  const root = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? join(homedir(), '.cache', 'ms-playwright')
  if (!existsSync(root)) return undefined
  for (const folder of readdirSync(root).filter((name) => name.startsWith('chromium-'))) {
    for (const file of ['chrome-linux64/chrome', 'chrome-linux/chrome']) {
      const path = join(root, folder, file)
      if (existsSync(path)) return path
    }
  }
  return undefined
}

/** Debian's package firefox-esr. */
export const findFirefox = (): string | undefined => onPath('firefox-esr', 'firefox')

const libraryFolders = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/libexec',
  '/usr/lib64',
]

/** WebKitGTK with its driver: Debian's package webkit2gtk-driver brings both. It needs a display. */
export function findWebKit(): { driver: string; browser: string } | undefined {
  const driver = onPath('WebKitWebDriver')
  const browser = libraryFolders
    .flatMap((folder) => ['4.1', '4.0'].map((version) => `${folder}/webkit2gtk-${version}/MiniBrowser`))
    .find((path) => existsSync(path))
  return driver && browser ? { driver, browser } : undefined
}

/** Within a runtime's folder. */
export const electronProgram =
  ({ darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' } as Record<string, string>)[
    process.platform
  ] ?? 'electron'

/** The Electron program: ELECTRON_OVERRIDE_DIST_PATH, else what the electron package downloaded. */
export function findElectron(): string | undefined {
  const folders = [process.env['ELECTRON_OVERRIDE_DIST_PATH'], resolve('node_modules/electron/dist')]
  for (const folder of folders) {
    if (folder && existsSync(join(folder, electronProgram))) return join(folder, electronProgram)
  }
  return undefined
}

/** Whether a window can be shown. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
}
