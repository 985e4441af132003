import { randomUUID } from 'node:crypto'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import type { Role } from '#contract/office/permissions.ts'
import { Sandbox } from '../../../scripts/Sandbox.ts'
import type { HostOptions, ServerOptions } from '../hostOptions.ts'

export { expect }

/** Of all sandbox staff; `npm start` prints it. */
const password = 'balcao-2026'

/**
 * A browser window of each role, logged in. The tests of one worker share them: the program is loaded and compiled once. Those of
 * the login itself have windows of their own.
 */
const windows = new Map<Role, BrowserContext>()

interface Fixtures {
  /** Opens the office as the sandbox's person of a role, in a browser window of its own. */
  enter: (role: Role, path?: string) => Promise<Page>
  /** Opens the product as a player, on a telephone of its own. */
  openProduct: (username: string, path?: string) => Promise<Page>
}

/** The back office in a browser; its pages are in Portuguese. */
export const test = base.extend<Fixtures & Pick<ServerOptions, 'serverUrl'>, HostOptions>({
  serverUrl: ['', { option: true }],
  enter: async ({ browser, contextOptions, viewport, baseURL }, use, testInfo) => {
    const pages: Page[] = []
    await use(async (role, path = '/') => {
      const window = windows.get(role)
      const context =
        window ??
        (await browser.newContext({
          locale: 'pt-BR',
          timezoneId: 'America/Sao_Paulo',
          ...contextOptions,
          viewport,
          baseURL,
        }))
      windows.set(role, context)
      const page = await context.newPage()
      pages.push(page)
      await page.goto(path)
      if (!window) await logIn(page, `${role === 'administrator' ? 'admin' : role}@office.local`, password)
      await page.getByRole('navigation', { name: 'Páginas' }).waitFor()
      return page
    })
    // A failed test may have stopped anywhere.
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const context of windows.values()) await context.close()
      windows.clear()
    }
    for (const page of pages.filter((each) => !each.isClosed())) {
      // Such as a chosen language.
      await page.evaluate(() => localStorage.clear())
      for (const tab of page.context().pages()) await tab.close()
    }
  },
  openProduct: async ({ browser, contextOptions, serverUrl }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (username, path = '/home') => {
      const token = await new Sandbox(serverUrl).newSession(username)
      const context = await browser.newContext({
        locale: 'pt-BR',
        timezoneId: 'America/Sao_Paulo',
        serviceWorkers: 'block',
        ...contextOptions,
        viewport: { width: 393, height: 852 },
        storageState: {
          cookies: [],
          origins: [{ origin: serverUrl, localStorage: [{ name: 'token', value: token }] }],
        },
      })
      contexts.push(context)
      const page = await context.newPage()
      await page.goto(serverUrl + path)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

export async function logIn(page: Page, email: string, secret: string): Promise<void> {
  // It may cover a page with fields of the same names.
  const login = page.locator('[data-login]')
  await login.getByLabel('E-mail').fill(email)
  await login.getByLabel('Senha', { exact: true }).fill(secret)
  await login.getByRole('button', { name: 'Entrar', exact: true }).click()
}

/** Invites somebody as the administrator of the page does; the answer is the link that is shown once. */
export async function invite(
  page: Page,
  person: { name: string; email: string; role: Role },
): Promise<string> {
  const answer = await page.request.post('/api/staff/invite', {
    headers: { origin: new URL(page.url()).origin, 'idempotency-key': randomUUID() },
    data: { ...person, reason: 'teste' },
  })
  expect(answer.ok()).toBe(true)
  return ((await answer.json()) as { link: string }).link
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Conta de / }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
}
