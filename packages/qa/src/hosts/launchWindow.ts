import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication } from '@playwright/test'
import type { HostOptions } from '../options.ts'

/** The origin of the client in its window. */
export const windowOrigin = 'app://palpite'

export interface WindowOptions extends Omit<HostOptions, 'host'> {
  host: 'electron' | 'packaged'
  /** Where the sandbox's payment pages are, when the window reaches the server through a proxy. */
  paymentOrigin?: string
}

export interface LaunchedWindow {
  app: ElectronApplication
  /** Of this window alone, so that windows of several workers share nothing. */
  userData: string
  /** Ends the application and removes its data. */
  close(): Promise<void>
}

/**
 * Starts the application on a server, with data of its own. `config` is written into its config.json (docs/venue.md), `env`
 * is added to its environment: `{ PALPITE_KIOSK: '1' }` makes it a terminal.
 */
export async function launchWindow({
  serverUrl,
  config = {},
  env = {},
  ...options
}: WindowOptions & {
  serverUrl: string
  config?: Record<string, unknown>
  env?: Record<string, string>
}): Promise<LaunchedWindow> {
  const { program, args } = commandOf(options)
  const { DISPLAY, WAYLAND_DISPLAY } = { ...process.env, ...env }
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY)
    throw new Error(`host ${options.host}: there is no display: run the tests under xvfb-run -a`)
  const userData = mkdtempSync(join(tmpdir(), 'palpite-window-'))
  const paymentOrigins = [new URL(options.paymentOrigin ?? serverUrl).origin]
  writeFileSync(join(userData, 'config.json'), JSON.stringify({ paymentOrigins, ...config }))
  const app = await _electron.launch({
    executablePath: program,
    args: [
      ...(options.noSandbox ? ['--no-sandbox'] : []),
      '--disable-gpu',
      // A camera that the program makes up; our pages still need its permission.
      '--use-fake-device-for-media-stream',
      ...args,
    ],
    env: {
      ...definedOf(process.env),
      PALPITE_SERVER_URL: serverUrl,
      PALPITE_USER_DATA: userData,
      LANG: 'pt_BR.UTF-8',
      ...env,
    },
  })
  return {
    app,
    userData,
    async close() {
      await app.close()
      rmSync(userData, { recursive: true, force: true })
    },
  }
}

/** The program and what it is given. Throws where an option of the host is missing. */
function commandOf({ host, electronPath, productPath, packagedPath }: WindowOptions): {
  program: string
  args: string[]
} {
  if (host === 'packaged') {
    if (packagedPath === undefined) throw new Error('host packaged: the option packagedPath is missing')
    const program = resolve(packagedPath)
    if (!existsSync(program)) throw new Error(`host packaged: no ${program}: npm run package:qa makes it`)
    return { program, args: [] }
  }
  const product = resolve(productPath)
  // -r loads the application before `ready`, as in a package; some launchers would import it later.
  const args = ['-r', join(product, 'out/main/index.cjs'), product]
  return { program: electronPath ?? electronOf(product), args }
}

/** The program of the product's own `electron` package. */
function electronOf(product: string): string {
  const program: unknown = createRequire(join(product, 'package.json'))('electron')
  if (typeof program !== 'string') throw new Error('host electron: the option electronPath is missing')
  return program
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
