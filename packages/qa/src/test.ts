import {
  test as base,
  type Browser,
  type ElectronApplication,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test'
import { failedPage } from './failedPage.ts'
import { BrowserHost } from './hosts/browserHost.ts'
import { ElectronHost } from './hosts/electronHost.ts'
import type { HostOptions, ServerOptions } from './options.ts'
import { PalpiteApp } from './pages/palpite-app.ts'
import { Sandbox, type SandboxUser } from './Sandbox.ts'
import { beginSession } from './session.ts'

/** For specs that test an animation where the others ask for reduced motion. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

/**
 * For specs whose subject is a visitor's first load: their pages share nothing, not even the HTTP cache. Also for one that
 * adds an init script, which stays in its page.
 */
export const withOwnBrowser = { ownBrowser: true } as const

export type Player = SandboxUser & { token: string }

export interface QaFixtures {
  /** Whether each test opens a new page with an empty cache. */
  ownBrowser: boolean
  /** The Electron application of the hosts `electron` and `packaged`; undefined on the web. */
  electronApp: ElectronApplication | undefined
  sandbox: Sandbox
  /** The product, in any host. */
  app: PalpiteApp
  /** Creates a player. The next page that the test opens is logged in as that player. */
  signIn: (fields?: Partial<SandboxUser>) => Promise<Player>
  /** Like `signIn`, and opens /home. */
  login: (fields?: Partial<SandboxUser>) => Promise<Player>
}

export interface QaWorkerFixtures {
  /** The browser of the host `web`; the others start none. */
  tabs: Browser | undefined
  /** The page of that browser that the worker's tests share, reset before each test. */
  browserHost: BrowserHost | undefined
  /** The window that the worker's tests share, reset before each test. */
  electronHost: ElectronHost | undefined
}

/** The same specs in all hosts: `page` is a browser tab or the Electron window. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & QaFixtures & ServerOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & QaWorkerFixtures & HostOptions
> = base.extend<QaFixtures & ServerOptions, QaWorkerFixtures & HostOptions>({
  host: ['web', { option: true, scope: 'worker' }],
  electronPath: [undefined, { option: true, scope: 'worker' }],
  productPath: ['.', { option: true, scope: 'worker' }],
  packagedPath: [undefined, { option: true, scope: 'worker' }],
  noSandbox: [false, { option: true, scope: 'worker' }],
  serverUrl: ['', { option: true }],
  sandboxToken: [undefined, { option: true }],

  baseURL: async ({ baseURL, serverUrl }, use) => use(baseURL ?? serverUrl),

  tabs: [
    async ({ host, playwright }, use) => {
      if (host !== 'web') return use(undefined)
      const browser = await playwright.chromium.launch()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],

  browserHost: [
    async ({ tabs }, use) => {
      if (!tabs) return use(undefined)
      const browserHost = new BrowserHost(tabs)
      await use(browserHost)
      await browserHost.close()
    },
    { scope: 'worker' },
  ],

  electronHost: [
    async ({ host, electronPath, productPath, packagedPath, noSandbox }, use, { project }) => {
      if (host === 'web') return use(undefined)
      const { serverUrl: paymentOrigin } = project.use as Partial<ServerOptions>
      const options = { host, electronPath, productPath, packagedPath, noSandbox }
      const electronHost = new ElectronHost({ ...options, ...(paymentOrigin ? { paymentOrigin } : {}) })
      await use(electronHost)
      await electronHost.close()
    },
    { scope: 'worker' },
  ],

  electronApp: async ({ electronHost, serverUrl }, use) => use(await electronHost?.open(serverUrl)),

  ownBrowser: [false, { option: true }],

  context: async (
    { browserHost, electronApp, baseURL, contextOptions, viewport, ownBrowser },
    use,
    testInfo,
  ) => {
    if (electronApp) return use(electronApp.context())
    if (!browserHost) throw new Error('neither a browser nor a window')
    if (ownBrowser) await browserHost.close()
    const key = JSON.stringify([baseURL, contextOptions])
    const { context } = await browserHost.open({ key, viewport })
    await use(context)
    // A failed test may have stopped anywhere.
    if (ownBrowser || testInfo.status !== testInfo.expectedStatus) await browserHost.close()
  },

  page: async ({ electronApp, context, contextOptions }, use, testInfo) => {
    const page = electronApp ? await electronApp.firstWindow() : context.pages()[0]
    if (!page) throw new Error('the context has no page')
    // Playwright did not create the window's context, so it has no such option. `null` is the system's own setting.
    if (electronApp) await page.emulateMedia({ reducedMotion: contextOptions.reducedMotion ?? null })
    await use(page)
    // Playwright keeps pictures and contents of failures only for contexts that it created itself.
    if (testInfo.status !== testInfo.expectedStatus && !page.isClosed()) {
      const path = testInfo.outputPath('test-failed.png')
      await page.screenshot({ path })
      testInfo.attachments.push({ name: `failed at ${page.url()}`, path, contentType: 'image/png' })
      const description = `${page.url()}\n${await page.locator('body').ariaSnapshot()}`
      testInfo.annotations.push({ type: failedPage, description })
    }
  },

  sandbox: async ({ serverUrl, sandboxToken }, use) => {
    if (!serverUrl)
      throw new Error('the option serverUrl is missing: the address of a server with the sandbox')
    await use(new Sandbox(serverUrl, sandboxToken))
  },

  app: async ({ page, host, sandbox }, use) => use(new PalpiteApp(page, host, sandbox)),

  signIn: async ({ page, host, sandbox, baseURL }, use) =>
    use(async (fields) => {
      const user = await sandbox.createUser(fields)
      await beginSession({ page, host, sandbox, origin: baseURL ?? '', user })
      return user
    }),

  login: async ({ app, signIn }, use) =>
    use(async (fields) => {
      const user = await signIn(fields)
      await app.open('/home')
      await app.waitForPlayer()
      return user
    }),
})
