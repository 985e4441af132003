import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base, _electron, type ElectronApplication, type Page } from '@playwright/test'
import type { Bridge, HttpReply, HttpRequest } from '#contract/ipc.ts'
import { ElectronHost } from '#qa/hosts/electronHost.ts'
import { windowOrigin } from '#qa/hosts/launchWindow.ts'
import type { HostOptions, ServerOptions } from '../hostOptions.ts'
import { FakeServer } from './fakeServer.ts'

export { expect } from '@playwright/test'

declare global {
  interface Window {
    readonly bridge?: Bridge
  }
}

interface Fixtures {
  /** Whether the test starts the application and its server. Otherwise those of a worker share one, reset before each test. */
  ownApplication: boolean
  server: FakeServer
  /** Of the applications that the test starts. */
  userData: string
  /** Starts the application on the fake server. */
  launch: (env?: Record<string, string>) => Promise<ElectronApplication>
  electronApp: ElectronApplication
}

interface WorkerFixtures {
  sharedServer: FakeServer
  sharedApplication: ElectronHost
}

/** For what a test changes for good: the data folder, the server's end, an init script. */
export const withOwnApplication = { ownApplication: true } as const

const packaged = process.env['PALPITE_E2E_PACKAGE']

/** How to start the application; one that is packaged for QA when PALPITE_E2E_PACKAGE names it. */
export function command(electronPath: string | undefined): { program: string; args: string[] } {
  if (packaged) return { program: packaged, args: ['--no-sandbox'] }
  // -r loads the application before `ready`, as in a package; some launchers would import it later.
  const args = ['--no-sandbox', '--disable-gpu', '-r', resolve('out/main/index.cjs'), resolve('.')]
  return { program: electronPath ?? 'electron', args }
}

export const test = base.extend<Fixtures & ServerOptions, HostOptions & WorkerFixtures>({
  host: ['electron', { option: true, scope: 'worker' }],
  electronPath: [undefined, { option: true, scope: 'worker' }],
  serverUrl: ['', { option: true }],

  ownApplication: [false, { option: true }],

  sharedServer: [
    async ({}, use) => {
      const server = new FakeServer()
      await server.start()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],

  sharedApplication: [
    async ({ electronPath }, use) => {
      const application = new ElectronHost({
        ...(packaged
          ? { host: 'packaged' as const, packagedPath: packaged }
          : { host: 'electron' as const, packagedPath: undefined }),
        electronPath,
        productPath: '.',
        noSandbox: true,
      })
      await use(application)
      await application.close()
    },
    { scope: 'worker' },
  ],

  server: async ({ ownApplication, sharedServer }, use) => {
    const server = ownApplication ? new FakeServer() : sharedServer
    if (ownApplication) await server.start()
    else server.forget()
    await use(server)
    if (ownApplication) await server.stop()
  },

  userData: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'palpite-guard-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },

  launch: async ({ server, userData, electronPath }, use) => {
    const { program, args } = command(electronPath)
    const running: ElectronApplication[] = []
    await use(async (env = {}) => {
      const app = await _electron.launch({
        executablePath: program,
        args,
        env: {
          ...(process.env as Record<string, string>),
          PALPITE_SERVER_URL: server.url,
          PALPITE_USER_DATA: userData,
          ...env,
        },
      })
      running.push(app)
      return app
    })
    await Promise.all(running.map((app) => app.close()))
  },

  electronApp: async ({ ownApplication, launch, sharedApplication, server }, use, testInfo) => {
    if (ownApplication) return use(await launch())
    await use(await sharedApplication.open(server.url))
    // A failed test may have stopped anywhere.
    if (testInfo.status !== testInfo.expectedStatus) await sharedApplication.close()
  },

  page: async ({ electronApp, ownApplication }, use) => {
    const page = await electronApp.firstWindow()
    if (ownApplication) await page.waitForLoadState()
    else await page.goto(`${windowOrigin}/home`)
    await use(page)
  },
})

/** What Chromium says of a navigation that it refuses by itself. */
const refusedByChromium = /Not allowed to load local resource|form-action|attempt to initiate navigation/

/** Resolves when the application or Chromium has refused to navigate the page to this address. */
export async function refusedNavigation(app: ElectronApplication, page: Page, url: string): Promise<void> {
  await Promise.race([
    app.waitForEvent('console', (message) => message.text() === `refused: navigation to ${url}`),
    page.waitForEvent('console', (message) => refusedByChromium.test(message.text())),
  ])
}

/** A request through the bridge, as the renderer would send it. */
export function send(page: Page, path: string, changes: Partial<HttpRequest> = {}): Promise<HttpReply> {
  const request: HttpRequest = {
    method: 'GET',
    path,
    query: {},
    body: null,
    bodyType: 'none',
    language: 'pt_BR',
    currency: 'BRL',
    timeZone: 'America/Sao_Paulo',
    idempotencyKey: null,
    ...changes,
  }
  return page.evaluate((wire) => {
    if (!window.bridge) throw new Error('no bridge')
    return window.bridge.invoke('http:send', wire)
  }, request)
}

export async function login(page: Page): Promise<HttpReply> {
  return send(page, '/api/auth/user/restLogin', { method: 'POST', body: '{}', bodyType: 'json' })
}
