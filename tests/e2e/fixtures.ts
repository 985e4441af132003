import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base, _electron, type ElectronApplication, type Page } from '@playwright/test'
import type { HostOptions } from './hostOptions.ts'
import { PalpiteApp } from './page-models/palpite-app.ts'
import { Sandbox, type SandboxUser } from './sandbox.ts'

export { expect } from '@playwright/test'

interface Fixtures {
  /** The Electron application of the `electron` projects; undefined on the web. */
  electronApp: ElectronApplication | undefined
  sandbox: Sandbox
  /** The product, in either host. */
  app: PalpiteApp
  /** Makes a player by the sandbox and logs them in by a one-time link. */
  login: (fields?: Partial<SandboxUser>) => Promise<SandboxUser & { token: string }>
}

/** The same specs in both hosts: `page` is a browser tab or the Electron window. */
export const test = base.extend<Fixtures & HostOptions>({
  host: ['web', { option: true }],
  serverUrl: ['', { option: true }],
  brazilUrl: ['', { option: true }],
  electronPath: [undefined, { option: true }],

  electronApp: async ({ host, serverUrl, electronPath }, use) => {
    if (host !== 'electron' || !electronPath) return use(undefined)
    const userData = mkdtempSync(join(tmpdir(), 'palpite-window-'))
    const app = await _electron.launch({
      executablePath: electronPath,
      // -r: loaded before `ready`, as a packaged application is; some launchers import it later.
      args: ['--no-sandbox', '--disable-gpu', '-r', resolve('out/main/index.cjs'), resolve('.')],
      env: {
        ...(process.env as Record<string, string>),
        PALPITE_SERVER_URL: serverUrl,
        PALPITE_USER_DATA: userData,
        LANG: 'pt_BR.UTF-8',
      },
    })
    await use(app)
    await app.close()
    rmSync(userData, { recursive: true, force: true })
  },

  page: async ({ electronApp, page: tab }, use) => {
    const page: Page = electronApp ? await electronApp.firstWindow() : tab
    // The window is loading its first page: another address now would cut that off.
    if (electronApp) await page.waitForLoadState()
    await use(page)
  },

  sandbox: async ({ serverUrl }, use) => use(new Sandbox(serverUrl)),

  app: async ({ page, host, sandbox }, use) => use(new PalpiteApp(page, host, sandbox)),

  login: async ({ app, sandbox }, use) =>
    use(async (fields) => {
      const user = await sandbox.createUser(fields)
      await app.open(await sandbox.loginPath(user.username))
      await app.balance.waitFor()
      return user
    }),
})
