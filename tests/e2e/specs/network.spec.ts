import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { cuttableNetwork, type CuttableNetwork } from '../cuttableNetwork.ts'
import { expect, test as base } from '../fixtures.ts'
import { minesSeeds } from '../minesSeeds.ts'
import { AccessOverlay } from '../page-models/access-overlay.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { MinesPage } from '../page-models/mines-page.ts'
import { Sandbox } from '../../../scripts/Sandbox.ts'
import { testCpf } from '../testCpf.ts'
import { waitUntilSettled } from '../textFit.ts'

// The network fails at each step of the main job: nothing is lost, nothing happens twice, and the screen is
// up to date again once it is back.

/** The client reaches the server through a proxy that can be cut; the sandbox calls do not. */
const test = base.extend<{ network: CuttableNetwork; directUrl: string }>({
  directUrl: async ({}, use, { project }) => use((project.use as { serverUrl: string }).serverUrl),
  network: async ({ directUrl }, use) => {
    const network = await cuttableNetwork(directUrl)
    await use(network)
    await network.close()
  },
  serverUrl: async ({ network }, use) => use(network.url),
  baseURL: async ({ network }, use) => use(network.url),
  sandbox: async ({ directUrl }, use) => use(new Sandbox(directUrl)),
})

const offline = 'Sem conexão. Tentando de novo…'
const slow = 'Sua internet está lenta. Tente de novo em instantes.'
/** The alert comes with what all pages load after the first view; in Electron the files are on disk. */
async function waitForAlertChunk(page: Page, host: string): Promise<void> {
  if (host === 'electron') return
  const link = page.locator('link[rel=modulepreload][href*="/shared-"]')
  await link.waitFor({ state: 'attached' })
  const file = await link.evaluate((element: HTMLLinkElement) => element.href)
  // The import resolves when the chunk and all its imports have loaded. The style sheets load separately.
  await page.evaluate(`import(${JSON.stringify(file)}).then(() => undefined)`)
  await page.waitForFunction(() => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
    return [...links].every(({ sheet, disabled }) => disabled || sheet !== null)
  })
}

test(
  'the login page of a network counts as no connection, whatever its status, and the screen loads by itself once it is gone @full',
  { tag: '@window' },
  async ({ app, page, network }) => {
    const main = page.getByRole('main')
    await app.open('/home')
    // Both programs have come.
    await page.getByRole('link', { name: 'Promoções', exact: true }).click()
    await expect(main.getByRole('link', { name: 'Check-in diário' })).toBeVisible()
    await page.getByRole('link', { name: 'Início', exact: true }).click()
    await expect(main.getByRole('link', { name: 'Mines' }).first()).toBeVisible()
    for (const [status, screen] of [
      [200, 'Promoções'],
      [403, 'Início'],
      [503, 'Promoções'],
    ] as const) {
      network.capture(status)
      await page.getByRole('link', { name: screen, exact: true }).click()
      await expect(page.getByText(offline)).toBeVisible()
      network.restore()
      await expect(page.getByText(offline)).toBeHidden()
      await expect(main.getByRole('button', { name: 'Tentar de novo' })).toBeHidden()
      await expect(main.getByRole('listitem').first()).toBeVisible()
    }
  },
)

test('registration: the form keeps its input, and the account is created once @full', async ({
  app,
  page,
  sandbox,
  network,
  host,
}) => {
  const email = `network-${randomUUID().slice(0, 12)}@gmail.com`
  const access = new AccessOverlay(page, sandbox)
  await app.open('/home?overlay=register')
  await access.captcha.waitFor()
  await access.field('E-mail').fill(email)
  await access.field('Telefone').fill('11987654321')
  await access.field('Senha').fill('Segura-123')
  await access.field('Repita a senha').fill('Segura-123')
  await access.dialog.getByRole('checkbox', { name: 'Aceito os termos de serviço' }).check()
  await access.fillCaptcha()
  await waitForAlertChunk(page, host)
  network.cut()
  await access.dialog.getByRole('button', { name: 'Inscrever-se', exact: true }).click()
  await expect(app.alert).toContainText(slow)
  network.restore()
  await app.dismissAlert()
  await expect(access.field('E-mail')).toHaveValue(email)
  await expect(access.field('Senha')).toHaveValue('Segura-123')
  await access.fillCaptcha()
  await access.dialog.getByRole('button', { name: 'Inscrever-se', exact: true }).click()
  await expect(access.dialog).toBeHidden()
  await expect(app.balance).toHaveText('R$ 0,00')
})

test(
  'deposit: one order although its response was lost; a payment made meanwhile shows when the network is back',
  { tag: '@host' },
  async ({ app, page, sandbox, login, network }) => {
    const user = await login()
    const cashier = new CashierOverlay(page)
    await app.button('Depositar').click()
    network.dropResponseTo('/api/app/order/prePay')
    await cashier.pay('R$ 100,00')
    await expect(cashier.waiting).toBeVisible()
    await expect(app.alert).toHaveCount(0)
    expect(network.dropped()).toBe(1)
    const orders = await sandbox.orders(user.username)
    expect(orders).toHaveLength(1)
    network.cut()
    await sandbox.settleOrder(orders[0]?.orderId ?? '', 'pay')
    network.restore()
    await expect(cashier.waiting).toBeHidden({ timeout: 20_000 })
    await expect(app.balance).toHaveText('R$ 100,00')
  },
)

test(
  'mines: a lost response costs no second stake; the round continues when the network is back @full',
  { tag: '@window' },
  async ({ app, page, sandbox, signIn, network, host }) => {
    const { username } = await signIn({ balance: 50 })
    await sandbox.setSeeds(username, minesSeeds)
    const mines = new MinesPage(page)
    await app.open('/mines')
    await expect(app.balance).toHaveText('R$ 50,00')
    await mines.stake.fill('10')
    await mines.setMines(3)
    network.dropResponseTo('/api/app/game/mines/bet')
    await mines.bet.click()
    await mines.tile(1).click()
    await expect(mines.tile(1)).toHaveAccessibleName('Casa 1, diamante')
    expect(network.dropped()).toBe(1)
    await expect(app.balance).toHaveText('R$ 40,00')
    await waitForAlertChunk(page, host)
    network.cut()
    await mines.tile(2).click()
    await expect(app.alert).toContainText(slow)
    network.restore()
    await app.dismissAlert()
    await mines.tile(2).click()
    await expect(mines.tile(2)).toHaveAccessibleName('Casa 2, diamante')
    network.dropResponseTo('/api/app/game/mines/cashOut')
    await mines.cashOut.click()
    await expect(mines.tile(14)).toHaveAccessibleName('Casa 14, mina')
    await expect(app.balance).toHaveText('R$ 52,85')
    expect((await sandbox.readUser(username)).balance).toBe(52.85)
  },
)

test(
  'withdrawal: requested once although its response was lost @full',
  { tag: '@window' },
  async ({ app, page, sandbox, signIn, network }) => {
    const { username } = await signIn({ balance: 300, level: 5 })
    const cashier = new CashierOverlay(page)
    await app.open('/home?overlay=withdraw')
    const panel = cashier.withdrawPanel
    await panel.getByRole('button', { name: 'Destino' }).click()
    await cashier.fillDestination({ type: 'CPF', key: testCpf(), holder: 'Maria Souza' })
    await expect(cashier.destination).toBeHidden()
    await panel.getByRole('textbox', { name: 'Valor da retirada' }).fill('100')
    network.dropResponseTo('/api/app/order/withdraw')
    await panel.getByRole('button', { name: 'Retirar', exact: true }).click()
    await expect(page.getByText('Solicitação de saque bem-sucedida!').first()).toBeVisible()
    expect(network.dropped()).toBe(1)
    await expect(app.balance).toHaveText('R$ 200,00')
    expect((await sandbox.readUser(username)).balance).toBe(200)
  },
)

test('a page and a menu opened without a network load when it is back @full', async ({
  app,
  page,
  signIn,
  network,
}) => {
  const { username } = await signIn({ balance: 10 })
  await app.open('/conta')
  await expect(app.balance).toHaveText('R$ 10,00')
  await app.online(username)
  await waitUntilSettled(page)
  // A call of the page that failed in the meantime may show an alert.
  await page.addLocatorHandler(app.alert, () => app.dismissAlert())
  network.cut()
  await app.button('Abrir menu da conta').click()
  await expect(page.getByText(offline)).toBeVisible()
  network.restore()
  const menu = app.dialog('Conta')
  await expect(menu).toBeVisible()
  await expect(page.getByText(offline)).toBeHidden()
  // Its style sheet is loaded too, although the first attempt failed.
  expect(await menu.evaluate((element) => getComputedStyle(element).backgroundImage)).not.toBe('none')
  network.cut()
  await menu.getByRole('button', { name: 'Registros', exact: true }).click()
  await expect(page.getByText(offline)).toBeVisible()
  // It waits beside the page that the player has, and may stay on.
  const waiting = page.getByText('A página abre assim que a conexão voltar.')
  await expect(waiting).toBeVisible()
  await app.button('Ficar nesta').click()
  await expect(waiting).toBeHidden()
  await expect(page).toHaveURL(/\/conta/)
  await app.button('Abrir menu da conta').click()
  await menu.getByRole('button', { name: 'Registros', exact: true }).click()
  await expect(waiting).toBeVisible()
  network.restore()
  await expect(page.getByRole('tab', { name: 'Depósitos' })).toBeVisible()
})

test('a round that another device cashes out is paid once, and this screen follows @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 50 })
  await sandbox.setSeeds(user.username, minesSeeds)
  const mines = new MinesPage(page)
  await app.open('/mines')
  await mines.stake.fill('10')
  await mines.setMines(3)
  await mines.bet.click()
  await mines.tile(1).click()
  await expect(mines.tile(1)).toHaveAccessibleName('Casa 1, diamante')
  const elsewhere = sandbox.device(user.token)
  const round = await elsewhere.get<{ roundId: string }>('/api/app/game/mines/current')
  await elsewhere.post('/api/app/game/mines/cashOut', { roundId: round.roundId })
  await expect(app.balance).toHaveText('R$ 51,25')
  await mines.cashOut.click()
  await expect(app.balance).toHaveText('R$ 51,25')
  expect((await sandbox.readUser(user.username)).balance).toBe(51.25)
})

test(
  'a guest sees everything that failed load by itself when the network is back @full',
  { tag: '@host' },
  async ({ app, page, network, host }) => {
    const main = page.getByRole('main')
    // In a browser, the page itself comes over the network.
    if (host === 'electron') {
      network.cut()
      await app.open('/home')
      await expect(main.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
      await expect(page.getByText(offline)).toBeVisible()
      network.restore()
      await expect(main.getByRole('link', { name: 'Mines' }).first()).toBeVisible()
      await expect(page.getByText(offline)).toBeHidden()
    }
    await app.open('/home')
    await page.getByRole('link', { name: 'Promoções' }).click()
    // Its program has come, too: /home has a list of its own.
    await expect(main.getByRole('link', { name: 'Check-in diário' })).toBeVisible()
    await expect(main.getByRole('listitem').first()).toBeVisible()
    await page.getByRole('link', { name: 'Início', exact: true }).click()
    await expect(main.getByRole('link', { name: 'Mines' }).first()).toBeVisible()
    network.cut()
    await page.getByRole('link', { name: 'Promoções' }).click()
    await expect(main.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
    await expect(page.getByText(offline)).toBeVisible()
    network.restore()
    await expect(main.getByRole('listitem').first()).toBeVisible()
    await expect(page.getByText(offline)).toBeHidden()
    // A screen whose program may not have come: nothing calls the server, and the guest hears of it all the same.
    network.cut()
    await page.getByRole('link', { name: 'Esportes', exact: true }).click()
    await expect(page.getByText(offline)).toBeVisible()
    network.restore()
    await expect(page.getByText(offline)).toBeHidden()
    await expect(main.getByRole('tab', { name: 'Próximas' })).toBeVisible()
  },
)

test('a page whose style sheet fails at first shows with it in the end @full', async ({ page, host }) => {
  test.skip(host === 'electron', 'its files are on disk')
  // Not one of the pages that come prerendered, with their style in them.
  const sheet = /\/assets\/LimboGame-[^/]+\.css$/
  let failed = 0
  await page.route(sheet, (route) => {
    failed++
    return route.abort()
  })
  await page.goto('/limbo')
  await expect.poll(() => failed).toBeGreaterThan(0)
  await page.unroute(sheet)
  await expect(page.getByRole('heading', { name: 'Limbo', level: 1 })).toBeVisible()
  const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''))
  expect(sheets.filter((href) => sheet.test(href))).toHaveLength(1)
})

test('the strip that says that there is no connection covers nothing: what is below it moves down @full', async ({
  app,
  page,
  network,
  signIn,
}) => {
  await signIn({ balance: 50 })
  const strip = page.getByText(offline)
  /** What lies at the middle of the first heading and of the first control of the page. */
  const covered = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main h1, main button, main a, main input')]
        .filter((each) => {
          const { left, top, width, height } = each.getBoundingClientRect()
          if (width < 2 || top + height / 2 < 0 || top + height / 2 > 300 || left < 0) return false
          const over = document.elementFromPoint(left + Math.min(width, 40) / 2, top + height / 2)
          return over !== null && !each.contains(over) && over.closest('[aria-live]') !== null
        })
        .map((each) => each.textContent),
    )
  /** How far the page can be scrolled. */
  const scrollable = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  for (const path of ['/gamebouns', '/footballPage', '/mines']) {
    await page.setViewportSize({ width: 393, height: 852 })
    await app.open(path)
    await waitUntilSettled(page)
    const before = await scrollable()
    network.cut()
    // A game fills the window, with the strip too.
    if (path === '/mines') {
      await expect(strip).toBeVisible()
      await waitUntilSettled(page)
      expect.soft(await scrollable(), 'a game does not begin to scroll').toBeLessThanOrEqual(before + 1)
    }
    await expect(strip).toBeVisible()
    for (const [width, height] of [
      [320, 640],
      [393, 852],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await waitUntilSettled(page)
      expect.soft(await covered(), `${path} at ${width}`).toEqual([])
      const stripEnd = await strip.evaluate(
        (each) => each.closest('div')?.getBoundingClientRect().bottom ?? 0,
      )
      const pageTop = await page.locator('#content').evaluate((each) => {
        const { top } = each.getBoundingClientRect()
        return top + parseFloat(getComputedStyle(each).paddingTop)
      })
      expect.soft(pageTop, `${path} at ${width}`).toBeGreaterThanOrEqual(stripEnd - 1)
    }
    network.restore()
    await expect(strip).toBeHidden()
  }
})
