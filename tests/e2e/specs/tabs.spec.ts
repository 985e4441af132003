import { expect, test } from '../fixtures.ts'
import { minesSeeds } from '../minesSeeds.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { MinesPage } from '../page-models/mines-page.ts'
import { PalpiteApp } from '../page-models/palpite-app.ts'

test('two tabs share the round, the order and the session', async ({
  app,
  page,
  context,
  host,
  sandbox,
  signIn,
}) => {
  test.skip(host === 'electron', 'the Electron window has no tabs')
  const user = await signIn({ balance: 50 })
  await sandbox.setSeeds(user.username, minesSeeds)
  const otherPage = await context.newPage()
  const other = new PalpiteApp(otherPage, host, sandbox)

  await test.step('a round started in one is cashed out in both, and paid once', async () => {
    const mines = new MinesPage(page)
    await app.open('/mines')
    await mines.stake.fill('10')
    await mines.setMines(3)
    await mines.bet.click()
    await mines.tile(1).click()
    await expect(mines.tile(1)).toHaveAccessibleName('Casa 1, diamante')
    const same = new MinesPage(otherPage)
    await other.open('/mines')
    await expect(same.tile(1)).toHaveAccessibleName('Casa 1, diamante')
    await Promise.all([mines.cashOut.click(), same.cashOut.click()])
    for (const { tab, game } of [
      { tab: app, game: mines },
      { tab: other, game: same },
    ]) {
      await expect(async () => {
        await expect(tab.alert).toBeHidden({ timeout: 100 })
        await expect(tab.balance).toHaveText('R$ 51,25', { timeout: 1_000 })
        // Both tell what it paid, also the one that came second, which gets no alert.
        await expect(game.result).toContainText('R$ 11,25', { timeout: 1_000 })
      }).toPass()
    }
    expect((await sandbox.readUser(user.username)).balance).toBe(51.25)
  })

  await test.step('a pending order shows in both', async () => {
    const cashier = new CashierOverlay(page)
    await app.open('/home?overlay=deposit')
    await cashier.pay('R$ 50,00')
    await expect(cashier.waiting).toBeVisible()
    await other.open('/home?overlay=deposit')
    await expect(new CashierOverlay(otherPage).waiting).toBeVisible()
    const orders = await sandbox.orders(user.username)
    expect(orders).toHaveLength(1)
    await sandbox.settleOrder(orders[0]?.orderId ?? '', 'pay')
    for (const tab of [app, other]) await expect(tab.balance).toHaveText('R$ 101,25')
  })

  await test.step('a late refusal of the session before does not end the one that the other tab has begun', async () => {
    const next = await sandbox.createUser({ balance: 7 })
    await app.open('/vip')
    await app.waitForPlayer()
    const asked = page.waitForRequest(/getBalance/)
    let refuse = () => {}
    const refused = new Promise<void>((resolve) => (refuse = resolve))
    await page.route(/getBalance/, async (route) => {
      await refused
      await route.fulfill({ status: 401, json: { status: 401, message: '', data: null } })
    })
    await app.button('Atualizar saldo').click()
    await asked
    await other.open(await sandbox.loginPath(next.username))
    await expect(other.balance).toHaveText('R$ 7,00')
    const answered = page.waitForResponse(/userInfo/)
    refuse()
    await answered
    await expect(app.balance).toHaveText('R$ 7,00')
    await expect(app.dialog('Acesso')).toBeHidden()
    await expect(other.balance).toHaveText('R$ 7,00')
    await page.unroute(/getBalance/)
  })

  await test.step('logging out in one ends it in the other', async () => {
    await app.open('/home')
    await app.button('Abrir menu da conta').click()
    await app.dialog('Conta').getByRole('button', { name: 'Sair', exact: true }).click()
    await expect(other.balance).toBeHidden()
    await expect(other.dialog('Acesso')).toBeVisible()
  })
})

test('a language chosen in one tab applies in both, also to open overlays @full', async ({
  app,
  page,
  context,
  host,
  sandbox,
  signIn,
}) => {
  test.skip(host === 'electron', 'the Electron window has no tabs')
  await signIn({ balance: 50 })
  const otherPage = await context.newPage()
  const other = new PalpiteApp(otherPage, host, sandbox)
  await app.open('/home?overlay=withdraw')
  await expect(new CashierOverlay(page).withdrawPanel).toBeVisible()
  await other.open('/home?overlay=language')
  await otherPage.getByRole('radio', { name: 'English', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect(page.getByRole('tabpanel', { name: 'Withdraw' })).toBeVisible()
  await otherPage.getByRole('radio', { name: 'Português', exact: true }).click()
  await expect(new CashierOverlay(page).withdrawPanel).toBeVisible()
  await app.open('/luckyColor')
  await page.getByRole('button', { name: /Regras e prêmios/ }).click()
  const table = page.getByRole('region', { name: /Tabela|Pay table/ })
  await expect(table).toContainText('Verde')
  await otherPage.getByRole('radio', { name: 'English', exact: true }).click()
  await expect(table).toContainText('Green')
  await expect(table).not.toContainText('Verde')
  await otherPage.getByRole('radio', { name: 'Português', exact: true }).click()
  await expect(table).toContainText('Verde')
})
