import { expectFullScreen } from '../boxes.ts'
import { expect, test, withOwnBrowser } from '../fixtures.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'

test(
  'without identity the form opens first and says what is wrong with a CPF @full',
  { tag: '@window' },
  async ({ app, login }) => {
    await login({ kyc: 0 })
    await app.button('Depositar').click()
    const identity = app.dialog('Verificação de identidade')
    await identity.getByRole('textbox', { name: 'Nome completo' }).fill('Maria Clara Souza')
    await identity.getByRole('textbox', { name: 'CPF' }).fill('11111111111')
    await identity.getByRole('button', { name: 'Enviar' }).click()
    await expect(identity).toContainText(/CPF/)
    await expect(identity.getByRole('textbox', { name: 'CPF' })).toHaveAttribute('aria-invalid', 'true')
    // Whoever corrects the middle goes on typing there.
    const cpf = identity.getByRole('textbox', { name: 'CPF' })
    await cpf.press('Home')
    for (let digit = 0; digit < 3; digit++) await cpf.press('ArrowRight')
    await cpf.press('Backspace')
    await cpf.pressSequentially('23')
    await expect(cpf).toHaveValue('112.311.111-11')
  },
)

test(
  'a double click opens one order, which can be cancelled @full',
  { tag: '@window' },
  async ({ app, page, sandbox, login }) => {
    const user = await login()
    const cashier = new CashierOverlay(page)
    await app.button('Depositar').click()
    await cashier.package('R$ 50,00').click()
    await cashier.dialog.getByRole('button', { name: 'Depósito', exact: true }).click()
    await cashier.confirm.getByRole('button', { name: 'Confirme Para Pagar' }).dblclick()
    await expect(cashier.waiting).toBeVisible()
    expect(await sandbox.orders(user.username)).toHaveLength(1)
    await cashier.waiting.getByRole('button', { name: 'Cancelar uma recarga' }).click()
    await expect(cashier.waiting).toBeHidden()
    const [order] = await sandbox.orders(user.username)
    expect(order?.status).toMatch(/01|cancelled/)
  },
)

test(
  'a reload during a payment returns to it, and it is credited once',
  { tag: '@window' },
  async ({ app, page, sandbox, login }) => {
    const user = await login()
    const cashier = new CashierOverlay(page)
    await app.button('Depositar').click()
    await cashier.pay('R$ 200,00')
    await expect(cashier.waiting).toBeVisible()
    await app.open('/home')
    await app.button('Depositar').click()
    await expect(cashier.waiting).toBeVisible()
    await expectFullScreen(page, cashier.waiting)
    const orders = await sandbox.orders(user.username)
    expect(orders).toHaveLength(1)
    const orderId = orders[0]?.orderId ?? ''
    await sandbox.settleOrder(orderId, 'pay')
    await sandbox.settleOrder(orderId, 'pay')
    await expect(cashier.waiting).toBeHidden()
    await expect(app.balance).toHaveText('R$ 200,00')
  },
)

test(
  'an expired or failed order says so and allows another @full',
  { tag: '@host' },
  async ({ app, page, sandbox, signIn }) => {
    const user = await signIn()
    const cashier = new CashierOverlay(page)
    for (const how of ['expire', 'fail'] as const) {
      await app.open('/home?overlay=deposit')
      await cashier.pay('R$ 20,00')
      await expect(cashier.waiting).toBeVisible()
      const orders = await sandbox.orders(user.username)
      const open = orders.find((order) => ['00', 'pending'].includes(order.status))
      await sandbox.settleOrder(open?.orderId ?? '', how)
      await expect(cashier.waiting).toBeHidden({ timeout: 20_000 })
    }
    await expect(app.balance).toHaveText('R$ 0,00')
  },
)

test('a deposit can be paid in the framed payment page @full', async ({ app, page, login, host }) => {
  test.skip(host === 'electron', 'Electron pays in its own window: tests/e2e/electron covers it')
  await login()
  const cashier = new CashierOverlay(page)
  await app.button('Depositar').click()
  await cashier.pay('R$ 100,00')
  const provider = page.frameLocator('iframe[title="Deposit"]')
  await expect(provider.getByRole('img', { name: 'QR Code Pix' })).toBeVisible()
  await provider.getByRole('button', { name: 'Pagar', exact: true }).click()
  await expect(cashier.frame).toBeHidden()
  await expect(app.balance).toHaveText('R$ 100,00')
})

test('a deposit can be paid by card, after one was declined and a code was wrong', async ({
  app,
  page,
  login,
  host,
}) => {
  test.skip(host === 'electron', 'Electron pays in its own window: tests/e2e/electron covers it')
  await login()
  const cashier = new CashierOverlay(page)
  await app.button('Depositar').click()
  for (const logo of ['PIX', 'Visa', 'Mastercard'])
    await expect(cashier.dialog.getByRole('img', { name: logo, exact: true })).toBeVisible()
  await cashier.pay('R$ 100,00')
  const provider = page.frameLocator('iframe[title="Deposit"]')
  await provider.getByRole('tab', { name: 'Pix' }).press('ArrowRight')
  const card = provider.getByRole('tabpanel', { name: 'Cartão' })
  await expect(card).toBeVisible()
  await expect(provider.getByRole('img', { name: 'QR Code Pix' })).toBeHidden()
  const pay = card.getByRole('button', { name: 'Pagar com cartão' })
  const number = card.getByRole('textbox', { name: 'Número do cartão' })
  await pay.click()
  await expect(number).toBeFocused()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await number.pressSequentially('4000000000000002')
  await expect(number).toHaveValue('4000 0000 0000 0002')
  await card.getByRole('textbox', { name: 'Nome como no cartão' }).fill('Maria Souza')
  await card.getByRole('textbox', { name: 'Validade' }).pressSequentially('0849')
  await card.getByRole('textbox', { name: 'CVV' }).fill('917')
  await pay.click()
  await expect(card.getByRole('alert')).toContainText('O banco recusou este cartão')
  await expect(number).toHaveValue('4000 0000 0000 0002')
  await number.fill('4000000000003220')
  await card.getByRole('textbox', { name: 'CVV' }).fill('917')
  await pay.click()
  const code = card.getByRole('textbox', { name: 'Código do banco' })
  await code.fill('1')
  await card.getByRole('button', { name: 'Confirmar' }).click()
  await expect(code).toHaveAccessibleDescription('Código incorreto. Confira e tente de novo.')
  await code.fill('123456')
  await card.getByRole('button', { name: 'Confirmar' }).click()
  await expect(cashier.frame).toBeHidden()
  await expect(app.balance).toHaveText('R$ 100,00')
})

test('the loading box is there while a call takes long, and goes with its response @full', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login()
  const cashier = new CashierOverlay(page)
  const loading = page.getByRole('progressbar', { name: 'Carregando' })
  await app.button('Depositar').click()
  await expect(cashier.package('R$ 50,00')).toBeVisible()
  await expect(loading).toHaveCount(0)
  await sandbox.setFaults(user.username, { delayMs: 2_000, path: 'prePay' })
  await cashier.pay('R$ 50,00')
  await expect(loading).toBeVisible()
  await expect(cashier.waiting).toBeVisible()
  await expect(loading).toHaveCount(0)
})

test(
  'waiving promotions removes the bonus @full',
  { tag: '@window' },
  async ({ app, page, sandbox, login }) => {
    const user = await login()
    const cashier = new CashierOverlay(page)
    await app.button('Depositar').click()
    await cashier.package('R$ 100,00').click()
    await cashier.dialog.getByRole('checkbox', { name: 'Não participe de promoções' }).check()
    await cashier.dialog.getByRole('button', { name: 'Depósito', exact: true }).click()
    await cashier.confirm.getByRole('button', { name: 'Confirme Para Pagar' }).click()
    await expect(cashier.waiting).toBeVisible()
    const [order] = await sandbox.orders(user.username)
    await sandbox.settleOrder(order?.orderId ?? '', 'pay')
    await expect(app.balance).toHaveText('R$ 100,00')
    expect((await sandbox.readUser(user.username)).freeBalance).toBe(0)
  },
)

test.describe('in a browser of its own, because an init script stays in a page', () => {
  test.use(withOwnBrowser)

  test('going back closes one level at a time; a payment that waits is seen on the account page too @full', async ({
    app,
    page,
    signIn,
  }) => {
    await signIn({ balance: 500 })
    const cashier = new CashierOverlay(page)
    // What comes a second after a page is held back: going back does not need it. As text: this file has no DOM types.
    await page.addInitScript(`{
      const wait = setTimeout
      window.late = []
      window.setTimeout = (run, ms, ...rest) => (ms === 1_000 ? late.push(run) : wait(run, ms, ...rest))
    }`)
    await app.open('/conta')
    await page.getByRole('main').getByRole('button', { name: 'Depositar' }).click()
    await cashier.package('R$ 100,00').check()
    await cashier.dialog.getByRole('button', { name: 'Depósito', exact: true }).click()
    await expect(cashier.confirm).toBeVisible()
    await page.goBack()
    await expect(cashier.confirm).toBeHidden()
    await expect(cashier.dialog).toBeVisible()
    await cashier.pay('R$ 100,00')
    await expect(cashier.frame).toBeVisible()
    await page.goBack()
    await expect(cashier.frame).toBeHidden()
    await expect(cashier.waiting.getByRole('button', { name: 'Cancelar uma recarga' })).toBeVisible()
    await expect.poll(() => cashier.waiting.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
    await page.goBack()
    await expect(cashier.waiting).toBeHidden()
    await expect(page).toHaveURL(/\/conta$/)
    await page.evaluate('for (const run of late) run()')
    await expect(page.getByRole('region', { name: 'Depósitos e retiradas em andamento' })).toContainText(
      'Pix',
    )
  })
})

test('going back also closes what a page has opened over itself, before it leaves the page @full', async ({
  app,
  page,
  signIn,
}) => {
  await signIn({ balance: 500 })
  await Promise.all([page.waitForRequest('**/api/app/chat/unread'), app.open('/jogoResponsavel')])
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Conta' }).click()
  // A step that a newer one overtakes never enters the history, so each page is waited for.
  await expect(page).toHaveURL(/\/conta$/)
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Esportes' }).click()
  await expect(page).toHaveURL(/\/footballPage/)
  await page.getByRole('tab', { name: 'Próximas' }).click()
  await page
    .getByRole('button', { name: /^Resultado final: .* \d/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Bilhete/ }).click()
  const slip = page.getByRole('region', { name: 'Bilhete' })
  await expect(slip).toBeVisible()
  await page.goBack()
  await expect(slip).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Próximas' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/conta$/)
  await page.goBack()
  await page
    .getByRole('button', { name: /^Mudar limite/ })
    .first()
    .click()
  const limit = page.getByRole('dialog', { name: /^Depósito/ })
  await expect(limit).toBeVisible()
  await page.goForward()
  await expect(limit).toBeHidden()
  await expect(page).toHaveURL(/\/jogoResponsavel$/)
})
