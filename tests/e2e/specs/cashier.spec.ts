import type { Locator } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { GamePage } from '../page-models/game-page.ts'
import { Prompts } from '../page-models/prompts.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { callAs, deposit100 } from '../playerApi.ts'

/** How many of the elements are in each row, from the top. */
async function rowsOf(elements: Locator): Promise<number[]> {
  const tops = await elements.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length)
}

/** Its height in px without the scale of its entrance, which is still under way on a slow machine. */
const heightOf = (dialog: Locator) => dialog.evaluate((element: HTMLElement) => element.offsetHeight)

test('the deposit page: amount, bonus, notes, help, and a confirmation that can be cancelled @full', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login()
  const cashier = new CashierOverlay(page)
  const { dialog } = cashier
  await app.button('Depositar').click()
  await expect(cashier.package('R$ 100,00')).toBeChecked()
  const amount = dialog.getByRole('textbox', { name: 'Valor', exact: true })
  await expect(amount).toHaveValue('R$ 100,00')
  await expect(amount).not.toBeEditable()
  await expect(amount).toHaveAccessibleDescription(/R\$\s0,15 de bônus = R\$\s100,15/)
  // Packages of the kinds BRL, EXTPAY and '' are sold here; bonus data and the packages of games and prompts are not.
  await expect(dialog.getByRole('radio')).toHaveCount(8)
  expect(await rowsOf(dialog.getByRole('radio'))).toEqual([4, 4])
  await expect(dialog).toContainText('Rollover para retirar: R$ 100,30')
  await dialog.getByRole('checkbox', { name: 'Não participe de promoções' }).check()
  await expect(amount).toHaveAccessibleDescription('Sem bônus neste depósito')
  await dialog.getByRole('checkbox', { name: 'Não participe de promoções' }).uncheck()
  await expect(dialog).toContainText('O depósito costuma cair em até 5 minutos.')
  await expect(dialog).toContainText('Pague em até 30 minutos na página que vai abrir.')
  await dialog.getByRole('link', { name: 'Precisa de ajuda para depositar?' }).click()
  const help = app.dialog('Ajuda com o depósito')
  await expect(help.getByText('Escolha um valor')).toBeVisible()
  await help.getByText('Paguei e o saldo não caiu').click()
  await expect(help.getByText('Costuma levar até 5 minutos.')).toBeVisible()
  await expectAccessible(page, 'deposit help')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await dialog.getByRole('button', { name: 'Depósito', exact: true }).click()
  await expect(cashier.confirm).toContainText('R$ 100,00')
  await expectAccessible(page, 'deposit confirmation')
  await cashier.confirm.getByRole('button', { name: 'Cancelar' }).click()
  await expect(cashier.confirm).toBeHidden()
  await expect(dialog).toBeVisible()
  expect(await sandbox.orders(user.username)).toEqual([])
})

test('the bonus of a package is given once: its card says so, and it is sold without @full', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const { token } = await login()
  const cashier = new CashierOverlay(page)
  await app.button('Depositar').click()
  await expect(cashier.package('R$ 100,00')).toHaveAccessibleName('R$ 100,00 + R$ 0,15 de bônus')
  // Paid meanwhile on another device: the order from this page is refused.
  await deposit100(sandbox, token)
  const openConfirmation = () => cashier.dialog.getByRole('button', { name: 'Depósito', exact: true }).click()
  await openConfirmation()
  await cashier.confirm.getByRole('button', { name: 'Confirme Para Pagar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Você já usou o bônus deste pacote')
  await app.button('Eu entendi').click()
  await expect(cashier.package('R$ 100,00')).toHaveAccessibleName('R$ 100,00 bônus usado')
  await expect(cashier.dialog).toContainText('Bônus já usado: vale uma vez por pacote')
  await openConfirmation()
  await expect(cashier.confirm).not.toContainText('Bônus')
  await cashier.confirm.getByRole('button', { name: 'Confirme Para Pagar' }).click()
  await expect(cashier.waiting).toBeVisible()
})

test('deposit and withdrawal share a header; the withdrawal shows its fee and arrival time @full', async ({
  app,
  page,
  login,
}) => {
  await login({ balance: 120.5, level: 3, lx: '20' })
  const cashier = new CashierOverlay(page)
  await app.button('Depositar').click()
  await cashier.dialog.getByRole('tab', { name: 'Retirar' }).click()
  const panel = cashier.withdrawPanel
  await expect(panel).toContainText('R$ 120,50')
  await expect(panel).toContainText(/Retiradas restantes hoje/)
  const amount = panel.getByRole('textbox', { name: 'Valor da retirada' })
  // Never more than the balance.
  await amount.fill('9999')
  await expect(amount).toHaveValue('120,50')
  await amount.fill('100')
  await expect(panel).toContainText('Taxa (1,5%)')
  await expect(panel).toContainText('R$ 98,50')
  await expect(panel).toContainText(/Mínimo R\$\s50,00, máximo R\$\s10\.000,00/)
  await expect(panel).toContainText('00:00-24:00')
  await expect(panel).toContainText('Em USDT, é descontada uma taxa de rede de 1 USDT.')
  await panel.getByRole('button', { name: 'Como funcionam as retiradas' }).click()
  const info = app.dialog('Sobre as retiradas')
  await expect(info).toContainText('Disponível 00:00-24:00')
  await expect(info).toContainText('As mais rápidas caem em 10 minutos.')
  await expect(info).toContainText('Retiradas disponíveis hoje')
  await expectAccessible(page, 'withdrawal information')
  await page.keyboard.press('Escape')
  await cashier.dialog.getByRole('tab', { name: 'Depósito' }).click()
  await expect(cashier.package('R$ 100,00')).toBeVisible()
})

test('a pending order is offered again instead of a second one, and is pending in the records @full', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login()
  const cashier = new CashierOverlay(page)
  const order = { gift: 1, pkgId: 'brl-20', isapp: 0 }
  await callAs(sandbox, user.token, '/api/app/order/prePay/brl-20', order)
  await app.button('Depositar').click()
  await expect(cashier.waiting).toContainText(
    'Você já tem um pagamento em aberto. Conclua ou cancele antes de abrir outro.',
  )
  await expectAccessible(page, 'waiting for a payment')
  await app.open('/registros')
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toContainText('Recarregado')
})

test('a bet above the balance: what is missing, and a package that suffices @full', async ({
  app,
  page,
  signIn,
}) => {
  await signIn({ balance: 3 })
  const mines = new GamePage(page)
  const asked = page.waitForResponse('**/game/mines/current')
  await app.open('/mines')
  await asked
  await mines.stake.fill('50')
  // Nothing was bet, so the game has nothing to ask for before the stake can be changed.
  await page.route('**/game/mines/current', () => undefined)
  await mines.bet.click()
  const { lowBalance } = new Prompts(page)
  await expect(lowBalance).toContainText('Faltam R$ 47,00')
  await expect(lowBalance).toContainText('Aposta de R$ 50,00, saldo de R$ 3,00')
  await expect(lowBalance.getByRole('radio', { checked: true })).toHaveAccessibleName(/^R\$\s50,00/)
  const stake = page.getByRole('textbox', { name: 'Aposta', exact: true, includeHidden: true })
  await expect(stake).toBeEnabled()
  await expectAccessible(page, 'low balance for a bet')
})

test('home shows a deposit that waits for its payment, and leads back to it @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn()
  await callAs(sandbox, user.token, '/api/app/order/prePay/brl-20', { gift: 1, pkgId: 'brl-20', isapp: 0 })
  await app.open('/home')
  const pending = page.getByRole('region', { name: 'Depósitos e retiradas em andamento' })
  const deposit = pending.getByRole('button', { name: /^Pix R\$\s20,00 Continuar pagamento/ })
  await expect(deposit.getByRole('timer', { name: 'Tempo para pagar' })).toHaveText(/^(30:00|29:\d\d)$/)
  await expectAccessible(page, 'home with a pending deposit')
  await deposit.click()
  const { waiting } = new CashierOverlay(page)
  await waiting.getByRole('button', { name: 'Cancelar uma recarga' }).click()
  await expect(waiting).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(pending).toBeHidden()
})

for (const { width, height } of [
  { width: 320, height: 640 },
  { width: 393, height: 852 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]) {
  test(`deposit and withdrawal keep their size when the data comes, ${width}x${height} @full`, async ({
    app,
    page,
    host,
    signIn,
  }) => {
    test.skip(host === 'electron', 'the main process makes the requests there: the page cannot hold them')
    await signIn({ balance: 300 })
    await page.setViewportSize({ width, height })
    const { dialog } = new CashierOverlay(page)
    for (const [overlay, call] of [
      ['deposit', 'getPrices'],
      ['withdraw', 'getWithdraw'],
    ]) {
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route(`**/order/${call}`, async (route) => {
        await held
        await route.continue()
      })
      await app.open(`/home?overlay=${overlay}`)
      await expect(dialog.getByRole('status', { name: 'Carregando' })).toBeVisible()
      const before = await heightOf(dialog)
      release()
      await expect(dialog.getByRole('status', { name: 'Carregando' })).toBeHidden()
      expect(Math.abs((await heightOf(dialog)) - before), overlay).toBeLessThanOrEqual(1)
    }
  })
}

for (const turnover of [0, 320])
  test(`opened by its address the withdrawal keeps its height, with R$ ${turnover} to bet @full`, async ({
    app,
    page,
    signIn,
    host,
  }) => {
    test.skip(host === 'electron', 'the main process makes the requests there: the page cannot hold them')
    await signIn({ balance: 1284.5, turnover })
    const { dialog, withdrawPanel } = new CashierOverlay(page)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/app/order/getWithdraw', async (route) => {
      await released
      await route.continue()
    })
    await app.open('/home?overlay=withdraw')
    await expect(withdrawPanel.getByRole('status', { name: 'Carregando' })).toBeVisible()
    const before = await heightOf(dialog)
    release()
    await expect(withdrawPanel).toContainText('Disponível para retirada')
    // Less than a line of text.
    expect(Math.abs((await heightOf(dialog)) - before)).toBeLessThan(4)
  })

test('what fails to load says so in its own place, once, and a press loads it @full', async ({
  app,
  page,
  login,
  host,
}) => {
  test.skip(host === 'electron', 'the main process makes the requests there: the page cannot answer them')
  await login({ balance: 100 })
  const { dialog, withdrawPanel } = new CashierOverlay(page)
  await page.route(/\/order\/(getPrices|getWithdraw)/, (route) =>
    route.fulfill({ status: 500, json: { status: 500, message: 'Hoje não dá.', data: null } }),
  )
  await app.button('Depositar').click()
  await expect(dialog).toContainText('Não foi possível carregar os pacotes.')
  await dialog.getByRole('tab', { name: 'Retirar' }).click()
  await expect(withdrawPanel).toContainText('Não foi possível carregar os dados da retirada.')
  // An alert on top of it would say the same, and has to be closed first.
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.unroute(/\/order\/(getPrices|getWithdraw)/)
  await withdrawPanel.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(withdrawPanel).toContainText('Disponível para retirada')
  await dialog.getByRole('tab', { name: 'Depósito' }).click()
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(dialog.getByRole('radio', { name: /^R\$\s100,00/ })).toBeChecked()
})
