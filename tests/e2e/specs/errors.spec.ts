import type { Page } from '@playwright/test'
import { pagePaths } from '#contract/pages.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test, withOwnBrowser } from '../fixtures.ts'
import { minesSeeds } from '../minesSeeds.ts'
import { AccessOverlay } from '../page-models/access-overlay.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { MinesPage } from '../page-models/mines-page.ts'
import { Menus } from '../page-models/menus.ts'
import { Prompts } from '../page-models/prompts.ts'
import { testCpf } from '../testCpf.ts'

// The call of the balance's refresh button is the example of a call that the player waits for.
const path = 'getBalance'

test(
  '401, or 40101 in any response, ends the session and asks for the login on the same page',
  { tag: '@host' },
  async ({ app, page, sandbox, signIn }) => {
    const access = new AccessOverlay(page, sandbox)
    for (const fault of [{ status: 401 }, { status: 200, code: 40101 }]) {
      const user = await signIn()
      await app.open('/vip')
      await app.waitForPlayer()
      await sandbox.setFaults(user.username, { ...fault, path })
      await app.button('Atualizar saldo').click()
      await expect(access.dialog).toBeVisible()
      await expect(app.balance).toBeHidden()
      await expect(app.alert).toBeHidden()
      await expect.poll(() => new URL(page.url()).pathname).toBe('/vip')
    }
  },
)

/** A session that has ended elsewhere, found by the first call of a page. */
async function openWithEndedSession(page: Page, path: string, home: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('dialog', { name: 'Acesso' }), path).toBeVisible()
  await expect(page, path).toHaveURL((url) => url.pathname === home)
  await expect(page.locator('main :is([data-skeleton], [aria-busy=true])'), path).toHaveCount(0)
  await expect(page.getByRole('alertdialog'), path).toHaveCount(0)
}

test.describe('in a browser of its own, because an init script stays in a page', () => {
  test.use(withOwnBrowser)

  for (const paths of [['/share'], ['/gameMess?id=1', '/dice']])
    test(`a session that has ended leaves ${paths.join(' and ')}, which needs a login, for home and the login, and nothing goes on loading @full`, async ({
      page,
    }) => {
      await page.addInitScript("localStorage.setItem('token', 'ended')")
      for (const path of paths) await openWithEndedSession(page, path, '/home')
    })

  test('a session that has ended asks for the login on every other page, where nothing goes on loading @full', async ({
    page,
  }) => {
    test.slow()
    await page.addInitScript("localStorage.setItem('token', 'ended')")
    const needingLogin: string[] = [pagePaths.share, pagePaths.gameMess, pagePaths.dice]
    for (const path of Object.values(pagePaths).filter((path) => !needingLogin.includes(path))) {
      const address = path.replace('{}', '1')
      await openWithEndedSession(page, address, address)
    }
  })
})

test('9999 on a bet opens the low-balance deposit, without an alert @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100 })
  const mines = new MinesPage(page)
  const { lowBalance } = new Prompts(page)
  await app.open('/mines')
  await sandbox.setFaults(user.username, { code: 9999, path: 'mines/bet' })
  await mines.bet.click()
  await expect(lowBalance).toBeVisible()
  await expect(app.alert).toBeHidden()
})

test('the end of a session closes the low-balance deposit @full', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 5 })
  const mines = new MinesPage(page)
  const { lowBalance } = new Prompts(page)
  await app.open('/mines')
  await mines.stake.fill('10,00')
  await mines.bet.click()
  await expect(lowBalance.getByRole('radio')).toHaveCount(4)
  await sandbox.setFaults(user.username, { status: 401, path: 'prePay' })
  await lowBalance.getByRole('button', { name: 'Depósito', exact: true }).click()
  await expect(new AccessOverlay(page, sandbox).dialog).toBeVisible()
  await expect(lowBalance).toBeHidden()
})

test('9999 on another call shows the server’s message, or a dash, and then opens the deposit @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100 })
  const cashier = new CashierOverlay(page)
  for (const [message, shown] of [
    ['Falta saldo para isto.', 'Falta saldo para isto.'],
    ['', '-'],
  ] as const) {
    await app.open('/home')
    await app.waitForPlayer()
    await sandbox.setFaults(user.username, { code: 9999, message, path })
    await app.button('Atualizar saldo').click()
    await expect(app.alert).toHaveAccessibleName(shown)
    await expect(cashier.dialog).toBeHidden()
    await app.dismissAlert()
    await expect(cashier.package('R$ 100,00')).toBeVisible()
  }
})

test('1403 leads to the error page, which says that the service is closed', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn()
  await app.open('/vip')
  await app.waitForPlayer()
  await sandbox.setFaults(user.username, { code: 1403, path })
  await app.button('Atualizar saldo').click()
  await expect(page).toHaveURL(/\/error/)
  await expect(page.getByRole('heading', { name: 'Serviço indisponível no momento' })).toBeVisible()
  await expect(app.alert).toBeHidden()
  await expectAccessible(page, 'error page')
  await sandbox.setFaults(user.username)
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page).toHaveURL(/\/vip$/)
})

test('a failure that arrives before the first page is rendered leads to the error page too @full', async ({
  app,
  host,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn()
  await sandbox.setFaults(user.username, { code: 1403, path: 'userInfo' })
  if (host === 'web') {
    const failed = page.waitForResponse(/userInfo/)
    // The texts of the first page arrive after the failure.
    await page.route(/assets\/pt_BR-.*\.js/, async (route) => {
      await (await failed).finished()
      await route.continue()
    })
  }
  await app.open('/vip')
  await expect(page.getByRole('heading', { name: 'Serviço indisponível no momento' })).toBeVisible()
  await expect(page).toHaveURL(/\/error/)
})

test('another error with a message is an alert; without one it is the error page, with a way back @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn()
  await app.open('/vip')
  await app.waitForPlayer()
  await sandbox.setFaults(user.username, { status: 422, message: 'Hoje não dá.', path })
  await app.button('Atualizar saldo').click()
  await expect(app.alert).toHaveAccessibleName('Hoje não dá.')
  await expectAccessible(page, 'alert')
  await app.dismissAlert()
  await expect(page).toHaveURL(/\/vip$/)
  await sandbox.setFaults(user.username, { status: 503, message: '', path })
  await app.button('Atualizar saldo').click()
  await expect(page.getByRole('heading', { name: 'Algo deu errado' })).toBeVisible()
  await page.getByRole('link', { name: 'Ir para o início' }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('no response at all means slow internet @full', async ({ app, page, login, host }) => {
  test.skip(host === 'electron', 'a test can only cut off requests that the page makes itself')
  await login()
  await page.route(`**/${path}**`, (route) => route.abort('internetdisconnected'))
  await app.button('Atualizar saldo').click()
  await expect(app.alert).toHaveAccessibleName('Sua internet está lenta. Tente de novo em instantes.')
})

test('a screen whose own data fails to load offers a retry, and then shows it @full', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login({ balance: 10 })
  const retry = page.getByRole('main').getByRole('button', { name: 'Tentar de novo' })
  for (const [route, call, failed, shown] of [
    ['/gameMess', '/messages', 'Não foi possível carregar as mensagens.', 'Mensagens'],
    ['/agentJl', 'agent/overview', 'Não foi possível carregar esta página.', 'Comissão disponível'],
    ['/signInSheet', 'rewards/signIn', 'Não foi possível carregar esta página.', 'Sete dias'],
    ['/jogoResponsavel', '/limits', 'Não foi possível carregar seus limites.', 'Limites'],
  ] as const) {
    await sandbox.setFaults(user.username, { status: 503, path: call })
    await app.open(route)
    await expect(page.getByRole('main')).toContainText(failed)
    await sandbox.setFaults(user.username)
    const kind = shown === 'Mensagens' ? 'heading' : 'region'
    // A screen that reloads on reconnect may be faster than the click.
    await expect(async () => {
      if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
      await expect(page.getByRole('main').getByRole(kind, { name: shown }).first()).toBeVisible({
        timeout: 2_000,
      })
    }).toPass()
    await expect(retry).toBeHidden()
  }
})

test('what lies over a page may be gone after a new version: the page stays, and loads once again when nothing is open @full', async ({
  app,
  page,
  host,
  signIn,
}) => {
  test.skip(host === 'electron', 'its files come with the program')
  let showMissing = () => {}
  const missing = new Promise<void>((resolve) => (showMissing = resolve))
  await page.route(/\/assets\/PendingMoney-[^/]*\.js/, async (route) => {
    await missing
    await route.fulfill({ status: 404 })
  })
  let failures = 0
  page.on('console', (message) => {
    if (message.text().startsWith('part failed')) failures++
  })
  await signIn({ balance: 50 })
  await app.open('/home')
  await app.waitForPlayer()
  const cashier = new CashierOverlay(page)
  await app.button('Depositar').click()
  await expect(cashier.package('R$ 100,00')).toBeVisible()
  await page.evaluate(() => (document.body.dataset['mark'] = 'first'))
  const mark = page.locator('body[data-mark]')
  showMissing()
  await expect.poll(() => failures).toBe(1)
  await expect(cashier.package('R$ 100,00')).toBeVisible()
  await expect(mark).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(mark).toHaveCount(0)
  // It is still missing: the page goes on without it.
  await expect.poll(() => failures).toBe(2)
  await expect(app.balance).toHaveText('R$ 50,00')
  await expect(page.getByRole('link', { name: 'Mines', exact: true }).first()).toBeVisible()
})

test('a part of a screen that is gone after a new version loads the page once again: the bet slip is still there @full', async ({
  app,
  page,
  host,
}) => {
  test.skip(host === 'electron', 'its files come with the program')
  let isGone = true
  await page.route(/\/assets\/SlipPanel-[^/]*\.js/, (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await app.open('/footballPage')
  // The page that is loaded again names the new version's files.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false
  })
  await page
    .getByRole('button', { name: /,\d\d$/ })
    .first()
    .click()
  await page.evaluate(() => (document.body.dataset['mark'] = 'first'))
  const bar = page.getByRole('button', { name: /^Bilhete/ })
  await bar.click()
  await expect(page.locator('body[data-mark]')).toHaveCount(0)
  await bar.click()
  await expect(page.getByRole('region', { name: 'Bilhete' }).getByRole('listitem')).toHaveCount(1)
})

test('an overlay that is gone after a new version does not end the round below it @full', async ({
  app,
  page,
  host,
  sandbox,
  signIn,
}) => {
  test.skip(host === 'electron', 'its files come with the program')
  const { username } = await signIn({ balance: 50 })
  await sandbox.setSeeds(username, minesSeeds)
  await page.route(/\/assets\/(GameRulesOverlay|SessionPanel)-[^/]*\.js/, (route) =>
    route.fulfill({ status: 404 }),
  )
  const mines = new MinesPage(page)
  await app.open('/mines')
  await mines.stake.fill('10')
  await mines.setMines(3)
  await mines.bet.click()
  await mines.tile(1).click()
  await expect(mines.tile(1)).toHaveAccessibleName('Casa 1, diamante')
  await page.evaluate(() => (document.body.dataset['mark'] = 'first'))
  const failed = 'Não foi possível carregar. Tente de novo.'
  await page.getByRole('button', { name: /Regras e prêmios/ }).click()
  await expect(app.alert).toContainText(failed)
  await app.dismissAlert()
  await page.getByRole('button', { name: 'Originais: resultado da sessão' }).click()
  await expect(app.toast.filter({ hasText: failed })).toBeVisible()
  await mines.tile(2).click()
  await expect(mines.tile(2)).toHaveAccessibleName('Casa 2, diamante')
  await expect(page.locator('body[data-mark]')).toHaveCount(1)
  await mines.cashOut.click()
  await expect(app.balance).toHaveText('R$ 52,85')
})

test('an identity form that cannot be sent, and test credentials that fail to load, raise no alert @full', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login({ kyc: 0, testFlag: '1', balance: 50 })
  await app.button('Depositar').click()
  const identity = app.dialog('Verificação de identidade')
  await identity.getByRole('textbox', { name: 'Nome completo' }).fill('Maria Clara Souza')
  await identity.getByRole('textbox', { name: 'CPF' }).fill(testCpf())
  await sandbox.setFaults(user.username, { status: 500, path: 'updateKyc' })
  await identity.getByRole('button', { name: 'Enviar' }).click()
  await expect(identity.getByRole('alert')).toBeVisible()
  await expect(app.alert).toBeHidden()
  await page.keyboard.press('Escape')
  await sandbox.setFaults(user.username, { status: 500, path: 'getUserTest' })
  const menus = new Menus(page)
  await menus.openAccount()
  await expect(menus.account.getByRole('region', { name: 'Conta de teste' })).toContainText(user.username)
  await expect(app.alert).toBeHidden()
})

test('missing captcha, terms and reset fields are reported @full', async ({ app, page, sandbox }) => {
  const access = new AccessOverlay(page, sandbox)
  await app.open('/home?overlay=register')
  await access.field('E-mail').fill('alguem@gmail.com')
  await access.field('Telefone').fill('11987654321')
  await access.field('Senha').fill('Segura-123')
  await access.field('Repita a senha').fill('Segura-123')
  const submit = access.dialog.getByRole('button', { name: 'Inscrever-se', exact: true })
  await submit.click()
  await expect(page.getByText('Por favor, aceite os termos de serviço').first()).toBeVisible()
  await access.dialog.getByRole('checkbox', { name: 'Aceito os termos de serviço' }).check()
  await submit.click()
  await expect(page.getByText('Por favor verifique').first()).toBeVisible()
  await app.open('/home?overlay=login')
  await access.dialog.getByRole('button', { name: 'Esqueceu a senha?' }).click()
  const reset = app.dialog('Redefinir senha')
  await reset.getByRole('textbox', { name: 'E-mail', exact: true }).fill('alguem@gmail.com')
  await reset.getByRole('button', { name: 'Enviar código' }).click()
  await reset.getByRole('textbox', { name: 'Código do e-mail' }).waitFor()
  await reset.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await expect(page.getByText('Por favor, preencha as informações completamente！').first()).toBeVisible()
})

test(
  'a refused clipboard is reported, and a refused share sheet copies the link instead @full',
  { tag: '@host' },
  async ({ app, page, signIn, electronApp }) => {
    await signIn()
    await app.open('/share')
    await expect(page.getByRole('textbox', { name: 'Link de convite' })).toHaveValue(/\/y/)
    await page.evaluate(() => {
      const share = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
      Object.defineProperty(navigator, 'share', { configurable: true, value: share })
    })
    await page.getByRole('button', { name: 'Compartilhar' }).click()
    await expect(app.toast.filter({ hasText: 'A cópia foi bem-sucedida' })).toBeVisible()
    await expect(app.toast.filter({ hasText: 'A cópia foi bem-sucedida' })).toBeHidden()
    await page.evaluate(() => {
      const writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
      document.execCommand = () => false
    })
    await electronApp?.evaluate(({ clipboard }) => {
      clipboard.writeText = () => {
        throw new Error('refused')
      }
    })
    await page.getByRole('button', { name: 'Copiar link' }).click()
    await expect(app.toast.filter({ hasText: 'Não foi possível copiar' })).toBeVisible()
    // Closing the share sheet is not a failure.
    await page.evaluate(() => {
      const share = () => Promise.reject(new DOMException('closed', 'AbortError'))
      Object.defineProperty(navigator, 'share', { configurable: true, value: share })
    })
    await expect(app.toast.filter({ hasText: 'Não foi possível copiar' })).toBeHidden()
    await page.getByRole('button', { name: 'Compartilhar' }).click()
    await expect(app.alert).toBeHidden()
    await expect(app.toast.filter({ hasText: 'Não foi possível copiar' })).toBeHidden()
  },
)
