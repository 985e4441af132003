import type { Page } from '@playwright/test'
import { deploymentOf, type Deployment } from '../deployment.ts'
import { expect, test as base, withOwnBrowser } from '../fixtures.ts'

// Pages that were visited open without a network, a new version waits until the player takes it, and nothing of a
// player is kept.

const test = base.extend<{ deployment: Deployment }>({
  deployment: async ({ serverUrl }, use) => {
    const deployment = await deploymentOf(serverUrl)
    await use(deployment)
    await deployment.close()
  },
  baseURL: async ({ deployment }, use) => use(deployment.url),
})
test.use({ ...withOwnBrowser, serviceWorkers: 'allow' })
test.skip(({ host }) => host !== 'web', 'the window has its client on disk')

const offline = 'Sem conexão. Tentando de novo…'
const notVisited = 'Sem conexão'

/** Waits until the service worker has this page and every file that it has loaded. */
async function waitUntilKept(page: Page, path: string, language = ''): Promise<void> {
  const missing = (kept: string) =>
    page.evaluate(async (key) => {
      const paths = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((each) => each.startsWith('/assets/'))
      const found = await Promise.all(
        ['/index.html', key, ...paths].map(async (each) =>
          (await caches.match(each, { ignoreVary: true })) ? [] : each,
        ),
      )
      return [...found.flat(), ...(navigator.serviceWorker.controller ? [] : ['control'])]
    }, kept)
  await expect.poll(() => missing(`${path}?language=${language}`)).toEqual([])
}

/** A first visit, of which everything is kept. */
async function visit(page: Page) {
  const response = await page.goto('/home')
  const mines = page.getByRole('link', { name: 'Mines', exact: true }).first()
  // What comes after the first view has come.
  await page.locator('link[rel=modulepreload][href*="/places-"]').waitFor({ state: 'attached' })
  await waitUntilKept(page, '/home')
  return { response, mines }
}

test('a second visit needs no network, and recovers when it is back', async ({ page, deployment }) => {
  const { response: first, mines } = await visit(page)

  await test.step('without a network', async () => {
    deployment.cut()
    const again = await page.goto('/home')
    expect(again?.fromServiceWorker()).toBe(true)
    expect(again?.headers()['content-security-policy']).toBe(first?.headers()['content-security-policy'])
    await expect(page.locator('#prerender')).toHaveCount(0)
    await expect(mines).toBeVisible()
    await expect(page.getByText(offline)).toBeVisible()
  })

  await test.step('a page that was not visited says what it waits for, and comes with the network', async () => {
    await page.goto('/resultados')
    await expect(page.getByRole('heading', { name: notVisited, exact: true })).toBeVisible()
    deployment.restore()
    await expect(page.getByRole('heading', { name: 'Entre para ver seus resultados' })).toBeVisible()
    await expect(page.getByText(offline)).toBeHidden()
  })
})

test('what the server decides is decided by it, and the login page of a network is nobody’s page and nobody’s file @full', async ({
  page,
  deployment,
}) => {
  const { mines } = await visit(page)

  await test.step('what the server decides is still decided by it', async () => {
    const unknown = await page.goto('/no-such-page')
    expect(unknown?.status()).toBe(404)
    const refused = page.waitForResponse('**/api/app/user/userInfo')
    await page.evaluate(() => fetch('/api/app/user/userInfo'))
    expect((await refused).status()).toBe(401)
    expect((await refused).fromServiceWorker()).toBe(false)
  })

  await test.step('a page that was not visited is tried again, and home opens from there', async () => {
    deployment.cut()
    // Not one of the prerendered pages.
    await page.goto('/home?from=offline')
    await expect(mines).toBeVisible()
    await page.goto('/resultados')
    await expect(page.getByRole('heading', { name: notVisited, exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(page.getByRole('heading', { name: notVisited, exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Ir para o início', exact: true }).click()
    await expect(mines).toBeVisible()
    await expect(page.getByRole('heading', { name: notVisited, exact: true })).toBeHidden()
  })

  await test.step("behind the login page of a network, which is nobody's page and nobody's file", async () => {
    deployment.restore()
    deployment.capture()
    for (const path of ['/home', '/home?from=captured']) {
      await page.goto(path)
      await expect(mines).toBeVisible()
      await expect(page.getByText(offline)).toBeVisible()
    }
    const kept = await page.evaluate(async () => {
      const refused = await fetch('/assets/not-kept-yet.js').then(
        () => false,
        () => true,
      )
      return { refused, isKept: (await caches.match('/assets/not-kept-yet.js')) !== undefined }
    })
    expect(kept).toEqual({ refused: true, isKept: false })
  })

  await test.step('with the network back', async () => {
    deployment.restore()
    await page.goto('/home')
    await expect(page.getByText(offline)).toBeHidden()
    await page.getByRole('link', { name: 'VIP' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test('a new version is offered, and taken when it is accepted only @full', async ({ page, deployment }) => {
  const offer = page.getByText('Nova versão disponível')
  const builds = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('pages-')))
  await page.goto('/home')
  await waitUntilKept(page, '/home')
  const [old] = await builds()
  deployment.installNewVersion()
  await page.reload()
  await expect(offer).toBeVisible()
  await page.evaluate(() => (document.body.dataset['mark'] = 'still here'))
  const mark = page.locator('body[data-mark]')

  await test.step('not over an overlay, nor by itself', async () => {
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(offer).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(offer).toBeVisible()
    // It has the pages of the old one by now, and waits.
    expect(await builds()).toEqual([old, 'pages-ffffffffffffffff'])
    await expect(mark).toHaveCount(1)
  })

  await test.step('the press reloads the page once, in the new version', async () => {
    await page.getByRole('button', { name: 'Atualizar', exact: true }).click()
    await expect(mark).toHaveCount(0)
    await expect.poll(builds).toEqual(['pages-ffffffffffffffff'])
    await expect(page.getByRole('link', { name: 'Mines', exact: true }).first()).toBeVisible()
    await expect(offer).toBeHidden()
    deployment.cut()
    await page.reload()
    await expect(page.getByText(offline)).toBeVisible()
    deployment.restore()
  })

  await test.step('a build whose files are gone is not shown again', async () => {
    deployment.removeFiles('/VipScreen-')
    await page.evaluate(() => fetch('/assets/VipScreen-gone.js'))
    await expect.poll(builds).toEqual([])
  })
})

test('a file that was on its way when the service worker took over is kept @full', async ({ page }) => {
  const slow = '**/assets/SideMenuOverlay-*.js'
  await page.route(slow, async (route) => {
    // By then it has been told what came before it.
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
    await expect.poll(() => page.evaluate(() => caches.match('/index.html').then(Boolean))).toBe(true)
    await route.continue()
  })
  const file = page.waitForResponse(slow)
  await page.goto('/home')
  expect((await file).fromServiceWorker()).toBe(false)
  await waitUntilKept(page, '/home')
})

test('nothing of a player is kept, and no page in another language @full', async ({ app, page, signIn }) => {
  const user = await signIn({ balance: 48_151.62 })
  await app.open('/conta')
  await app.waitForPlayer()
  await waitUntilKept(page, '/conta')
  await page.reload()
  await app.waitForPlayer()
  const kept = () =>
    page.evaluate(async () => {
      const found: { url: string; text: string }[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
          const response = await cache.match(request)
          found.push({ url: request.url, text: (await response?.text()) ?? '' })
        }
      }
      return found
    })

  await test.step('after the logout', async () => {
    await app.button('Abrir menu da conta').click()
    await app.dialog('Conta').getByRole('button', { name: 'Sair', exact: true }).click()
    await expect(app.dialog('Acesso')).toBeVisible()
    const responses = await kept()
    const pages = responses.filter(({ url }) => !new URL(url).pathname.startsWith('/assets/'))
    expect(pages.map(({ url }) => url.replace(/^https?:\/\/[^/]+/, '')).sort()).toEqual([
      '/conta?language=',
      '/index.html',
    ])
    expect(pages.some(({ text }) => text.includes('Palpite'))).toBe(true)
    for (const secret of [user.username, user.token, '48.151,62', '48151.62', '4815162'])
      expect(
        responses.filter(({ text }) => text.includes(secret)).map(({ url }) => url),
        secret,
      ).toEqual([])
  })

  await test.step('in another language', async () => {
    await page.context().addCookies([{ name: 'language', value: 'en_US', url: page.url() }])
    await page.goto('/home')
    await expect(page.locator('html')).toHaveAttribute('data-language', 'en_US')
    await waitUntilKept(page, '/home', 'en_US')
    // Nor is the data that came with it.
    const withData = (await kept()).filter(({ text }) => text.includes('id="first-view"'))
    expect(withData.map(({ url }) => url)).toEqual([])
    await page.context().clearCookies({ name: 'language' })
    await page.goto('/home')
    await expect(page.locator('html')).toHaveAttribute('data-language', 'pt_BR')
  })
})
